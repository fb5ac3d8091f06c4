//! What can go wrong: a table that is not there, a file that is damaged, a position that no table holds.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_types::CastlingRights;

use crate::{Material, TableKind};

/// The name of a table's file, such as `KRvK.rtbw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableName {
    /// The men.
    pub material: Material,
    /// What the table tells of them.
    pub kind: TableKind,
}

impl TableName {
    /// The table that a file of this name holds. The stronger side must come first, as it does in all tables, and there is no
    /// table of bare kings.
    ///
    /// ```
    /// use gardez_syzygy::{TableKind, TableName};
    ///
    /// let name = TableName::from_file_name("KQvKR.rtbz").expect("a table of distances");
    /// assert_eq!(name.kind, TableKind::Dtz);
    /// assert_eq!(TableName::from_file_name("KRvKQ.rtbz"), None);
    /// ```
    pub fn from_file_name(name: &str) -> Option<Self> {
        let (stem, extension) = name.split_once('.')?;
        let kind = TableKind::ALL.into_iter().find(|kind| kind.extension() == extension)?;
        let material: Material = stem.parse().ok()?;
        (material.to_string() == stem && material.piece_count() > 2).then_some(Self { material, kind })
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.material, self.kind.extension()))
    }
}

/// Why tables could not be added.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The system did not let the directory or file be read.
    Io {
        /// The directory or file.
        path: PathBuf,
        /// The system's reason.
        kind: io::ErrorKind,
    },
    /// The name is not that of a table.
    NotATable {
        /// The name.
        path: PathBuf,
    },
    /// The bytes that were added are not those of a sound table.
    Table(TableError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, kind } => write!(f, "{}: {kind}", path.display()),
            Self::NotATable { path } => write!(f, "{}: expected a name such as KQvKR.rtbw", path.display()),
            Self::Table(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for OpenError {}

/// Why there is no answer for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// A side may still castle; tables hold no such positions.
    CastlingRights(CastlingRights),
    /// There are more men than in any table that is there.
    TooManyPieces {
        /// The men on the board.
        pieces: usize,
        /// What [`max_pieces`](crate::Tablebase::max_pieces) tells.
        max: usize,
    },
    /// A table is not there. It may be one that is needed after a capture.
    NotAvailable(TableName),
    /// A table is there but cannot be used.
    Table(TableError),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CastlingRights(rights) => write!(f, "castling is still possible ({rights}), as in no table"),
            Self::TooManyPieces { max: 0, .. } => f.write_str("no table is available"),
            Self::TooManyPieces { pieces, max } => {
                write!(f, "{pieces} pieces are more than the {max} of the greatest table")
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

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// A table that cannot be used: which file, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    pub(crate) file: Arc<Path>,
    pub(crate) flaw: TableErrorKind,
}

impl TableError {
    /// The file; for a table added as bytes, the name under which it was added.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What is wrong with it.
    pub fn kind(&self) -> TableErrorKind {
        self.flaw
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.flaw)
    }
}

impl core::error::Error for TableError {}

/// What is wrong with the file of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// The system did not let it be read.
    Io(io::ErrorKind),
    /// It does not begin as its kind of table does.
    Magic,
    /// Its length is not that of any table.
    Length(u64),
    /// It ends before what it announces.
    Truncated {
        /// How many bytes there must be at least.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// Its men are not those of its name, or not in an order that tables use.
    PieceCount,
    /// A number of its description is out of range.
    Header {
        /// What the number is.
        what: &'static str,
        /// Where the description that holds it begins, in bytes from the start of the file.
        at: u64,
    },
    /// What is stored for a position leads nowhere.
    Data {
        /// What leads nowhere.
        what: &'static str,
    },
}

impl fmt::Display for TableErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(kind) => write!(f, "it cannot be read: {kind}"),
            Self::Magic => f.write_str("it does not begin as a table of its kind"),
            Self::Length(length) => write!(f, "{length} bytes is not the length of a table"),
            Self::Truncated { expected, found } => write!(f, "it has {found} bytes and announces at least {expected}"),
            Self::PieceCount => f.write_str("it is not about the pieces of its name"),
            Self::Header { what, at } => write!(f, "the {what} described at byte {at} is out of range"),
            Self::Data { what } => write!(f, "the data are damaged: a {what} is out of range"),
        }
    }
}
