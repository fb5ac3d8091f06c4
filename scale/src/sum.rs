//! The total of a count, which exists only if every unit of the plan is done and fits.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use gardez_position::Board;

use crate::done::{Done, MEASURED};
use crate::error::{Error, Result};
use crate::perft::count::{self, Counted};
use crate::perft::expand::base;
use crate::perft::known::{POSITIONS, SEQUENCES, Verdict};
use crate::perft::planning::{parameters, start};
use crate::plan::{Plan, Task};
use crate::store::Store;
use crate::survey::{self, Depth};
use crate::unit::Slice;

/// Up to this number of sequences, the next ply is counted again without files.
const FEW: u128 = 10_000_000;

/// The result of a plan that counts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sum {
    pub(crate) fen: String,
    pub(crate) depth: u32,
    pub(crate) total: u128,
    pub(crate) verdict: Verdict,
    /// The plies whose positions units have computed.
    pub(crate) plies: Vec<PlySum>,
    pub(crate) records: u64,
    /// The sum of their counts.
    pub(crate) leaves: u128,
    /// The CPU time of all units, in milliseconds.
    pub(crate) cpu_ms: u128,
}

/// A ply whose positions units have computed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlySum {
    pub(crate) ply: u32,
    pub(crate) positions: u64,
    pub(crate) positions_verdict: Verdict,
    /// The number of move sequences that lead to them.
    pub(crate) sequences: u128,
    pub(crate) sequences_verdict: Verdict,
}

/// Adds up what the units have counted.
pub(crate) fn sum(store: &dyn Store, plan: &Plan) -> Result<Sum> {
    let parameters = parameters(plan)?;
    let stages = all_done(store, plan)?;
    let mut problems = Vec::new();

    // A published number is compared only if the count is from the start position.
    let board = start(&parameters.fen)?;
    let is_start = board.packed() == Board::start().packed();
    let known = |numbers: &[u128], ply: u32| numbers.get(ply as usize).copied().filter(|_| is_start);
    let positions_known = POSITIONS.map(u128::from);

    let (fen, depth) = (parameters.fen.clone(), parameters.depth);
    let (plies, records, leaves, cpu_ms) = (Vec::new(), 0, 0, 0);
    let mut sum = Sum { fen, depth, total: 0, verdict: Verdict::New, plies, records, leaves, cpu_ms };
    // The sequences of the ply before, and those that counting without files gives, as long as that takes no time.
    let mut before = base(parameters)?.iter().map(|unit| u128::from(unit.multiplicity)).sum();
    let mut exact = Some(before);
    let mut expanded = None;
    let mut merged: Option<Vec<u64>> = None;
    let mut compare = |place: &dyn Display, found: u128, what: &str, expected: u128| {
        if found != expected {
            problems.push(format!("{place}: {found} {what} instead of {expected}"));
        }
    };
    for (stage, units) in plan.stages.iter().zip(&stages) {
        sum.cpu_ms += total(units, "cpu_ms");
        let (records, sequences) = (total(units, "records"), total(units, "sequences"));
        match stage.task {
            Task::Expand { .. } => {
                // Each position of the ply before must have been expanded once, with all of its sequences.
                if let Some(rows) = &merged {
                    let rows = rows.iter().map(|&rows| u128::from(rows)).sum();
                    compare(&stage.name, total(units, "parents"), "positions expanded", rows);
                }
                compare(&stage.name, total(units, "parent_sequences"), "sequences expanded", before);
                expanded = Some(sequences);
            }
            Task::Merge { ply, .. } => {
                compare(&stage.name, sequences, "sequences merged", expanded.unwrap_or(0));
                exact = exact.filter(|&exact| exact <= FEW).map(|_| gardez_count::count(&board, ply));
                compare(&stage.name, sequences, "sequences", exact.unwrap_or(sequences));
                before = sequences;
                let positions = u64::try_from(records).unwrap_or(u64::MAX);
                let positions_verdict = Verdict::of(records, known(&positions_known, ply));
                let sequences_verdict = Verdict::of(sequences, known(&SEQUENCES, ply));
                sum.plies.push(PlySum { ply, positions, positions_verdict, sequences, sequences_verdict });
                let rows = units.iter().map(|done| done.files.iter().map(|file| file.rows).sum()).collect();
                merged = Some(rows);
            }
            Task::Count { .. } => {
                let rows = merged.take().unwrap_or_default();
                compare(&stage.name, sequences, "sequences counted from", before);
                for (number, done) in (0..).zip(units) {
                    let counted = count::read(store, done)?;
                    let slice = Slice::new(number, stage.units, rows.len() as u32);
                    let expected = rows.get(slice.source as usize).map(|&rows| slice.rows(rows));
                    let expected = expected.map_or(0, |rows| rows.end - rows.start);
                    compare(&done.unit, counted.records.into(), "positions counted", expected.into());
                    sum.add(counted).ok_or_else(|| Error::malformed(&done.unit, "the sum is too large"))?;
                }
            }
            // A plan that counts has no others.
            Task::Encode { .. } | Task::Dedupe { .. } | Task::Export { .. } => {}
        }
    }
    sum.verdict = Verdict::of(sum.total, known(&SEQUENCES, parameters.depth));
    if problems.is_empty() { Ok(sum) } else { Err(Error::Unfinished(problems)) }
}

