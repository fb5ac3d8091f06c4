//! What the other side could do if we passed: the common part of the replies to all our moves.

use super::lines::Lines;
use super::sliders::{bishop, rook};
use crate::count::board::{
    ALL, BISHOP, Bits, Board, KNIGHT, PAWN, QUEEN, RANK_1, RANK_6, ROOK, bit, down_left, down_right,
};
use crate::count::tables;

/// The moves of the other side, king and castling left out, in the position in which we passed.
pub(super) struct Theirs {
    /// How many they are.
    pub(super) base: i64,
    /// Where their sliders go, pins respected.
    pub(super) reach: u64,
    /// Everything that their sliders attack, pins or not.
    pub(super) danger: u64,
    /// What their pawns attack to the left, and to the right, pins respected, whatever stands there.
    pub(super) left: u64,
    pub(super) right: u64,
    /// The squares in front of their pawns that may step, occupied or not.
    pub(super) front: u64,
    /// Where their pawns step.
    pub(super) single: u64,
    /// Where double steps end whose first step is free, occupied or not.
    pub(super) landing: u64,
    /// Where their pawns step twice.
    pub(super) double: u64,
    /// Whether a step or capture of their pawns may promote.
    pub(super) promotes: bool,
}

stamp! {
    #[inline(never)]
    pub(super) fn theirs(board: &Board, lines: &Lines) -> Theirs {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let (king, pinned) = (lines.king, lines.pinned);
        let (mut danger, mut reach, mut base) = (0, 0, 0);
        for square in Bits((them[ROOK] | them[QUEEN]) & !pinned) {
            let attacks = rook(square, occupied);
            danger |= attacks;
            base += (attacks & !them[ALL]).count_ones();
        }
        for square in Bits((them[BISHOP] | them[QUEEN]) & !pinned) {
            let attacks = bishop(square, occupied);
            danger |= attacks;
            base += (attacks & !them[ALL]).count_ones();
        }
        reach |= danger & !them[ALL];
        for square in Bits(pinned & (them[ROOK] | them[BISHOP] | them[QUEEN])) {
            let mut attacks = 0;
            if bit(square) & (them[ROOK] | them[QUEEN]) != 0 {
                attacks |= rook(square, occupied);
            }
            if bit(square) & (them[BISHOP] | them[QUEEN]) != 0 {
                attacks |= bishop(square, occupied);
            }
            danger |= attacks;
            attacks &= tables::LINE[king][square] & !them[ALL];
            base += attacks.count_ones();
            reach |= attacks;
        }
        for square in Bits(them[KNIGHT] & !pinned) {
            base += (tables::KNIGHT[square] & !them[ALL]).count_ones();
        }

        let free = them[PAWN] & !pinned;
        let bound = them[PAWN] & pinned;
        let left = down_left(free | bound & tables::DIAGONAL[king]);
        let right = down_right(free | bound & tables::ANTIDIAGONAL[king]);
        let front = (free | bound & tables::FILE[king]) >> 8;
        let single = front & !occupied;
        let landing = (single & RANK_6) >> 8;
        let double = landing & !occupied;
        base += (left & us[ALL]).count_ones() + (right & us[ALL]).count_ones();
        base += single.count_ones() + double.count_ones();
        let promotes = them[PAWN] & RANK_1 << 8 != 0;
        if promotes {
            let last = [left & us[ALL], right & us[ALL], single].map(|set| (set & RANK_1).count_ones());
            base += 3 * last.iter().sum::<u32>();
        }
        let base = i64::from(base);
        Theirs { base, reach, danger, left, right, front, single, landing, double, promotes }
    }

    /// How many moves a man of theirs has in that position, and how many of their men but the king protect it.
    pub(super) fn lost_and_gained(board: &Board, lines: &Lines, theirs: &Theirs, square: usize) -> (u32, u32) {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let taken = bit(square);
        let (straight, diagonal) = (rook(square, occupied), bishop(square, occupied));
        let mut protectors = tables::KNIGHT[square] & them[KNIGHT]
            | straight & (them[ROOK] | them[QUEEN])
            | diagonal & (them[BISHOP] | them[QUEEN]);
        for pinned in Bits(protectors & lines.pinned) {
            if tables::LINE[lines.king][pinned] & taken == 0 {
                protectors &= !bit(pinned);
            }
        }
        let lost = if them[PAWN] & taken != 0 {
            let weight = |set: u64| if set & RANK_1 == 0 { set.count_ones() } else { 4 };
            let single = taken >> 8 & theirs.single;
            weight(single)
                + ((single & RANK_6) >> 8 & theirs.double).count_ones()
                + weight(down_left(taken) & theirs.left & us[ALL])
                + weight(down_right(taken) & theirs.right & us[ALL])
        } else {
            let mut moves = 0;
            if (them[ROOK] | them[QUEEN]) & taken != 0 {
                moves |= straight;
            }
            if (them[BISHOP] | them[QUEEN]) & taken != 0 {
                moves |= diagonal;
            }
            if them[KNIGHT] & taken != 0 {
                moves |= tables::KNIGHT[square];
            }
            if lines.pinned & taken != 0 {
                moves &= tables::LINE[lines.king][square];
            }
            (moves & !them[ALL]).count_ones()
        };
        (lost, protectors.count_ones())
    }
}
