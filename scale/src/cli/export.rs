//! `scale export`: a plan that writes training data in the formats of others.

use std::path::PathBuf;

use gardez::data::table;

use crate::error::Result;
use crate::export::planning::{self, Request};
use crate::plan::{ExportFormat, ExportOf};

const EXAMPLES: &str = "\
Examples:
  scale export set1 --format v6 --shards 512 -C set1-v6
  scale run set1-v6 --all --jobs 2

Each shard is a unit, which writes export/N/train-0000N-of-00512.*";

/// Make a plan that exports training data in the format of other programs
///
/// The games or positions of another plan, as Parquet with FEN and UCI moves
/// (hf), or in a format of `gardez convert`. Packed formats contain the
/// positions that have a move, an evaluation and a result. Training records of
/// Leela are a tar of chunks, one for each game.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    override_usage = "scale export DIR --format FORMAT -C DIR2 [OPTIONS]",
    after_help = format!("{EXAMPLES}\n\nFormats:\n  hf           Parquet, as on Hugging Face\n{}", table::help())
)]
pub(super) struct Args {
    /// Folder or address of a plan of training data whose units are done
    dir: PathBuf,

    /// Format of the files
    #[arg(long, value_name = "FORMAT")]
    format: ExportFormat,

    /// What to export [default: positions to hf if there are any, else games]
    #[arg(long, value_enum, value_name = "ROWS")]
    of: Option<ExportOf>,

    /// Number of files
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=99_999))]
    shards: u32,

    /// Folder of the new plan, which is created, or its address
    #[arg(short = 'C', value_name = "DIR2")]
    to: PathBuf,

    /// Let debug builds run the units
    #[arg(long)]
    debug_builds: bool,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let request = Request {
        from: args.dir.clone(),
        format: args.format,
        of: args.of,
        shards: args.shards,
        debug_builds: args.debug_builds,
    };
    super::plan::write(&planning::plan(&request)?, &args.to)
}
