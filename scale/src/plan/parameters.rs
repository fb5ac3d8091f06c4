//! The parameters of plans.

use std::ops::RangeInclusive;
use std::str::FromStr;

use gardez::data::chunk::GameFormat;
use gardez::data::table;
use gardez_formats::Format;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PerftParameters {
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// The ply whose distinct positions are counted by units.
    pub(crate) ply: u32,
    /// The ply whose distinct positions each unit of the first stage computes by itself.
    pub(crate) base: u32,
    /// The largest size of the table of a process that counts, in MiB. 0 for none.
    pub(crate) table_mib: u32,
    /// The memory for the records of a unit that sorts or merges, in MiB.
    pub(crate) memory_mib: u32,
}

impl PerftParameters {
    pub(crate) fn memory(&self) -> usize {
        (self.memory_mib as usize) << 20
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataParameters {
    /// The first ply whose positions are counted. Ply 0 is the position before White's first move.
    pub(crate) min_ply: u16,
    /// The last ply whose positions are counted.
    pub(crate) max_ply: u16,
    /// The memory of a unit for the counts of positions, in MiB.
    pub(crate) memory_mib: u32,
    /// `true` for a folder of tables for each month.
    pub(crate) by_month: bool,
}

impl DataParameters {
    pub(crate) fn plies(&self) -> RangeInclusive<u16> {
        self.min_ply..=self.max_ply
    }

    pub(crate) fn memory(&self) -> usize {
        (self.memory_mib as usize) << 20
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportParameters {
    pub(crate) format: ExportFormat,
    pub(crate) of: ExportOf,
}

/// The format of an export: Parquet with FEN and UCI moves, or a format of [`table`] that can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct ExportFormat(Option<Format>);

impl ExportFormat {
    /// Parquet with FEN and UCI moves, as on Hugging Face.
    pub(crate) const HF: Self = Self(None);

    /// Returns the format of the table, or `None` for Parquet.
    pub(crate) const fn packed(self) -> Option<Format> {
        self.0
    }
}

impl FromStr for ExportFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let is_written = |format: &Format| format.row().write.is_some() || GameFormat::of(*format).is_some();
        match table::named(name).filter(is_written) {
            _ if name == "hf" => Ok(Self::HF),
            Some(format) => Ok(Self(Some(format))),
            None => Err(format!("expected hf or one of {}", table::names())),
        }
    }
}

impl TryFrom<String> for ExportFormat {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse()
    }
}

impl From<ExportFormat> for String {
    fn from(format: ExportFormat) -> Self {
        format.0.map_or("hf", Format::extension).to_owned()
    }
}

/// The content of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ExportOf {
    /// the positions of games, in the order of the games
    Games,
    /// distinct positions
    Positions,
}
