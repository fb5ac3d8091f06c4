//! Lines through two squares, and the squares between two squares.

use gardez_types::{Direction, Square, geometry};

use crate::bitboard::Bitboard;

type Table = [[Bitboard; 64]; 64];

struct Tables {
    between: Table,
    line: Table,
    ray_pass: Table,
}

/// Built by following every ray of every square once. The entries of two squares without a common line stay empty.
static TABLES: Tables = {
    let empty = [[Bitboard::EMPTY; 64]; 64];
    let mut tables = Tables { between: empty, line: empty, ray_pass: empty };
    let mut from = 0;
    while from < 64 {
        let square = Square::ALL[from];
        let rays = rays(square);
        let mut d = 0;
        while d < Direction::COUNT {
            let direction = Direction::ALL[d];
            let ray = rays[d];
            let line = ray | rays[direction.opposite() as usize] | geometry::bit(square);
            let mut passed = 0;
            let mut current = square;
            while let Some(next) = current.step(direction) {
                let to = next as usize;
                tables.between[from][to] = Bitboard(passed);
                tables.line[from][to] = Bitboard(line);
                tables.ray_pass[from][to] = Bitboard(ray);
                passed |= geometry::bit(next);
                current = next;
            }
            d += 1;
        }
        from += 1;
    }
    tables
};

/// The squares that a queen on an empty board attacks in each direction.
const fn rays(square: Square) -> [u64; Direction::COUNT] {
    let mut rays = [0; Direction::COUNT];
    let mut d = 0;
    while d < Direction::COUNT {
        rays[d] = geometry::slide(square, Direction::ALL[d], 0);
        d += 1;
    }
    rays
}

/// The squares strictly between `a` and `b` on their common rank, file or diagonal.
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
    TABLES.between[a as usize][b as usize]
}

/// The squares strictly between `from` and `to`, and `to` itself. `from` is not included.
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

/// The whole rank, file or diagonal through both squares, from edge to edge.
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
    TABLES.line[a as usize][b as usize]
}

/// The squares that a slider on `from` attacks in the direction of `through`, on an empty board: all squares up to the
/// edge.
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
    TABLES.ray_pass[from as usize][through as usize]
}

/// True if all three squares are on one rank, file or diagonal. Always false if `a` and `b` are equal.
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
