//! Boards after moves, four sets at a time.

// Four numbers are read and written at once through pointers. Writing a number alone makes counting 27 % slower,
// because the next copy of the board waits for it.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use crate::board::{ALL, Board, KING, RANK_1, RANK_8, SPECIAL};

/// The sets that change when a piece of a type moves.
static CHANGED: [[u64; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut i = 0;
    while i < 8 {
        table[i][i] = !0;
        table[i][ALL] = !0;
        i += 1;
    }
    table
};
/// The bits of the other side's sets that remain; the en passant right ends.
static KEPT: [u64; 8] = [!0, !0, !0, !0, !0, !0, !0, RANK_8];

stamp!(bmi2, {
    /// Returns the board after an ordinary move (not a promotion) and the change of turn.
    #[inline]
    pub(crate) fn after_piece(board: &Board, piece_type: usize, from: u64, to: u64, double: u64) -> Board {
        let kept = if piece_type == KING { 0 } else { RANK_1 & !from };
        let special = board.us[SPECIAL] & kept | double;
        let (moved, taken) = (_mm256_set1_epi64x((from | to) as i64), _mm256_set1_epi64x(to as i64));
        // Every number is written once, in a vector, so copying the board does not wait for partial stores.
        let changed = &CHANGED[piece_type % 8];
        let us = [us_after(board, moved, changed, 0), us_after(board, moved, changed, 1)];
        let them = [them_after(board, taken, 0), them_after(board, taken, 1)];
        let high = _mm256_blend_epi32::<0b1100_0000>(us[1], _mm256_set1_epi64x(special as i64));
        let mut after = Board { us: [0; 8], them: [0; 8] };
        store(&mut after.us, 0, flip_vertical(them[0]));
        store(&mut after.us, 1, flip_vertical(them[1]));
        store(&mut after.them, 0, flip_vertical(us[0]));
        store(&mut after.them, 1, flip_vertical(high));
        after
    }

    #[inline]
    fn us_after(board: &Board, moved: __m256i, changed: &[u64; 8], half: usize) -> __m256i {
        _mm256_xor_si256(load(&board.us, half), _mm256_and_si256(moved, load(changed, half)))
    }

    #[inline]
    fn them_after(board: &Board, taken: __m256i, half: usize) -> __m256i {
        _mm256_and_si256(_mm256_andnot_si256(taken, load(&board.them, half)), load(&KEPT, half))
    }

    /// Returns the sets with their ranks in the opposite order.
    #[inline]
    fn flip_vertical(sets: __m256i) -> __m256i {
        let order = _mm256_set_epi64x(
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
        );
        _mm256_shuffle_epi8(sets, order)
    }

    #[inline]
    fn load(numbers: &[u64; 8], half: usize) -> __m256i {
        let half: &[u64; 4] = &numbers.as_chunks().0[half];
        // SAFETY: the reference covers the 32 bytes that are read, and the load does not need alignment.
        unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
    }

    #[inline]
    fn store(numbers: &mut [u64; 8], half: usize, vector: __m256i) {
        let half: &mut [u64; 4] = &mut numbers.as_chunks_mut().0[half];
        // SAFETY: the reference covers the 32 bytes that are written, and the store does not need alignment.
        unsafe { _mm256_storeu_si256(half.as_mut_ptr().cast(), vector) }
    }
});
