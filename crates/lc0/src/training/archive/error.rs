//! Why an archive or a chunk in it cannot be read.

use core::error::Error;
use core::fmt;
use std::io;
use std::path::PathBuf;
use std::string::String;

use gardez_types::ErrorInfo;

/// Why an archive or a chunk in it cannot be read.
///
/// ```
/// use gardez_lc0::training::{Archive, ArchiveError};
///
/// let error = Archive::open("no such file").expect_err("it does not exist");
/// assert!(matches!(error, ArchiveError::File { .. }));
/// ```
#[derive(Debug)]
#[non_exhaustive]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub enum ArchiveError {
    /// A file or directory cannot be opened or read.
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file is neither a chunk nor a tar.
    NotAChunk {
        /// The file.
        path: PathBuf,
    },
    /// A tar is compressed, so its chunks can only be read in order, by [`Chunks`](crate::training::Chunks).
    PackedTar {
        /// The tar.
        path: PathBuf,
    },
    /// A tar has changed since its chunks were listed.
    Changed {
        /// The tar.
        path: PathBuf,
        /// The name of the chunk that is not there any more.
        name: String,
    },
    /// A chunk cannot be unpacked.
    Chunk {
        /// The tar or the file.
        path: PathBuf,
        /// The name of the chunk.
        name: String,
        /// Why it cannot be unpacked.
        error: io::Error,
    },
    /// A chunk has more bytes than [the limit](crate::training::ArchiveOptions::with_longest_chunk) when it is unpacked.
    TooLong {
        /// The tar or the file.
        path: PathBuf,
        /// The name of the chunk.
        name: String,
        /// The limit.
        limit: u64,
    },
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "cannot read {}: {error}", path.display()),
            Self::NotAChunk { path } => write!(f, "{} is neither a chunk nor a tar", path.display()),
            Self::PackedTar { path } => {
                write!(f, "{} is a compressed tar, whose chunks can only be read in order", path.display())
            }
            Self::Changed { path, name } => {
                write!(f, "{} has changed since its chunks were listed: {name} is not there", path.display())
            }
            Self::Chunk { path, name, error } => {
                write!(f, "cannot read the chunk {name} in {}: {error}", path.display())
            }
            Self::TooLong { path, name, limit } => {
                write!(f, "the chunk {name} in {} has more than {limit} bytes", path.display())
            }
        }
    }
}

impl Error for ArchiveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::File { error, .. } | Self::Chunk { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl ErrorInfo for ArchiveError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::File { .. } => "file",
            Self::NotAChunk { .. } => "not-a-chunk",
            Self::PackedTar { .. } => "packed-tar",
            Self::Changed { .. } => "changed",
            Self::Chunk { .. } => "chunk",
            Self::TooLong { .. } => "too-long",
        }
    }
}
