//! The attacks of sliders, by gathering bits.

// The look-ups are unsafe to call on an unknown CPU. Here every function is compiled for CPUs with BMI2.
#![allow(unsafe_code)]

use gardez_bitboard::{Bitboard, sliders::pext};

use crate::tables;

stamp!(bmi2, avx512, {
    #[inline]
    pub(crate) fn rook(square: usize, occupied: u64) -> u64 {
        // SAFETY: this function is compiled for CPUs with BMI2, and `Counter` calls its level only on those.
        unsafe { pext::rook_attacks(tables::square(square), Bitboard::from_bits(occupied)).bits() }
    }

    #[inline]
    pub(crate) fn bishop(square: usize, occupied: u64) -> u64 {
        // SAFETY: this function is compiled for CPUs with BMI2, and `Counter` calls its level only on those.
        unsafe { pext::bishop_attacks(tables::square(square), Bitboard::from_bits(occupied)).bits() }
    }
});
