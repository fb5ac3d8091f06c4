//! The lines of all pairs of squares, in tables.

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
            let line = ray | rays[(d + Direction::COUNT / 2) % Direction::COUNT] | geometry::bit(square);
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

/// Returns the squares that a queen on an empty board attacks in each direction.
const fn rays(square: Square) -> [u64; Direction::COUNT] {
    let mut rays = [0; Direction::COUNT];
    let mut d = 0;
    while d < Direction::COUNT {
        rays[d] = geometry::slide(square, Direction::ALL[d], 0);
        d += 1;
    }
    rays
}

#[inline]
pub(super) const fn between(a: Square, b: Square) -> Bitboard {
    TABLES.between[a as usize][b as usize]
}

#[inline]
pub(super) const fn line(a: Square, b: Square) -> Bitboard {
    TABLES.line[a as usize][b as usize]
}

#[inline]
pub(super) const fn ray_pass(from: Square, through: Square) -> Bitboard {
    TABLES.ray_pass[from as usize][through as usize]
}
