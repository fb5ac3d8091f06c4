//! Planes by AVX2: 32 bytes of cells at once, whether they are set or not.
// Intrinsics are unsafe to call and to give a place in memory.
#![allow(unsafe_code)]
// Since Rust 1.87, most are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_cmpeq_epi32, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setr_epi16, _mm256_setr_epi32,
    _mm256_shuffle_epi8, _mm256_sllv_epi32, _mm256_storeu_si256,
};

use gardez_bitboard::Bitboard;
use gardez_bitboard::cpu::Avx2;

use super::PLANES;

/// A type of cells for which a vector says which of 32 squares are set.
pub trait Masked: Copy {
    /// Writes `value` for each bit that is set, and zeros for the others.
    ///
    /// # Safety
    ///
    /// The CPU has AVX2.
    unsafe fn write(bits: u32, value: Self, cells: &mut [Self; 32]);
}

/// Stores the value where all bits of `each` are in `bits`, and else zeros.
macro_rules! store {
    ($equal:ident, $bits:expr, $each:expr, $value:expr, $cells:expr) => {{
        let cells: &mut [Self; 32 / size_of::<Self>()] = $cells.try_into().expect("32 bytes");
        let masked: __m256i = $equal(_mm256_and_si256($bits, $each), $each);
        _mm256_storeu_si256(cells.as_mut_ptr().cast(), _mm256_and_si256(masked, $value));
    }};
}

impl Masked for f32 {
    #[inline(always)]
    unsafe fn write(bits: u32, value: Self, cells: &mut [Self; 32]) {
        // SAFETY: the caller knows that the CPU has AVX2. `store` writes 32 bytes to an array of this size.
        unsafe {
            let (bits, value) = (_mm256_set1_epi32(bits as i32), _mm256_set1_epi32(value.to_bits() as i32));
            for (i, cells) in cells.chunks_exact_mut(8).enumerate() {
                let each = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
                let each = _mm256_sllv_epi32(_mm256_set1_epi32(1 << (8 * i)), each);
                store!(_mm256_cmpeq_epi32, bits, each, value, cells);
            }
        }
    }
}

impl Masked for u16 {
    #[inline(always)]
    unsafe fn write(bits: u32, value: Self, cells: &mut [Self; 32]) {
        // SAFETY: the caller knows that the CPU has AVX2. `store` writes 32 bytes to an array of this size.
        unsafe {
            let value = _mm256_set1_epi16(value as i16);
            #[rustfmt::skip]
            let each = _mm256_setr_epi16(
                1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, i16::MIN,
            );
            let (low, high) = cells.split_at_mut(16);
            store!(_mm256_cmpeq_epi16, _mm256_set1_epi16(bits as i16), each, value, low);
            store!(_mm256_cmpeq_epi16, _mm256_set1_epi16((bits >> 16) as i16), each, value, high);
        }
    }
}

impl Masked for u8 {
    #[inline(always)]
    unsafe fn write(bits: u32, value: Self, cells: &mut [Self; 32]) {
        // SAFETY: the caller knows that the CPU has AVX2. `store` writes 32 bytes to an array of this size.
        unsafe {
            // Each byte of the bits, eight times.
            let places = _mm256_setr_epi8(
                0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
            );
            let bits = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), places);
            let each = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            store!(_mm256_cmpeq_epi8, bits, each, _mm256_set1_epi8(value as i8), cells);
        }
    }
}

#[inline]
pub(super) fn write<T: Masked>(_: Avx2, masks: &[Bitboard; PLANES], one: T, cells: &mut [T]) {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { write_all(masks, one, cells) };
}

#[target_feature(enable = "avx2")]
unsafe fn write_all<T: Masked>(masks: &[Bitboard; PLANES], one: T, cells: &mut [T]) {
    for (plane, mask) in cells.chunks_exact_mut(64).zip(masks) {
        for (i, half) in plane.chunks_exact_mut(32).enumerate() {
            let half = half.try_into().expect("half a plane");
            // SAFETY: the CPU has AVX2, because this function is compiled for it.
            unsafe { T::write((mask.bits() >> (32 * i)) as u32, one, half) };
        }
    }
}
