//! Moves of entries: checked against their boards.

use gardez_position::Board;
use gardez_types::{CastlingSide, Move, MoveKind, PieceType};

use crate::error::FormatErrorKind;
use crate::read::Strictness;

/// The pieces that a pawn becomes, by their numbers in all formats.
pub(crate) const PROMOTIONS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

#[inline]
pub(crate) fn promotion(m: Move) -> u16 {
    m.promotion().map_or(0, |piece| piece as u16 - PieceType::Knight as u16)
}

/// Returns a legal move. In lenient mode, castling may name the target of the king, and an illegal move is left out.
#[inline]
pub(crate) fn checked(board: &Board, m: Move, strictness: Strictness) -> Result<Option<Move>, FormatErrorKind> {
    if board.is_legal(m) {
        return Ok(Some(m));
    }
    repaired(board, m, strictness)
}

#[cold]
fn repaired(board: &Board, m: Move, strictness: Strictness) -> Result<Option<Move>, FormatErrorKind> {
    match strictness {
        Strictness::Strict => Err(illegal(board, m)),
        Strictness::Lenient => Ok(castling_by_king_target(board, m).filter(|&m| board.is_legal(m))),
    }
}

/// Returns the castling move that a step of the king to the g-file or c-file means.
pub(crate) fn castling_by_king_target(board: &Board, m: Move) -> Option<Move> {
    let us = board.side_to_move();
    let is_king = board.piece_on(m.from()).is_some_and(|piece| piece.piece_type() == PieceType::King);
    let is_castling = m.kind() == MoveKind::Castling || m.from().file_distance(m.to()) == 2;
    if !is_king || !is_castling {
        return None;
    }
    let side =
        [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().find(|side| side.king_target(us) == m.to())?;
    Some(Move::castling(m.from(), board.castling_rook(us, side)?))
}

#[cold]
pub(crate) fn illegal(board: &Board, m: Move) -> FormatErrorKind {
    match board.clone().play(m) {
        Err(error) => FormatErrorKind::IllegalMove(error),
        Ok(()) => FormatErrorKind::Move { raw: m.raw() },
    }
}
