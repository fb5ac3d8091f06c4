//! The same code for CPUs with AVX2: a sum of four lanes is one register.
// A function for a CPU is unsafe to call. Boards of packed positions are made in 0.9 of the time.
#![allow(unsafe_code)]
// Since Rust 1.87, they are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::x86_64::{
    _mm_and_si128, _mm_loadu_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_srli_epi16, _mm_unpackhi_epi8,
    _mm_unpacklo_epi8, _mm256_broadcastsi128_si256, _mm256_movemask_epi8, _mm256_set_m128i, _mm256_shuffle_epi8,
    _mm256_slli_epi16, _pdep_u64,
};

use gardez_bitboard::Bitboard;
use gardez_bitboard::cpu::{Avx2, Bmi2};
use gardez_types::{Color, Piece};
use gardez_zobrist as zobrist;

use super::{LANES, MASKS, PieceSetup};

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

/// The sets come from the bits of all codes together, so that the loop over the pieces only adds keys.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn gathered_here(
    setup: &mut PieceSetup,
    mut occupied: Bitboard,
    codes: u128,
    pieces: &[Option<Piece>; 16],
    marked: u16,
    perspective: Color,
) -> Bitboard {
    let lists: [u64; 2] = [codes as u64, (codes >> 64) as u64];
    let numbers = pieces.map(|piece| piece.map_or(0, |piece| piece as u8));
    let marks: [u8; 16] = core::array::from_fn(|code| ((marked >> code & 1) as u8) << 7);
    // SAFETY: the CPU has the features; the loads read 16 bytes.
    let [planes @ .., found] = unsafe {
        let list = _mm_set_epi64x(lists[1] as i64, lists[0] as i64);
        let (low, high) = (_mm_set1_epi8(15), _mm_srli_epi16::<4>(list));
        let (low, high) = (_mm_and_si128(list, low), _mm_and_si128(high, low));
        // A byte for each piece: its code, and then its number or its mark.
        let codes = _mm256_set_m128i(_mm_unpackhi_epi8(low, high), _mm_unpacklo_epi8(low, high));
        let look_up = |table: &[u8; 16]| {
            let table = _mm_loadu_si128(table.as_ptr().cast());
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), codes)
        };
        let numbers = look_up(&numbers);
        // The bit 7 of each byte becomes a bit of the set.
        [
            _mm256_slli_epi16::<7>(numbers),
            _mm256_slli_epi16::<6>(numbers),
            _mm256_slli_epi16::<5>(numbers),
            _mm256_slli_epi16::<4>(numbers),
            look_up(&marks),
        ]
        .map(|bits| {
            let set = _pdep_u64(_mm256_movemask_epi8(bits) as u32 as u64, occupied.bits());
            Bitboard::from_bits(set).relative_to(perspective).bits()
        })
    };
    let mut keys = [0; LANES / 2];
    for mut codes in lists {
        for _ in 0..16 {
            let Some(square) = occupied.pop_lsb() else { break };
            let (square, piece) = (square.relative_to(perspective), pieces[codes as usize & 15]);
            codes >>= 4;
            let (number, key) = (piece.map_or(0, |piece| piece as usize) & 15, zobrist::occupant(piece, square));
            for (sum, mask) in keys.iter_mut().zip(MASKS[number]) {
                *sum ^= mask & key;
            }
            setup.squares[square as usize] = piece;
        }
    }
    setup.sums.lanes[..LANES / 2].copy_from_slice(&keys);
    setup.sums.lanes[LANES / 2..].copy_from_slice(&planes);
    let (by_type, by_color) = setup.sets();
    setup.sums.counts = by_color.map(|color| {
        let counts = by_type.iter().enumerate();
        counts.map(|(piece, &set)| u64::from((set & color).len()) << (8 * piece)).sum()
    });
    Bitboard::from_bits(found)
}

/// Returns the pieces on these squares, as [`PieceSetup::gather_squares`] does.
#[inline]
pub(super) fn from_squares(_: Avx2, squares: &[Option<Piece>; 64]) -> PieceSetup {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { squares_compiled_here(squares) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn squares_compiled_here(squares: &[Option<Piece>; 64]) -> PieceSetup {
    PieceSetup::gather_squares(squares)
}
