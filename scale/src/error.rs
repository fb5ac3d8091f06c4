//! The errors of commands, and the exit code that tells an engine to try again or not.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use gardez_types::errors;

use crate::digest::Digest;
use crate::unit::UnitId;

/// The result of most functions of this crate.
pub(crate) type Result<T> = std::result::Result<T, Error>;

errors! {
    /// The reason a command fails.
    ///
    /// | code | meaning | what a launcher does |
    /// |---|---|---|
    /// | 0 | done | goes on |
    /// | 1 | units are missing, or a number is wrong | reads the message |
    /// | 2 | the command cannot be understood | stops |
    /// | 3 | refused: the files do not fit the plan or the program | stops |
    /// | 4 | an input is not finished, the disk is full, or a file cannot be read or written | tries again |
    /// | 101 | a bug | stops |
    #[derive(Debug)]
    pub(crate) enum Error {
        /// The command cannot be understood. Exit code 2.
        Usage(message: String) = "usage", "{message}";
        /// There is no result yet, or a result is wrong. Each line names a unit and what is wrong with it. Exit code 1.
        Unfinished(lines: Vec<String>) = "unfinished", "{}", lines.join("\n");
        /// The files or a unit do not fit the plan or the program, so trying again does not help. Exit code 3.
        Refused { place: String, why: Refusal } = why, "refused: {place}: {why}";
        /// Object storage will refuse the same request again. The text says what to set. Exit code 3.
        Storage { place: String, what: String } = "storage", "refused: {place}: {what}";
        /// The output of a unit is needed, and the unit has to be run first. Exit code 4.
        Waiting { unit: UnitId, why: String } = "waiting", "{unit} is not finished: {why}; try again later";
        /// A file cannot be read or written. Exit code 4.
        Io { path: PathBuf, error: io::Error } = "io", "{}: {error}", path.display() => source error;
        /// A unit panicked. Exit code 101.
        Bug(message: String) = "bug", "a bug: {message}";
    }

    /// The reason files do not fit the plan or the program.
    #[derive(Debug)]
    pub(crate) enum Refusal {
        Code { theirs: String, ours: String } = "code", "made by version {theirs}, but this program is version {ours}";
        DebugBuild = "debug-build", "this is a debug build, and the plan does not allow debug builds";
        Plan { theirs: Digest } = "plan", "it belongs to another plan, with digest {theirs}";
        Unit { theirs: UnitId } = "unit", "it is the output of unit {theirs}";
        Sources = "sources", "it was made from other inputs";
        /// The size of a file differs from the recorded number of bytes, or there is no file.
        Size { recorded: u64, actual: Option<u64> } = "size", |f| match actual {
            Some(actual) => write!(f, "{actual} bytes instead of the {recorded} that are recorded"),
            None => write!(f, "no such file, but {recorded} bytes are recorded"),
        };
        /// The content of a file has not the recorded BLAKE3 digest. The remedy is what can be done, or what it means.
        Content { recorded: Digest, actual: Digest, remedy: String } = "content",
            "the digest is {actual} instead of {recorded}: {remedy}";
        /// A file is not what it should be.
        Malformed(what: String) = "malformed", "{what}";
        /// A number is too large.
        TooLarge(what: String) = "too-large", "{what}";
        Exists = "exists", "it exists already and is another plan, which needs another folder";
    }
}

impl Error {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Unfinished(_) => 1,
            Self::Usage(_) => 2,
            Self::Refused { .. } | Self::Storage { .. } => 3,
            Self::Waiting { .. } | Self::Io { .. } => 4,
            Self::Bug(_) => 101,
        }
    }

    pub(crate) fn refused(place: impl fmt::Display, why: Refusal) -> Self {
        Self::Refused { place: place.to_string(), why }
    }

    /// Returns a refusal of a file whose content is not what it should be.
    pub(crate) fn malformed(place: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self::refused(place, Refusal::Malformed(what.to_string()))
    }

    /// Returns a refusal for now: a unit has to be run first.
    pub(crate) fn waiting(unit: &UnitId, why: impl fmt::Display) -> Self {
        Self::Waiting { unit: unit.clone(), why: why.to_string() }
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |error| Self::Io { path: path.to_owned(), error }
    }
}
