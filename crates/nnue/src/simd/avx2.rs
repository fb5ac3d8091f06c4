//! AVX2: 16 numbers of 16 bits at once.
// Intrinsics are unsafe to call, because not every x86-64 CPU has them, and to give a place in memory. docs/nnue.md says
// what they save.
#![allow(unsafe_code)]
// Since Rust 1.87, most are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm256_add_epi16, _mm256_add_epi32, _mm256_castsi256_ps,
    _mm256_cmpgt_epi32, _mm256_cvtepi8_epi16, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_movemask_ps, _mm256_mullo_epi16, _mm256_packus_epi16,
    _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srl_epi16,
    _mm256_storeu_si256, _mm256_sub_epi16,
};

use super::{Simd, one_register, part, part_mut, proof, registers};
use crate::network::{Block, Bytes, Sums};

proof! {
    /// Proof that the CPU has AVX2.
    Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt"
}

one_register! {
    __m256i;

    fn load<T, N>(proof: Avx2, from: &[T; N]) -> __m256i {
        _mm256_loadu_si256(from.as_ptr().cast())
    }

    fn store<T, N>(proof: Avx2, register: __m256i, to: &mut [T; N]) {
        _mm256_storeu_si256(to.as_mut_ptr().cast(), register);
    }

    fn widen(proof: Avx2, from: &[u8; 16]) -> __m256i {
        _mm256_cvtepi8_epi16(_mm_loadu_si128(from.as_ptr().cast()))
    }

    fn add_i16(proof: Avx2, a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi16(a, b) }

    fn sub_i16(proof: Avx2, a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi16(a, b) }

    fn mul_i16(proof: Avx2, a: __m256i, b: __m256i) -> __m256i { _mm256_mullo_epi16(a, b) }

    fn clip_i16(proof: Avx2, a: __m256i, max: i16) -> __m256i {
        _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()), _mm256_set1_epi16(max))
    }

    fn add_i32(proof: Avx2, a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi32(a, b) }

    fn repeat(proof: Avx2, inputs: u32) -> __m256i { _mm256_set1_epi32(inputs as i32) }

    /// Adds four products to each sum. Inputs are at most 127, so two products do not exceed 16 bits.
    fn dot(proof: Avx2, sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        let pairs = _mm256_maddubs_epi16(inputs, weights);
        _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
    }

    fn dot_i16(proof: Avx2, sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
        _mm256_add_epi32(sum, _mm256_madd_epi16(a, b))
    }

    fn store_shifted(proof: Avx2, products: [__m256i; 2], shift: u32, to: &mut [u8; 32]) -> u8 {
        let (shift, [low, high]) = (_mm_cvtsi32_si128(shift as i32), products);
        let (low, high) = (_mm256_srl_epi16(low, shift), _mm256_srl_epi16(high, shift));
        let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
        _mm256_storeu_si256(to.as_mut_ptr().cast(), bytes);
        // Bytes are at most 127, so no four of them are negative.
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(bytes, _mm256_setzero_si256()))) as u8
    }
}

impl Simd for Avx2 {
    registers!(__m256i, 2 [0 1], tile 8 4);
    proof!(call);

    #[inline(always)]
    fn store_products(self, a: Self::Block, b: Self::Block, shift: u32, to: &mut [u8; 32]) -> u8 {
        store_shifted(self, self.mul(a, b), shift, to)
    }
}
