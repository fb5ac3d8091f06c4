//! The squares in each direction from a square, for code that works on several sets at once.

use gardez_types::{Direction, Square, geometry};

pub(crate) const NORTH: usize = 0;
pub(crate) const NORTH_EAST: usize = 1;
pub(crate) const EAST: usize = 2;
pub(crate) const SOUTH_EAST: usize = 3;
pub(crate) const SOUTH: usize = 4;
pub(crate) const SOUTH_WEST: usize = 5;
pub(crate) const WEST: usize = 6;
pub(crate) const NORTH_WEST: usize = 7;

/// The squares in each direction from a square.
pub(crate) static RAYS: [[u64; 8]; 64] = {
    const ORDER: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];
    let mut table = [[0; 8]; 64];
    let mut i = 0;
    while i < 512 {
        table[i / 8][i % 8] = geometry::slide(Square::ALL[i / 8], ORDER[i % 8], 0);
        i += 1;
    }
    table
};
