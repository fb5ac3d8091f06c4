//! The inputs of all pieces by AVX2: the pieces of a rank and their squares are moved together by a shuffle, and the eight
//! indices are computed at once, for one perspective or for both.
// Intrinsics are unsafe to call and to give a place in memory.
#![allow(unsafe_code)]
// Since Rust 1.87, most are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::x86_64::{
    __m128i, _mm_cvtsi64_si128, _mm_loadl_epi64, _mm_loadu_si128, _mm_maddubs_epi16, _mm_set1_epi8, _mm_set1_epi16,
    _mm_shuffle_epi8, _mm_unpacklo_epi8, _mm_xor_si128, _mm256_add_epi32, _mm256_cvtepu16_epi32, _mm256_set1_epi32,
    _mm256_storeu_si256,
};

use gardez_bitboard::Bitboard;
use gardez_bitboard::cpu::Avx2;
use gardez_types::Piece;

use super::Numbering;
use crate::features::list::IndexList;

/// For each set of squares of a rank, their files from the a-file up, a byte for each.
static FILES: [u64; 256] = {
    let mut files = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut file, mut count) = (0, 0);
        while file < 8 {
            if set >> file & 1 == 1 {
                files[set] |= file << (8 * count);
                count += 1;
            }
            file += 1;
        }
        set += 1;
    }
    files
};

/// Replaces the list by the inputs of the pieces on these squares, all of which have a plane.
#[inline]
pub(super) fn write(
    _: Avx2,
    numbering: &Numbering,
    squares: &[Option<Piece>; 64],
    set: Bitboard,
    list: &mut IndexList,
) {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { write_all([numbering], squares, set, [list]) };
}

#[inline]
pub(super) fn write_both(
    _: Avx2,
    numberings: [&Numbering; 2],
    squares: &[Option<Piece>; 64],
    set: Bitboard,
    lists: &mut [IndexList; 2],
) {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { write_all(numberings, squares, set, lists.each_mut()) };
}

/// Replaces these lists by the inputs of these numberings.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn write_all<const N: usize>(
    numberings: [&Numbering; N],
    squares: &[Option<Piece>; 64],
    set: Bitboard,
    lists: [&mut IndexList; N],
) {
    let (rooms, mut count) = (lists.map(|list| list.resize(set.len() as usize)), 0);
    // SAFETY: the CPU has AVX2, because this function is compiled for it. 16 planes of one byte each are read.
    let (planes, flips, bases) = unsafe {
        (
            numberings.map(|numbering| _mm_loadu_si128(numbering.planes.as_ptr().cast())),
            numberings.map(|numbering| _mm_set1_epi8(numbering.flip as i8)),
            numberings.map(|numbering| _mm256_set1_epi32(numbering.base as i32)),
        )
    };
    for (rank, row) in squares.chunks_exact(8).enumerate() {
        let here = set.bits() >> (8 * rank) & 255;
        let files = FILES[here as usize];
        // SAFETY: as above; the eight pieces of the rank are read, of one byte each.
        let (pieces, places): (__m128i, __m128i) = unsafe {
            let pieces = _mm_shuffle_epi8(_mm_loadl_epi64(row.as_ptr().cast()), _mm_cvtsi64_si128(files as i64));
            // Files are below 8, so no byte carries into the next one.
            (pieces, _mm_cvtsi64_si128((files + 0x0808_0808_0808_0808 * rank as u64) as i64))
        };
        for n in 0..N {
            let room: &mut [u32; 8] = rooms[n][count..].first_chunk_mut().expect("room for all squares and a rank");
            // SAFETY: as above; eight numbers of 32 bits are stored, and there is room for them.
            unsafe {
                let pairs = _mm_unpacklo_epi8(_mm_shuffle_epi8(planes[n], pieces), _mm_xor_si128(places, flips[n]));
                // 64 times the plane, which is below 64, and once the square.
                let offsets = _mm_maddubs_epi16(pairs, _mm_set1_epi16(0x0140));
                let indices = _mm256_add_epi32(bases[n], _mm256_cvtepu16_epi32(offsets));
                _mm256_storeu_si256(room.as_mut_ptr().cast(), indices);
            }
        }
        count += here.count_ones() as usize;
    }
}
