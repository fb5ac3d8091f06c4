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

    /// Number that everything random depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Memory for sorting entries, in MiB
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
