//! What sliders attack, by gathering bits.

// The look-ups are unsafe to call for who does not know the CPU; here every function is compiled for one with BMI2.
#![allow(unsafe_code)]

use gardez_bitboard::{Bitboard, sliders::pext};
use gardez_types::Square;

stamp! {
    #[inline]
    pub(super) fn rook(square: usize, occupied: u64) -> u64 {
        let square = Square::from_index(square as u8 & 63).unwrap_or(Square::A1);
        // SAFETY: this function is compiled for, and so called on, CPUs with BMI2 only.
        unsafe { pext::rook_attacks(square, Bitboard::from_bits(occupied)).bits() }
    }

    #[inline]
    pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
        let square = Square::from_index(square as u8 & 63).unwrap_or(Square::A1);
        // SAFETY: this function is compiled for, and so called on, CPUs with BMI2 only.
        unsafe { pext::bishop_attacks(square, Bitboard::from_bits(occupied)).bits() }
    }
}
