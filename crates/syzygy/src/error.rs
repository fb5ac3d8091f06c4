//! The errors of tables.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_types::{CastlingRights, errors};

use crate::name::TableName;

errors! {
    /// The reason tables could not be added to a [`Tablebase`](crate::Tablebase).
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum OpenError {
        /// The directory or file cannot be read.
        Io { path: PathBuf, kind: io::ErrorKind } = "io", |f| match kind {
            // The name of this kind speaks of an entity.
            io::ErrorKind::NotFound => write!(f, "cannot read {}: there is no such file or directory", path.display()),
            _ => write!(f, "cannot read {}: {kind}", path.display()),
        };
        NotATable { path: PathBuf } = "not-a-table", "{}: expected a name such as KQvKR.rtbw", path.display();
        /// The added bytes are not a valid table.
        Table(error: TableError) = error => source error;
    }

    /// The reason a position could not be probed.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ProbeError {
        /// A side may still castle.
        CastlingRights(rights: CastlingRights) = "castling-rights",
            "tables contain no positions with castling rights, found {rights}";
        /// The board has more pieces than [`max_pieces`](crate::Tablebase::max_pieces) returns.
        TooManyPieces { pieces: usize, max: usize } = "too-many-pieces", |f| match max {
            0 => f.write_str("no table is available"),
            _ => write!(f, "the board has {pieces} pieces, but the largest table has {max}"),
        };
        /// A table is missing, perhaps of an ending after a capture or promotion.
        NotAvailable(name: TableName) = "not-available", "{name} is not available";
        /// A table was found but cannot be used.
        Table(error: TableError) = error => source error => from TableError;
    }

    /// The error in a table: the file, and what is wrong with the file.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct TableError {
        pub(crate) file: Arc<Path>,
        pub(crate) kind: TableErrorKind,
    } = kind, "{}: {kind}", file.display();
}

impl TableError {
    /// Returns the path of the file, or the name of a table that was added from memory.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns what is wrong with the file.
    pub fn kind(&self) -> TableErrorKind {
        self.kind
    }
}

errors! {
    /// The kind of an error in the file of a table.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum TableErrorKind {
        /// The file cannot be opened, or cannot be read as a whole.
        Io(kind: io::ErrorKind) = "io", "cannot be read: {kind}";
        /// A part of the file cannot be read. If the file was cut while it was open, the kind is
        /// [`io::ErrorKind::UnexpectedEof`].
        Read { at: u64, kind: io::ErrorKind } = "read", "cannot be read at byte {at}: {kind}";
        Magic = "magic", "does not begin with the bytes of its kind of table";
        /// The length in bytes is not 16 more than a multiple of 64.
        Length(length: u64) = "length", "{length} bytes is not the length of a table";
        /// The file ends before the parts that it describes.
        Truncated { expected: u64, found: u64 } = "truncated", "expected at least {expected} bytes, found {found}";
        /// The pieces in the file do not match the name of the table, or are in an order that no table uses.
        Pieces = "pieces", "the pieces in the file do not match its name";
        /// A number in the description, such as `"block size"`, is out of range. The part begins at byte `at`.
        Header { what: &'static str, at: u64 } = "header", "the {what} described at byte {at} is out of range";
        /// The data of a position, such as `"block"`, are out of range.
        Data { what: &'static str } = "data", "damaged data: a {what} is out of range";
    }
}
