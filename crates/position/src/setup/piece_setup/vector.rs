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
use gardez_types::{Color, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use super::{LANES, PieceSetup};
use crate::state::Group;

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
    setup.add_up(planes);
    Bitboard::from_bits(found)
}

const ONES: i64 = 0x0101_0101_0101_0101;

#[inline(always)]
fn number(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| piece as u8)
}

/// Moves each of the lowest four bits of all bytes to the highest bit.
#[target_feature(enable = "avx2")]
unsafe fn high_bits(numbers: __m256i) -> [__m256i; LANES / 2] {
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
    let (numbers, mut planes) = (squares.map(number), [0; LANES / 2]);
    for (half, numbers) in numbers.chunks_exact(32).enumerate() {
        // SAFETY: the CPU has the features; the load reads 32 bytes.
        let sets =
            unsafe { high_bits(_mm256_loadu_si256(numbers.as_ptr().cast())).map(|bits| _mm256_movemask_epi8(bits)) };
        planes.iter_mut().zip(sets).for_each(|(plane, set)| *plane |= u64::from(set as u32) << (32 * half));
    }
    let mut setup = PieceSetup { squares: *squares, ..PieceSetup::EMPTY };
    setup.add_up(planes);
    setup
}

impl PieceSetup {
    /// Adds the sets, the keys and the numbers of pieces of empty sums: the squares of the pieces whose number has each bit.
    #[inline(always)]
    fn add_up(&mut self, planes: [u64; LANES / 2]) {
        self.sums.lanes[LANES / 2..].copy_from_slice(&planes);
        self.add_up_side(Color::White);
        self.add_up_side(Color::Black);
    }

    #[inline(always)]
    fn add_up_side(&mut self, color: Color) {
        let (by_type, by_color) = self.sets();
        let mut add = |piece_type, key: fn(&[u64; 65], Bitboard) -> u64| {
            let set = by_type[piece_type as usize] & by_color[color as usize];
            self.sums.counts[color as usize] |= u64::from(set.len()) << (8 * piece_type as u32);
            key(&KEYS[Piece::new(color, piece_type) as usize], set)
        };
        // Without a branch, so many pieces are added: as many as most sides have.
        let pawns = add(PieceType::Pawn, key::<8>);
        let minor = add(PieceType::Knight, key::<2>) ^ add(PieceType::Bishop, key::<2>);
        let major = add(PieceType::Rook, key::<2>) ^ add(PieceType::Queen, key::<1>) ^ add(PieceType::King, key::<1>);
        self.sums.lanes[Group::PAWNS] ^= pawns;
        self.sums.lanes[Group::MINOR_PIECES] ^= minor;
        self.sums.lanes[Group::NON_PAWNS[color as usize]] = minor ^ major;
    }
}

/// The keys of each piece on all squares, and 0 for the square after the last one.
static KEYS: [[u64; 65]; 16] = {
    let (mut keys, mut i) = ([[0; 65]; 16], 0);
    while i < 64 * Piece::COUNT {
        let (piece, square) = (Piece::ALL[i / 64], Square::ALL[i % 64]);
        keys[piece as usize][square as usize] = zobrist::piece(piece, square);
        i += 1;
    }
    keys
};

/// Returns the keys of all these squares together.
#[inline(always)]
fn key<const USUAL: usize>(keys: &[u64; 65], squares: Bitboard) -> u64 {
    let (mut rest, mut key) = (squares.bits(), 0);
    for _ in 0..USUAL {
        key ^= keys[rest.trailing_zeros() as usize];
        rest &= rest.wrapping_sub(1);
    }
    Bitboard::from_bits(rest).into_iter().fold(key, |key, square| key ^ keys[square as usize])
}
