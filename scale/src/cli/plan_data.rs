//! `scale plan data`: a plan of training data.

use std::path::PathBuf;

use crate::data::planning::{self, Request};
use crate::error::Result;
use crate::plan::{DataParameters, Plan};

/// Make training data of games
///
/// `encode` reads each PGN file, plain or packed with gzip or zstd, and writes
/// a row for each position of its games. With --dedupe, `positions` then writes
/// one row for each distinct position, with its counts, results and moves.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    override_usage = "scale plan data --pgn FILE... -C DIR [OPTIONS]",
    after_help = "\
Examples:
  scale plan data --pgn 'lichess_*.pgn.zst' -C games
  scale plan data --pgn a.pgn b.pgn.gz --dedupe --min-ply 8 \\
    --key-ranges 256 -C set1

Large files are cut into slices: plain ones anywhere, those packed with zstd at
their frames. A game belongs to the slice in which it begins. Files packed with
gzip or in one frame are not cut; the plan names them."
)]
pub(super) struct Data {
    /// Folder of the plan, which is created, or its address
    #[arg(short = 'C', value_name = "DIR")]
    pub(super) dir: PathBuf,

    /// PGN files or their addresses; * and ? in a name are wildcards
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pgn: Vec<PathBuf>,

    /// Number of units that read files [default: one for each slice]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    units: Option<u32>,

    /// Size of the slices into which large files are cut, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    slice: u32,

    /// Write games and rows to a folder for each month, such as month=2013-01
    #[arg(long)]
    by_month: bool,

    /// Count the distinct positions, too
    #[arg(long)]
    dedupe: bool,

    /// Number of key ranges, each of which is a unit
    #[arg(long, value_name = "N", default_value_t = 16, requires = "dedupe")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65_536))]
    key_ranges: u32,

    /// First ply whose positions are counted
    #[arg(long, value_name = "PLY", default_value_t = 0, requires = "dedupe")]
    min_ply: u16,

    /// Last ply whose positions are counted
    #[arg(long, value_name = "PLY", default_value_t = u16::MAX, requires = "dedupe", hide_default_value = true)]
    max_ply: u16,

    /// Memory of a unit for counts of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,

    /// Let debug builds run the units
    #[arg(long)]
    debug_builds: bool,
}

/// Returns the plan that the arguments ask for, and which files cannot be cut.
pub(super) fn plan(args: &Data) -> Result<(Plan, Vec<String>)> {
    planning::plan(&Request {
        pgn: args.pgn.clone(),
        units: args.units,
        slice: u64::from(args.slice) << 20,
        key_ranges: args.dedupe.then_some(args.key_ranges),
        parameters: DataParameters {
            min_ply: args.min_ply,
            max_ply: args.max_ply,
            memory_mib: args.memory,
            by_month: args.by_month,
        },
        debug_builds: args.debug_builds,
    })
}
