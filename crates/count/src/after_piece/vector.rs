//! Boards after moves, a side at a time.

use core::arch::x86_64::*;

use crate::board::{ALL, Board, KING, RANK_1, RANK_8, SPECIAL};

stamp!(avx512, {
    use crate::sums::level::{load, store};

    /// Returns the board after an ordinary move (not a promotion) and the change of turn.
    #[inline]
    pub(crate) fn after_piece(board: &Board, piece_type: usize, from: u64, to: u64, double: u64) -> Board {
        let moved = _mm512_maskz_set1_epi64(1 << ALL | (1 << (piece_type & 7)) as u8, (from | to) as i64);
        let kept = if piece_type == KING { 0 } else { RANK_1 & !from };
        let special = board.us[SPECIAL] & kept | double;
        let us = _mm512_mask_set1_epi64(_mm512_xor_si512(load(&board.us), moved), 1 << SPECIAL, special as i64);
        let them = _mm512_andnot_si512(_mm512_set1_epi64(to as i64), load(&board.them));
        let them = _mm512_mask_and_epi64(them, 1 << SPECIAL, them, _mm512_set1_epi64(RANK_8 as i64));
        let flip = _mm512_set_epi64(
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
        );
        let mut after = Board { us: [0; 8], them: [0; 8] };
        store(&mut after.us, _mm512_shuffle_epi8(them, flip));
        store(&mut after.them, _mm512_shuffle_epi8(us, flip));
        after
    }
});
