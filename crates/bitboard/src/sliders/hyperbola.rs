//! Sliders by subtraction ("o − 2r", hyperbola quintessence): no table but the four lines of each square.
//!
//! In a number, subtracting 1 from the lowest bit above a place turns over all bits from that place up to it. Taking the
//! slider itself off twice from the occupied squares of its line does this for the squares above it; the same on the
//! mirrored board does it for those below (Gerd Isenberg and Aleks Peshkov, 2007).

use gardez_types::{Direction, Square, geometry};

use crate::Bitboard;

/// The lines through a square, without the square.
#[derive(Clone, Copy)]
struct Lines {
    rank: u64,
    file: u64,
    diagonal: u64,
    anti_diagonal: u64,
}

const fn line(square: Square, direction: Direction) -> u64 {
    geometry::slide(square, direction, 0) | geometry::slide(square, direction.opposite(), 0)
}

const fn lines(square: Square) -> Lines {
    static TABLE: [Lines; 64] = {
        let mut table = [Lines { rank: 0, file: 0, diagonal: 0, anti_diagonal: 0 }; 64];
        let mut i = 0;
        while i < 64 {
            let square = Square::ALL[i];
            table[i] = Lines {
                rank: line(square, Direction::East),
                file: line(square, Direction::North),
                diagonal: line(square, Direction::NorthEast),
                anti_diagonal: line(square, Direction::NorthWest),
            };
            i += 1;
        }
        table
    };
    TABLE[square as usize]
}

/// Attacks along a line whose squares stand on different ranks: mirroring the ranks turns the line round.
const fn steep(square: Square, line: u64, occupied: u64) -> u64 {
    let slider = geometry::bit(square);
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    (up ^ down) & line
}

/// Attacks along a rank: only reversing all bits turns it round.
const fn flat(square: Square, line: u64, occupied: u64) -> u64 {
    let slider = geometry::bit(square);
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

/// The squares a bishop on `square` attacks.
#[inline]
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = lines(square);
    Bitboard(steep(square, lines.diagonal, occupied.0) | steep(square, lines.anti_diagonal, occupied.0))
}

/// The squares a rook on `square` attacks.
#[inline]
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = lines(square);
    Bitboard(steep(square, lines.file, occupied.0) | flat(square, lines.rank, occupied.0))
}
