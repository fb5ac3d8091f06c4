//! Sets of inputs as values.

use alloc::format;
use alloc::string::String;
#[cfg(feature = "toml")]
use alloc::vec::Vec;

use crate::features::definition::ThreatSlots;
use crate::features::{FeatureSet, PawnPairs, PieceSquares};

/// A set of inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum InputSet {
    /// One input for each piece on its square.
    Pieces(PieceSquares),
    /// One input for each pair of a piece and a piece that it attacks or defends. In TOML: for pawns, knights, bishops,
    /// rooks, queens and kings, the letters of what they attack, such as `["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""]`.
    Threats(ThreatSlots),
    /// One input for each pair of pawns on neighboring files: [`PawnPairs`].
    Pairs,
}

/// The output bucket of each number of pieces, kings included: in TOML the number of buckets by bullet's
/// `MaterialCount`, or a list of 33 buckets for 0 to 32 pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(try_from = "Buckets"))]
pub struct OutputBuckets {
    count: u8,
    table: [u8; 33],
}

#[cfg(feature = "toml")]
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Buckets {
    Count(u8),
    Table(Vec<u8>),
}

impl OutputBuckets {
    /// Returns the buckets of a table.
    pub const fn new(table: [u8; 33]) -> Self {
        let (mut count, mut i) = (1, 0);
        while i < table.len() {
            if table[i] >= count {
                count = table[i].saturating_add(1);
            }
            i += 1;
        }
        Self { count, table }
    }

    /// Returns bullet's `MaterialCount`: (pieces - 2) / (32 / `count`), where the divisor is rounded up.
    ///
    /// # Panics
    ///
    /// Panics if `count` is 0 or more than 32.
    pub const fn material_count(count: u8) -> Self {
        assert!(count > 0 && count <= 32, "from 1 to 32 buckets");
        let (mut table, mut pieces, step) = ([0; 33], 2, 32_u8.div_ceil(count));
        while pieces < 33 {
            table[pieces as usize] = (pieces - 2) / step;
            pieces += 1;
        }
        // Some counts have buckets that no number of pieces uses.
        Self { count, table }
    }

    /// Returns Stockfish's eight buckets: (pieces - 1) / 4.
    pub const fn stockfish() -> Self {
        let (mut table, mut pieces) = ([0; 33], 1);
        while pieces < 33 {
            table[pieces as usize] = (pieces - 1) / 4;
            pieces += 1;
        }
        Self::new(table)
    }

    pub(crate) fn count(&self) -> usize {
        self.count.into()
    }

    /// Returns the bucket of a number of pieces. More than 32 count as 32.
    pub fn of(&self, pieces: usize) -> usize {
        self.table[pieces.min(32)].min(self.count - 1).into()
    }
}

#[cfg(feature = "toml")]
impl TryFrom<Buckets> for OutputBuckets {
    type Error = String;

    fn try_from(buckets: Buckets) -> Result<Self, String> {
        match buckets {
            Buckets::Count(count @ 1..=32) => Ok(Self::material_count(count)),
            Buckets::Count(count) => Err(format!("{count} is not a number of output buckets from 1 to 32")),
            Buckets::Table(table) => {
                let found = table.len();
                table.try_into().map(Self::new).map_err(|_| format!("33 output buckets are needed, not {found}"))
            }
        }
    }
}

impl InputSet {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Pieces(pieces) => pieces.inputs() as usize,
            Self::Threats(slots) => slots.inputs() as usize,
            Self::Pairs => PawnPairs::INPUTS as usize,
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Self::Pieces(pieces) if !matches!(pieces.planes, 640 | 704 | 768) || pieces.extra > 0xffff => {
                Err(format!("a bucket of pieces has 640, 704 or 768 inputs, not {}", pieces.planes))
            }
            Self::Threats(slots) if slots.inputs() == 0 => Err(String::from("no piece attacks another one")),
            _ => Ok(()),
        }
    }
}
