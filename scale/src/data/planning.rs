//! Making a plan of training data.

use std::ops::Range;
use std::path::PathBuf;

use gardez_position::PackedBoard;

use super::input;
use super::shard::sample_shard;
use crate::error::{Error, Refusal, Result};
use crate::plan::{DataParameters, InputFile, Kind, Plan, Stage, Task};
use crate::ranges::Ranges;

/// Returns the parameters of a plan of training data.
///
/// # Errors
///
/// Returns a refusal if the plan does something else.
pub fn parameters(plan: &Plan) -> Result<&DataParameters> {
    match &plan.kind {
        Kind::Data(parameters) => Ok(parameters),
        _ => Err(Error::refused("the plan", Refusal::Malformed("it does not make training data".to_owned()))),
    }
}

/// What to make training data of.
#[derive(Clone, Debug)]
pub struct Request {
    /// The PGN files. The last part of a path may have the wildcards `*` and `?`.
    pub pgn: Vec<PathBuf>,
    /// The number of units that read the shards; by default one for each.
    pub units: Option<u32>,
    /// The number of key ranges for the counts of positions; `None` makes game rows only.
    pub key_ranges: Option<u32>,
    /// Which positions are counted, and in how much memory.
    pub parameters: DataParameters,
    /// True if debug builds may run the units.
    pub debug_builds: bool,
}

/// The name of the stage that reads the shards.
pub const ENCODE: &str = "encode";

/// The name of the stage that counts the positions.
pub const POSITIONS: &str = "positions";

/// The positions of all shards together that the key ranges are estimated from.
const SAMPLE: usize = 1 << 18;

/// The most shards that positions are taken from.
const SAMPLED_SHARDS: usize = 64;

/// Makes a plan of training data: reads all shards for their digests, and the beginning of some of them.
///
/// # Errors
///
/// Returns an error if there is no such file, if a file cannot be read, or if the numbers contradict each other.
pub fn plan(request: &Request) -> Result<Plan> {
    let files = input::find(&request.pgn)?;
    let shards = u32::try_from(files.len()).ok().filter(|&shards| shards < 1 << 24);
    let shards = shards.ok_or_else(|| Error::Usage("there are 2^24 or more shards".to_owned()))?;
    let units = request.units.unwrap_or(shards);
    if !(1..=shards).contains(&units) {
        return Err(Error::Usage(format!("there must be from 1 to {shards} units, one shard or more for each")));
    }
    let DataParameters { min_ply, max_ply, .. } = request.parameters;
    if max_ply < min_ply {
        return Err(Error::Usage(format!("no ply is from {min_ply} to {max_ply}")));
    }
    let inputs = files.iter().map(|path| input::describe(path)).collect::<Result<Vec<_>>>()?;

    let ranges = match request.key_ranges {
        None => None,
        Some(0) => return Err(Error::Usage("there must be at least one key range".to_owned())),
        Some(1) => Some(Ranges::default()),
        Some(count) => Some(Ranges::from_sample(&sample(&inputs, &request.parameters)?, count)),
    };
    let dedupe = ranges.as_ref().map(|ranges| Stage {
        name: POSITIONS.to_owned(),
        units: ranges.len(),
        task: Task::Dedupe { from: ENCODE.to_owned() },
    });
    let mut stages = vec![Stage { name: ENCODE.to_owned(), units, task: Task::Encode { ranges } }];
    stages.extend(dedupe);
    Plan::new(Kind::Data(request.parameters.clone()), inputs, stages, request.debug_builds)
}

/// Returns distinct positions from the beginnings of shards, in ascending order.
fn sample(inputs: &[InputFile], parameters: &DataParameters) -> Result<Vec<PackedBoard>> {
    let shards = inputs.len().min(SAMPLED_SHARDS);
    let mut boards = Vec::new();
    for index in 0..shards {
        let input = &inputs[index * inputs.len() / shards];
        sample_shard(input, SAMPLE / shards, &parameters.plies(), &mut boards)?;
    }
    boards.sort_unstable();
    boards.dedup();
    Ok(boards)
}

/// Returns the shards that a unit reads, of this number of shards.
pub(super) fn shards_of(unit: u32, units: u32, shards: usize) -> Range<usize> {
    let first = |unit: u32| (shards as u64 * u64::from(unit) / u64::from(units.max(1))) as usize;
    first(unit)..first(unit + 1)
}
