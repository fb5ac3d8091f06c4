//! NEON, which every AArch64 CPU has: 8 numbers of 16 bits at once.
// Intrinsics are unsafe to call, and to give a place in memory. docs/nnue.md says what they save.
#![allow(unsafe_code)]
// Since Rust 1.87, most are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::aarch64::{
    int16x8_t, vaddq_s16, vaddq_s32, vcombine_u8, vdupq_n_s16, vdupq_n_s32, vget_low_s8, vget_low_s16, vget_low_u8,
    vld1_s8, vld1q_u8, vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmovl_high_s8, vmovl_high_u8, vmovl_s8,
    vmovl_u8, vmovn_u16, vmull_high_s16, vmull_s16, vmulq_s16, vpaddq_s32, vreinterpretq_s8_s16, vreinterpretq_s16_s32,
    vreinterpretq_s16_u8, vreinterpretq_s16_u16, vreinterpretq_s32_s16, vreinterpretq_u8_s16, vreinterpretq_u16_s16,
    vshlq_u16, vst1q_u8, vsubq_s16,
};

use super::{Simd, one_register, part, part_mut, registers};
use crate::network::{Block, Bytes, Sums};

/// Proof that the CPU has NEON: the program was compiled for AArch64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Neon(());

impl Neon {
    pub(super) const fn new() -> Self {
        Self(())
    }
}

one_register! {
    int16x8_t;

    fn load<T, N>(proof: Neon, from: &[T; N]) -> int16x8_t {
        vreinterpretq_s16_u8(vld1q_u8(from.as_ptr().cast()))
    }

    fn store<T, N>(proof: Neon, register: int16x8_t, to: &mut [T; N]) {
        vst1q_u8(to.as_mut_ptr().cast(), vreinterpretq_u8_s16(register));
    }

    fn widen(proof: Neon, from: &[u8; 8]) -> int16x8_t {
        vmovl_s8(vld1_s8(from.as_ptr().cast()))
    }

    fn add_i16(proof: Neon, a: int16x8_t, b: int16x8_t) -> int16x8_t { vaddq_s16(a, b) }

    fn sub_i16(proof: Neon, a: int16x8_t, b: int16x8_t) -> int16x8_t { vsubq_s16(a, b) }

    fn mul_i16(proof: Neon, a: int16x8_t, b: int16x8_t) -> int16x8_t { vmulq_s16(a, b) }

    fn clip_i16(proof: Neon, a: int16x8_t, max: i16) -> int16x8_t {
        vminq_s16(vmaxq_s16(a, vdupq_n_s16(0)), vdupq_n_s16(max))
    }

    fn add_i32(proof: Neon, a: int16x8_t, b: int16x8_t) -> int16x8_t {
        vreinterpretq_s16_s32(vaddq_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
    }

    fn repeat(proof: Neon, inputs: u32) -> int16x8_t { vreinterpretq_s16_s32(vdupq_n_s32(inputs as i32)) }

    fn dot(proof: Neon, sum: int16x8_t, inputs: int16x8_t, weights: int16x8_t) -> int16x8_t {
        let (inputs, weights) = (vreinterpretq_u8_s16(inputs), vreinterpretq_s8_s16(weights));
        let low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(inputs)));
        let high = vreinterpretq_s16_u16(vmovl_high_u8(inputs));
        let (low_weights, high_weights) = (vmovl_s8(vget_low_s8(weights)), vmovl_high_s8(weights));
        let pairs = vpaddq_s32(
            vmull_s16(vget_low_s16(low), vget_low_s16(low_weights)),
            vmull_high_s16(low, low_weights),
        );
        let more = vpaddq_s32(
            vmull_s16(vget_low_s16(high), vget_low_s16(high_weights)),
            vmull_high_s16(high, high_weights),
        );
        vreinterpretq_s16_s32(vaddq_s32(vreinterpretq_s32_s16(sum), vpaddq_s32(pairs, more)))
    }

    fn dot_i16(proof: Neon, sum: int16x8_t, a: int16x8_t, b: int16x8_t) -> int16x8_t {
        // Which of the products are added to which sum does not matter, because only the total is used.
        let sum = vmlal_s16(vreinterpretq_s32_s16(sum), vget_low_s16(a), vget_low_s16(b));
        vreinterpretq_s16_s32(vmlal_high_s16(sum, a, b))
    }

    fn store_shifted(proof: Neon, products: [int16x8_t; 2], shift: u32, to: &mut [u8; 16]) {
        let shift = vdupq_n_s16(-(shift as i16));
        let [low, high] = products.map(|product| vmovn_u16(vshlq_u16(vreinterpretq_u16_s16(product), shift)));
        vst1q_u8(to.as_mut_ptr(), vcombine_u8(low, high));
    }
}

impl Simd for Neon {
    registers!(int16x8_t, 4 [0 1 2 3], tile 4 4);

    #[inline(always)]
    fn store_products(self, a: Self::Block, b: Self::Block, shift: u32, to: &mut [u8; 32]) -> u8 {
        let [p, q, r, s] = self.mul(a, b);
        store_shifted(self, [p, q], shift, part_mut(to, 0));
        store_shifted(self, [r, s], shift, part_mut(to, 1));
        to.chunks_exact(4).enumerate().map(|(i, four)| u8::from(four != [0; 4]) << i).sum()
    }
}
