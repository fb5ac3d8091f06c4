//! Lines through two squares, and the squares between two squares.
//!
//! They are looked up in tables of 96 KiB, or computed with `--cfg gardez_small`.

#[cfg(any(gardez_small, test))]
mod computed;
#[cfg(not(gardez_small))]
mod tables;

use gardez_types::{Square, geometry};

use crate::bitboard::Bitboard;
#[cfg(gardez_small)]
use computed as method;
#[cfg(not(gardez_small))]
use tables as method;

/// Returns the squares strictly between `a` and `b` on a common line, or none without a line.
///
/// ```
/// use gardez_bitboard::{Square, between, bitboard};
///
/// assert_eq!(
///     between(Square::B2, Square::F6),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . X . . .
///         . . . X . . . .
///         . . X . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    method::between(a, b)
}

/// Returns the squares strictly between `from` and `to`, and `to`.
///
/// On these squares, a check to a king on `from` by a piece on `to` is blocked, or the piece is captured. Without a
/// common line, only `to` is left, as for a check by a knight.
///
/// ```
/// use gardez_bitboard::{Square, bitboard, path_to};
///
/// // A king on b2 and a bishop on f6 that gives check.
/// assert_eq!(
///     path_to(Square::B2, Square::F6),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         . . X . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn path_to(from: Square, to: Square) -> Bitboard {
    Bitboard(between(from, to).0 | geometry::bit(to))
}

/// Returns the whole rank, file or diagonal through both squares, or no squares without one.
///
/// ```
/// use gardez_bitboard::{Square, bitboard, line};
///
/// assert_eq!(
///     line(Square::C3, Square::E5),
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         . . X . . . . .
///         . X . . . . . .
///         X . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    method::line(a, b)
}

/// Returns the squares beyond `from` in the direction of `through`, up to the edge, or none without a common line.
///
/// ```
/// use gardez_bitboard::{Bitboard, Square, ray_pass};
///
/// let beyond = Bitboard::from_iter([Square::D4, Square::E5, Square::F6, Square::G7, Square::H8]);
/// assert_eq!(ray_pass(Square::C3, Square::E5), beyond);
/// ```
#[inline]
pub const fn ray_pass(from: Square, through: Square) -> Bitboard {
    method::ray_pass(from, through)
}

/// Returns `true` if the squares are on one rank, file or diagonal, and `a` and `b` differ.
///
/// ```
/// use gardez_bitboard::{Square, aligned};
///
/// assert!(aligned(Square::C3, Square::E5, Square::A1));
/// assert!(!aligned(Square::C3, Square::E5, Square::G3));
/// ```
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}

#[cfg(all(test, not(gardez_small)))]
mod tests {
    use super::*;

    #[test]
    fn computed_lines_are_those_of_the_tables() {
        for (a, b) in Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b))) {
            assert_eq!(computed::between(a, b), tables::between(a, b), "{a} {b}");
            assert_eq!(computed::line(a, b), tables::line(a, b), "{a} {b}");
            assert_eq!(computed::ray_pass(a, b), tables::ray_pass(a, b), "{a} {b}");
        }
    }
}
