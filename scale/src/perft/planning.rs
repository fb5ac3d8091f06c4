//! Making a plan that counts.

use std::path::PathBuf;

use gardez_position::{Board, FenMode, FenReader, PackedBoard};

use crate::error::{Error, Refusal, Result};
use crate::plan::{Kind, PerftParameters, Plan, Stage, Task};
use crate::ranges::Ranges;

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
pub(crate) struct Request {
    /// Folder of the plan, which is created, or its address
    #[arg(short = 'C', value_name = "DIR")]
    pub(crate) dir: PathBuf,

    /// Number of plies to count
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(2..=64))]
    pub(crate) depth: u32,

    /// Ply whose distinct positions are divided into units
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) ply: u32,

    /// Number of units that count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) units: u32,

    /// Position to count from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// Number of key ranges of the last ply [default: --units, up to 256]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) key_ranges: Option<u32>,

    /// Number of positions that a unit expands, about
    #[arg(long, value_name = "N", default_value_t = 250_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) unit_positions: u64,

    /// Largest size of the table of a process that counts, in MiB; 0 for none
    ///
    /// It is smaller if the unit cannot fill it. Add 200 MiB for the memory limit
    /// of a job.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    pub(crate) table: u32,

    /// Memory for the records of a unit that sorts or merges, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) memory: u32,

    /// Let debug builds run the units
    #[arg(long)]
    pub(crate) debug_builds: bool,
}

/// The first ply with more positions than this is computed by units.
const BASE: usize = 10_000;

/// Up to this number of positions, the next ply's are computed whole for the plan. Of later ones, it is a sample.
const SAMPLE: usize = 100_000;

/// The number of key intervals, [`SAMPLE`] positions in all, whose children are counted after the last whole ply.
const INTERVALS: usize = 8;

/// The factor of the decline of growth, compared with two plies earlier. It fits the start position, as a test says.
const DECLINE: f64 = 0.75;

pub(crate) fn plan(request: &Request) -> Result<Plan> {
    let Request { ply, depth, units, .. } = *request;
    let key_ranges = request.key_ranges.unwrap_or(units.min(256));
    let board = request.fen.as_deref().map_or(Ok(Board::start()), start)?;
    let usage = |what: String| Err(Error::Usage(what));
    if ply == 0 || depth <= ply {
        return usage(format!("the ply must be from 1 to {}, so that something is left to count", depth.max(1) - 1));
    }
    if key_ranges == 0 || units < key_ranges {
        return usage(format!("there must be from 1 to {units} key ranges, one unit or more for each"));
    }
    let (base, plies) = survey(&board, ply)?;

    let mut stages: Vec<Stage> = Vec::new();
    let mut before = plies[base as usize].positions;
    for (at, known) in (0..).zip(&plies).skip(base as usize + 1) {
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
        fen: board.to_string(),
        depth,
        ply,
        base,
        table_mib: request.table,
        memory_mib: request.memory,
    };
    Plan::new(Kind::Perft(parameters), Vec::new(), stages, request.debug_builds)
}

struct Ply {
    /// About how many positions it has.
    positions: f64,
    /// All of its positions or some of them, in ascending order.
    sample: Vec<PackedBoard>,
    is_whole: bool,
}

/// Returns the last ply that each unit can compute by itself, and what is known of all plies.
fn survey(board: &Board, ply: u32) -> Result<(u32, Vec<Ply>)> {
    let mut plies = vec![Ply { positions: 1.0, sample: vec![packed(board)?], is_whole: true }];
    for at in 1..=ply {
        let last = &plies[plies.len() - 1];
        let sample = children(&thinned(&last.sample, SAMPLE))?;
        if sample.is_empty() {
            return Err(Error::Usage(format!("no sequence of moves is {at} plies long")));
        }
        let is_whole = last.is_whole && last.sample.len() <= SAMPLE;
        let positions = match (is_whole, last.is_whole) {
            (true, _) => sample.len() as f64,
            (false, true) => last.positions * growth_of_intervals(&last.sample)?,
            (false, false) => last.positions * growth(&plies.iter().map(|ply| ply.positions).collect::<Vec<_>>()),
        };
        plies.push(Ply { positions, sample, is_whole });
    }
    let is_base = |ply: &Ply| ply.is_whole && ply.sample.len() <= BASE;
    let base = plies[..ply as usize].iter().rposition(is_base).unwrap_or(0);
    Ok((base as u32, plies))
}

/// Returns the distinct positions after each move from each position, in ascending order.
fn children(parents: &[PackedBoard]) -> Result<Vec<PackedBoard>> {
    let mut children = Vec::new();
    for parent in parents {
        let board = Board::try_from(parent).expect("it has been packed");
        for m in board.legal_moves() {
            children.push(packed(&board.after(m))?);
        }
    }
    children.sort_unstable();
    children.dedup();
    Ok(children)
}

/// Returns the number of distinct children of a position, by key intervals. Neighbors share most of them.
fn growth_of_intervals(positions: &[PackedBoard]) -> Result<f64> {
    let length = SAMPLE / INTERVALS;
    let (mut parents, mut found) = (0, 0);
    for interval in 0..INTERVALS {
        let middle = (2 * interval + 1) * positions.len() / (2 * INTERVALS);
        let interval = &positions[middle.saturating_sub(length / 2)..positions.len().min(middle + length / 2)];
        parents += interval.len();
        found += children(interval)?.len();
    }
    Ok(found as f64 / parents as f64)
}

/// Returns the growth to the next ply: the one of two plies earlier, when the same side moved, with a smaller decline.
fn growth(positions: &[f64]) -> f64 {
    let growth = |before: usize| {
        let at = positions.len().checked_sub(before)?;
        Some(positions[at] / positions[at.checked_sub(1)?])
    };
    match (growth(2), growth(4)) {
        (Some(last), Some(before)) => last * (1.0 - DECLINE * (1.0 - last / before).clamp(0.0, 1.0)),
        _ => growth(1).unwrap_or(1.0),
    }
}

fn packed(board: &Board) -> Result<PackedBoard> {
    board.packed().map_err(|error| Error::Usage(error.to_string()))
}

/// Returns at most this number of positions, evenly spread.
fn thinned(positions: &[PackedBoard], most: usize) -> Vec<PackedBoard> {
    let kept = positions.len().min(most);
    (0..kept).map(|index| positions[index * positions.len() / kept]).collect()
}

pub(crate) fn parameters(plan: &Plan) -> Result<&PerftParameters> {
    match &plan.kind {
        Kind::Perft(parameters) => Ok(parameters),
        _ => Err(Error::refused("the plan", Refusal::Malformed("it does not count".to_owned()))),
    }
}

pub(crate) fn start(fen: &str) -> Result<Board> {
    let read = FenReader::new().with_mode(FenMode::Detect).read_board(fen);
    read.map(|read| read.position).map_err(|error| Error::Usage(format!("{error} in the FEN {fen:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::known::POSITIONS;

    #[test]
    fn estimates_are_within_a_tenth_of_the_published_numbers() {
        let (_, estimates) = survey(&Board::start(), 11).expect("there are moves");
        for (ply, (Ply { positions: estimate, .. }, known)) in estimates.iter().zip(POSITIONS).enumerate() {
            let ratio = estimate / known as f64;
            println!("ply {ply}: {estimate:.0} positions, {ratio:.3} of {known}");
            let allowed = if ply <= 5 { 1.0..=1.0 } else { 0.9..=1.1 };
            assert!(allowed.contains(&ratio), "ply {ply}: {ratio}");
        }
    }
}
