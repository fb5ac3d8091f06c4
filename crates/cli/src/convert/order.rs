//! Random order, each position once, and the memory that both may use.

use std::path::PathBuf;

use clap::Args;
use gardez::data::Memory;

/// The order of the entries.
#[derive(Args, Debug)]
#[command(next_help_heading = "Order")]
pub(super) struct Order {
    /// Keep each position once: the first entry of it
    #[arg(long)]
    pub(super) unique: bool,

    /// Leave out the positions of this file, too
    #[arg(long, value_name = "FILE", requires = "unique")]
    pub(super) against: Vec<PathBuf>,

    /// Write the first N entries only
    #[arg(long, value_name = "N")]
    pub(super) head: Option<u64>,

    /// Write N entries chosen at random, in their order
    ///
    /// The entries that are chosen are kept in memory.
    #[arg(long, value_name = "N", verbatim_doc_comment)]
    pub(super) sample: Option<u64>,

    /// Divide the entries evenly among N outputs
    ///
    /// With the output games.bin, they are games.0.bin and so on. Without
    /// random order, whole games are divided at random.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096), verbatim_doc_comment)]
    pub(super) shards: Option<u32>,

    /// Number that everything random depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Memory for entries, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,

    /// Directory for temporary files [default: the system's]
    #[arg(long, value_name = "DIR")]
    temp: Option<PathBuf>,
}

impl Order {
    pub(super) fn memory(&self) -> Memory {
        let bytes = usize::try_from(u64::from(self.memory) << 20).unwrap_or(usize::MAX);
        Memory::new(bytes, self.temp.clone().unwrap_or_else(std::env::temp_dir))
    }
}
