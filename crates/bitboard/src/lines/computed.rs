//! The lines of two squares, computed from the lines through the first one.
//!
//! The part of a line between two squares is the part with numbers between theirs.

use gardez_types::{Square, geometry};

use crate::bitboard::Bitboard;
use crate::sliders::hyperbola;

/// Returns the line through both squares, without `a`. Empty if the squares are equal or have no common line.
const fn line_without(a: Square, b: Square) -> u64 {
    let lines = hyperbola::lines(a);
    let lines = [lines.rank, lines.file, lines.diagonal, lines.anti_diagonal];
    let mut i = 0;
    while i < lines.len() {
        if lines[i] & geometry::bit(b) != 0 {
            return lines[i];
        }
        i += 1;
    }
    0
}

/// Returns the squares with lower numbers.
const fn below(square: Square) -> u64 {
    geometry::bit(square) - 1
}

pub(super) const fn between(a: Square, b: Square) -> Bitboard {
    let (low, high) = if (a as u8) < b as u8 { (a, b) } else { (b, a) };
    Bitboard(line_without(a, b) & below(high) & !below(low) & !geometry::bit(low))
}

pub(super) const fn line(a: Square, b: Square) -> Bitboard {
    let line = line_without(a, b);
    Bitboard(if line == 0 { 0 } else { line | geometry::bit(a) })
}

pub(super) const fn ray_pass(from: Square, through: Square) -> Bitboard {
    let side = if (from as u8) < through as u8 { !below(from) } else { below(from) };
    Bitboard(line_without(from, through) & side)
}
