//! The errors of checkpoints.

use alloc::string::String;
use std::io;
use std::path::PathBuf;

use gardez_types::errors;

errors! {
    /// A checkpoint that cannot be used.
    #[derive(Debug)]
    #[non_exhaustive]
    pub struct CheckpointError {
        /// The path of the file, as it was passed.
        pub path: PathBuf,
        /// The kind of problem.
        pub kind: CheckpointErrorKind,
    } = kind, "the checkpoint {} {kind}", path.display() => source kind.source()?;

    /// The reason a checkpoint cannot be used. Lines of the file are shortened to 120 characters, and counted from 1.
    #[derive(Debug)]
    pub enum CheckpointErrorKind {
        Open(error: io::Error) = "open", "cannot be opened: {error}" => source error;
        Lock(error: io::Error) = "lock", "cannot be locked: {error}" => source error;
        Read(error: io::Error) = "read", "cannot be read: {error}" => source error;
        Write(error: io::Error) = "write", "cannot be written: {error}" => source error;
        /// The path names a directory, a device or a pipe.
        NotAFile = "not-a-file", "is not a regular file";
        ReadOnly = "read-only", "is read-only";
        TooLarge { bytes: u64 } = "too-large", "is too large for a checkpoint: {bytes} bytes";
        /// Another process uses the file: its number, if the system reports it. Only Linux does.
        InUse { process: Option<u32> } = "in-use", |f| match process {
            Some(process) => write!(f, "is in use by process {process}"),
            None => f.write_str("is in use by another process"),
        };
        Version { expected: String, found: String } = "version",
            "is not a checkpoint of this version: expected {expected:?}, found {found:?}";
        Position { expected: String, found: String } = "position",
            "belongs to another position: expected {expected:?}, found {found:?}";
        Depth { expected: String, found: String } = "depth",
            "belongs to another depth: expected {expected:?}, found {found:?}";
        /// A line does not match its checksum, or is not a part of the count, or repeats one.
        Damaged { line: usize } = "damaged", "is damaged at line {line}";
    }
}

impl CheckpointErrorKind {
    /// Returns the error that a line of the head is not as expected; `index` is 0, 1 or 2.
    pub(super) fn differs(index: usize, expected: &str, found: &str) -> Self {
        let [expected, found] = [expected, found].map(|text| text.chars().take(120).collect());
        match index {
            0 => Self::Version { expected, found },
            1 => Self::Position { expected, found },
            _ => Self::Depth { expected, found },
        }
    }
}
