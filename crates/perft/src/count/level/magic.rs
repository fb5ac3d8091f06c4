//! The attacks of sliders, by multiplication.

use gardez_bitboard::{Bitboard, sliders::magic};
use gardez_types::Square;

#[inline(always)]
pub(super) fn rook(square: usize, occupied: u64) -> u64 {
    let square = Square::from_index(square as u8 & 63).unwrap_or(Square::A1);
    magic::rook_attacks(square, Bitboard::from_bits(occupied)).bits()
}

#[inline(always)]
pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
    let square = Square::from_index(square as u8 & 63).unwrap_or(Square::A1);
    magic::bishop_attacks(square, Bitboard::from_bits(occupied)).bits()
}
