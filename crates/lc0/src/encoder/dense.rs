//! Planes as numbers, the input of a network.

use gardez_bitboard::Bitboard;

use super::planes::{CELLS, Planes, RULE50_PLANE};
use crate::error::LengthError;

impl Planes {
    /// Writes all [`CELLS`] numbers: `cells[64 * plane + square]`, where a1 is square 0, b1 is 1 and h8 is 63.
    ///
    /// # Errors
    ///
    /// Returns an error if the slice does not have [`CELLS`] elements. Nothing is written then.
    pub fn write_f32(&self, cells: &mut [f32]) -> Result<(), LengthError> {
        self.write_cells(cells, 1.0, self.rule50)
    }

    /// Like [`Planes::write_f32`], but writes the bits of half-precision numbers (IEEE 754 binary16), rounded to nearest.
    ///
    /// # Errors
    ///
    /// Returns an error if the slice does not have [`CELLS`] elements. Nothing is written then.
    pub fn write_f16_bits(&self, cells: &mut [u16]) -> Result<(), LengthError> {
        self.write_cells(cells, F16_ONE, f16_bits(self.rule50))
    }

    /// Only some hundreds of the 7,168 cells are not zero. So a group of planes is zeroed in one sweep, and then
    /// its squares are written.
    #[inline]
    fn write_cells<T: Copy + Default>(&self, cells: &mut [T], one: T, rule50: T) -> Result<(), LengthError> {
        LengthError::check_cells(CELLS, cells.len())?;
        let planes_per_sweep = SWEEP / (64 * size_of::<T>());
        for (cells, masks) in cells.chunks_mut(64 * planes_per_sweep).zip(self.masks.chunks(planes_per_sweep)) {
            cells.fill(T::default());
            for (plane, &mask) in cells.chunks_exact_mut(64).zip(masks) {
                write_squares(plane, mask, one);
            }
        }
        // This plane has another value than 1.
        write_squares(&mut cells[64 * RULE50_PLANE..][..64], self.masks[RULE50_PLANE], rule50);
        Ok(())
    }
}

/// Writes a value on some squares of a plane.
#[inline]
fn write_squares<T: Copy>(plane: &mut [T], squares: Bitboard, value: T) {
    let Ok(plane): Result<&mut [T; 64], _> = plane.try_into() else { return };
    if squares == Bitboard::FULL {
        *plane = [value; 64];
        return;
    }
    for square in squares {
        plane[square as usize] = value;
    }
}

/// The number of bytes that are zeroed at once.
///
/// From 2,048 bytes on, the `memset` of Linux uses a single instruction that does not overlap with the code around it. A
/// single sweep over all planes takes 1.5 times as long.
const SWEEP: usize = 1792;

/// 1 in half precision.
const F16_ONE: u16 = 0x3c00;

/// Returns the bits of the half-precision number nearest to `value`, the even one in a tie. Large values become infinite.
pub(crate) fn f16_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let (exponent, fraction) = ((bits >> 23 & 0xff) as i32 - 127, bits & 0x007f_ffff);
    if exponent == 128 {
        // Infinity, or a NaN that stays a NaN.
        return sign | 0x7c00 | if fraction == 0 { 0 } else { 0x0200 };
    }
    if exponent > 15 {
        return sign | 0x7c00;
    }
    if exponent < -25 {
        return sign;
    }
    // The significand with its hidden bit, and the number of bits to shift it right.
    let significand = fraction | 0x0080_0000;
    let shift = if exponent < -14 { 13 + (-14 - exponent) } else { 13 } as u32;
    let kept = significand >> shift;
    let (rest, half) = (significand & ((1 << shift) - 1), 1 << (shift - 1));
    let rounded = kept + u32::from(rest > half || rest == half && kept & 1 == 1);
    // A hidden bit that is still present adds 1 to the exponent, and so does a carry.
    let base = if exponent < -14 { 0 } else { ((exponent + 14) as u32) << 10 };
    sign | (base + rounded) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_rounded_to_nearest_even() {
        // Values from the definition in IEEE 754.
        for (value, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (0.01, 0x211f),
            (99.0, 0x5630),
            (65504.0, 0x7bff),
            (65519.0, 0x7bff),
            (65520.0, 0x7c00),
            (1e9, 0x7c00),
            (2049.0, 0x6800),
            (2051.0, 0x6802),
            (6.103_515_6e-5, 0x0400),
            (5.960_464_5e-8, 0x0001),
            (2.980_232_2e-8, 0x0000),
            (4.5e-8, 0x0001),
            (1e-9, 0),
            (f32::INFINITY, 0x7c00),
        ] {
            assert_eq!(f16_bits(value), bits, "{value}");
        }
        assert_eq!(f16_bits(f32::NAN) & 0x7c00, 0x7c00);
        assert_ne!(f16_bits(f32::NAN) & 0x03ff, 0);
    }

    #[test]
    fn every_half_precision_number_is_restored() {
        for bits in 0..0x7c00_u16 {
            let (exponent, fraction) = (i32::from(bits >> 10), f32::from(bits & 0x3ff));
            let scale = |power: i32| f32::from_bits(((power + 127) as u32) << 23);
            let value = match exponent {
                0 => fraction * scale(-24),
                _ => (1024.0 + fraction) * scale(exponent - 25),
            };
            assert_eq!(f16_bits(value), bits);
        }
    }
}
