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

/// Returns the parameters of a plan of training data.
pub(crate) fn parameters(plan: &Plan) -> Result<&DataParameters> {
    match &plan.kind {
        Kind::Data(parameters) => Ok(parameters),
        _ => Err(Error::refused("the plan", Refusal::Malformed("it does not make training data".to_owned()))),
    }
}

/// The settings of a plan for training data.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The PGN files, by paths or addresses. The last part may have the wildcards `*` and `?`.
    pub(crate) pgn: Vec<PathBuf>,
    /// The number of units that read the shards; by default one for each.
    pub(crate) units: Option<u32>,
    /// The number of bytes of a shard, about.
    pub(crate) slice: u64,
    /// The number of key ranges for the counts of positions; `None` makes game rows only.
    pub(crate) key_ranges: Option<u32>,
    /// The positions that are counted, and the memory for them.
    pub(crate) parameters: DataParameters,
    pub(crate) debug_builds: bool,
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
        let cut = slices::cut(&path, &*file, number, request.slice)?;
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
    let DataParameters { min_ply, max_ply, .. } = request.parameters;
    if max_ply < min_ply {
        return Err(Error::Usage(format!("no ply is from {min_ply} to {max_ply}")));
    }
    let ranges = match request.key_ranges {
        None => None,
        Some(0) => return Err(Error::Usage("there must be at least one key range".to_owned())),
        Some(1) => Some(Ranges::default()),
        Some(count) => Some(Ranges::from_sample(&sample(&inputs, &shards, &request.parameters)?, count)),
    };
    let dedupe = ranges.as_ref().map(|ranges| Stage {
        name: POSITIONS.to_owned(),
        units: ranges.len(),
        task: Task::Dedupe { from: ENCODE.to_owned() },
    });
    let mut stages = vec![Stage { name: ENCODE.to_owned(), units, task: Task::Encode { ranges, shards } }];
    stages.extend(dedupe);
    let plan = Plan::new(Kind::Data(request.parameters.clone()), inputs, stages, request.debug_builds)?;
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

/// Returns the shards that a unit reads, of this number of shards.
pub(super) fn shards_of(unit: u32, units: u32, shards: usize) -> Range<usize> {
    let first = |unit: u32| (shards as u64 * u64::from(unit) / u64::from(units.max(1))) as usize;
    first(unit)..first(unit + 1)
}
