//! For CPUs with AVX2, without a loop over the pieces: sets, squares and keys of all pieces of a kind together.
// A function for a CPU is unsafe to call. Boards of packed positions are read in 0.5 to 0.8 of the time.
#![allow(unsafe_code)]
// Since Rust 1.87, they are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::x86_64::{
    __m256i, _mm_and_si128, _mm_loadu_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_srli_epi16, _mm_unpackhi_epi8,
    _mm_unpacklo_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_storeu_si256, _pdep_u64,
};

use gardez_bitboard::Bitboard;
use gardez_bitboard::cpu::{Avx2, Bmi2};
use gardez_types::{Color, Piece};

use super::{PLANES, PieceSetup, number};

/// Puts pieces on an empty board, as [`PieceSetup::gather`] does.
#[inline]
#[allow(clippy::too_many_arguments)]
pub(super) fn gather(
    _: Avx2,
    _: Bmi2,
    setup: &mut PieceSetup,
    occupied: Bitboard,
    codes: u128,
    pieces: &[Option<Piece>; 16],
    marked: u16,
    perspective: Color,
) -> Bitboard {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { gathered_here(setup, occupied, codes, pieces, marked, perspective) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn gathered_here(
    setup: &mut PieceSetup,
    occupied: Bitboard,
    codes: u128,
    pieces: &[Option<Piece>; 16],
    marked: u16,
    perspective: Color,
) -> Bitboard {
    let numbers = pieces.map(number);
    let marks: [u8; 16] = core::array::from_fn(|code| ((marked >> code & 1) as u8) << 7);
    // SAFETY: the CPU has the features; the loads read 16 bytes.
    let [planes @ .., found] = unsafe {
        let list = _mm_set_epi64x((codes >> 64) as i64, codes as i64);
        let (low, high) = (_mm_set1_epi8(15), _mm_srli_epi16::<4>(list));
        let (low, high) = (_mm_and_si128(list, low), _mm_and_si128(high, low));
        // A byte for each piece: its code, and then its number or its mark.
        let codes = _mm256_set_m128i(_mm_unpackhi_epi8(low, high), _mm_unpacklo_epi8(low, high));
        let look_up = |table: &[u8; 16]| {
            let table = _mm_loadu_si128(table.as_ptr().cast());
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), codes)
        };
        let [ones, twos, fours, black] = high_bits(look_up(&numbers));
        // The bit 7 of each byte becomes a bit of the set.
        [ones, twos, fours, black, look_up(&marks)].map(|bits| {
            let set = _pdep_u64(_mm256_movemask_epi8(bits) as u32 as u64, occupied.bits());
            Bitboard::from_bits(set).relative_to(perspective).bits()
        })
    };
    static PIECES: [Option<Piece>; 16] = {
        let (mut pieces, mut i) = ([None; 16], 0);
        while i < Piece::COUNT {
            pieces[Piece::ALL[i] as usize] = Some(Piece::ALL[i]);
            i += 1;
        }
        pieces
    };
    for (half, squares) in setup.squares.chunks_exact_mut(32).enumerate() {
        // SAFETY: the CPU has the features; the load reads the 16 bytes of the table, and the store writes 32 bytes, each of
        // which is one of the table.
        unsafe {
            let bytes = _mm256_setr_epi64x(0, ONES, 2 * ONES, 3 * ONES);
            let places = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let mut numbers = _mm256_setzero_si256();
            for (bit, plane) in planes.iter().enumerate() {
                // All bits of the byte of a square that is in the set.
                let set = _mm256_shuffle_epi8(_mm256_set1_epi32((plane >> (32 * half)) as i32), bytes);
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(set, places), places);
                numbers = _mm256_or_si256(numbers, _mm256_and_si256(set, _mm256_set1_epi8(1 << bit)));
            }
            let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(PIECES.as_ptr().cast()));
            _mm256_storeu_si256(squares.as_mut_ptr().cast(), _mm256_shuffle_epi8(table, numbers));
        }
    }
    setup.sums.set(planes);
    Bitboard::from_bits(found)
}

const ONES: i64 = 0x0101_0101_0101_0101;

/// Moves each of the lowest four bits of all bytes to the highest bit.
#[target_feature(enable = "avx2")]
unsafe fn high_bits(numbers: __m256i) -> [__m256i; PLANES] {
    // SAFETY: the CPU has the feature.
    unsafe {
        [
            _mm256_slli_epi16::<7>(numbers),
            _mm256_slli_epi16::<6>(numbers),
            _mm256_slli_epi16::<5>(numbers),
            _mm256_slli_epi16::<4>(numbers),
        ]
    }
}

/// Returns the pieces on these squares, as [`PieceSetup::gather_squares`] does.
#[inline]
pub(super) fn from_squares(_: Avx2, squares: &[Option<Piece>; 64]) -> PieceSetup {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { squares_compiled_here(squares) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn squares_compiled_here(squares: &[Option<Piece>; 64]) -> PieceSetup {
    let (numbers, mut planes) = (squares.map(number), [0; PLANES]);
    for (half, numbers) in numbers.chunks_exact(32).enumerate() {
        // SAFETY: the CPU has the features; the load reads 32 bytes.
        let sets =
            unsafe { high_bits(_mm256_loadu_si256(numbers.as_ptr().cast())).map(|bits| _mm256_movemask_epi8(bits)) };
        planes.iter_mut().zip(sets).for_each(|(plane, set)| *plane |= u64::from(set as u32) << (32 * half));
    }
    let mut setup = PieceSetup { squares: *squares, ..PieceSetup::EMPTY };
    setup.sums.set(planes);
    setup
}
