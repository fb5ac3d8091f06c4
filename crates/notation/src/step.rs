//! From squares to a move.

use gardez_position::Board;
use gardez_types::{Move, PieceType, Rank, Square};

/// Returns the move of a piece between two squares, except for castling, or `None` if a promotion is missing or wrong.
pub(crate) fn step_move(
    board: &Board,
    piece: PieceType,
    (from, to): (Square, Square),
    promotion: Option<PieceType>,
) -> Option<Move> {
    match promotion {
        _ if piece == PieceType::Pawn => pawn_move(board, (from, to), promotion),
        None => Some(Move::normal(from, to)),
        Some(_) => None,
    }
}

#[inline]
pub(crate) fn pawn_move(board: &Board, (from, to): (Square, Square), promotion: Option<PieceType>) -> Option<Move> {
    let promotes = matches!(to.rank(), Rank::One | Rank::Eight);
    let is_en_passant = from.file() != to.file() && board.piece_on(to).is_none();
    Some(match promotion {
        Some(promotion) if promotes => Move::new_promotion(from, to, promotion),
        None if is_en_passant => Move::en_passant(from, to),
        None if !promotes => Move::normal(from, to),
        _ => return None,
    })
}
