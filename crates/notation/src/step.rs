//! From squares to a move.

use gardez_position::Board;
use gardez_types::{Move, PieceType, Rank, Square};

/// The move that takes a piece of this type between two squares, for every move but castling.
///
/// `None` if a pawn reaches the last rank without a promotion, or if there is a promotion in any other case.
#[inline]
pub(crate) fn step_move(
    board: &Board,
    piece: PieceType,
    (from, to): (Square, Square),
    promotion: Option<PieceType>,
) -> Option<Move> {
    if piece != PieceType::Pawn {
        return if promotion.is_none() { Some(Move::normal(from, to)) } else { None };
    }
    let promotes = matches!(to.rank(), Rank::One | Rank::Eight);
    match promotion {
        Some(promotion) if promotes => Some(Move::promotion(from, to, promotion)),
        None if from.file() != to.file() && board.piece_on(to).is_none() => Some(Move::en_passant(from, to)),
        None if !promotes => Some(Move::normal(from, to)),
        _ => None,
    }
}
