//! Vectors of two sets.

// These instructions are unsafe to call where the feature SSE2 is not named, but every CPU of this architecture has it.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use crate::queue::Pair;
use crate::rays;

/// The number of sets in a vector.
pub(crate) const LANES: usize = 2;
/// The largest weight of pieces for which `few` is faster than `pairs`: a slider weighs three.
pub(crate) const FEW: u32 = 15;
/// A vector of sets.
pub(crate) type Lanes = __m128i;
/// A set that is used in every lane. It is a vector, because repeating a number takes two instructions.
pub(crate) type Same = __m128i;

/// The squares in each direction from a square, for both lanes.
static RAYS: [[[u64; 2]; 8]; 64] = {
    let mut table = [[[0; 2]; 8]; 64];
    let mut i = 0;
    while i < 512 {
        table[i / 8][i % 8] = [rays::RAYS[i / 8][i % 8]; 2];
        i += 1;
    }
    table
};

/// Evaluates instructions of SSE2.
macro_rules! sse2 {
    ($value:expr) => {
        // SAFETY: every CPU of this architecture has SSE2.
        unsafe { $value }
    };
}

stamp!(baseline, {
    /// Returns the squares that moves leave, and those that they reach, a lane for each move.
    #[inline]
    pub(crate) fn deal(moves: &[Pair; LANES]) -> (Lanes, Lanes) {
        let [a, b] = *moves;
        sse2!((_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)))
    }

    #[inline]
    pub(crate) fn all(set: u64) -> Lanes {
        sse2!(_mm_set1_epi64x(set as i64))
    }

    /// Prepares a set for `repeat`.
    #[inline]
    pub(crate) fn same(set: u64) -> Same {
        all(set)
    }

    #[inline]
    pub(crate) fn repeat(set: Same) -> Lanes {
        set
    }

    #[inline]
    pub(crate) fn ray(square: usize, direction: usize) -> Lanes {
        let [a, b] = RAYS[square % 64][direction % 8].map(|set| set as i64);
        sse2!(_mm_set_epi64x(b, a))
    }

    #[inline]
    pub(crate) fn and(a: Lanes, b: Lanes) -> Lanes {
        sse2!(_mm_and_si128(a, b))
    }

    #[inline]
    pub(crate) fn or(a: Lanes, b: Lanes) -> Lanes {
        sse2!(_mm_or_si128(a, b))
    }

    /// Returns the squares of the first set that are not in the second.
    #[inline]
    pub(crate) fn without(a: Lanes, b: Lanes) -> Lanes {
        sse2!(_mm_andnot_si128(b, a))
    }

    /// Returns the set without its lowest square.
    #[inline]
    pub(crate) fn without_lowest(set: Lanes) -> Lanes {
        and(set, sse2!(_mm_add_epi64(set, all(!0))))
    }

    #[inline]
    pub(crate) fn shl(set: Lanes, bits: u32) -> Lanes {
        sse2!(_mm_sll_epi64(set, _mm_cvtsi32_si128(bits as i32)))
    }

    #[inline]
    pub(crate) fn shr(set: Lanes, bits: u32) -> Lanes {
        sse2!(_mm_srl_epi64(set, _mm_cvtsi32_si128(bits as i32)))
    }

    /// Returns all squares where two sets do not meet, and none elsewhere.
    #[inline]
    fn apart(a: Lanes, b: Lanes) -> Lanes {
        // Halves of sets are compared, because SSE2 does not compare numbers of 64 bits.
        let halves = sse2!(_mm_cmpeq_epi32(and(a, b), all(0)));
        and(halves, sse2!(_mm_shuffle_epi32::<0b10_11_00_01>(halves)))
    }

    #[inline]
    pub(crate) fn if_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        without(set, apart(a, b))
    }

    /// Returns the set where two others do not meet, and the empty set elsewhere.
    #[inline]
    pub(crate) fn unless_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        and(set, apart(a, b))
    }

    /// Returns the squares of a set, and where two others meet only those that are also in `limit`.
    #[inline]
    pub(crate) fn narrow(set: Lanes, a: Lanes, b: Lanes, limit: Lanes) -> Lanes {
        and(set, or(apart(a, b), limit))
    }

    /// Returns the squares of a ray to higher squares, up to the first piece and including it.
    #[inline]
    pub(crate) fn seen_up(ray: Lanes, occupied: Lanes) -> Lanes {
        let pieces = and(ray, occupied);
        and(sse2!(_mm_xor_si128(pieces, _mm_add_epi64(pieces, all(!0)))), ray)
    }

    /// Returns the squares that sliders, which are among the pieces, attack to the right.
    #[inline]
    pub(crate) fn slide_right(sliders: Lanes, pieces: Lanes) -> Lanes {
        // Each rank is a byte. Subtracting twice a slider changes the squares up to the next piece.
        sse2!(_mm_xor_si128(pieces, _mm_sub_epi8(pieces, _mm_add_epi8(sliders, sliders))))
    }

    /// Returns the squares of a ray down to the first piece, included, which descends by `step` squares.
    #[inline]
    pub(crate) fn seen_down(ray: Lanes, occupied: Lanes, step: u32) -> Lanes {
        let mut beyond = shr(and(ray, occupied), step);
        beyond = or(beyond, shr(beyond, step));
        beyond = or(beyond, shr(beyond, 2 * step));
        beyond = or(beyond, shr(beyond, 4 * step));
        without(ray, beyond)
    }

    /// Adds the number of squares of each byte of each set to a sum of bytes, at most 31 times.
    #[inline]
    pub(crate) fn count(sum: Lanes, set: Lanes) -> Lanes {
        let (ones, pairs, nibbles) = (all(!0 / 3), all(!0 / 5), all(!0 / 17));
        let by_two = sse2!(_mm_sub_epi8(set, and(shr(set, 1), ones)));
        let by_four = sse2!(_mm_add_epi8(and(by_two, pairs), and(shr(by_two, 2), pairs)));
        sse2!(_mm_add_epi8(sum, and(_mm_add_epi8(by_four, shr(by_four, 4)), nibbles)))
    }

    #[inline]
    pub(crate) fn collect(total: Lanes, sum: Lanes) -> Lanes {
        sse2!(_mm_add_epi64(total, _mm_sad_epu8(sum, all(0))))
    }

    #[inline]
    pub(crate) fn total(total: Lanes) -> u64 {
        sse2!(_mm_cvtsi128_si64(_mm_add_epi64(total, _mm_unpackhi_epi64(total, total))) as u64)
    }
});
