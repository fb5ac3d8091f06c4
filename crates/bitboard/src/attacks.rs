//! The squares that a piece of any type attacks.

use gardez_types::{Color, Piece, PieceType, Square};

use crate::bitboard::Bitboard;
use crate::leapers::{king_attacks, knight_attacks, pawn_attacks};
use crate::sliders::{bishop_attacks, queen_attacks, rook_attacks};

/// Returns the squares that a piece of this type attacks from `square`, or none for a pawn.
///
/// Use [`piece_attacks`] or [`pawn_attacks`] for pawns.
#[inline]
pub fn attacks(piece_type: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => Bitboard::EMPTY,
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// Returns the squares that `piece` attacks from `square`, given the `occupied` squares.
#[inline]
pub fn piece_attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::WhitePawn => pawn_attacks(Color::White, square),
        Piece::BlackPawn => pawn_attacks(Color::Black, square),
        _ => attacks(piece.piece_type(), square, occupied),
    }
}
