//! Sliders by the instruction `pext` of x86-64 CPUs with BMI2.
//!
//! The instruction gathers the occupied squares that matter at the low end of a number, the index in a table.

// Unsafe to call: not every x86-64 CPU has it. In a build for CPUs that have it, `magic` takes 1.35 times as long.
#![allow(unsafe_code)]
// Since Rust 1.87, the instruction is safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use gardez_types::Square;

use super::fill::{self, BISHOP, BISHOP_ENTRIES, Index, Line, ROOK};
use crate::bitboard::Bitboard;

/// Gathers the bits of `occupied` in `mask` at the low end.
///
/// # Safety
///
/// The CPU must have BMI2.
#[inline]
#[target_feature(enable = "bmi2")]
unsafe fn gather(occupied: Bitboard, mask: u64) -> usize {
    // SAFETY: the CPU has BMI2, which is this function's own contract (see `# Safety`).
    unsafe { core::arch::x86_64::_pext_u64(occupied.0, mask) as usize }
}

/// The values that compute the index of a bishop's attacks in the table.
#[derive(Clone, Copy)]
struct Mask {
    mask: u64,
    start: u32,
}

/// Returns the squares that a bishop attacks, like [`sliders::bishop_attacks`](super::bishop_attacks).
///
/// # Safety
///
/// The CPU must have BMI2, which [`cpu::Avx2`](crate::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "bmi2")]
pub unsafe fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static MASKS: [Mask; 64] = {
        let mut masks = [Mask { mask: 0, start: 0 }; 64];
        let mut i = 0;
        while i < 64 {
            masks[i] = Mask { mask: BISHOP.masks[i], start: BISHOP.starts[i] };
            i += 1;
        }
        masks
    };
    static TABLE: [Bitboard; BISHOP_ENTRIES] = {
        let mut table = [Bitboard::EMPTY; BISHOP_ENTRIES];
        let mut i = 0;
        while i < 64 {
            fill::bishop(&mut table, i, Index::Gather { mask: BISHOP.masks[i] });
            i += 1;
        }
        table
    };
    let Mask { mask, start } = MASKS[square as usize];
    // SAFETY: the CPU has BMI2, which is this function's own contract (see `# Safety`).
    TABLE[start as usize + unsafe { gather(occupied, mask) }]
}

/// A rook's attacks along one line, at the indices that `gather` returns.
#[derive(Clone, Copy)]
struct RookLine {
    mask: u64,
    attacks: [Bitboard; 64],
}

impl RookLine {
    const fn new(line: &Line) -> Self {
        // The sets of blockers are in the order of their gathered bits.
        Self { mask: line.mask(), attacks: line.attacks }
    }

    /// Returns the attacks on the line.
    ///
    /// # Safety
    ///
    /// The CPU must have BMI2.
    #[inline]
    #[target_feature(enable = "bmi2")]
    unsafe fn attacks(&self, occupied: Bitboard) -> Bitboard {
        // SAFETY: the CPU has BMI2, which is this function's own contract (see `# Safety`).
        let index = unsafe { gather(occupied, self.mask) };
        // A mask has six squares at most, so the remainder changes nothing. It makes a bounds check unnecessary.
        self.attacks[index % 64]
    }
}

/// Returns the squares that a rook attacks, like [`sliders::rook_attacks`](super::rook_attacks).
///
/// # Safety
///
/// The CPU must have BMI2, which [`cpu::Avx2`](crate::cpu::Avx2) proves.
#[inline]
#[target_feature(enable = "bmi2")]
pub unsafe fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static LINES: [[RookLine; 2]; 64] = {
        let mut lines = [[RookLine { mask: 0, attacks: [Bitboard::EMPTY; 64] }; 2]; 64];
        let mut i = 0;
        while i < 64 {
            lines[i] = [RookLine::new(&ROOK.lines[i][0]), RookLine::new(&ROOK.lines[i][1])];
            i += 1;
        }
        lines
    };
    let [file, rank] = &LINES[square as usize];
    // SAFETY: the CPU has BMI2, which is this function's own contract (see `# Safety`).
    unsafe { file.attacks(occupied) | rank.attacks(occupied) }
}

/// Safe versions of the functions, in programs compiled for CPUs with BMI2.
#[cfg(target_feature = "bmi2")]
pub mod default {
    use gardez_types::Square;

    use crate::bitboard::Bitboard;

    /// Returns the squares that a bishop on `square` attacks.
    #[inline]
    pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: this module is compiled only when BMI2 is enabled for the whole program.
        unsafe { super::bishop_attacks(square, occupied) }
    }

    /// Returns the squares that a rook on `square` attacks.
    #[inline]
    pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: this module is compiled only when BMI2 is enabled for the whole program.
        unsafe { super::rook_attacks(square, occupied) }
    }
}
