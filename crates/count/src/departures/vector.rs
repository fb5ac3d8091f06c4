//! The change in the number of replies by the squares that our moves leave, in all directions at once.

use core::arch::x86_64::*;

use crate::base::Theirs;
use crate::board::{ALL, Bits, Board, KNIGHT, QUEEN, RANK_1, RANK_6, bit, up_left, up_right};
use crate::lines::Lines;
use crate::mine::Mine;
use crate::tables;

/// For each kind of pawn move that changes when a piece leaves a square: the targets for which it does not.
static EXCEPT: [[u64; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 {
        let left = bit(i);
        let (from_left, from_right, before) = (up_right(left), up_left(left), left << 8);
        table[i] =
            [from_left, from_right, before, before | left >> 8, before | left << 16, from_left, from_right, before];
        i += 1;
    }
    table
};
/// The weight of each kind of pawn move. Captures are lost. On the last rank, each move counts as four.
const WEIGHTS: [i64; 8] = [-1, -1, 1, 1, 1, -3, -3, 3];

/// The sums over our pieces.
struct Sums {
    sliders: __m512i,
    pawns: __m512i,
    twice: i64,
}

stamp!(avx512, {
    use crate::reach::level::{Reach, along};
    use crate::sums::level::load;

    /// Returns the effect of leaving: our piece opens lines, can no longer be captured, and makes room for pawns.
    #[inline]
    pub(crate) fn departures(board: &Board, _lines: &Lines, theirs: &Theirs<Reach>, mine: &Mine) -> i64 {
        let empty = !(board.us[ALL] | board.them[ALL]);
        let Theirs { left, right, front, landing, .. } = *theirs;
        let double = front & RANK_6 & empty << 8;
        let pawns = load(&[left, right, front, double, landing, left & RANK_1, right & RANK_1, front & RANK_1]);
        let concerned = board.us[ALL] & (theirs.reach.union | left | right | front | landing);
        let zero = _mm512_setzero_si512();
        let mut sums = Sums { sliders: zero, pawns: zero, twice: 0 };
        for from in Bits(concerned) {
            let targets = mine.targets_of(KNIGHT, from) | mine.targets_of_pawn(from);
            leave(board, theirs, pawns, from, targets, &mut sums);
            if mine.becomes() & bit(from) != 0 {
                for piece_type in KNIGHT + 1..=QUEEN {
                    leave(board, theirs, pawns, from, mine.targets_of(piece_type, from), &mut sums);
                }
            }
        }
        let pawns = _mm512_mullo_epi64(sums.pawns, load(&WEIGHTS.map(|weight| weight as u64)));
        _mm512_reduce_add_epi64(_mm512_add_epi64(sums.sliders, pawns)) - sums.twice
    }

    /// Adds the effect of one piece.
    #[inline]
    fn leave(board: &Board, theirs: &Theirs<Reach>, pawns: __m512i, from: usize, targets: u64, sums: &mut Sums) {
        let left = _mm512_set1_epi64(bit(from) as i64);
        let to = _mm512_set1_epi64(targets as i64);
        let them = _mm512_set1_epi64(board.them[ALL] as i64);
        let held = _mm512_test_epi64_mask(pawns, left);
        let moves = _mm512_popcnt_epi64(_mm512_andnot_si512(load(&EXCEPT[from % 64]), to));
        sums.pawns = _mm512_mask_add_epi64(sums.pawns, held, sums.pawns, moves);

        // The opened lines are those of a queen on the square, in the directions in which sliders attack the square.
        let (hit, seen) = along(board, &theirs.reach, from);
        let gain = _mm512_andnot_si512(them, seen);
        // A piece that moves toward the slider opens nothing.
        let towards = _mm512_alignr_epi64::<4>(seen, seen);
        let moves = _mm512_popcnt_epi64(_mm512_andnot_si512(towards, to));
        let gained = _mm512_mul_epu32(moves, _mm512_popcnt_epi64(gain));
        let met = _mm512_and_si512(to, seen);
        let protected = _mm512_popcnt_epi64(_mm512_and_si512(met, them));
        sums.sliders = _mm512_mask_add_epi64(sums.sliders, hit, sums.sliders, _mm512_add_epi64(gained, protected));
        // A piece that moves on along the line closes it again.
        let follows = _mm512_mask_test_epi64_mask(hit, met, gain);
        if follows != 0 {
            let gain = _mm512_reduce_or_epi64(_mm512_maskz_mov_epi64(follows, gain)) as u64;
            for to in Bits(targets & gain) {
                sums.twice += i64::from((gain & tables::BEYOND[from][to]).count_ones());
            }
        }
    }
});
