//! Making a plan that counts.

use gardez_count::{Frontier, FrontierError};
use gardez_position::{Board, FenMode, FenReader, PackedBoard};

use crate::error::{Error, Refusal, Result};
use crate::plan::{Kind, PerftParameters, Plan, Stage, Task};
use crate::ranges::Ranges;

/// What to count, and into how many units to divide it.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position.
    pub board: Board,
    /// The number of plies to count.
    pub depth: u32,
    /// The ply whose distinct positions are counted by units.
    pub ply: u32,
    /// The number of units that count.
    pub units: u32,
    /// The number of key ranges of the last ply, at most the number of units.
    pub key_ranges: u32,
    /// The number of positions that a unit expands, about.
    pub unit_positions: u64,
    /// The largest size of the table of a process that counts, in MiB.
    pub table_mib: u32,
    /// The memory for the records of a unit that sorts or merges, in MiB.
    pub memory_mib: u32,
    /// True if debug builds may run the units.
    pub debug_builds: bool,
}

/// The first ply with more positions than this is computed by units.
const BASE: u64 = 10_000;

/// Up to this number of positions, a ply is computed whole for the plan. Of later ones, it is a sample.
const SAMPLE: usize = 100_000;

/// Makes the plan of a count.
///
/// # Errors
///
/// Returns an error if the numbers contradict each other, or if there is no position at the ply.
pub fn plan(request: &Request) -> Result<Plan> {
    let Request { ply, depth, units, key_ranges, .. } = *request;
    let usage = |what: String| Err(Error::Usage(what));
    if ply == 0 || depth <= ply {
        return usage(format!("the ply must be from 1 to {}, so that something is left to count", depth.max(1) - 1));
    }
    if key_ranges == 0 || units < key_ranges {
        return usage(format!("there must be from 1 to {units} key ranges, one unit or more for each"));
    }
    let (base, plies) = survey(&request.board, ply)?;

    let mut stages: Vec<Stage> = Vec::new();
    let mut before = plies[0].positions;
    for (index, known) in plies[1..].iter().enumerate() {
        let at = base + 1 + index as u32;
        let from = stages.last().map(|merge| (merge.name.clone(), merge.units));
        // Each unit expands about as many positions as requested, and one key range has about as many, too.
        let wanted = |positions: f64| (positions / request.unit_positions as f64).ceil().clamp(1.0, 1e6) as u32;
        let least = from.as_ref().map_or(1, |(_, units)| *units);
        let expand = wanted(before).max(least);
        let wanted = if at == ply { key_ranges } else { wanted(known.positions).min(key_ranges) };
        let ranges = Ranges::from_sample(&known.sample, wanted);
        let (merge, name) = (ranges.len(), format!("expand-{at}"));
        let task = Task::Expand { ply: at, from: from.map(|(name, _)| name), ranges };
        stages.push(Stage { name: name.clone(), units: expand, task });
        stages.push(Stage { name: format!("merge-{at}"), units: merge, task: Task::Merge { ply: at, from: name } });
        before = known.positions;
    }
    let merge = stages.last().expect("the last ply is after the base").name.clone();
    stages.push(Stage { name: "count".to_owned(), units, task: Task::Count { depth: depth - ply, from: merge } });

    let parameters = PerftParameters {
        fen: request.board.to_string(),
        depth,
        ply,
        base,
        table_mib: request.table_mib,
        memory_mib: request.memory_mib,
    };
    Plan::new(Kind::Perft(parameters), Vec::new(), stages, request.debug_builds)
}

/// What is known of a ply: about how many positions it has, and some of them.
struct Ply {
    positions: f64,
    /// In ascending order.
    sample: Vec<PackedBoard>,
}

/// Returns the last ply that each unit can compute by itself, and what is known of the plies from there on.
fn survey(board: &Board, ply: u32) -> Result<(u32, Vec<Ply>)> {
    let mut base = 0;
    let mut positions = vec![packed(board)?];
    while base + 1 < ply {
        match Frontier::new(base + 1).with_max_units(BASE).units(board) {
            Ok(units) => positions = units.iter().map(|unit| unit.board).collect(),
            Err(FrontierError::TooManyUnits { .. }) => break,
            Err(error) => return Err(Error::Usage(error.to_string())),
        }
        base += 1;
    }

    let mut plies = vec![Ply { positions: positions.len() as f64, sample: positions }];
    for at in base + 1..=ply {
        let last = plies.last().expect("there is the base");
        let parents = thinned(&last.sample, SAMPLE);
        let mut children = Vec::new();
        for parent in &parents {
            let board = Board::try_from(parent).expect("it has been packed");
            for m in board.legal_moves() {
                children.push(packed(&board.after(m))?);
            }
        }
        if children.is_empty() {
            return Err(Error::Usage(format!("no sequence of moves is {at} plies long")));
        }
        children.sort_unstable();
        children.dedup();
        let positions = last.positions * children.len() as f64 / parents.len() as f64;
        plies.push(Ply { positions, sample: children });
    }
    Ok((base, plies))
}

fn packed(board: &Board) -> Result<PackedBoard> {
    board.packed().map_err(|error| Error::Usage(error.to_string()))
}

/// Returns at most this number of positions, evenly spread.
fn thinned(positions: &[PackedBoard], most: usize) -> Vec<PackedBoard> {
    let kept = positions.len().min(most);
    (0..kept).map(|index| positions[index * positions.len() / kept]).collect()
}

/// Returns the parameters of a plan that counts.
///
/// # Errors
///
/// Returns a refusal if the plan does something else.
pub fn parameters(plan: &Plan) -> Result<&PerftParameters> {
    match &plan.kind {
        Kind::Perft(parameters) => Ok(parameters),
        _ => Err(Error::refused("the plan", Refusal::Malformed("it does not count".to_owned()))),
    }
}

/// Reads the position of a plan or of a command.
///
/// # Errors
///
/// Returns an error if the text is not the FEN of a legal position.
pub fn start(fen: &str) -> Result<Board> {
    let read = FenReader::new().with_mode(FenMode::Detect).read_board(fen);
    read.map(|read| read.position).map_err(|error| Error::Usage(format!("{error} in the FEN {fen:?}")))
}
