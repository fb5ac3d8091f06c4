//! Records in another input format.

use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, Position, Transform};

use super::policy::transform;

/// The bits of `invariance_info` that stay: what is known about the game.
const KEPT: u8 = V6::BEST_IS_PROVEN | V6::MAX_LENGTH_EXCEEDED | V6::ADJUDICATED | V6::MARKED_FOR_DELETION;

/// Encodes the positions of a game anew.
pub(super) fn change(records: &mut [V6], positions: &[Position], format: InputFormat) {
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

/// Moves the probabilities and indices of a record from one transform to another.
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
