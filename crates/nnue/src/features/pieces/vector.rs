//! The inputs of all pieces by AVX-512: the occupied squares and the pieces on them are packed together, and 32 indices
//! are computed at once.
// Intrinsics are unsafe to call and to give a place in memory.
#![allow(unsafe_code)]
#![allow(clippy::incompatible_msrv)] // an older compiler does not know these features and compiles `lookups`

use core::arch::x86_64::{
    _mm_loadu_si128, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm512_add_epi32, _mm512_broadcast_i32x4,
    _mm512_castsi512_si256, _mm512_cvtepu8_epi32, _mm512_extracti64x4_epi64, _mm512_loadu_si512,
    _mm512_maskz_compress_epi8, _mm512_set1_epi8, _mm512_set1_epi32, _mm512_shuffle_epi8, _mm512_slli_epi32,
    _mm512_storeu_si512, _mm512_xor_si512,
};

use gardez_bitboard::Bitboard;
use gardez_types::{Piece, Square};

use super::Numbering;
use crate::features::list::IndexList;

static SQUARES: [Square; 64] = Square::ALL;

/// Replaces the list by the inputs of the pieces on these squares, all of which have a plane.
#[inline]
pub(super) fn write(numbering: &Numbering, squares: &[Option<Piece>; 64], set: Bitboard, list: &mut IndexList) {
    list.rewrite(|writer| {
        // SAFETY: the CPU has the features, because all code is compiled for them. 64 squares and 64 pieces of one byte
        // each and 16 planes are read.
        let (squares, planes) = unsafe {
            let pieces = _mm512_maskz_compress_epi8(set.bits(), _mm512_loadu_si512(squares.as_ptr().cast()));
            let planes = _mm512_broadcast_i32x4(_mm_loadu_si128(numbering.planes.as_ptr().cast()));
            let squares = _mm512_maskz_compress_epi8(set.bits(), _mm512_loadu_si512(SQUARES.as_ptr().cast()));
            (_mm512_xor_si512(squares, _mm512_set1_epi8(numbering.flip as i8)), _mm512_shuffle_epi8(planes, pieces))
        };
        // SAFETY: as above; each of the two stores writes 16 numbers of 32 bits, and there is room for 32.
        let store = |room: &mut [u32; 32], squares, planes| unsafe {
            let base = _mm512_set1_epi32(numbering.base as i32);
            let (parts, planes) = (
                [_mm256_castsi256_si128(squares), _mm256_extracti128_si256::<1>(squares)],
                [_mm256_castsi256_si128(planes), _mm256_extracti128_si256::<1>(planes)],
            );
            for half in 0..2 {
                let offsets = _mm512_slli_epi32::<6>(_mm512_cvtepu8_epi32(planes[half]));
                let squares = _mm512_add_epi32(base, _mm512_cvtepu8_epi32(parts[half]));
                _mm512_storeu_si512(room[16 * half..].as_mut_ptr().cast(), _mm512_add_epi32(squares, offsets));
            }
        };
        let count = set.len() as usize;
        store(writer.room(), unsafe { _mm512_castsi512_si256(squares) }, unsafe { _mm512_castsi512_si256(planes) });
        writer.grow(count.min(32));
        if count > 32 {
            // SAFETY: the CPU has the features, as above.
            let (squares, planes) =
                unsafe { (_mm512_extracti64x4_epi64::<1>(squares), _mm512_extracti64x4_epi64::<1>(planes)) };
            store(writer.room(), squares, planes);
            writer.grow(count - 32);
        }
    });
}
