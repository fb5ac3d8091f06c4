//! The squares that a piece of any type attacks.

use gardez_types::{Color, Piece, PieceType, Square};

use crate::bitboard::Bitboard;
use crate::leapers::{king_attacks, knight_attacks, pawn_attacks};
use crate::sliders::{bishop_attacks, queen_attacks, rook_attacks};

/// Returns the squares that a piece of the type `piece_type` attacks from `square`, given the `occupied` squares.
///
/// The result is empty for a pawn, because its attacks depend on its color. Use [`piece_attacks`] or [`pawn_attacks`]
/// for pawns.
///
/// ```
/// use gardez_bitboard::{Bitboard, PieceType, Square, attacks, bitboard};
///
/// // A queen on d4 and a piece on b6.
/// assert_eq!(
///     attacks(PieceType::Queen, Square::D4, Square::B6.into()),
///     bitboard! {
///         . . . X . . . X
///         . . . X . . X .
///         . X . X . X . .
///         . . X X X . . .
///         X X X . X X X X
///         . . X X X . . .
///         . X . X . X . .
///         X . . X . . X .
///     }
/// );
/// assert_eq!(attacks(PieceType::Pawn, Square::D4, Bitboard::EMPTY), Bitboard::EMPTY);
/// ```
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
///
/// ```
/// use gardez_bitboard::{Bitboard, Piece, Square, bitboard, piece_attacks};
///
/// // A black pawn on d4.
/// assert_eq!(
///     piece_attacks(Piece::BlackPawn, Square::D4, Bitboard::EMPTY),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . X . X . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub fn piece_attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::WhitePawn => pawn_attacks(Color::White, square),
        Piece::BlackPawn => pawn_attacks(Color::Black, square),
        _ => attacks(piece.piece_type(), square, occupied),
    }
}
