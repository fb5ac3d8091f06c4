//! Small tables by square number, for the counting engine. The engine's sets are plain numbers, because each level
//! compiles its own instructions around them.

use gardez_bitboard::{king_attacks, knight_attacks, ray_pass};
use gardez_types::{Direction, Square, geometry};

use crate::board::{down_left, down_right};

/// A set for each square.
type Sets = [u64; 64];

macro_rules! sets {
    ($($(#[$doc:meta])* $name:ident: |$square:ident| $set:expr;)*) => { $(
        $(#[$doc])*
        pub(crate) static $name: Sets = {
            let mut table = [0; 64];
            let mut i = 0;
            while i < 64 {
                let $square = Square::ALL[i];
                table[i] = $set;
                i += 1;
            }
            table
        };
    )* };
}

sets! {
    /// The squares that a knight attacks.
    KNIGHT: |square| knight_attacks(square).bits();
    /// The squares from which a pawn of the side to move attacks the square.
    PAWN: |square| down_left(geometry::bit(square)) | down_right(geometry::bit(square));
    /// The squares that a king attacks.
    KING: |square| king_attacks(square).bits();
    /// The squares that a rook attacks on the empty board.
    ROOK_RAYS: |square| geometry::rook_attacks(square, 0);
    /// The squares that a bishop attacks on the empty board.
    BISHOP_RAYS: |square| geometry::bishop_attacks(square, 0);
    /// The file of the square.
    FILE: |square| whole(square, Direction::North);
    /// The diagonal of the square that goes up to the right.
    DIAGONAL: |square| whole(square, Direction::NorthEast);
    /// The diagonal of the square that goes up to the left.
    ANTIDIAGONAL: |square| whole(square, Direction::NorthWest);
}

/// The whole line through `square`.
const fn whole(square: Square, direction: Direction) -> u64 {
    geometry::bit(square) | geometry::slide(square, direction, 0) | geometry::slide(square, direction.opposite(), 0)
}

/// The squares of the line beyond the second square, seen from the first.
pub(crate) static BEYOND: [Sets; 64] = {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 {
        let mut j = 0;
        while j < 64 {
            let (from, to) = (Square::ALL[i], Square::ALL[j]);
            table[i][j] = ray_pass(from, to).bits() & !gardez_bitboard::between(from, to).bits() & !geometry::bit(to);
            j += 1;
        }
        i += 1;
    }
    table
};

/// The squares strictly between two squares of a line.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    gardez_bitboard::between(square(a), square(b)).bits()
}

/// The whole line through two squares.
#[inline(always)]
pub(crate) fn line(a: usize, b: usize) -> u64 {
    gardez_bitboard::line(square(a), square(b)).bits()
}

/// The square with a number, of which only six bits count.
#[inline(always)]
pub(crate) fn square(number: usize) -> Square {
    Square::from_index(number as u8 & 63).unwrap_or(Square::A1)
}
