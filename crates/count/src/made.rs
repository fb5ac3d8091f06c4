//! Counts by making moves: the boards after them, and their replies.

use crate::board::{Board, Castling, PAWN, bit, up_left, up_right};
use crate::filter::Filter;
use crate::step::{Kind, Step, Steps};

stamp!({
    use crate::after_piece::level::after_piece;
    use crate::moves::level::{list, replies};

    /// Returns the board after a move, with the other side to move.
    #[inline]
    pub(crate) fn after(board: &Board, step: Step) -> Board {
        let (from, to) = (bit(step.from.into()), bit(step.to.into()));
        match step.kind {
            Kind::Piece(_) | Kind::Double => {
                let (piece_type, double) = match step.kind {
                    Kind::Piece(piece_type) => (piece_type.into(), 0),
                    _ => (PAWN, passed(board, to)),
                };
                after_piece(board, piece_type, from, to, double)
            }
            Kind::Promotion(piece_type) => board.after(PAWN, from, to, piece_type.into(), 0),
            Kind::EnPassant => board.after_en_passant(from, to),
            Kind::Castling => board.after_castling(&Castling::new(from, to)),
        }
    }

    /// Returns the square that a double push to `to` passes, if an enemy pawn attacks it; otherwise the empty set.
    #[inline]
    pub(crate) fn passed(board: &Board, to: u64) -> u64 {
        let passed = to >> 8;
        if (up_left(passed) | up_right(passed)) & board.them[PAWN] != 0 { passed } else { 0 }
    }

    /// Returns the number of replies to one of our moves, by making it.
    #[inline(never)]
    pub(crate) fn by_making(board: &Board, from: usize, to: usize, kind: Kind) -> i64 {
        replies(&after(board, Step { from: from as u8, to: to as u8, kind })) as i64
    }

    /// Returns the same, by making every move.
    #[inline(never)]
    pub(crate) fn pairs_by_making(board: &Board, filter: impl Filter) -> u64 {
        let mut moves = Steps::new();
        list(board, &mut moves);
        let mut sum = 0;
        for &step in &moves {
            if filter.keeps(step) {
                sum += replies(&after(board, step));
            }
        }
        sum
    }
});
