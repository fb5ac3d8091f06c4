//! What can go wrong: a table is missing, a file is damaged, or no table can contain a position.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_types::{CastlingRights, ErrorInfo};

use crate::name::TableName;

/// Why tables could not be added to a [`Tablebase`](crate::Tablebase).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The system reports an error for the directory or file.
    Io {
        /// The directory or file.
        path: PathBuf,
        /// The system's reason.
        kind: io::ErrorKind,
    },
    /// The name is not the name of a table.
    NotATable {
        /// The name.
        path: PathBuf,
    },
    /// The added bytes are not a valid table.
    Table(TableError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The name of this kind speaks of an entity.
            Self::Io { path, kind: io::ErrorKind::NotFound } => {
                write!(f, "cannot read {}: there is no such file or directory", path.display())
            }
            Self::Io { path, kind } => write!(f, "cannot read {}: {kind}", path.display()),
            Self::NotATable { path } => write!(f, "{}: expected a name such as KQvKR.rtbw", path.display()),
            Self::Table(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Table(error) => Some(error),
            _ => None,
        }
    }
}

impl ErrorInfo for OpenError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Io { .. } => "io",
            Self::NotATable { .. } => "not-a-table",
            Self::Table(error) => error.kind_name(),
        }
    }
}

/// Why a position could not be probed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// A side may still castle. Tables contain no such positions.
    CastlingRights(CastlingRights),
    /// The board has more pieces than the largest table.
    TooManyPieces {
        /// The number of pieces on the board.
        pieces: usize,
        /// What [`max_pieces`](crate::Tablebase::max_pieces) returns.
        max: usize,
    },
    /// A table is missing. It may be the table of an ending after a capture or promotion.
    NotAvailable(TableName),
    /// A table was found but cannot be used.
    Table(TableError),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CastlingRights(rights) => {
                write!(f, "tables contain no positions with castling rights, found {rights}")
            }
            Self::TooManyPieces { max: 0, .. } => f.write_str("no table is available"),
            Self::TooManyPieces { pieces, max } => {
                write!(f, "the board has {pieces} pieces, but the largest table has {max}")
            }
            Self::NotAvailable(name) => write!(f, "{name} is not available"),
            Self::Table(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for ProbeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Table(error) => Some(error),
            _ => None,
        }
    }
}

impl ErrorInfo for ProbeError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::CastlingRights(_) => "castling-rights",
            Self::TooManyPieces { .. } => "too-many-pieces",
            Self::NotAvailable(_) => "not-available",
            Self::Table(error) => error.kind_name(),
        }
    }
}

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// A table that cannot be used: the file, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    pub(crate) file: Arc<Path>,
    pub(crate) kind: TableErrorKind,
}

impl TableError {
    /// The path of the file. For a table added as bytes, the name under which it was added.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What is wrong with the file.
    pub fn kind(&self) -> TableErrorKind {
        self.kind
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.kind)
    }
}

impl core::error::Error for TableError {}

impl ErrorInfo for TableError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }
}

/// What is wrong with the file of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// The system reports an error when the file is opened, or when it is read as a whole.
    Io(io::ErrorKind),
    /// The system reports an error when a part of the file is read. If the file has become shorter since it was opened,
    /// the reason is [`io::ErrorKind::UnexpectedEof`].
    Read {
        /// Where the part begins, in bytes from the start of the file.
        at: u64,
        /// The system's reason.
        kind: io::ErrorKind,
    },
    /// The file does not begin with the four bytes of its kind of table.
    Magic,
    /// No table has this length in bytes: it must be 16 more than a multiple of 64.
    Length(u64),
    /// The file ends before the parts that it describes.
    Truncated {
        /// The least number of bytes that the file must have.
        expected: u64,
        /// The number of bytes that the file has.
        found: u64,
    },
    /// The pieces in the file do not match the name of the table, or are in an order that no table uses.
    Pieces,
    /// A number in the description is out of range.
    Header {
        /// What the number describes, such as `"block size"`.
        what: &'static str,
        /// Where the part of the description with this number begins, in bytes from the start of the file.
        at: u64,
    },
    /// The data stored for a position are out of range.
    Data {
        /// What is out of range, such as `"block"`.
        what: &'static str,
    },
}

impl fmt::Display for TableErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(kind) => write!(f, "cannot be read: {kind}"),
            Self::Read { at, kind } => write!(f, "cannot be read at byte {at}: {kind}"),
            Self::Magic => f.write_str("does not begin with the bytes of its kind of table"),
            Self::Length(length) => write!(f, "{length} bytes is not the length of a table"),
            Self::Truncated { expected, found } => {
                write!(f, "expected at least {expected} bytes, found {found}")
            }
            Self::Pieces => f.write_str("the pieces in the file do not match its name"),
            Self::Header { what, at } => write!(f, "the {what} described at byte {at} is out of range"),
            Self::Data { what } => write!(f, "damaged data: a {what} is out of range"),
        }
    }
}

impl core::error::Error for TableErrorKind {}

impl ErrorInfo for TableErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Io(_) => "io",
            Self::Read { .. } => "read",
            Self::Magic => "magic",
            Self::Length(_) => "length",
            Self::Truncated { .. } => "truncated",
            Self::Pieces => "pieces",
            Self::Header { .. } => "header",
            Self::Data { .. } => "data",
        }
    }
}
