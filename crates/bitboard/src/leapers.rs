//! The squares that pawns, knights and kings attack.

use gardez_types::{Color, Square, geometry};

use crate::bitboard::Bitboard;

const fn build(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = Bitboard(geometry::leaps(Square::ALL[i], steps));
        i += 1;
    }
    table
}

/// Returns the squares that a pawn of `color` on `square` attacks.
///
/// From these squares, a pawn of the *other* color attacks `square`.
///
/// ```
/// use gardez_bitboard::{Color, Square, bitboard, pawn_attacks};
///
/// assert_eq!(
///     pawn_attacks(Color::White, Square::E4),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . X . X . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 2] =
        [build(&geometry::pawn_captures(Color::White)), build(&geometry::pawn_captures(Color::Black))];
    TABLE[color as usize][square as usize]
}

/// Returns the squares that a knight on `square` attacks.
///
/// ```
/// use gardez_bitboard::{Square, bitboard, knight_attacks};
///
/// assert_eq!(
///     knight_attacks(Square::E4),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . X . X . .
///         . . X . . . X .
///         . . . . . . . .
///         . . X . . . X .
///         . . . X . X . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn knight_attacks(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = build(&geometry::KNIGHT_LEAPS);
    TABLE[square as usize]
}

/// Returns the squares that a king on `square` attacks.
///
/// ```text
/// x x x
/// x K x
/// x x x
/// ```
#[inline]
pub const fn king_attacks(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = build(&geometry::KING_STEPS);
    TABLE[square as usize]
}
