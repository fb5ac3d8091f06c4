//! Lines through two squares, and the squares between them.

use gardez_types::{Direction, Square, geometry};

use crate::Bitboard;

type Table = [[Bitboard; 64]; 64];

struct Tables {
    between: Table,
    line: Table,
    ray_pass: Table,
}

/// Walks every ray of every square once; pairs that share no line stay empty.
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

/// What a queen on an empty board reaches in each direction.
const fn rays(square: Square) -> [u64; Direction::COUNT] {
    let mut rays = [0; Direction::COUNT];
    let mut d = 0;
    while d < Direction::COUNT {
        rays[d] = geometry::slide(square, Direction::ALL[d], 0);
        d += 1;
    }
    rays
}

/// The squares strictly between `a` and `b` on their common rank, file or diagonal; nothing if they have none.
///
/// ```
/// use gardez_bitboard::{Bitboard, between};
/// use gardez_types::Square;
///
/// assert_eq!(between(Square::E1, Square::H1), Bitboard::from_iter([Square::F1, Square::G1]));
/// assert!(between(Square::E1, Square::F3).is_empty());
/// ```
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    TABLES.between[a as usize][b as usize]
}

/// The squares between `from` and `to`, and `to` itself (also when the two share no line, or are equal).
///
/// These are the squares on which a check by a piece on `to` is parried: by interposing or capturing.
#[inline]
pub const fn path_to(from: Square, to: Square) -> Bitboard {
    Bitboard(between(from, to).0 | geometry::bit(to))
}

/// The whole rank, file or diagonal through both squares, from edge to edge; nothing if they share none or are equal.
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    TABLES.line[a as usize][b as usize]
}

/// What a slider on `from` reaches through `through` on an empty board, up to the edge; nothing if the squares share no
/// line or are equal.
#[inline]
pub const fn ray_pass(from: Square, through: Square) -> Bitboard {
    TABLES.ray_pass[from as usize][through as usize]
}

/// True if the three squares stand on one rank, file or diagonal, the first two being different.
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}
