//! The names of the files of tables: an ending, and the kind of values.

use core::fmt;

use crate::material::Material;

/// The name of a table: its ending and the values that it contains. `Display` is the name of its file, such as
/// `KRvK.rtbw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableName {
    /// The pieces of the ending.
    pub material: Material,
    /// The values that the table contains.
    pub kind: TableKind,
}

impl TableName {
    /// Returns the table with this file name, or `None` if no table has this name. The stronger side must come first,
    /// as it does in the names of all tables, and bare kings have no table.
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

/// The meaning of the values of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// The result with best play, in files that end in `.rtbw`.
    Wdl,
    /// The distance to the next zeroing move, in files that end in `.rtbz`.
    Dtz,
}

impl TableKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// Returns the extension of the file name, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// Returns the first four bytes of the file.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}
