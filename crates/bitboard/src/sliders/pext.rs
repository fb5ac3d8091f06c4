//! Sliders by the `pext` instruction of x86-64 CPUs with BMI2: the blockers, gathered, are the place in a table.

// `pext` is an instruction that not every x86-64 CPU has; what it gains is in `docs/benchmarks.md`.
#![allow(unsafe_code)]
// From Rust 1.87 on the instruction is safe to call where the CPU is known to have it; 1.85 asks for the block.
#![allow(unused_unsafe)]

use gardez_types::Square;

use super::fill::{self, BISHOP, BISHOP_PLACES, Index, Line, ROOK};
use crate::Bitboard;

/// Moves the bits of `occupied` under `mask` together at the low end.
///
/// # Safety
///
/// The CPU must have BMI2.
#[inline]
#[target_feature(enable = "bmi2")]
unsafe fn gather(occupied: Bitboard, mask: u64) -> usize {
    // SAFETY: the caller has shown that the CPU has BMI2 (see above).
    unsafe { core::arch::x86_64::_pext_u64(occupied.0, mask) as usize }
}

/// What is needed to find a bishop's place in the table.
#[derive(Clone, Copy)]
struct Mask {
    mask: u64,
    start: u32,
}

/// The squares a bishop on `square` attacks.
///
/// # Safety
///
/// The CPU must have BMI2: ask `is_x86_feature_detected!("bmi2")`, or compile for a CPU that has it.
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
    static TABLE: [Bitboard; BISHOP_PLACES] = {
        let mut table = [Bitboard::EMPTY; BISHOP_PLACES];
        let mut i = 0;
        while i < 64 {
            fill::bishop(&mut table, i, Index::Gather { mask: BISHOP.masks[i] });
            i += 1;
        }
        table
    };
    let Mask { mask, start } = MASKS[square as usize];
    // SAFETY: the caller has shown that the CPU has BMI2 (see above).
    TABLE[start as usize + unsafe { gather(occupied, mask) }]
}

/// What a rook attacks along one line, in the places that the gathered blockers are.
#[derive(Clone, Copy)]
struct RookLine {
    mask: u64,
    attacks: [Bitboard; 64],
}

impl RookLine {
    const fn of(line: &Line) -> Self {
        // The sets of blockers stand in the order of their gathered bits.
        Self { mask: line.mask(), attacks: line.attacks }
    }

    /// # Safety
    ///
    /// The CPU must have BMI2.
    #[inline]
    #[target_feature(enable = "bmi2")]
    unsafe fn attacks(&self, occupied: Bitboard) -> Bitboard {
        // SAFETY: the caller has shown that the CPU has BMI2 (see above).
        let place = unsafe { gather(occupied, self.mask) };
        // A mask has six squares at most, so that nothing is cut off and no bounds check is left.
        self.attacks[place % 64]
    }
}

/// The squares a rook on `square` attacks.
///
/// # Safety
///
/// The CPU must have BMI2: ask `is_x86_feature_detected!("bmi2")`, or compile for a CPU that has it.
#[inline]
#[target_feature(enable = "bmi2")]
pub unsafe fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static LINES: [[RookLine; 2]; 64] = {
        let mut lines = [[RookLine { mask: 0, attacks: [Bitboard::EMPTY; 64] }; 2]; 64];
        let mut i = 0;
        while i < 64 {
            lines[i] = [RookLine::of(&ROOK.lines[i][0]), RookLine::of(&ROOK.lines[i][1])];
            i += 1;
        }
        lines
    };
    let [file, rank] = &LINES[square as usize];
    // SAFETY: the caller has shown that the CPU has BMI2 (see above).
    unsafe { file.attacks(occupied) | rank.attacks(occupied) }
}

/// The safe form, which exists only where the whole program is compiled for CPUs with BMI2.
#[cfg(target_feature = "bmi2")]
pub mod default {
    use gardez_types::Square;

    use crate::Bitboard;

    /// The squares a bishop on `square` attacks.
    #[inline]
    pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: this module is compiled only when BMI2 is enabled for the whole program.
        unsafe { super::bishop_attacks(square, occupied) }
    }

    /// The squares a rook on `square` attacks.
    #[inline]
    pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: this module is compiled only when BMI2 is enabled for the whole program.
        unsafe { super::rook_attacks(square, occupied) }
    }
}
