//! The attacks of one piece by AVX-512: all targets at once, so that their number is not a branch.
// Intrinsics are unsafe to call and to give a place in memory.
#![allow(unsafe_code)]
#![allow(clippy::incompatible_msrv)] // an older compiler does not know these features and compiles `lookups`

use core::arch::x86_64::{
    _mm256_storeu_si256, _mm512_add_epi32, _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_cvtepu8_epi32,
    _mm512_loadu_si512, _mm512_maskz_compress_epi8, _mm512_permutexvar_epi8, _mm512_permutexvar_epi32,
    _mm512_set1_epi8, _mm512_set1_epi32, _mm512_xor_si512,
};

use gardez_bitboard::Bitboard;
use gardez_types::{Piece, Square};

use super::Attacker;
use crate::features::list::Writer;

static SQUARES: [Square; 64] = Square::ALL;

/// Writes the attacks of a piece on these pieces. A piece attacks at most eight others.
#[inline]
pub(super) fn write(
    attacker: &Attacker<'_>,
    squares: &[Option<Piece>; 64],
    attacked: Bitboard,
    writer: &mut Writer<'_>,
) {
    let room: &mut [u32; 8] = writer.room();
    // SAFETY: the CPU has the features, because all code is compiled for them. 64 squares, 64 pieces and 64 numbers of one
    // byte each and 16 numbers of 32 bits are read, and 8 numbers of 32 bits are written.
    unsafe {
        let pieces = _mm512_loadu_si512(squares.as_ptr().cast());
        let targets_below = _mm512_loadu_si512(attacker.targets_below.as_ptr().cast());
        let firsts = _mm512_loadu_si512(attacker.firsts.as_ptr().cast());
        let to = _mm512_maskz_compress_epi8(attacked.bits(), _mm512_loadu_si512(SQUARES.as_ptr().cast()));
        let seen = _mm512_xor_si512(to, _mm512_set1_epi8(attacker.flip as i8));
        let wide = |bytes| _mm512_cvtepu8_epi32(_mm512_castsi512_si128(bytes));
        let first = _mm512_permutexvar_epi32(wide(_mm512_permutexvar_epi8(to, pieces)), firsts);
        let targets = wide(_mm512_permutexvar_epi8(seen, targets_below));
        let below = _mm512_add_epi32(_mm512_set1_epi32(attacker.below as i32), targets);
        let indices = _mm512_castsi512_si256(_mm512_add_epi32(first, below));
        _mm256_storeu_si256(room.as_mut_ptr().cast(), indices);
    }
    writer.grow(attacked.len() as usize);
}
