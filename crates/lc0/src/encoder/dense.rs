//! Planes as numbers, for the network.

use core::fmt;

use gardez_bitboard::Bitboard;

use super::planes::{CELLS, Planes, RULE50_PLANE};

/// A slice has another length than the planes need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LengthError {
    /// The length that is needed.
    pub expected: usize,
    /// The length of the slice.
    pub found: usize,
}

impl LengthError {
    pub(crate) fn check(expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self { expected, found }) }
    }
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a slice of {} is needed, not one of {}", self.expected, self.found)
    }
}

impl core::error::Error for LengthError {}

impl Planes {
    /// Writes all [`CELLS`] as numbers, plane after plane, each from a1 to h8.
    ///
    /// # Errors
    ///
    /// If the slice has another length.
    pub fn write_f32(&self, cells: &mut [f32]) -> Result<(), LengthError> {
        self.write_cells(cells, 1.0, self.rule50)
    }

    /// Writes all [`CELLS`] as the bits of half-precision numbers (IEEE 754 binary16), rounded to nearest.
    ///
    /// # Errors
    ///
    /// If the slice has another length.
    pub fn write_f16_bits(&self, cells: &mut [u16]) -> Result<(), LengthError> {
        self.write_cells(cells, F16_ONE, f16_bits(self.rule50))
    }

    /// Of 7,168 cells some hundred are not zero: a stretch of planes is emptied in one sweep, then its pieces are written.
    #[inline]
    fn write_cells<T: Copy + Default>(&self, cells: &mut [T], one: T, rule50: T) -> Result<(), LengthError> {
        LengthError::check(CELLS, cells.len())?;
        let stretch = SWEEP / (64 * size_of::<T>());
        for (cells, masks) in cells.chunks_mut(64 * stretch).zip(self.masks.chunks(stretch)) {
            cells.fill(T::default());
            for (plane, &mask) in cells.chunks_exact_mut(64).zip(masks) {
                write_squares(plane, mask, one);
            }
        }
        // The one plane with another value.
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

/// How many bytes are emptied at once. From 2,048 on, the usual `memset` of Linux is one instruction that nothing
/// overlaps with: a single sweep over all planes costs half as much again.
const SWEEP: usize = 1792;

/// 1 in half precision.
const F16_ONE: u16 = 0x3c00;

/// The half-precision number nearest to `value`; of two, the even one. What is too large becomes infinite.
pub(crate) fn f16_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let (exponent, fraction) = ((bits >> 23 & 0xff) as i32 - 127, bits & 0x007f_ffff);
    if exponent == 128 {
        // Infinity, or NaN that stays one.
        return sign | 0x7c00 | if fraction == 0 { 0 } else { 0x0200 };
    }
    if exponent > 15 {
        return sign | 0x7c00;
    }
    if exponent < -25 {
        return sign;
    }
    // The significand with its hidden bit, and how far it must go right.
    let significand = fraction | 0x0080_0000;
    let shift = if exponent < -14 { 13 + (-14 - exponent) } else { 13 } as u32;
    let kept = significand >> shift;
    let (rest, half) = (significand & ((1 << shift) - 1), 1 << (shift - 1));
    let rounded = kept + u32::from(rest > half || rest == half && kept & 1 == 1);
    // Where the hidden bit is still there it adds 1 to the exponent, and so does a carry.
    let base = if exponent < -14 { 0 } else { ((exponent + 14) as u32) << 10 };
    sign | (base + rounded) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_rounded_to_nearest_even() {
        // Values of the definition in IEEE 754.
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
    fn every_half_survives() {
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
