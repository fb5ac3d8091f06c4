//! The results of records by the tables.

use super::error::RescoreError;
use super::report::{RecordResults, RescoreReport};
use super::tables::Tables;
use super::target::Target;

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

/// Returns `true` if all records are draws.
pub(super) fn are_draws(targets: &[Target]) -> Result<bool, RescoreError> {
    for (index, target) in targets.iter().enumerate() {
        if target.result(index)? != 0 {
            return Ok(false);
        }
    }
    Ok(true)
}
