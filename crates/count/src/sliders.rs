//! The attacks of sliders, by multiplication.

#[cfg(target_arch = "x86_64")]
mod pext;

use gardez_bitboard::{Bitboard, sliders::magic};

#[cfg(target_arch = "x86_64")]
pub(crate) use pext::avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) use pext::bmi2;

use crate::tables;

stamp!(baseline, {
    #[inline(always)]
    pub(crate) fn rook(square: usize, occupied: u64) -> u64 {
        magic::rook_attacks(tables::square(square), Bitboard::from_bits(occupied)).bits()
    }

    #[inline(always)]
    pub(crate) fn bishop(square: usize, occupied: u64) -> u64 {
        magic::bishop_attacks(tables::square(square), Bitboard::from_bits(occupied)).bits()
    }
});
