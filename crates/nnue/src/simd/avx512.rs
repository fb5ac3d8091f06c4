//! AVX-512 with BW and VNNI: 32 numbers of 16 bits at once.
// Intrinsics are unsafe to call, because not every x86-64 CPU has them, and to give a place in memory. docs/nnue.md says
// what they save.
#![allow(unsafe_code)]
#![allow(unused_unsafe)] // most are safe to call in a function with the target feature
#![allow(clippy::incompatible_msrv)] // the feature `avx512` needs a newer compiler

use core::arch::x86_64::{
    __m512i, _mm_cvtsi32_si128, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_test_epi32_mask, _mm512_add_epi16,
    _mm512_add_epi32, _mm512_cvtepi8_epi16, _mm512_cvtepi16_epi8, _mm512_dpbusd_epi32, _mm512_loadu_si512,
    _mm512_madd_epi16, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_set1_epi16, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_srl_epi16, _mm512_storeu_si512, _mm512_sub_epi16,
};

use super::{Simd, one_register, part, part_mut, proof, registers};
use crate::network::{Block, Bytes, Sums};

proof! {
    /// Proof that the CPU has AVX-512 BW, VL and VNNI.
    Avx512, "avx512f,avx512bw,avx512vl,avx512vnni,avx2,bmi1,bmi2,lzcnt,popcnt"
}

one_register! {
    __m512i;

    fn load<T, N>(proof: Avx512, from: &[T; N]) -> __m512i {
        _mm512_loadu_si512(from.as_ptr().cast())
    }

    fn store<T, N>(proof: Avx512, register: __m512i, to: &mut [T; N]) {
        _mm512_storeu_si512(to.as_mut_ptr().cast(), register);
    }

    fn widen(proof: Avx512, from: &[u8; 32]) -> __m512i {
        _mm512_cvtepi8_epi16(_mm256_loadu_si256(from.as_ptr().cast()))
    }

    fn add_i16(proof: Avx512, a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi16(a, b) }

    fn sub_i16(proof: Avx512, a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi16(a, b) }

    fn mul_i16(proof: Avx512, a: __m512i, b: __m512i) -> __m512i { _mm512_mullo_epi16(a, b) }

    fn clip_i16(proof: Avx512, a: __m512i, max: i16) -> __m512i {
        _mm512_min_epi16(_mm512_max_epi16(a, _mm512_setzero_si512()), _mm512_set1_epi16(max))
    }

    fn add_i32(proof: Avx512, a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi32(a, b) }

    fn repeat(proof: Avx512, inputs: u32) -> __m512i { _mm512_set1_epi32(inputs as i32) }

    fn dot(proof: Avx512, sum: __m512i, inputs: __m512i, weights: __m512i) -> __m512i {
        _mm512_dpbusd_epi32(sum, inputs, weights)
    }

    fn dot_i16(proof: Avx512, sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
        _mm512_add_epi32(sum, _mm512_madd_epi16(a, b))
    }

    fn store_shifted(proof: Avx512, product: __m512i, shift: u32, to: &mut [u8; 32]) -> u8 {
        let bytes = _mm512_cvtepi16_epi8(_mm512_srl_epi16(product, _mm_cvtsi32_si128(shift as i32)));
        _mm256_storeu_si256(to.as_mut_ptr().cast(), bytes);
        _mm256_test_epi32_mask(bytes, bytes)
    }
}

impl Simd for Avx512 {
    registers!(__m512i, 1 [0], tile 16 16);
    proof!(call);

    #[inline(always)]
    fn store_products(self, a: Self::Block, b: Self::Block, shift: u32, to: &mut [u8; 32]) -> u8 {
        store_shifted(self, self.mul(a, b)[0], shift, to)
    }
}
