//! Sliders by subtraction ("o − 2r", hyperbola quintessence). The only table contains the four lines of each square.
//!
//! Let o be the occupied squares of a line as a number, and r the bit of the slider. Subtracting 2r from o flips all
//! bits above the slider, up to the first occupied square; the flipped board has the other direction (Gerd Isenberg and
//! Aleks Peshkov, 2007).
//!
//! ```text
//!               h g f e d c b a
//! o             . X . X . . . .      the occupied squares: e and g
//! r             . . . . . X . .      the slider on c
//! o - 2r        . X . . X . . .
//! o ^ (o - 2r)  . . . X X . . .      the attacked squares: d and e
//! ```

use gardez_types::{Direction, Square, geometry};

use crate::bitboard::Bitboard;

/// The lines through a square, without the square itself.
#[derive(Clone, Copy)]
pub(crate) struct SquareLines {
    pub(crate) rank: u64,
    pub(crate) file: u64,
    pub(crate) diagonal: u64,
    pub(crate) anti_diagonal: u64,
}

const fn line(square: Square, direction: Direction) -> u64 {
    geometry::slide(square, direction, 0) | geometry::slide(square, direction.opposite(), 0)
}

pub(crate) const fn lines(square: Square) -> SquareLines {
    static TABLE: [SquareLines; 64] = {
        let mut table = [SquareLines { rank: 0, file: 0, diagonal: 0, anti_diagonal: 0 }; 64];
        let mut i = 0;
        while i < 64 {
            let square = Square::ALL[i];
            table[i] = SquareLines {
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

/// Returns attacks along a file or diagonal, whose order of squares flipping the board vertically reverses.
const fn file_or_diagonal_attacks(square: Square, line: u64, occupied: u64) -> u64 {
    let slider = geometry::bit(square);
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    (up ^ down) & line
}

/// Returns attacks along a rank, whose order of squares only a reversal of all bits reverses.
const fn rank_attacks(square: Square, line: u64, occupied: u64) -> u64 {
    let slider = geometry::bit(square);
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

/// Returns the squares that a bishop attacks, like [`sliders::bishop_attacks`](super::bishop_attacks).
#[inline]
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = lines(square);
    Bitboard(
        file_or_diagonal_attacks(square, lines.diagonal, occupied.0)
            | file_or_diagonal_attacks(square, lines.anti_diagonal, occupied.0),
    )
}

/// Returns the squares that a rook attacks, like [`sliders::rook_attacks`](super::rook_attacks).
#[inline]
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = lines(square);
    Bitboard(file_or_diagonal_attacks(square, lines.file, occupied.0) | rank_attacks(square, lines.rank, occupied.0))
}
