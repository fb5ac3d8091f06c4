//! The attacks of sliders, by multiplication.

use gardez_bitboard::{Bitboard, sliders::magic};

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
