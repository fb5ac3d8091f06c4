//! Probabilities, with another temperature and with the fastest wins raised; and records in another input format.

use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, Position, Transform};

use super::options::RescoreOptions;
use super::report::RescoreReport;
use super::tables::Tables;

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
fn transform(format: InputFormat, position: &Position) -> Transform {
    if format.is_canonical() { Transform::canonical(position.board()) } else { Transform::NONE }
}

fn fastest_wins(format: InputFormat, tables: &Tables<'_>, index: usize) -> Vec<usize> {
    let position = &tables.positions[index];
    let transform = transform(format, position);
    let moves = tables.fastest_wins(index).into_iter();
    let indices = moves.filter_map(|m| PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0));
    indices.map(|index| usize::from(index.index())).collect()
}

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

fn sum(record: &V6, indices: &[usize]) -> f32 {
    indices.iter().map(|&index| record.probabilities[index].get()).filter(|&p| 0.0 < p).sum()
}

/// Returns the bin of a sum of probabilities: tenths, and one for 1.
fn bin(sum: f32) -> usize {
    // A number that is not one of the bins, or NaN, is in one of the outer ones.
    (10.0 * sum).clamp(0.0, 10.0) as usize
}

/// The bits of `invariance_info` that stay: what is known about the game.
const KEPT: u8 = V6::BEST_IS_PROVEN | V6::MAX_LENGTH_EXCEEDED | V6::ADJUDICATED | V6::MARKED_FOR_DELETION;

pub(super) fn change_format(records: &mut [V6], positions: &[Position], format: InputFormat) {
    let old = records.first().and_then(|record| record.format().ok()).unwrap_or_default();
    let encoder = Encoder::new(format).with_fill(FillMode::No);
    for (index, record) in records.iter_mut().enumerate() {
        let made = V6::from_history(&encoder, &positions[..=index]);
        record.input_format = made.input_format;
        record.planes = made.planes;
        record.castling_us_ooo = made.castling_us_ooo;
        record.castling_us_oo = made.castling_us_oo;
        record.castling_them_ooo = made.castling_them_ooo;
        record.castling_them_oo = made.castling_them_oo;
        record.side_to_move_or_enpassant = made.side_to_move_or_enpassant;
        record.invariance_info = record.invariance_info & KEPT | made.invariance_info;
        move_policy(record, &positions[index], transform(old, &positions[index]), made.transform());
    }
}

fn move_policy(record: &mut V6, position: &Position, from: Transform, to: Transform) {
    if from == to {
        return;
    }
    let old = record.probabilities;
    let (played, best) = (record.played_idx.get(), record.best_idx.get());
    record.probabilities.fill((-1.0).into());
    let index = |m, transform| PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0).map(PolicyIndex::index);
    for &m in &position.board().legal_moves() {
        let (Some(before), Some(after)) = (index(m, from), index(m, to)) else { continue };
        record.probabilities[usize::from(after)] = old[usize::from(before)];
        if record.visits.get() != 0 {
            if before == played {
                record.played_idx.set(after);
            }
            if before == best {
                record.best_idx.set(after);
            }
        }
    }
}
