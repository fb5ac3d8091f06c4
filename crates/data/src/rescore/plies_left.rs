//! The number of plies that are left in a game.

use super::tables::Tables;
use super::target::Target;

/// Distances are rounded, so a win is certain if it needs less than this number of plies, with the counter.
const CERTAINLY_IN_TIME: i64 = 99;

/// Sets the plies left where they are 0, as in records of early versions, to the number of records from there on.
pub(super) fn complete(targets: &mut [Target]) {
    let count = targets.len();
    for (index, target) in targets.iter_mut().enumerate().filter(|(_, target)| target.plies_left == 0.0) {
        target.plies_left = (count - index) as f32;
    }
}

/// Sets the plies left in endings in which the next capture or pawn move is mate: at most three pieces, and no pawn.
pub(super) fn correct(targets: &mut [Target], tables: &Tables<'_>) {
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
