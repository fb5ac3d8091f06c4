//! Where a piece would attack from if nothing stood in its way.

use gardez_types::{Piece, PieceType, Square, geometry};

use crate::Bitboard;

static TABLE: [[Bitboard; 64]; 16] = {
    let mut table = [[Bitboard::EMPTY; 64]; 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let mut square = 0;
        while square < 64 {
            table[Piece::ALL[i] as usize][square] = Bitboard(attackers(Piece::ALL[i], Square::ALL[square]));
            square += 1;
        }
        i += 1;
    }
    table
};

const fn attackers(piece: Piece, square: Square) -> u64 {
    match piece.piece_type() {
        // A pawn captures from where a pawn of the other color would capture to.
        PieceType::Pawn => geometry::leaps(square, &geometry::pawn_captures(piece.color().opposite())),
        PieceType::Knight => geometry::leaps(square, &geometry::KNIGHT_LEAPS),
        PieceType::King => geometry::leaps(square, &geometry::KING_STEPS),
        PieceType::Bishop => geometry::bishop_attacks(square, 0),
        PieceType::Rook => geometry::rook_attacks(square, 0),
        PieceType::Queen => geometry::bishop_attacks(square, 0) | geometry::rook_attacks(square, 0),
    }
}

/// The squares from which `piece` would attack `square` on a board without other pieces.
///
/// One look-up: a quick "no" before the pieces in between are looked at.
///
/// ```
/// use gardez_bitboard::{Bitboard, pseudo_attackers};
/// use gardez_types::{Piece, Square};
///
/// let checking = pseudo_attackers(Piece::WhitePawn, Square::E8);
/// assert_eq!(checking, Bitboard::from_iter([Square::D7, Square::F7]));
/// assert!(pseudo_attackers(Piece::BlackRook, Square::E8).contains(Square::E1));
/// ```
#[inline]
pub const fn pseudo_attackers(piece: Piece, square: Square) -> Bitboard {
    TABLE[piece as usize][square as usize]
}
