//! The change in the number of replies by the squares that our moves leave, one slider at a time.

#[cfg(target_arch = "x86_64")]
mod vector;

use crate::base::Theirs;
use crate::board::{
    ALL, BISHOP, Bits, Board, KNIGHT, PAWN, QUEEN, RANK_1, RANK_6, RANK_7, ROOK, bit, up_left, up_right,
};
use crate::lines::Lines;
use crate::mine::Mine;
use crate::tables;

#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;

stamp!(baseline, bmi2, {
    use crate::reach::level::Reach;
    use crate::sliders::level::{bishop, rook};

    /// Returns `true` if one of their pieces is pinned on a line that does not contain the target.
    #[inline]
    pub(crate) fn is_held(lines: &Lines, square: usize, target: usize) -> bool {
        lines.pinned & bit(square) != 0 && tables::line(lines.king, square) & bit(target) == 0
    }

    /// Returns the effect of leaving: our piece opens lines, can no longer be captured, and makes room for pawns.
    #[inline]
    pub(crate) fn departures(board: &Board, lines: &Lines, theirs: &Theirs<Reach>, mine: &Mine) -> i64 {
        let union = theirs.reach.union;
        let concerned = union | theirs.left | theirs.right | theirs.front | theirs.landing;
        let mut sum = 0;
        for from in Bits(board.us[ALL] & concerned) {
            if board.us[PAWN] & bit(from) == 0 {
                let targets = mine.targets_of(KNIGHT, from);
                if targets != 0 {
                    sum += departure(board, lines, theirs, union, from, targets);
                }
                continue;
            }
            let targets = mine.targets_of_pawn(from);
            if targets != 0 {
                sum += departure(board, lines, theirs, union, from, targets);
            }
            if RANK_7 & bit(from) != 0 {
                for piece_type in [KNIGHT, BISHOP, ROOK, QUEEN] {
                    let targets = mine.targets_of(piece_type, from);
                    if targets != 0 {
                        sum += departure(board, lines, theirs, union, from, targets);
                    }
                }
            }
        }
        sum
    }

    fn departure(board: &Board, lines: &Lines, theirs: &Theirs<Reach>, reach: u64, from: usize, targets: u64) -> i64 {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let left = bit(from);
        let moves = targets.count_ones() as i32;
        let weight = if left & RANK_1 == 0 { 1 } else { 4 };
        let mut sum = 0;
        if left & reach != 0 {
            let straight = rook(from, occupied);
            for slider in Bits(straight & (them[ROOK] | them[QUEEN])) {
                if !is_held(lines, slider, from) {
                    sum += opened(straight, them[ALL], slider, from, targets);
                }
            }
            let diagonal = bishop(from, occupied);
            for slider in Bits(diagonal & (them[BISHOP] | them[QUEEN])) {
                if !is_held(lines, slider, from) {
                    sum += opened(diagonal, them[ALL], slider, from, targets);
                }
            }
        }
        // Their pawn can no longer capture here. If our piece captures that pawn, this is already counted.
        if left & theirs.left != 0 {
            sum -= weight * (moves - (targets & up_right(left)).count_ones() as i32);
        }
        if left & theirs.right != 0 {
            sum -= weight * (moves - (targets & up_left(left)).count_ones() as i32);
        }
        if left & theirs.front != 0 {
            let double = (left & RANK_6) >> 8 & !occupied;
            let gain = weight + i32::from(double != 0);
            sum += gain * (moves - (targets & left << 8).count_ones() as i32) - (targets & double).count_ones() as i32;
        }
        if left & theirs.landing != 0 {
            sum += moves - (targets & (left << 8 | left << 16)).count_ones() as i32;
        }
        i64::from(sum)
    }

    /// Returns the number of replies that one of their sliders gains when one of our pieces leaves its line.
    #[inline]
    fn opened(attacks: u64, them: u64, slider: usize, from: usize, targets: u64) -> i32 {
        let beyond = attacks & tables::BEYOND[slider][from];
        let gain = beyond & !them;
        let moves = targets & !(tables::between(slider, from) | bit(slider));
        let mut sum = (gain.count_ones() * moves.count_ones()) as i32 + (targets & them & beyond).count_ones() as i32;
        for to in Bits(targets & gain) {
            sum -= (gain & tables::BEYOND[from][to]).count_ones() as i32;
        }
        sum
    }
});
