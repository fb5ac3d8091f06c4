//! Sums over sets of targets, eight sets at a time.

// Eight numbers are read into a register through a pointer. The level gains a quarter of its speed here.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use crate::board::KING;
use crate::mine::Mine;
use crate::tables;

/// The squares from which each type attacks a square.
pub(crate) type Attacks = __m512i;

/// A sum over our moves.
pub(crate) struct Tally {
    sets: [__m512i; 4],
    types: [__m512i; 4],
    sum: __m512i,
    len: usize,
}

/// The squares from which pawns, knights and kings attack each square, in the lanes of their types.
static LEAPS: [[u64; 8]; 64] = {
    let mut leaps = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 {
        leaps[i][0] = tables::PAWN[i];
        leaps[i][1] = tables::KNIGHT[i];
        leaps[i][KING] = tables::KING[i];
        i += 1;
    }
    leaps
};

stamp!(avx512, {
    #[inline]
    pub(crate) fn load(numbers: &[u64; 8]) -> __m512i {
        // SAFETY: the reference covers the 64 bytes that are read, and the load does not need alignment.
        unsafe { _mm512_loadu_epi64(numbers.as_ptr().cast()) }
    }

    /// Prepares the moves for sums by type.
    #[inline]
    pub(crate) fn tally(mine: &Mine) -> Tally {
        let zero = _mm512_setzero_si512();
        let mut tally = Tally { sets: [zero; 4], types: [zero; 4], sum: zero, len: mine.len };
        for part in 0..4 {
            if 8 * part < mine.len {
                set_part(&mut tally, mine, part, part);
            }
        }
        tally
    }

    /// Returns the same for all moves and those that check.
    #[inline]
    pub(crate) fn tally_with_checks(mine: &Mine) -> Tally {
        let mut tally = tally(mine);
        if !mine.places_of_checks().is_empty() && mine.len <= 24 {
            // Moves that check have their places in the last part.
            let part = mine.len.div_ceil(8);
            set_part(&mut tally, mine, part, 3);
            tally.len = 8 * part + 8;
        }
        tally
    }

    #[inline]
    fn set_part(tally: &mut Tally, mine: &Mine, to: usize, part: usize) {
        tally.sets[to % 4] = load(&mine.sets.as_chunks().0[part]);
        let types = i64::from_le_bytes(mine.types.as_chunks().0[part]);
        tally.types[to % 4] = _mm512_cvtepu8_epi64(_mm_set_epi64x(0, types));
    }

    /// Returns the squares from which each type attacks a square, given the same for rooks and bishops.
    #[inline]
    pub(crate) fn attacks(square: usize, straight: u64, diagonal: u64) -> Attacks {
        let straight = _mm512_maskz_set1_epi64(0b01_1000, straight as i64);
        let diagonal = _mm512_maskz_set1_epi64(0b01_0100, diagonal as i64);
        _mm512_or_si512(load(&LEAPS[square % 64]), _mm512_or_si512(straight, diagonal))
    }

    /// Returns the union of both, type by type.
    #[inline]
    pub(crate) fn either(attacks: &Attacks, others: &Attacks) -> Attacks {
        _mm512_or_si512(*attacks, *others)
    }

    /// Returns the same squares for each type.
    #[inline]
    pub(crate) fn all_alike(squares: u64) -> Attacks {
        _mm512_set1_epi64(squares as i64)
    }

    /// Subtracts the moves to squares from which the type of the piece attacks.
    #[inline]
    pub(crate) fn take_off(tally: &mut Tally, attacks: &Attacks) {
        for part in 0..4 {
            if 8 * part < tally.len {
                let there = _mm512_permutexvar_epi64(tally.types[part], *attacks);
                let count = _mm512_popcnt_epi64(_mm512_and_si512(tally.sets[part], there));
                tally.sum = _mm512_sub_epi64(tally.sum, count);
            }
        }
    }

    /// Adds the moves into `cover` to squares from which the type of the piece does not attack.
    #[inline]
    pub(crate) fn add_cover(tally: &mut Tally, cover: u64, attacks: &Attacks) {
        add(tally, _mm512_andnot_si512(*attacks, _mm512_set1_epi64(cover as i64)));
    }

    #[inline]
    fn add(tally: &mut Tally, by_type: __m512i) {
        for part in 0..4 {
            if 8 * part < tally.len {
                let there = _mm512_permutexvar_epi64(tally.types[part], by_type);
                let count = _mm512_popcnt_epi64(_mm512_and_si512(tally.sets[part], there));
                tally.sum = _mm512_add_epi64(tally.sum, count);
            }
        }
    }

    /// Returns the sum.
    #[inline]
    pub(crate) fn total(tally: &Tally) -> i64 {
        _mm512_reduce_add_epi64(tally.sum)
    }

    #[inline]
    pub(crate) fn store(numbers: &mut [u64; 8], vector: __m512i) {
        // SAFETY: the reference covers the 64 bytes that are written, and the store does not need alignment.
        unsafe { _mm512_storeu_epi64(numbers.as_mut_ptr().cast(), vector) }
    }
});
