//! Why a command fails, and the exit code that tells an engine whether to try again.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::unit::UnitId;

/// The result of most functions of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a command fails.
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
#[non_exhaustive]
pub enum Error {
    /// The command cannot be understood. Exit code 2.
    Usage(String),
    /// There is no result yet, or a result is wrong. Each line names a unit and what is wrong with it. Exit code 1.
    Unfinished(Vec<String>),
    /// The files do not fit the plan or the program, so trying again does not help. Exit code 3.
    Refused {
        /// The file or the unit.
        place: String,
        /// What does not fit.
        why: Refusal,
    },
    /// The output of a unit is needed, and the unit has to be run first. Exit code 4.
    Waiting {
        /// The unit that has to be run first.
        unit: UnitId,
        /// What its output lacks.
        why: String,
    },
    /// A file cannot be read or written. Exit code 4.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system reports.
        error: io::Error,
    },
    /// A unit panicked. Exit code 101.
    Bug(String),
}

/// Why files do not fit the plan or the program.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// Another version of the program has made this.
    Code {
        /// The version that made it.
        theirs: String,
        /// The version of this program.
        ours: String,
    },
    /// This is a debug build, and the plan does not allow them.
    DebugBuild,
    /// It belongs to another plan.
    Plan {
        /// The digest of that plan.
        theirs: Digest,
    },
    /// It belongs to another unit.
    Unit {
        /// That unit.
        theirs: UnitId,
    },
    /// The output was made from other inputs.
    Sources,
    /// The size of a file differs from what is recorded.
    Size {
        /// The recorded number of bytes.
        recorded: u64,
        /// The actual number of bytes, or `None` if there is no file.
        actual: Option<u64>,
    },
    /// The content of a file differs from what is recorded.
    Content {
        /// The recorded BLAKE3 digest.
        recorded: Digest,
        /// The actual one.
        actual: Digest,
        /// What can be done, or what it means.
        remedy: String,
    },
    /// A file is not what it should be.
    Malformed(String),
    /// A number is too large.
    TooLarge(String),
    /// The folder has another plan.
    Exists,
}

impl Error {
    /// The exit code of a program that ends with this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unfinished(_) => 1,
            Self::Usage(_) => 2,
            Self::Refused { .. } => 3,
            Self::Waiting { .. } | Self::Io { .. } => 4,
            Self::Bug(_) => 101,
        }
    }

    /// A refusal of a file or a unit.
    pub fn refused(place: impl fmt::Display, why: Refusal) -> Self {
        Self::Refused { place: place.to_string(), why }
    }

    /// A refusal of a file whose content is not what it should be.
    pub fn malformed(place: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self::refused(place, Refusal::Malformed(what.to_string()))
    }

    /// A refusal for now: a unit has to be run first.
    pub fn waiting(unit: &UnitId, why: impl fmt::Display) -> Self {
        Self::Waiting { unit: unit.clone(), why: why.to_string() }
    }

    /// A failure of the file system, as a function for `map_err`.
    ///
    /// ```
    /// use gardez_scale::Error;
    ///
    /// let path = "/there/is/no/such/file".as_ref();
    /// let error = std::fs::read(path).map_err(Error::io(path)).expect_err("there is no such file");
    /// assert_eq!(error.exit_code(), 4);
    /// ```
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |error| Self::Io { path: path.to_owned(), error }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Unfinished(lines) => f.write_str(&lines.join("\n")),
            Self::Refused { place, why } => write!(f, "refused: {place}: {why}"),
            Self::Waiting { unit, why } => write!(f, "{unit} is not finished: {why}; try again later"),
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Bug(message) => write!(f, "a bug: {message}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { theirs, ours } => write!(f, "made by version {theirs}, but this program is version {ours}"),
            Self::DebugBuild => f.write_str("this is a debug build, and the plan does not allow debug builds"),
            Self::Plan { theirs } => write!(f, "it belongs to another plan, with digest {theirs}"),
            Self::Unit { theirs } => write!(f, "it is the output of unit {theirs}"),
            Self::Sources => f.write_str("it was made from other inputs"),
            Self::Size { recorded, actual: Some(actual) } => {
                write!(f, "{actual} bytes instead of the {recorded} that are recorded")
            }
            Self::Size { recorded, actual: None } => write!(f, "no such file, but {recorded} bytes are recorded"),
            Self::Content { recorded, actual, remedy } => {
                write!(f, "the digest is {actual} instead of {recorded}: {remedy}")
            }
            Self::Malformed(what) => f.write_str(what),
            Self::TooLarge(what) => f.write_str(what),
            Self::Exists => f.write_str("it exists already and is another plan, which needs another folder"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
