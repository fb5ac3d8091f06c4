//! The squares from which a piece would attack a square on an empty board.

use gardez_types::{Color, Piece, Square, geometry};

use crate::bitboard::Bitboard;
use crate::leapers::{king_attacks, knight_attacks, pawn_attacks};

static TABLE: [[Bitboard; 64]; 16] = {
    let mut table = [[Bitboard::EMPTY; 64]; 16];
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        // A pawn attacks the square from the squares that a pawn of the other color attacks from there.
        table[Piece::WhitePawn as usize][i] = pawn_attacks(Color::Black, square);
        table[Piece::BlackPawn as usize][i] = pawn_attacks(Color::White, square);
        let (bishop, rook) = (geometry::bishop_attacks(square, 0), geometry::rook_attacks(square, 0));
        let others =
            [knight_attacks(square), Bitboard(bishop), Bitboard(rook), Bitboard(bishop | rook), king_attacks(square)];
        let mut k = 0;
        while k < others.len() {
            table[Piece::WhiteKnight as usize + k][i] = others[k];
            table[Piece::BlackKnight as usize + k][i] = others[k];
            k += 1;
        }
        i += 1;
    }
    table
};

/// Returns the squares from which `piece` would attack `square` on a board without other pieces.
///
/// The cost is one table access. Test this set first: if the piece is not on one of its squares, the pieces in between
/// do not matter.
///
/// ```
/// use gardez_bitboard::{Piece, Square, bitboard, pseudo_attackers};
///
/// // White pawns that attack e5.
/// assert_eq!(
///     pseudo_attackers(Piece::WhitePawn, Square::E5),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . X . X . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// // Black bishops that attack e5.
/// assert_eq!(
///     pseudo_attackers(Piece::BlackBishop, Square::E5),
///     bitboard! {
///         . X . . . . . X
///         . . X . . . X .
///         . . . X . X . .
///         . . . . . . . .
///         . . . X . X . .
///         . . X . . . X .
///         . X . . . . . X
///         X . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn pseudo_attackers(piece: Piece, square: Square) -> Bitboard {
    TABLE[piece as usize][square as usize]
}
