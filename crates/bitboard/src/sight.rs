//! Where a piece would attack from if nothing stood in its way.

use gardez_types::{Color, Piece, Square, geometry};

use crate::{Bitboard, king_attacks, knight_attacks, pawn_attacks};

static TABLE: [[Bitboard; 64]; 16] = {
    let mut table = [[Bitboard::EMPTY; 64]; 16];
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        // A pawn captures from where a pawn of the other color would capture to.
        table[Piece::WhitePawn as usize][i] = pawn_attacks(Color::Black, square);
        table[Piece::BlackPawn as usize][i] = pawn_attacks(Color::White, square);
        let (bishop, rook) = (geometry::bishop_attacks(square, 0), geometry::rook_attacks(square, 0));
        let others =
            [knight_attacks(square), Bitboard(bishop), Bitboard(rook), Bitboard(bishop | rook), king_attacks(square)];
        let mut kind = 0;
        while kind < others.len() {
            table[Piece::WhiteKnight as usize + kind][i] = others[kind];
            table[Piece::BlackKnight as usize + kind][i] = others[kind];
            kind += 1;
        }
        i += 1;
    }
    table
};

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
