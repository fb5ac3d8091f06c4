//! Why a checkpoint cannot be used.

use alloc::string::String;
use core::fmt;
use std::io;
use std::path::PathBuf;

use gardez_types::ErrorInfo;

/// A checkpoint that cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckpointError {
    /// The path of the file, as it was passed.
    pub path: PathBuf,
    /// What is wrong with it.
    pub kind: CheckpointErrorKind,
}

/// Why a checkpoint cannot be used. Lines of the file are shortened to 120 characters.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointErrorKind {
    /// The file cannot be opened or created.
    Open(io::Error),
    /// The file cannot be locked.
    Lock(io::Error),
    /// The file cannot be read.
    Read(io::Error),
    /// The file cannot be written.
    Write(io::Error),
    /// The path names a directory, a device or a pipe.
    NotAFile,
    /// The file is read-only.
    ReadOnly,
    /// The file is larger than any checkpoint.
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// Another process uses the file.
    InUse {
        /// The number of that process, if the system reports it. Only Linux does.
        process: Option<u32>,
    },
    /// The file is not a checkpoint, or one of another version.
    Version {
        /// The first line of a checkpoint of this version.
        expected: String,
        /// The first line of the file.
        found: String,
    },
    /// The file belongs to the count of another position.
    Position {
        /// The second line of a checkpoint of this count.
        expected: String,
        /// The second line of the file.
        found: String,
    },
    /// The file belongs to a count of another depth.
    Depth {
        /// The third line of a checkpoint of this count.
        expected: String,
        /// The third line of the file.
        found: String,
    },
    /// A line does not match its checksum, or is not a part of the count, or repeats one.
    Damaged {
        /// The number of the line, counted from 1.
        line: usize,
    },
}

impl CheckpointErrorKind {
    /// The error that a line of the head is not as expected; `index` is 0, 1 or 2.
    pub(super) fn differs(index: usize, expected: &str, found: &str) -> Self {
        let [expected, found] = [expected, found].map(|text| text.chars().take(120).collect());
        match index {
            0 => Self::Version { expected, found },
            1 => Self::Position { expected, found },
            _ => Self::Depth { expected, found },
        }
    }
}

impl fmt::Display for CheckpointErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => write!(f, "cannot be opened: {error}"),
            Self::Lock(error) => write!(f, "cannot be locked: {error}"),
            Self::Read(error) => write!(f, "cannot be read: {error}"),
            Self::Write(error) => write!(f, "cannot be written: {error}"),
            Self::NotAFile => f.write_str("is not a regular file"),
            Self::ReadOnly => f.write_str("is read-only"),
            Self::TooLarge { bytes } => write!(f, "is too large for a checkpoint: {bytes} bytes"),
            Self::InUse { process: Some(process) } => write!(f, "is in use by process {process}"),
            Self::InUse { process: None } => f.write_str("is in use by another process"),
            Self::Version { expected, found } => {
                write!(f, "is not a checkpoint of this version: expected {expected:?}, found {found:?}")
            }
            Self::Position { expected, found } => {
                write!(f, "belongs to another position: expected {expected:?}, found {found:?}")
            }
            Self::Depth { expected, found } => {
                write!(f, "belongs to another depth: expected {expected:?}, found {found:?}")
            }
            Self::Damaged { line } => write!(f, "is damaged at line {line}"),
        }
    }
}

impl core::error::Error for CheckpointErrorKind {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Open(error) | Self::Lock(error) | Self::Read(error) | Self::Write(error) => Some(error),
            _ => None,
        }
    }
}

impl ErrorInfo for CheckpointErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Open(_) => "open",
            Self::Lock(_) => "lock",
            Self::Read(_) => "read",
            Self::Write(_) => "write",
            Self::NotAFile => "not-a-file",
            Self::ReadOnly => "read-only",
            Self::TooLarge { .. } => "too-large",
            Self::InUse { .. } => "in-use",
            Self::Version { .. } => "version",
            Self::Position { .. } => "position",
            Self::Depth { .. } => "depth",
            Self::Damaged { .. } => "damaged",
        }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the checkpoint {} {}", self.path.display(), self.kind)
    }
}

impl core::error::Error for CheckpointError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.kind.source()
    }
}

impl ErrorInfo for CheckpointError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }
}
