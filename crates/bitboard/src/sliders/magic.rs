//! Sliders by multiplication: a factor found by search leads each set of blockers to its place in a table.
//!
//! The scheme is known as magic bitboards (Lasse Hansen 2006, Pradu Kannan 2007); the factors are our own search.

use gardez_types::Square;

use super::factors::{BISHOP_FACTORS, ROOK_FACTORS};
use super::fill::{self, BISHOP, BISHOP_PLACES, Index, ROOK, ROOK_PLACES, Slider};
use crate::Bitboard;

/// What is needed to find a place in the table.
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    start: u32,
    shift: u32,
}

impl Magic {
    #[inline]
    const fn place(self, occupied: Bitboard) -> usize {
        let product = (occupied.0 & self.mask).wrapping_mul(self.factor);
        self.start as usize + (product >> self.shift) as usize
    }
}

const fn magics(slider: &Slider, factors: &[u64; 64]) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, start: 0, shift: 0 }; 64];
    let mut i = 0;
    while i < 64 {
        let mask = slider.masks[i];
        magics[i] = Magic { mask, factor: factors[i], start: slider.starts[i], shift: 64 - mask.count_ones() };
        i += 1;
    }
    magics
}

/// The squares a bishop on `square` attacks.
#[inline]
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static MAGICS: [Magic; 64] = magics(BISHOP, &BISHOP_FACTORS);
    static TABLE: [Bitboard; BISHOP_PLACES] = fill::fill(BISHOP, Index::Magic(&BISHOP_FACTORS));
    TABLE[MAGICS[square as usize].place(occupied)]
}

/// The squares a rook on `square` attacks.
#[inline]
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static MAGICS: [Magic; 64] = magics(ROOK, &ROOK_FACTORS);
    static TABLE: [Bitboard; ROOK_PLACES] = fill::fill(ROOK, Index::Magic(&ROOK_FACTORS));
    TABLE[MAGICS[square as usize].place(occupied)]
}
