//! The functions of `two.rs` for vectors of four sets.

use core::arch::x86_64::*;

use crate::queue::Pair;
use crate::rays;

/// The number of sets in a vector.
pub(crate) const LANES: usize = 4;
/// The same as in `two.rs`.
pub(crate) const FEW: u32 = 20;
/// A vector of sets.
pub(crate) type Lanes = __m256i;
/// A set that is used in every lane. It is a vector, so that it is repeated once for a node.
pub(crate) type Same = __m256i;

stamp!(bmi2, {
    #[inline]
    pub(crate) fn deal(moves: &[Pair; LANES]) -> (Lanes, Lanes) {
        let [a, b, c, d] = *moves;
        let (even, odd) = (_mm256_set_m128i(c, a), _mm256_set_m128i(d, b));
        (_mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd))
    }

    #[inline]
    pub(crate) fn all(set: u64) -> Lanes {
        _mm256_set1_epi64x(set as i64)
    }

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
        all(rays::RAYS[square % 64][direction % 8])
    }

    #[inline]
    pub(crate) fn and(a: Lanes, b: Lanes) -> Lanes {
        _mm256_and_si256(a, b)
    }

    #[inline]
    pub(crate) fn or(a: Lanes, b: Lanes) -> Lanes {
        _mm256_or_si256(a, b)
    }

    #[inline]
    pub(crate) fn without(a: Lanes, b: Lanes) -> Lanes {
        _mm256_andnot_si256(b, a)
    }

    #[inline]
    pub(crate) fn without_lowest(set: Lanes) -> Lanes {
        and(set, _mm256_add_epi64(set, all(!0)))
    }

    #[inline]
    pub(crate) fn shl(set: Lanes, bits: u32) -> Lanes {
        _mm256_sllv_epi64(set, all(bits.into()))
    }

    #[inline]
    pub(crate) fn shr(set: Lanes, bits: u32) -> Lanes {
        _mm256_srlv_epi64(set, all(bits.into()))
    }

    #[inline]
    fn apart(a: Lanes, b: Lanes) -> Lanes {
        _mm256_cmpeq_epi64(and(a, b), all(0))
    }

    #[inline]
    pub(crate) fn if_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        without(set, apart(a, b))
    }

    #[inline]
    pub(crate) fn unless_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        and(set, apart(a, b))
    }

    #[inline]
    pub(crate) fn narrow(set: Lanes, a: Lanes, b: Lanes, limit: Lanes) -> Lanes {
        and(set, or(apart(a, b), limit))
    }

    #[inline]
    pub(crate) fn seen_up(ray: Lanes, occupied: Lanes) -> Lanes {
        let pieces = and(ray, occupied);
        and(_mm256_xor_si256(pieces, _mm256_add_epi64(pieces, all(!0))), ray)
    }

    #[inline]
    pub(crate) fn slide_right(sliders: Lanes, pieces: Lanes) -> Lanes {
        // Each rank is a byte. Subtracting twice a slider changes the squares up to the next piece.
        _mm256_xor_si256(pieces, _mm256_sub_epi8(pieces, _mm256_add_epi8(sliders, sliders)))
    }

    #[inline]
    pub(crate) fn seen_down(ray: Lanes, occupied: Lanes, step: u32) -> Lanes {
        let mut beyond = shr(and(ray, occupied), step);
        beyond = or(beyond, shr(beyond, step));
        beyond = or(beyond, shr(beyond, 2 * step));
        beyond = or(beyond, shr(beyond, 4 * step));
        without(ray, beyond)
    }

    #[inline]
    pub(crate) fn count(sum: Lanes, set: Lanes) -> Lanes {
        let counts = _mm256_set_epi64x(
            0x0403_0302_0302_0201,
            0x0302_0201_0201_0100,
            0x0403_0302_0302_0201,
            0x0302_0201_0201_0100,
        );
        let low = _mm256_shuffle_epi8(counts, and(set, all(0x0f0f_0f0f_0f0f_0f0f)));
        let high = _mm256_shuffle_epi8(counts, and(shr(set, 4), all(0x0f0f_0f0f_0f0f_0f0f)));
        _mm256_add_epi8(sum, _mm256_add_epi8(low, high))
    }

    #[inline]
    pub(crate) fn collect(total: Lanes, sum: Lanes) -> Lanes {
        _mm256_add_epi64(total, _mm256_sad_epu8(sum, all(0)))
    }

    #[inline]
    pub(crate) fn total(total: Lanes) -> u64 {
        let pair = _mm_add_epi64(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
        (_mm_cvtsi128_si64(pair) + _mm_extract_epi64::<1>(pair)) as u64
    }
});
