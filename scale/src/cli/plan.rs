//! `scale plan`: makes a plan.

use std::path::PathBuf;

use gardez_position::Board;

use super::plan_data::{self, Data};
use crate::error::Result;
use crate::perft::planning::{self, Request, start};
use crate::plan::Plan;
use crate::store;

/// Make a plan: write DIR/plan.json, and nothing else
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(clap::Subcommand, Debug)]
enum Kind {
    Perft(Perft),
    Data(Data),
}

/// Count the move sequences from a position
///
/// The distinct positions after some plies are computed in stages. `expand`
/// makes each move of each position, `merge` unites equal positions, and `count`
/// counts the sequences from each position that is left.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    override_usage = "scale plan perft --depth N --ply N --units N -C DIR [OPTIONS]",
    after_help = "\
Examples:
  scale plan perft --depth 9 --ply 6 --units 64 -C count9
  scale plan perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' --depth 9 \\
    --ply 5 --units 8 -C endgame

Make units of 30 seconds or more: engines take up to a second to start one.
A table helps if at least three plies are left to count."
)]
struct Perft {
    /// Folder of the plan, which is created, or its address
    #[arg(short = 'C', value_name = "DIR")]
    dir: PathBuf,

    /// Number of plies to count
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(2..=64))]
    depth: u32,

    /// Ply whose distinct positions are divided into units
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..=32))]
    ply: u32,

    /// Number of units that count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    units: u32,

    /// Position to count from [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Number of key ranges of the last ply [default: --units, up to 256]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    key_ranges: Option<u32>,

    /// Number of positions that a unit expands, about
    #[arg(long, value_name = "N", default_value_t = 250_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    unit_positions: u64,

    /// Largest size of the table of a process that counts, in MiB; 0 for none
    ///
    /// It is smaller if the unit cannot fill it. Add 200 MiB for the memory limit
    /// of a job.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    table: u32,

    /// Memory for the records of a unit that sorts or merges, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,

    /// Let debug builds run the units
    #[arg(long)]
    debug_builds: bool,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    match &args.kind {
        Kind::Perft(args) => perft(args),
        Kind::Data(args) => {
            let (plan, notes) = plan_data::plan(args)?;
            write(&plan, &args.dir)?;
            notes.iter().for_each(|note| gardez_io::println!("{note}"));
            Ok(())
        }
    }
}

fn perft(args: &Perft) -> Result<()> {
    let board = args.fen.as_deref().map_or(Ok(Board::start()), start)?;
    let plan = planning::plan(&Request {
        board,
        depth: args.depth,
        ply: args.ply,
        units: args.units,
        key_ranges: args.key_ranges.unwrap_or(args.units.min(256)),
        unit_positions: args.unit_positions,
        table_mib: args.table,
        memory_mib: args.memory,
        debug_builds: args.debug_builds,
    })?;
    write(&plan, &args.dir)
}

/// Writes a plan and prints its stages.
pub(super) fn write(plan: &Plan, dir: &std::path::Path) -> Result<()> {
    plan.write(&*store::at(dir)?)?;
    for stage in &plan.stages {
        gardez_io::println!("{:12} {:>8} {}", stage.name, stage.units, if stage.units == 1 { "unit" } else { "units" });
    }
    Ok(())
}
