//! SSE4.1: 8 numbers of 16 bits at once.
// Intrinsics are unsafe to call, because not every x86-64 CPU has them, and to give a place in memory. docs/nnue.md says
// what they save.
#![allow(unsafe_code)]
// Since Rust 1.87, most are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_add_epi32, _mm_castsi128_ps, _mm_cmpgt_epi32, _mm_cvtepi8_epi16, _mm_cvtsi32_si128,
    _mm_loadl_epi64, _mm_loadu_si128, _mm_madd_epi16, _mm_maddubs_epi16, _mm_max_epi16, _mm_min_epi16, _mm_movemask_ps,
    _mm_mullo_epi16, _mm_packus_epi16, _mm_set1_epi16, _mm_set1_epi32, _mm_setzero_si128, _mm_srl_epi16,
    _mm_storeu_si128, _mm_sub_epi16,
};

use super::{Simd, one_register, part, part_mut, proof, registers};
use crate::network::{Block, Bytes, Sums};

proof! {
    /// Proof that the CPU has SSE4.1.
    Sse41, "sse4.1,ssse3,popcnt"
}

one_register! {
    __m128i;

    fn load<T, N>(proof: Sse41, from: &[T; N]) -> __m128i {
        _mm_loadu_si128(from.as_ptr().cast())
    }

    fn store<T, N>(proof: Sse41, register: __m128i, to: &mut [T; N]) {
        _mm_storeu_si128(to.as_mut_ptr().cast(), register);
    }

    fn widen(proof: Sse41, from: &[u8; 8]) -> __m128i {
        _mm_cvtepi8_epi16(_mm_loadl_epi64(from.as_ptr().cast()))
    }

    fn add_i16(proof: Sse41, a: __m128i, b: __m128i) -> __m128i { _mm_add_epi16(a, b) }

    fn sub_i16(proof: Sse41, a: __m128i, b: __m128i) -> __m128i { _mm_sub_epi16(a, b) }

    fn mul_i16(proof: Sse41, a: __m128i, b: __m128i) -> __m128i { _mm_mullo_epi16(a, b) }

    fn clip_i16(proof: Sse41, a: __m128i, max: i16) -> __m128i {
        _mm_min_epi16(_mm_max_epi16(a, _mm_setzero_si128()), _mm_set1_epi16(max))
    }

    fn add_i32(proof: Sse41, a: __m128i, b: __m128i) -> __m128i { _mm_add_epi32(a, b) }

    fn repeat(proof: Sse41, inputs: u32) -> __m128i { _mm_set1_epi32(inputs as i32) }

    /// Adds four products to each sum. Inputs are at most 127, so two products do not exceed 16 bits.
    fn dot(proof: Sse41, sum: __m128i, inputs: __m128i, weights: __m128i) -> __m128i {
        let pairs = _mm_maddubs_epi16(inputs, weights);
        _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)))
    }

    fn dot_i16(proof: Sse41, sum: __m128i, a: __m128i, b: __m128i) -> __m128i {
        _mm_add_epi32(sum, _mm_madd_epi16(a, b))
    }

    fn store_shifted(proof: Sse41, products: [__m128i; 2], shift: u32, to: &mut [u8; 16]) -> u8 {
        let (shift, [low, high]) = (_mm_cvtsi32_si128(shift as i32), products);
        let (low, high) = (_mm_srl_epi16(low, shift), _mm_srl_epi16(high, shift));
        let bytes = _mm_packus_epi16(low, high);
        _mm_storeu_si128(to.as_mut_ptr().cast(), bytes);
        // Bytes are at most 127, so no four of them are negative.
        _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpgt_epi32(bytes, _mm_setzero_si128()))) as u8
    }
}

impl Simd for Sse41 {
    registers!(__m128i, 4 [0 1 2 3], tile 2 2);
    proof!(call);

    #[inline(always)]
    fn store_products(self, a: Self::Block, b: Self::Block, shift: u32, to: &mut [u8; 32]) -> u8 {
        let [p, q, r, s] = self.mul(a, b);
        store_shifted(self, [p, q], shift, part_mut(to, 0)) | store_shifted(self, [r, s], shift, part_mut(to, 1)) << 4
    }
}
