//! Corrections for our moves that may change which pieces are pinned.

use crate::board::{
    ALL, BISHOP, Bits, Board, KNIGHT, PAWN, QUEEN, RANK_1, RANK_6, ROOK, bit, down_left, down_right, lsb, weight,
};
use crate::lines::Lines;
use crate::tables;

stamp!({
    use crate::moves::level::slides;
    use crate::zone::level::may_capture;

    /// Returns the correction for a move of a piece that changes pins by arriving, but not by leaving.
    #[inline(never)]
    pub(crate) fn correction_of_arrival(
        board: &Board,
        lines: &Lines,
        piece_type: usize,
        from: usize,
        to: usize,
    ) -> i64 {
        let (us, them) = (&board.us, &board.them);
        let king = lines.king;
        let mut sum = 0;
        let before = tables::between(king, to);
        let seen = if tables::ROOK_RAYS[king] & bit(to) != 0 { lines.straight_xray } else { lines.diagonal_xray };
        let slides = match piece_type {
            ROOK => tables::ROOK_RAYS[king] & bit(to) != 0,
            BISHOP => tables::BISHOP_RAYS[king] & bit(to) != 0,
            QUEEN => true,
            _ => false,
        };
        let (piece, sign) = if lines.pin_lines & bit(to) != 0 {
            // A piece pinned on this line is released, unless a slider arrives beyond it, or it is captured itself.
            let piece = lines.pinned & (before | tables::BEYOND[king][to]);
            (if slides && piece & before != 0 { 0 } else { piece }, 1)
        } else if slides && seen & bit(to) != 0 {
            (before & them[ALL], -1)
        } else {
            (0, 1)
        };
        if piece != 0 {
            let pieces = them[ALL] & !bit(to);
            let occupied = (us[ALL] | them[ALL]) & !bit(from) | bit(to);
            let moves = off_line(board, lsb(piece), occupied, pieces) & !tables::line(king, to);
            let mut count = i64::from(moves.count_ones());
            if them[PAWN] & piece != 0 && moves & RANK_1 != 0 {
                count *= 4;
            }
            sum += sign * count;
        }
        if tables::KING[king] & them[ALL] & bit(to) != 0 && may_capture(board, from, to) {
            sum += 1;
        }
        sum
    }

    /// Returns the correction of the common terms for one move that does not check.
    pub(crate) fn correction(board: &Board, lines: &Lines, piece_type: usize, from: usize, to: usize) -> i64 {
        let (us, them) = (&board.us, &board.them);
        let (straight, diagonal) = board.our_sliders_after(piece_type, from, to);
        let pieces = them[ALL] & !bit(to);
        let occupied = (us[ALL] | them[ALL]) & !bit(from) | bit(to);

        let mut pinned = 0;
        let king = lines.king;
        for sniper in Bits(tables::ROOK_RAYS[king] & straight | tables::BISHOP_RAYS[king] & diagonal) {
            let blockers = tables::between(king, sniper) & occupied;
            if blockers & blockers.wrapping_sub(1) == 0 {
                pinned |= blockers & pieces;
            }
        }
        let mut sum = 0;
        for piece in Bits((pinned ^ lines.pinned) & pieces) {
            let moves = off_line(board, piece, occupied, pieces) & !tables::line(king, piece);
            let mut count = i64::from(moves.count_ones());
            if them[PAWN] & bit(piece) != 0 && moves & RANK_1 != 0 {
                count *= 4;
            }
            sum += if pinned & bit(piece) == 0 { count } else { -count };
        }
        if tables::KING[king] & them[ALL] & bit(to) != 0 && may_capture(board, from, to) {
            sum += 1;
        }
        sum
    }

    /// Returns the corrections for moves of a piece that changes pins by leaving. The targets change no other pin.
    /// `None` if a slider is released or pinned, because the target matters then.
    #[inline(never)]
    pub(crate) fn corrections(board: &Board, lines: &Lines, from: usize, targets: u64) -> Option<i64> {
        let (us, them) = (&board.us, &board.them);
        let occupied = (us[ALL] | them[ALL]) & !bit(from);
        let king = lines.king;
        let (straight, diagonal) = ((us[ROOK] | us[QUEEN]) & !bit(from), (us[BISHOP] | us[QUEEN]) & !bit(from));
        // Only one line matters: the line through their king and the piece.
        let line = tables::line(king, from);
        let mut pinned = lines.pinned & !line;
        for sniper in Bits(line & (tables::ROOK_RAYS[king] & straight | tables::BISHOP_RAYS[king] & diagonal)) {
            let blockers = tables::between(king, sniper) & occupied;
            if blockers & blockers.wrapping_sub(1) == 0 {
                pinned |= blockers & them[ALL];
            }
        }
        let mut sum = 0;
        let moves = i64::from(targets.count_ones());
        for piece in Bits(pinned ^ lines.pinned) {
            let square = bit(piece);
            let count = if them[PAWN] & square != 0 {
                let weight = i64::from(weight(square >> 8));
                let single = square >> 8 & !occupied & !line;
                let double = (single & RANK_6) >> 8 & !occupied;
                let captures = (down_left(square) | down_right(square)) & !line;
                let on = |squares: u64| i64::from((targets & squares).count_ones());
                let captured = i64::from((captures & us[ALL] & occupied).count_ones()) * moves + on(captures);
                let mut count = weight * captured;
                if single != 0 {
                    count += weight * (moves - on(single));
                }
                if double != 0 {
                    count += moves - on(single | double);
                }
                count
            } else if them[KNIGHT] & square != 0 {
                moves * i64::from((tables::KNIGHT[piece] & !them[ALL]).count_ones())
                    + i64::from((tables::KNIGHT[piece] & targets & them[ALL]).count_ones())
            } else {
                return None;
            };
            sum += if pinned & square == 0 { count } else { -count };
        }
        Some(sum)
    }

    /// Returns the targets of one of their pieces if it is not pinned.
    fn off_line(board: &Board, piece: usize, occupied: u64, pieces: u64) -> u64 {
        let them = &board.them;
        let square = bit(piece);
        if them[PAWN] & square != 0 {
            let single = square >> 8 & !occupied;
            let double = (single & RANK_6) >> 8 & !occupied;
            return single | double | (down_left(square) | down_right(square)) & occupied & !pieces;
        }
        let leaps = if them[KNIGHT] & square == 0 { 0 } else { tables::KNIGHT[piece] };
        (leaps | slides(them, piece, occupied)) & !pieces
    }
});
