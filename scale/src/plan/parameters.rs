//! What plans compute, in numbers.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The parameters of a count.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftParameters {
    /// The position, as a FEN.
    pub fen: String,
    /// The number of plies to count.
    pub depth: u32,
    /// The ply whose distinct positions are counted by units.
    pub ply: u32,
    /// The ply whose distinct positions each unit of the first stage computes by itself.
    pub base: u32,
    /// The largest size of the table of a process that counts, in MiB. 0 for none.
    pub table_mib: u32,
    /// The memory for the records of a unit that merges, in MiB.
    pub memory_mib: u32,
}

/// The parameters of a plan of training data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataParameters {
    /// The first ply whose positions are counted. Ply 0 is the position before White's first move.
    pub min_ply: u16,
    /// The last ply whose positions are counted.
    pub max_ply: u16,
    /// The memory of a unit for the counts of positions, in MiB.
    pub memory_mib: u32,
}

impl DataParameters {
    /// Returns the plies whose positions are counted.
    pub fn plies(&self) -> RangeInclusive<u16> {
        self.min_ply..=self.max_ply
    }

    /// Returns the memory for counts in bytes.
    pub fn memory(&self) -> usize {
        (self.memory_mib as usize) << 20
    }
}

/// The parameters of an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportParameters {
    /// The format of the files.
    pub format: ExportFormat,
    /// What they contain.
    pub of: ExportOf,
}

/// The format of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ExportFormat {
    /// Parquet with FEN and UCI moves
    Hf,
    /// training records of Leela, version 6
    V6,
    /// bulletformat
    Bullet,
    /// Stockfish's .binpack
    Binpack,
}

/// What an export contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ExportOf {
    /// the positions of games, in the order of the games
    Games,
    /// distinct positions
    Positions,
}
