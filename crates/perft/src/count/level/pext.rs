//! The attacks of sliders, by gathering bits.

// The look-ups are unsafe to call on an unknown CPU. Here every function is compiled for CPUs with BMI2.
#![allow(unsafe_code)]

use gardez_bitboard::{Bitboard, sliders::pext};
use gardez_types::Square;

stamp! {
    #[inline]
    pub(super) fn rook(square: usize, occupied: u64) -> u64 {
        let square = Square::from_index(square as u8 & 63).unwrap_or(Square::A1);
        // SAFETY: this function is compiled for CPUs with BMI2, and `Counter` calls its level only on those.
        unsafe { pext::rook_attacks(square, Bitboard::from_bits(occupied)).bits() }
    }

    #[inline]
    pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
        let square = Square::from_index(square as u8 & 63).unwrap_or(Square::A1);
        // SAFETY: this function is compiled for CPUs with BMI2, and `Counter` calls its level only on those.
        unsafe { pext::bishop_attacks(square, Bitboard::from_bits(occupied)).bits() }
    }
}
