//! The functions of `two.rs` for vectors of eight sets.

use core::arch::x86_64::*;

use crate::queue::Pair;
use crate::rays;

/// The number of sets in a vector.
pub(crate) const LANES: usize = 8;
/// The same as in `two.rs`.
pub(crate) const FEW: u32 = 24;
/// A vector of sets.
pub(crate) type Lanes = __m512i;
/// A set that is used in every lane.
pub(crate) type Same = u64;

stamp!(avx512, {
    #[inline]
    pub(crate) fn deal(moves: &[Pair; LANES]) -> (Lanes, Lanes) {
        let [a, b, c, d, e, f, g, h] = *moves;
        let four = |a, b, c, d| {
            let low = _mm512_inserti64x2::<1>(_mm512_castsi128_si512(a), b);
            _mm512_inserti64x2::<3>(_mm512_inserti64x2::<2>(low, c), d)
        };
        let (even, odd) = (four(a, c, e, g), four(b, d, f, h));
        (_mm512_unpacklo_epi64(even, odd), _mm512_unpackhi_epi64(even, odd))
    }

    #[inline]
    pub(crate) fn all(set: u64) -> Lanes {
        _mm512_set1_epi64(set as i64)
    }

    #[inline]
    pub(crate) fn same(set: u64) -> Same {
        set
    }

    #[inline]
    pub(crate) fn repeat(set: Same) -> Lanes {
        all(set)
    }

    #[inline]
    pub(crate) fn ray(square: usize, direction: usize) -> Lanes {
        all(rays::RAYS[square % 64][direction % 8])
    }

    #[inline]
    pub(crate) fn and(a: Lanes, b: Lanes) -> Lanes {
        _mm512_and_si512(a, b)
    }

    #[inline]
    pub(crate) fn or(a: Lanes, b: Lanes) -> Lanes {
        _mm512_or_si512(a, b)
    }

    #[inline]
    pub(crate) fn without(a: Lanes, b: Lanes) -> Lanes {
        _mm512_andnot_si512(b, a)
    }

    #[inline]
    pub(crate) fn without_lowest(set: Lanes) -> Lanes {
        and(set, _mm512_add_epi64(set, all(!0)))
    }

    #[inline]
    pub(crate) fn shl(set: Lanes, bits: u32) -> Lanes {
        _mm512_sllv_epi64(set, all(bits.into()))
    }

    #[inline]
    pub(crate) fn shr(set: Lanes, bits: u32) -> Lanes {
        _mm512_srlv_epi64(set, all(bits.into()))
    }

    #[inline]
    pub(crate) fn if_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(a, b), set)
    }

    #[inline]
    pub(crate) fn unless_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        _mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(a, b), set)
    }

    #[inline]
    pub(crate) fn narrow(set: Lanes, a: Lanes, b: Lanes, limit: Lanes) -> Lanes {
        _mm512_mask_and_epi64(set, _mm512_test_epi64_mask(a, b), set, limit)
    }

    #[inline]
    pub(crate) fn seen_up(ray: Lanes, occupied: Lanes) -> Lanes {
        let pieces = and(ray, occupied);
        and(_mm512_xor_si512(pieces, _mm512_add_epi64(pieces, all(!0))), ray)
    }

    #[inline]
    pub(crate) fn slide_right(sliders: Lanes, pieces: Lanes) -> Lanes {
        // Each rank is a byte. Subtracting twice a slider changes the squares up to the next piece.
        _mm512_xor_si512(pieces, _mm512_sub_epi8(pieces, _mm512_add_epi8(sliders, sliders)))
    }

    #[inline]
    pub(crate) fn seen_down(ray: Lanes, occupied: Lanes, _step: u32) -> Lanes {
        let pieces = and(ray, occupied);
        and(_mm512_srav_epi64(all(1 << 63), _mm512_lzcnt_epi64(pieces)), ray)
    }

    #[inline]
    pub(crate) fn count(sum: Lanes, set: Lanes) -> Lanes {
        _mm512_add_epi64(sum, _mm512_popcnt_epi64(set))
    }

    #[inline]
    pub(crate) fn collect(total: Lanes, sum: Lanes) -> Lanes {
        _mm512_add_epi64(total, sum)
    }

    #[inline]
    pub(crate) fn total(total: Lanes) -> u64 {
        _mm512_reduce_add_epi64(total) as u64
    }
});
