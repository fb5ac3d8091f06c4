//! The names of tables.

use core::fmt;

use crate::material::Material;

/// The name of a table: an ending and a kind of values. `Display` writes the name of its file, such as `KRvK.rtbw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableName {
    /// The pieces of the ending.
    pub material: Material,
    /// The kind of values.
    pub kind: TableKind,
}

impl TableName {
    /// Reads the name of a file. The stronger side must come first.
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

/// The kind of values of a table.
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

    /// Returns the file extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}
