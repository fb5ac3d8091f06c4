//! Any CPU: plain loops, which the compiler may turn into vectors.

use super::Simd;
use crate::network::{Block, Bytes, LANES, Sums};

/// Any CPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar;

impl Simd for Scalar {
    type Block = [i16; LANES];
    type Sums = [i32; 16];
    const TILE: usize = 1;

    #[inline(always)]
    fn load(self, from: &Block) -> Self::Block {
        from.0
    }

    #[inline(always)]
    fn store(self, block: Self::Block, to: &mut Block) {
        to.0 = block;
    }

    #[inline(always)]
    fn widen(self, from: &[u8; 32]) -> Self::Block {
        from.map(|byte| i16::from(byte as i8))
    }

    #[inline(always)]
    fn add(self, a: Self::Block, b: Self::Block) -> Self::Block {
        core::array::from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn sub(self, a: Self::Block, b: Self::Block) -> Self::Block {
        core::array::from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn mul(self, a: Self::Block, b: Self::Block) -> Self::Block {
        core::array::from_fn(|i| a[i].wrapping_mul(b[i]))
    }

    #[inline(always)]
    fn clip(self, a: Self::Block, max: i16) -> Self::Block {
        a.map(|number| number.clamp(0, max))
    }

    #[inline(always)]
    fn store_products(self, a: Self::Block, b: Self::Block, shift: u32, to: &mut [u8; 32]) -> u8 {
        *to = core::array::from_fn(|i| ((a[i] as u16).wrapping_mul(b[i] as u16) >> shift) as u8);
        let bits = to.chunks_exact(4).enumerate().map(|(i, four)| u8::from(four != [0; 4]) << i);
        bits.sum()
    }

    #[inline(always)]
    fn load_sums(self, from: &Sums) -> Self::Sums {
        from.0
    }

    #[inline(always)]
    fn store_sums(self, sums: Self::Sums, to: &mut Sums) {
        to.0 = sums;
    }

    #[inline(always)]
    fn add_sums(self, a: Self::Sums, b: Self::Sums) -> Self::Sums {
        core::array::from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn dot_quad(self, sums: Self::Sums, inputs: u32, weights: &Bytes) -> Self::Sums {
        let inputs = inputs.to_le_bytes();
        core::array::from_fn(|i| quad(sums[i], &inputs, &weights.0[4 * i..4 * i + 4]))
    }

    #[inline(always)]
    fn dot(self, sums: Self::Sums, inputs: &Bytes, weights: &Bytes) -> Self::Sums {
        core::array::from_fn(|i| quad(sums[i], &inputs.0[4 * i..4 * i + 4], &weights.0[4 * i..4 * i + 4]))
    }

    #[inline(always)]
    fn dot_pairs(self, sums: Self::Sums, a: Self::Block, b: Self::Block) -> Self::Sums {
        let product = |i: usize| i32::from(a[i]) * i32::from(b[i]);
        core::array::from_fn(|i| sums[i].wrapping_add(product(2 * i)).wrapping_add(product(2 * i + 1)))
    }
}

#[inline(always)]
fn quad(sum: i32, inputs: &[u8], weights: &[u8]) -> i32 {
    let products = inputs.iter().zip(weights).map(|(&input, &weight)| i32::from(input) * i32::from(weight as i8));
    products.fold(sum, i32::wrapping_add)
}
