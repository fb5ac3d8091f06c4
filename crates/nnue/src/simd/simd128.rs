//! WebAssembly's vectors: 8 numbers of 16 bits at once.
// Loads and stores take a place in memory. docs/nnue.md says what they save.
#![allow(unsafe_code)]
#![allow(unused_unsafe)] // all others are safe

use core::arch::wasm32::{
    i16x8_add, i16x8_extend_high_i8x16, i16x8_extend_high_u8x16, i16x8_extend_low_i8x16, i16x8_extend_low_u8x16,
    i16x8_load_extend_i8x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_bitmask,
    i32x4_dot_i16x8, i32x4_eq, i32x4_shuffle, i32x4_splat, u8x16_narrow_i16x8, u16x8_shr, v128, v128_load, v128_store,
};

use super::{Simd, one_register, part, part_mut, registers};
use crate::network::{Block, Bytes, Sums};

/// Proof that there are vectors: the program was compiled for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Simd128(());

impl Simd128 {
    pub(super) const fn new() -> Self {
        Self(())
    }
}

one_register! {
    v128;

    fn load<T, N>(proof: Simd128, from: &[T; N]) -> v128 {
        v128_load(from.as_ptr().cast())
    }

    fn store<T, N>(proof: Simd128, register: v128, to: &mut [T; N]) {
        v128_store(to.as_mut_ptr().cast(), register);
    }

    fn widen(proof: Simd128, from: &[u8; 8]) -> v128 {
        i16x8_load_extend_i8x8(from.as_ptr().cast())
    }

    fn add_i16(proof: Simd128, a: v128, b: v128) -> v128 { i16x8_add(a, b) }

    fn sub_i16(proof: Simd128, a: v128, b: v128) -> v128 { i16x8_sub(a, b) }

    fn mul_i16(proof: Simd128, a: v128, b: v128) -> v128 { i16x8_mul(a, b) }

    fn clip_i16(proof: Simd128, a: v128, max: i16) -> v128 { i16x8_min(i16x8_max(a, i16x8_splat(0)), i16x8_splat(max)) }

    fn add_i32(proof: Simd128, a: v128, b: v128) -> v128 { i32x4_add(a, b) }

    fn repeat(proof: Simd128, inputs: u32) -> v128 { i32x4_splat(inputs as i32) }

    fn dot(proof: Simd128, sum: v128, inputs: v128, weights: v128) -> v128 {
        let low = i32x4_dot_i16x8(i16x8_extend_low_u8x16(inputs), i16x8_extend_low_i8x16(weights));
        let high = i32x4_dot_i16x8(i16x8_extend_high_u8x16(inputs), i16x8_extend_high_i8x16(weights));
        let quads = i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(low, high), i32x4_shuffle::<1, 3, 5, 7>(low, high));
        i32x4_add(sum, quads)
    }

    fn dot_i16(proof: Simd128, sum: v128, a: v128, b: v128) -> v128 { i32x4_add(sum, i32x4_dot_i16x8(a, b)) }

    fn store_shifted(proof: Simd128, products: [v128; 2], shift: u32, to: &mut [u8; 16]) -> u8 {
        let [low, high] = products.map(|product| u16x8_shr(product, shift));
        let bytes = u8x16_narrow_i16x8(low, high);
        v128_store(to.as_mut_ptr().cast(), bytes);
        !i32x4_bitmask(i32x4_eq(bytes, i32x4_splat(0))) & 15
    }
}

impl Simd for Simd128 {
    registers!(v128, 4 [0 1 2 3], tile 2 2);

    #[inline(always)]
    fn store_products(self, a: Self::Block, b: Self::Block, shift: u32, to: &mut [u8; 32]) -> u8 {
        let [p, q, r, s] = self.mul(a, b);
        store_shifted(self, [p, q], shift, part_mut(to, 0)) | store_shifted(self, [r, s], shift, part_mut(to, 1)) << 4
    }
}
