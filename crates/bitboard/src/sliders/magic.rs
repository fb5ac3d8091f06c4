//! Sliders by multiplication, known as magic bitboards (Lasse Hansen 2006, Pradu Kannan 2007).
//!
//! The relevant occupied squares are multiplied by a factor. The highest bits of the product index a table of attacks.

use gardez_types::Square;

use super::factors::{BISHOP_FACTORS, ROOK_FACTORS};
use super::fill::{self, BISHOP, BISHOP_ENTRIES, Index, Line, ROOK};
use crate::bitboard::Bitboard;

/// The values that compute the index of a bishop's attacks in the table.
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    start: u32,
    shift: u32,
}

/// Returns the squares that a bishop attacks, like [`sliders::bishop_attacks`](super::bishop_attacks).
#[inline]
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static MAGICS: [Magic; 64] = {
        let mut magics = [Magic { mask: 0, factor: 0, start: 0, shift: 0 }; 64];
        let mut i = 0;
        while i < 64 {
            let (mask, start) = (BISHOP.masks[i], BISHOP.starts[i]);
            magics[i] = Magic { mask, factor: BISHOP_FACTORS[i], start, shift: 64 - mask.count_ones() };
            i += 1;
        }
        magics
    };
    static TABLE: [Bitboard; BISHOP_ENTRIES] = {
        let mut table = [Bitboard::EMPTY; BISHOP_ENTRIES];
        let mut i = 0;
        while i < 64 {
            let index = Index::Magic { factor: BISHOP_FACTORS[i], bits: BISHOP.masks[i].count_ones() };
            fill::bishop(&mut table, i, index);
            i += 1;
        }
        table
    };
    let Magic { mask, factor, start, shift } = MAGICS[square as usize];
    TABLE[start as usize + ((occupied.0 & mask).wrapping_mul(factor) >> shift) as usize]
}

/// A rook's attacks along one line, at the indices that the factor produces.
#[derive(Clone, Copy)]
struct RookLine {
    mask: u64,
    factor: u64,
    attacks: [Bitboard; 64],
}

impl RookLine {
    const fn new(line: &Line, factor: u64) -> Self {
        Self { mask: line.mask(), factor, attacks: fill::magic_line(line, factor) }
    }

    #[inline]
    const fn attacks(&self, occupied: Bitboard) -> u64 {
        self.attacks[((occupied.0 & self.mask).wrapping_mul(self.factor) >> (64 - 6)) as usize].0
    }
}

/// Returns the squares that a rook attacks, like [`sliders::rook_attacks`](super::rook_attacks).
#[inline]
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static LINES: [[RookLine; 2]; 64] = {
        let mut lines = [[RookLine { mask: 0, factor: 0, attacks: [Bitboard::EMPTY; 64] }; 2]; 64];
        let mut i = 0;
        while i < 64 {
            let ([file, rank], [file_factor, rank_factor]) = (&ROOK.lines[i], ROOK_FACTORS[i]);
            lines[i] = [RookLine::new(file, file_factor), RookLine::new(rank, rank_factor)];
            i += 1;
        }
        lines
    };
    let [file, rank] = &LINES[square as usize];
    Bitboard(file.attacks(occupied) | rank.attacks(occupied))
}
