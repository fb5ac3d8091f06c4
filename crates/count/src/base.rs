//! The replies that the other side has if we pass: the common part of the replies to all our moves.

use crate::board::{ALL, Bits, Board, KNIGHT, PAWN, RANK_1, RANK_6, bit, down_left, down_right};
use crate::lines::Lines;
use crate::tables;

/// The moves of the other side after we pass, without king moves and castling.
pub(crate) struct Theirs<Reach> {
    /// The number of these moves.
    pub(crate) base: i64,
    /// The targets of their sliders.
    pub(crate) reach: Reach,
    /// The squares that their pawns attack to the left, and to the right, taking pins into account, occupied or not.
    pub(crate) left: u64,
    pub(crate) right: u64,
    /// The squares in front of their pawns that may step, occupied or not.
    pub(crate) front: u64,
    /// The targets of their pawn steps.
    pub(crate) single: u64,
    /// The targets of double pushes whose first step is free, occupied or not.
    pub(crate) landing: u64,
    /// The targets of their double pushes.
    pub(crate) double: u64,
    /// `true` if a step or capture of their pawns may promote.
    pub(crate) promotes: bool,
}

stamp!({
    use crate::moves::level::slides;
    use crate::reach::level::{Reach, reach};

    #[inline]
    pub(crate) fn theirs(board: &Board, lines: &Lines) -> Theirs<Reach> {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let (king, pinned) = (lines.king, lines.pinned);
        let (reach, mut base) = reach(board, lines);
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
        Theirs { base, reach, left, right, front, single, landing, double, promotes }
    }

    /// Returns the number of moves of their knight or slider on a square, after we pass.
    pub(crate) fn moves_of_piece(board: &Board, lines: &Lines, square: usize) -> u32 {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let piece = bit(square);
        let mut moves = slides(them, square, occupied);
        if them[KNIGHT] & piece != 0 {
            moves |= tables::KNIGHT[square];
        }
        if lines.pinned & piece != 0 {
            moves &= tables::line(lines.king, square);
        }
        (moves & !them[ALL]).count_ones()
    }
});
