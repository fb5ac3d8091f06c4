//! Making a plan of training data.

use std::ops::Range;
use std::path::{Path, PathBuf};

use gardez_position::PackedBoard;

use super::shard::sample_shard;
use super::{input, slices};
use crate::error::{Error, Refusal, Result};
use crate::plan::{DataParameters, InputFile, Kind, Plan, Shard, Stage, Task};
use crate::ranges::Ranges;
use crate::store;

pub(crate) fn parameters(plan: &Plan) -> Result<&DataParameters> {
    match &plan.kind {
        Kind::Data(parameters) => Ok(parameters),
        _ => Err(Error::refused("the plan", Refusal::Malformed("it does not make training data".to_owned()))),
    }
}

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
pub(crate) struct Request {
    /// Folder of the plan, which is created, or its address
    #[arg(short = 'C', value_name = "DIR")]
    pub(crate) dir: PathBuf,

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

/// The name of the stage that reads the shards.
pub(crate) const ENCODE: &str = "encode";

/// The name of the stage that counts the positions.
pub(crate) const POSITIONS: &str = "positions";

/// The positions of all shards together that the key ranges are estimated from.
const SAMPLE: usize = 1 << 18;

/// The bytes of a far file that are read at once where it may be cut.
const SEARCHED: usize = 1 << 20;

/// The most shards that positions are taken from.
const SAMPLED_SHARDS: usize = 64;

/// Makes a plan of training data: finds out where the files can be cut, and reads the beginning of some shards. Also
/// returns which files cannot be cut, and why.
pub(crate) fn plan(request: &Request) -> Result<(Plan, Vec<String>)> {
    let (mut inputs, mut shards, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for path in input::find(&request.pgn)? {
        let number = u32::try_from(inputs.len()).map_err(|_| Error::Usage("there are 2^32 files".to_owned()))?;
        let (store, name) = store::of_file(Path::new(""), &path)?;
        let file = store.open(&name, SEARCHED)?;
        let file = file.ok_or_else(|| store.missing(&name))?;
        let bytes = file.bytes();
        let cut = slices::cut(&path, &*file, number, u64::from(request.slice) << 20)?;
        notes.extend(cut.whole.map(|why| format!("{} is read by one unit where it is {why}", path.display())));
        shards.extend(cut.slices);
        inputs.push(InputFile { path, bytes, blake3: None });
    }
    let most = u32::try_from(shards.len()).ok().filter(|&shards| shards < 1 << 23);
    let most = most.ok_or_else(|| Error::Usage("there are 2^23 or more slices".to_owned()))?;
    let units = request.units.unwrap_or(most);
    if !(1..=most).contains(&units) {
        return Err(Error::Usage(format!("there must be from 1 to {most} units, one slice or more for each")));
    }
    let Request { min_ply, max_ply, by_month, memory: memory_mib, .. } = *request;
    if max_ply < min_ply {
        return Err(Error::Usage(format!("no ply is from {min_ply} to {max_ply}")));
    }
    let parameters = DataParameters { min_ply, max_ply, memory_mib, by_month };
    let ranges = match request.key_ranges {
        _ if !request.dedupe => None,
        1 => Some(Ranges::default()),
        count => Some(Ranges::from_sample(&sample(&inputs, &shards, &parameters)?, count)),
    };
    let dedupe = ranges.as_ref().map(|ranges| Stage {
        name: POSITIONS.to_owned(),
        units: ranges.len(),
        task: Task::Dedupe { from: ENCODE.to_owned() },
    });
    let mut stages = vec![Stage { name: ENCODE.to_owned(), units, task: Task::Encode { ranges, shards } }];
    stages.extend(dedupe);
    let plan = Plan::new(Kind::Data(parameters), inputs, stages, request.debug_builds)?;
    Ok((plan, notes))
}

/// Returns distinct positions from the beginnings of shards, in ascending order.
fn sample(inputs: &[InputFile], shards: &[Shard], parameters: &DataParameters) -> Result<Vec<PackedBoard>> {
    let sampled = shards.len().min(SAMPLED_SHARDS);
    let mut boards = Vec::new();
    for index in 0..sampled {
        let shard = &shards[index * shards.len() / sampled];
        sample_shard(&inputs[shard.input as usize], shard, SAMPLE / sampled, &parameters.plies(), &mut boards)?;
    }
    boards.sort_unstable();
    boards.dedup();
    Ok(boards)
}

pub(super) fn shards_of(unit: u32, units: u32, shards: usize) -> Range<usize> {
    let first = |unit: u32| (shards as u64 * u64::from(unit) / u64::from(units.max(1))) as usize;
    first(unit)..first(unit + 1)
}
