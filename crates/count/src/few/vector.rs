//! Counts the replies to all moves of a position with few pieces, several moves at once.

use core::array;

use crate::board::{
    ALL, BISHOP, Bits, Board, KING, KNIGHT, PAWN, QUEEN, RANK_6, RANK_8, ROOK, SPECIAL, bit, left, lsb, right, up_left,
    up_right,
};
use crate::filter::Filter;
use crate::moves::Limits;
use crate::queue::MOST;
pub(crate) use crate::queue::Queue;
use crate::replies::Moves;
use crate::step::{Kind, Step};
use crate::tables;

/// The weight of a slider in the test for few pieces, compared with other pieces.
const SLIDER_WEIGHT: u32 = 3;

/// The types of a promoted piece.
const PROMOTED: [usize; 4] = [KNIGHT, BISHOP, ROOK, QUEEN];

stamp!({
    use crate::lanes::level::{FEW, LANES, all, collect, deal, total};
    use crate::made::level::by_making;
    use crate::moves::level::{castling, en_passant, limits, pawns, slider_danger, slides};
    use crate::queue::level::{add_pawns, add_piece, end, pair, queue};
    use crate::replies::level::{node, replies_in_lanes};
    use crate::sort_pawns::level::en_passant_replies;

    /// Returns `true` if `pairs_of_few` is likely to be faster than `pairs`. Both give the same number.
    #[inline]
    pub(crate) fn has_few_pieces(board: &Board) -> bool {
        let (us, them) = (&board.us, &board.them);
        let pieces = (us[ALL] | them[ALL]).count_ones();
        if FEW < pieces {
            return false;
        }
        let sliders = us[BISHOP] | us[ROOK] | us[QUEEN] | them[BISHOP] | them[ROOK] | them[QUEEN];
        pieces + (SLIDER_WEIGHT - 1) * sliders.count_ones() <= FEW
    }

    /// Returns the queue that `pairs_of_few` uses.
    #[inline]
    pub(crate) fn empty_queue() -> Queue {
        queue()
    }

    /// Counts the sequences of two legal moves from a board with few pieces. Returns `None` if there are many moves.
    #[inline(never)]
    pub(crate) fn pairs_of_few(board: &Board, filter: impl Filter, moves: &mut Queue) -> Option<u64> {
        let us = &board.us;
        let limits = limits(board, slider_danger(board));
        moves.len = 0;
        let mut single = 0;
        let mut promotions = [0; 3];
        if limits.targets != 0 {
            let pawns = pawns(board, &limits);
            let sets = [
                pawns.push & filter.pawn_targets(|pawns| pawns << 8),
                pawns.left & filter.pawn_targets(up_left),
                pawns.right & filter.pawn_targets(up_right),
            ];
            let double = pawns.double & filter.pawn_targets(|pawns| pawns << 16);
            let next_to_pawns = left(board.them[PAWN]) | right(board.them[PAWN]);
            for to in Bits(double & next_to_pawns) {
                single += en_passant_replies(board, lsb(board.them[KING]), bit(to));
            }
            if board.them[SPECIAL] & RANK_6 != 0 {
                let to = lsb(board.them[SPECIAL] & RANK_6);
                for from in Bits(en_passant(board)) {
                    if filter.keeps(Step { from: from as u8, to: to as u8, kind: Kind::EnPassant }) {
                        single += by_making(board, from, to, Kind::EnPassant);
                    }
                }
            }
            promotions = sets.map(|set| set & RANK_8);
            for (set, distance) in [(sets[0], 8), (sets[1], 7), (sets[2], 9)] {
                add_pawns(moves, (set & !RANK_8) >> distance, set & !RANK_8);
            }
            add_pawns(moves, double >> 16, double);
            pieces(board, &limits, filter, moves);
        }
        let king = us[KING];
        add_piece(moves, king, limits.king & filter.targets(lsb(king)));
        end(moves);
        if MOST < moves.len {
            return None;
        }
        for rook in Bits(castling(board, &limits)) {
            if filter.keeps(Step { from: lsb(king) as u8, to: rook as u8, kind: Kind::Castling }) {
                single += by_making(board, lsb(king), rook, Kind::Castling);
            }
        }
        let mut sum = replies_to_all(board, moves, us);
        if promotions != [0; 3] {
            sum += replies_to_promotions(board, filter, promotions, moves);
        }
        Some(sum + single as u64)
    }

    /// Lists the moves of pieces, without the king.
    #[inline]
    fn pieces(board: &Board, limits: &Limits, filter: impl Filter, moves: &mut Queue) {
        let us = &board.us;
        let occupied = us[ALL] | board.them[ALL];
        for from in Bits(us[KNIGHT] & !limits.pinned) {
            add_piece(moves, bit(from), tables::KNIGHT[from] & limits.targets & filter.targets(from));
        }
        for from in Bits(us[BISHOP] | us[ROOK] | us[QUEEN]) {
            let mut targets = slides(us, from, occupied);
            if limits.pinned & bit(from) != 0 {
                targets &= tables::line(lsb(us[KING]), from);
            }
            add_piece(moves, bit(from), targets & limits.targets & filter.targets(from));
        }
    }

    /// Returns the number of replies to promotions ahead, to the left and to the right.
    #[inline(never)]
    fn replies_to_promotions(board: &Board, filter: impl Filter, targets: [u64; 3], moves: &mut Queue) -> u64 {
        let mut becomes = [0; 8];
        PROMOTED.iter().for_each(|&piece_type| becomes[piece_type] = bit(piece_type));
        let mut sum = 0;
        for (set, distance) in targets.into_iter().zip([8, 7, 9]) {
            moves.len = 0;
            for to in Bits(set) {
                // Each move has four lanes, one for each type of the new piece.
                for piece_type in PROMOTED {
                    let is_kept = filter.promotes_to(piece_type);
                    moves.moves[moves.len] = if is_kept { pair(bit(to) >> distance, bit(to)) } else { pair(0, 0) };
                    moves.len += 1;
                }
            }
            if moves.len != 0 {
                end(moves);
                sum += replies_to_all(board, moves, &becomes);
            }
        }
        sum
    }

    /// Returns the number of replies to all moves.
    #[inline(never)]
    fn replies_to_all(board: &Board, moves: &Queue, becomes: &[u64; 8]) -> u64 {
        let node = node(board, becomes);
        let types: [_; 8] = array::from_fn(|lane| pair(bit(PROMOTED[lane % 4]), 0));
        let types = types.as_chunks().0;
        let mut sum = all(0);
        for (number, chunk) in moves.moves.as_chunks().0.iter().take(moves.len.div_ceil(LANES)).enumerate() {
            let (from, to) = deal(chunk);
            let piece = if becomes[KING] == 0 { deal(&types[number % types.len()]).0 } else { from };
            sum = collect(sum, replies_in_lanes(board, &node, Moves { from, to, piece }));
        }
        total(sum)
    }
});