impl Sum {
    fn add(&mut self, counted: Counted) -> Option<()> {
        self.records = self.records.checked_add(counted.records)?;
        self.leaves = self.leaves.checked_add(counted.leaves)?;
        self.total = self.total.checked_add(counted.sum)?;
        Some(())
    }

    /// Returns `true` if a published number differs from what was counted.
    pub(crate) fn is_wrong(&self) -> bool {
        let is_wrong = |verdict| matches!(verdict, Verdict::Wrong { .. });
        let plies = self.plies.iter().flat_map(|ply| [ply.positions_verdict, ply.sequences_verdict]);
        is_wrong(self.verdict) || plies.into_iter().any(is_wrong)
    }
}

fn total(units: &[Done], fact: &str) -> u128 {
    units.iter().map(|done| done.number(fact).unwrap_or(0)).sum()
}

/// Returns the sums of what the units of each stage have counted, by the name of the number.
pub(crate) fn totals(store: &dyn Store, plan: &Plan) -> Result<Vec<(String, BTreeMap<String, u64>)>> {
    let mut totals: Vec<(String, BTreeMap<String, u64>)> = Vec::new();
    for (stage, units) in plan.stages.iter().zip(all_done(store, plan)?) {
        let is_count = |done: &Done, fact: &str| !MEASURED.contains(&fact) && done.number(fact).is_some();
        let counts =
            |done: &'_ Done| done.facts.keys().filter(|fact| is_count(done, fact)).cloned().collect::<Vec<_>>();
        let names: BTreeSet<String> = units.iter().flat_map(counts).collect();
        let sum = |name: &str| u64::try_from(total(&units, name)).unwrap_or(u64::MAX);
        let sums: BTreeMap<_, _> = names.into_iter().map(|name| (name.clone(), sum(&name))).collect();
        // Each position of each game is counted once.
        let occurrences = |sums: &BTreeMap<String, u64>| sums.get("occurrences").copied().unwrap_or(0);
        if let Some((_, before)) = totals.last()
            && occurrences(before) != occurrences(&sums)
        {
            let (found, expected) = (occurrences(&sums), occurrences(before));
            return Err(Error::Unfinished(vec![format!("{}: {found} occurrences instead of {expected}", stage.name)]));
        }
        totals.push((stage.name.clone(), sums));
    }
    Ok(totals)
}

/// Returns the records of all units, if all are done.
fn all_done(store: &dyn Store, plan: &Plan) -> Result<Vec<Vec<Done>>> {
    let mut problems = Vec::new();
    let done = |stage| Ok(survey::stage(store, plan, stage, Depth::Sizes)?.done(&mut problems));
    let stages = plan.stages.iter().map(done).collect::<Result<_>>()?;
    if problems.is_empty() { Ok(stages) } else { Err(Error::Unfinished(problems)) }
}
