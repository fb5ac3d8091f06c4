//! Sliders by the `pext` instruction of x86-64 CPUs with BMI2: the blockers, gathered, are the place in the table.

// `pext` is an instruction that not every x86-64 CPU has; what it gains is in `docs/benchmarks.md`.
#![allow(unsafe_code)]
// From Rust 1.87 on the instruction is safe to call where the CPU is known to have it; 1.85 asks for the block.
#![allow(unused_unsafe)]

use gardez_types::Square;

use super::fill::{self, BISHOP, BISHOP_PLACES, Index, ROOK, ROOK_PLACES, Slider};
use crate::Bitboard;

/// What is needed to find a place in the table.
#[derive(Clone, Copy)]
struct Mask {
    mask: u64,
    start: u32,
}

const fn masks(slider: &Slider) -> [Mask; 64] {
    let mut masks = [Mask { mask: 0, start: 0 }; 64];
    let mut i = 0;
    while i < 64 {
        masks[i] = Mask { mask: slider.masks[i], start: slider.starts[i] };
        i += 1;
    }
    masks
}

impl Mask {
    /// # Safety
    ///
    /// The CPU must have BMI2.
    #[inline]
    #[target_feature(enable = "bmi2")]
    unsafe fn place(self, occupied: Bitboard) -> usize {
        // SAFETY: the caller has shown that the CPU has BMI2 (see above).
        let gathered = unsafe { core::arch::x86_64::_pext_u64(occupied.0, self.mask) };
        self.start as usize + gathered as usize
    }
}

/// The squares a bishop on `square` attacks.
///
/// # Safety
///
/// The CPU must have BMI2: ask `is_x86_feature_detected!("bmi2")`, or compile for a CPU that has it.
#[inline]
#[target_feature(enable = "bmi2")]
pub unsafe fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static MASKS: [Mask; 64] = masks(BISHOP);
    static TABLE: [Bitboard; BISHOP_PLACES] = fill::fill(BISHOP, Index::Gather);
    // SAFETY: the caller has shown that the CPU has BMI2 (see above).
    TABLE[unsafe { MASKS[square as usize].place(occupied) }]
}

/// The squares a rook on `square` attacks.
///
/// # Safety
///
/// The CPU must have BMI2: ask `is_x86_feature_detected!("bmi2")`, or compile for a CPU that has it.
#[inline]
#[target_feature(enable = "bmi2")]
pub unsafe fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    static MASKS: [Mask; 64] = masks(ROOK);
    static TABLE: [Bitboard; ROOK_PLACES] = fill::fill(ROOK, Index::Gather);
    // SAFETY: the caller has shown that the CPU has BMI2 (see above).
    TABLE[unsafe { MASKS[square as usize].place(occupied) }]
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
