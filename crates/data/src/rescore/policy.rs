//! Probabilities, with another temperature and with the fastest wins raised.

use gardez_lc0::training::V6;
use gardez_lc0::{InputFormat, PolicyIndex, PolicyIndexing, Position, Transform};

use super::options::RescoreOptions;
use super::report::RescoreReport;
use super::tables::Tables;

/// Changes the probabilities of all records of a game.
pub(super) fn change(records: &mut [V6], tables: &Tables<'_>, options: &RescoreOptions, report: &mut RescoreReport) {
    let format = records.first().and_then(|record| record.format().ok()).unwrap_or_default();
    for (index, record) in records.iter_mut().enumerate() {
        let best = if options.dtz_policy_boost > 0.0 { fastest_wins(format, tables, index) } else { Vec::new() };
        let before = sum(record, &best);
        change_record(record, &best, options);
        report.boosted += best.len() as u64;
        if !best.is_empty() {
            report.boosted_before[bin(before)] += 1;
            report.boosted_after[bin(sum(record, &best))] += 1;
        }
    }
}

/// Returns the transform that lc0 uses for a position in a format.
pub(super) fn transform(format: InputFormat, position: &Position) -> Transform {
    if format.is_canonical() { Transform::canonical(position.board()) } else { Transform::NONE }
}

/// Returns the policy indices of the winning moves with the least distance.
fn fastest_wins(format: InputFormat, tables: &Tables<'_>, index: usize) -> Vec<usize> {
    let position = &tables.positions[index];
    let transform = transform(format, position);
    let moves = tables.fastest_wins(index).into_iter();
    let indices = moves.filter_map(|m| PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0));
    indices.map(|index| usize::from(index.index())).collect()
}

/// Changes the probabilities of a record.
fn change_record(record: &mut V6, best: &[usize], options: &RescoreOptions) {
    let extra = options.dtz_policy_boost / best.len() as f32;
    let mut total = 0.0_f32;
    for (index, probability) in record.probabilities.iter_mut().enumerate() {
        let old = probability.get();
        // Moves that are not legal have a negative number or NaN.
        if old < 0.0 || old.is_nan() {
            continue;
        }
        let raised = old + options.dist_offset + if best.contains(&index) { extra } else { 0.0 };
        let new = raised.max(0.0).powf(1.0 / options.temperature);
        probability.set(new);
        total += new;
    }
    for probability in &mut record.probabilities {
        let share = probability.get();
        if share < 0.0 || share.is_nan() {
            continue;
        }
        // A defect of lc0: if all are 0, they become NaN.
        probability.set(share / total);
    }
}

/// Returns the sum of these probabilities, without illegal moves.
fn sum(record: &V6, indices: &[usize]) -> f32 {
    indices.iter().map(|&index| record.probabilities[index].get()).filter(|&p| 0.0 < p).sum()
}

/// Returns the bin of a sum of probabilities: tenths, and one for 1.
fn bin(sum: f32) -> usize {
    // A number that is not one of the bins, or NaN, is in one of the outer ones.
    (10.0 * sum).clamp(0.0, 10.0) as usize
}
