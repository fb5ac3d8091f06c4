//! Results that blunders have changed, as they were expected before the blunders.

use gardez_lc0::training::V6;

use super::options::Deblunder;
use super::report::RescoreReport;
use super::results::Target;
use super::tables::Tables;

#[allow(clippy::float_cmp, reason = "the values of proven moves and an absent width are exact")]
pub(super) fn change(
    records: &[V6],
    targets: &mut [Target],
    tables: &Tables<'_>,
    options: &Deblunder,
    report: &mut RescoreReport,
) {
    // Records of early versions have no visits, and no values of the moves.
    if records.last().is_none_or(|last| last.visits.get() == 0) {
        return;
    }
    // In the tables, results are known.
    let end = (1..records.len()).find(|&index| tables.is_in_range(index)).unwrap_or(records.len());
    // A defect of lc0: this is the result of the last record of the game, even if the walk begins before it.
    let mut carried = targets[records.len() - 1];
    let mut is_replaced = false;
    for (record, target) in records[..end].iter().zip(targets).rev() {
        if let Some(part) = blunder(record, options) {
            let mix = |old: f32, new: f32| (1.0 - part) * old + part * new;
            carried = Target {
                q: mix(carried.q, record.best_q.get()),
                d: mix(carried.d, record.best_d.get()),
                plies_left: mix(carried.plies_left, record.best_m.get()),
            };
            is_replaced = true;
            report.blunders += 1;
        }
        if is_replaced {
            *target = carried;
        }
        carried = Target { q: -carried.q, d: carried.d, plies_left: carried.plies_left + 1.0 };
    }
}

/// Returns the part of the result that the best move has, if the played move is a blunder.
#[allow(clippy::float_cmp, reason = "the values of proven moves and an absent width are exact")]
fn blunder(record: &V6, options: &Deblunder) -> Option<f32> {
    let (best, played) = (record.best_q.get(), record.played_q.get());
    let Deblunder { threshold, width } = *options;
    let is_proven = record.invariance_info & V6::BEST_IS_PROVEN != 0;
    let is_certain = best > -1.0 && played < 1.0 && (best == 1.0 && is_proven || played == -1.0);
    // The difference is single and the limit double precision, as in lc0.
    let is_large = f64::from(best - played) > f64::from(threshold) - f64::from(width) / 2.0;
    match (is_certain, is_large) {
        (false, false) => None,
        (true, _) => Some(1.0),
        _ if width == 0.0 => Some(1.0),
        _ => Some(1.0_f32.min((best - played - threshold) / width + 0.5)),
    }
}
