//! The replies to our moves that check, without the steps of their king.

use crate::board::{
    ALL, BISHOP, Bits, Board, KING, KNIGHT, PAWN, QUEEN, RANK_1, RANK_6, ROOK, bit, down_left, down_right, lsb,
    up_left, up_right, weight,
};
use crate::lines::Lines;
use crate::tables;

stamp!({
    use crate::sliders::level::{bishop, rook};
    use crate::zone::level::may_capture;

    /// Returns the number of replies to a move that checks. Of the king's steps, only the capture of a piece that
    /// captured next to the king is counted.
    #[inline(never)]
    pub(crate) fn evasions(board: &Board, lines: &Lines, piece_type: usize, from: usize, to: usize) -> i64 {
        let (us, them) = (&board.us, &board.them);
        let (straight, diagonal) = board.our_sliders_after(piece_type, from, to);
        let occupied = (us[ALL] | them[ALL]) & !bit(from) | bit(to);
        let king = lines.king;
        let by_king = tables::KING[king] & them[ALL] & bit(to) != 0 && may_capture(board, from, to);

        let leaps = match piece_type {
            PAWN => down_left(bit(king)) | down_right(bit(king)),
            KNIGHT => tables::KNIGHT[king],
            _ => 0,
        };
        let mut checkers = leaps & bit(to);
        let mut pinned = 0;
        for sniper in Bits(tables::ROOK_RAYS[king] & straight | tables::BISHOP_RAYS[king] & diagonal) {
            let blockers = tables::between(king, sniper) & occupied;
            if blockers == 0 {
                checkers |= bit(sniper);
            } else if blockers & (blockers - 1) == 0 {
                pinned |= blockers;
            }
        }
        let mut count = 0;
        if checkers & checkers.wrapping_sub(1) == 0 {
            let able = !(pinned | bit(to) | them[KING]);
            let pawns = them[PAWN] & able;
            let attackers = |square: usize| {
                let pieces = rook(square, occupied) & (them[ROOK] | them[QUEEN])
                    | bishop(square, occupied) & (them[BISHOP] | them[QUEEN])
                    | tables::KNIGHT[square] & them[KNIGHT];
                (pieces & able).count_ones()
            };
            let captured = (up_left(checkers) | up_right(checkers)) & pawns;
            count += attackers(lsb(checkers)) + weight(checkers) * captured.count_ones();
            let between = tables::between(king, lsb(checkers));
            for square in Bits(between) {
                count += attackers(square);
            }
            let steps = pawns >> 8 & !occupied;
            count += (steps & between).count_ones() + 3 * (steps & between & RANK_1).count_ones();
            count += ((steps & RANK_6) >> 8 & between).count_ones();
        }
        i64::from(count) + i64::from(by_king)
    }
});
