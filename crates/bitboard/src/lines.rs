//! Lines through two squares, and the squares between two squares.
//!
//! They are looked up in tables of 96 KiB, or computed if the compiler's flag `--cfg gardez_small` is given.

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

/// Returns the squares strictly between `a` and `b` on their common rank, file or diagonal.
///
/// The result is empty if the squares are equal, are neighbors, or have no common line.
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
/// assert!(between(Square::E1, Square::F3).is_empty());
/// ```
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    method::between(a, b)
}

/// Returns the squares strictly between `from` and `to`, and `to` itself. `from` is not included.
///
/// These are the squares on which a check to a king on `from` by a piece on `to` is blocked, or the piece is captured.
///
/// `to` is also included if the squares have no common line: a knight can only be captured. If the squares are equal,
/// the result contains this one square.
///
/// ```
/// use gardez_bitboard::{Bitboard, Square, bitboard, path_to};
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
/// // A knight on c4 that gives check.
/// assert_eq!(path_to(Square::B2, Square::C4), Bitboard::from(Square::C4));
/// ```
#[inline]
pub const fn path_to(from: Square, to: Square) -> Bitboard {
    Bitboard(between(from, to).0 | geometry::bit(to))
}

/// Returns the whole rank, file or diagonal through both squares, from edge to edge.
///
/// The result is empty if the squares are equal or have no common line.
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
/// assert!(line(Square::C3, Square::D5).is_empty());
/// ```
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    method::line(a, b)
}

/// Returns the squares that a slider on `from` attacks in the direction of `through`, on an empty board: all squares up
/// to the edge.
///
/// `from` is not included. The result is empty if the squares are equal or have no common line.
///
/// ```
/// use gardez_bitboard::{Square, bitboard, ray_pass};
///
/// assert_eq!(
///     ray_pass(Square::C3, Square::E5),
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
pub const fn ray_pass(from: Square, through: Square) -> Bitboard {
    method::ray_pass(from, through)
}

/// Returns `true` if all three squares are on one rank, file or diagonal. Always false if `a` and `b` are equal.
///
/// ```text
/// 5 . . . . b . . .      aligned: a, b and c
/// 4 . . . . . . . .
/// 3 . . a . . . d .      not aligned: a, b and d
/// 2 . . . . . . . .
/// 1 c . . . . . . .
///   a b c d e f g h
/// ```
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
