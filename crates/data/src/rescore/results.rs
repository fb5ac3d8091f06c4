//! The results of records by the tables, and the plies that are left in a game.

use gardez_lc0::training::V6;

use super::options::RescoreError;
use super::report::{RecordResults, RescoreReport};
use super::tables::Tables;

/// Distances are rounded, so a win is certain if it needs less than this number of plies, with the counter.
const CERTAINLY_IN_TIME: i64 = 99;

/// A draw by the fifty-move rule is certain if a win needs more than this number of plies, with the counter.
const CERTAINLY_TOO_LATE: i64 = 101;

/// Sets the results of the positions after a capture or pawn move, and of the records before each of them.
pub(super) fn before_zeroing(
    targets: &mut [Target],
    tables: &Tables<'_>,
    report: &mut RescoreReport,
) -> Result<(), RescoreError> {
    let Some(first) = targets.first() else { return Ok(()) };
    let result = RecordResults::from_result(first.result(0)?);
    (report.before, report.after) = (result, result);
    // The first record that has no result of the tables.
    let mut open = 0;
    for index in 1..targets.len() {
        let Some(value) = tables.value(index).filter(|_| tables.rule50(index) == 0) else { continue };
        let own = targets[index].result(index)?;
        let mut result = value;
        for (at, target) in targets[..=index].iter_mut().enumerate().skip(open).rev() {
            let change = (result - target.result(at)?).unsigned_abs();
            report.rescored += u64::from(change != 0);
            report.delta += u64::from(change);
            target.set_result(result);
            result = -result;
        }
        // A defect of lc0: the result of record 0 counts as changed only if that of this record did.
        if open == 0 && own != value {
            report.after = RecordResults::from_result(targets[0].result(0)?);
        }
        open = index + 1;
    }
    Ok(())
}

/// Sets the results of all other positions that the tables have, each by itself.
pub(super) fn between_zeroing(
    targets: &mut [Target],
    tables: &Tables<'_>,
    report: &mut RescoreReport,
) -> Result<(), RescoreError> {
    for (index, target) in targets.iter_mut().enumerate() {
        let Some(value) = tables.value(index).filter(|_| tables.rule50(index) != 0) else { continue };
        let old = target.result(index)?;
        let mut new = if old == value { value } else { 0 };
        let plies = || Some(tables.rule50(index) + tables.distance(index)?);
        if value != 0 {
            let is_proven = || tables.never_repeated(index) && plies().is_some_and(|plies| plies < CERTAINLY_IN_TIME);
            if old != value && is_proven() {
                new = value;
                report.secondary_by_dtz += 1;
            } else if old != 0 && plies().is_some_and(|plies| CERTAINLY_TOO_LATE < plies) {
                new = 0;
                report.secondary_by_dtz += 1;
            }
        }
        report.secondary += u64::from(old != new);
        target.set_result(new);
    }
    Ok(())
}

pub(super) fn are_draws(targets: &[Target]) -> Result<bool, RescoreError> {
    for (index, target) in targets.iter().enumerate() {
        if target.result(index)? != 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The result and the plies left of a record, while they change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    pub(super) q: f32,
    pub(super) d: f32,
    pub(super) plies_left: f32,
}

impl Target {
    pub(super) fn new(record: &V6) -> Self {
        Self { q: record.result_q.get(), d: record.result_d.get(), plies_left: record.plies_left.get() }
    }

    /// Returns the result for the side to move of record `index`: -1, 0 or 1.
    pub(super) fn result(&self, index: usize) -> Result<i8, RescoreError> {
        [-1, 0, 1]
            .into_iter()
            .find(|&result| f32::from(result) == self.q)
            .ok_or(RescoreError::Result { record: index, found: self.q })
    }

    pub(super) fn set_result(&mut self, result: i8) {
        self.q = result.into();
        self.d = if result == 0 { 1.0 } else { 0.0 };
    }

    pub(super) fn write(&self, record: &mut V6) {
        record.result_q.set(self.q);
        record.result_d.set(self.d);
        record.plies_left.set(self.plies_left);
    }
}

/// Sets the plies left where they are 0, as in records of early versions, to the number of records from there on.
pub(super) fn complete_plies_left(targets: &mut [Target]) {
    let count = targets.len();
    for (index, target) in targets.iter_mut().enumerate().filter(|(_, target)| target.plies_left == 0.0) {
        target.plies_left = (count - index) as f32;
    }
}

/// Sets the plies left in endings in which the next capture or pawn move is mate: at most three pieces, and no pawn.
pub(super) fn correct_plies_left(targets: &mut [Target], tables: &Tables<'_>) {
    for index in 1..targets.len() {
        let board = tables.positions[index].board();
        let is_small = board.occupied().len() <= 3 && board.pawns().is_empty();
        let is_decided = is_small && tables.value(index).is_some_and(|value| value != 0);
        if !is_decided || !tables.never_repeated(index) {
            continue;
        }
        let rule50 = tables.rule50(index);
        let Some(plies) = tables.distance(index).filter(|plies| rule50 + plies < CERTAINLY_IN_TIME) else { continue };
        // The plies to a position after a capture are certain as well.
        let first = if rule50 == 0 { 0 } else { index };
        for (at, target) in targets[..=index].iter_mut().enumerate().skip(first) {
            target.plies_left = (plies + (index - at) as i64) as f32;
        }
    }
}
