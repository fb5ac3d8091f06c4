//! Planes as numbers, the input of a network.

/// For CPUs that are found to have AVX2 when the program runs.
#[cfg(target_arch = "x86_64")]
mod avx2;

use gardez_bitboard::Bitboard;
#[cfg(target_arch = "x86_64")]
use gardez_bitboard::cpu::Avx2;
use gardez_types::Square;

use super::planes::{CELLS, PLANES, Planes, RULE50_PLANE};
use crate::error::LengthError;

/// The number of bytes of all planes as bits.
pub const PLANE_BYTES: usize = CELLS / 8;

/// The order of the [`CELLS`] numbers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CellLayout {
    /// `cells[64 * plane + square]`, the input of convolutional networks: `[112][8][8]`.
    PlanesFirst,
    /// `cells[112 * square + plane]`, the input of transformers, whose tokens are the squares: `[64][112]`.
    Tokens,
}

impl CellLayout {
    /// Returns the place of a cell, below [`CELLS`].
    ///
    /// ```
    /// use gardez_lc0::{CellLayout, Square};
    ///
    /// assert_eq!(CellLayout::PlanesFirst.cell(2, Square::B1), 129);
    /// assert_eq!(CellLayout::Tokens.cell(2, Square::B1), 114);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `plane` is not below [`PLANES`].
    #[inline]
    pub const fn cell(self, plane: usize, square: Square) -> usize {
        assert!(plane < PLANES, "there are 112 planes");
        match self {
            Self::PlanesFirst => 64 * plane + square as usize,
            Self::Tokens => PLANES * square as usize + plane,
        }
    }
}

/// A type of numbers in which planes can be written.
///
/// | type | a square of the mask | plane 109 |
/// |---|---|---|
/// | `f32` | 1 | the scaled counter |
/// | `u16` | 1 in half precision (IEEE 754 binary16): the bits `0x3c00` | the scaled counter, rounded to nearest |
/// | `u8` | 1 | the plain counter, at most 255 |
///
/// All other cells are 0. The trait is sealed.
pub trait Cell: sealed::Cell {}

impl Cell for f32 {}
impl Cell for u16 {}
impl Cell for u8 {}

mod sealed {
    #[cfg(target_arch = "x86_64")]
    pub(super) use super::avx2::Masked;
    use super::{F16_ONE, Planes, f16_bits};

    /// Only AVX2 needs more of a type.
    #[cfg(not(target_arch = "x86_64"))]
    pub trait Masked {}
    #[cfg(not(target_arch = "x86_64"))]
    impl<T> Masked for T {}

    /// The values of cells.
    pub trait Cell: Copy + Send + Sync + Masked {
        /// A square that is not in a mask.
        const ZERO: Self;

        /// A square in a mask.
        const ONE: Self;

        /// Returns the value of plane 109.
        fn rule50(planes: &Planes) -> Self;
    }

    impl Cell for f32 {
        const ZERO: Self = 0.0;
        const ONE: Self = 1.0;

        #[inline]
        fn rule50(planes: &Planes) -> Self {
            planes.rule50
        }
    }

    impl Cell for u16 {
        const ZERO: Self = 0;
        const ONE: Self = F16_ONE;

        #[inline]
        fn rule50(planes: &Planes) -> Self {
            f16_bits(planes.rule50)
        }
    }

    impl Cell for u8 {
        const ZERO: Self = 0;
        const ONE: Self = 1;

        #[inline]
        fn rule50(planes: &Planes) -> Self {
            // The conversion saturates.
            (planes.plies + 0.5) as Self
        }
    }
}

impl Planes {
    /// Writes [`CELLS`] numbers: `cells[64 * plane + square]`, where a1 is square 0, b1 is 1 and h8 is 63.
    ///
    /// # Errors
    ///
    /// Returns an error if the slice does not have [`CELLS`] elements. Nothing is written then.
    pub fn write_f32(&self, cells: &mut [f32]) -> Result<(), LengthError> {
        self.write(CellLayout::PlanesFirst, cells)
    }

    /// Writes [`CELLS`] numbers as any type of [`Cell`]; returns an error for a slice of another length.
    ///
    /// ```
    /// use gardez_lc0::{CELLS, CellLayout, Encoder, InputFormat, PositionHistory, Square};
    ///
    /// let history = PositionHistory::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 7 60")?;
    /// let (planes, _) = Encoder::new(InputFormat::Classical).encode(&history);
    /// let mut tokens = [0_u8; CELLS];
    /// planes.write(CellLayout::Tokens, &mut tokens)?;
    /// // Plane 0 shows our pawns, and plane 109 the counter on all squares.
    /// let e2 = &tokens[CellLayout::Tokens.cell(0, Square::E2)..][..112];
    /// assert_eq!((e2[0], e2[1], e2[109]), (1, 0, 7));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the slice does not have [`CELLS`] elements. Nothing is written then.
    pub fn write<T: Cell>(&self, layout: CellLayout, cells: &mut [T]) -> Result<(), LengthError> {
        LengthError::check("cells", CELLS, cells.len())?;
        match layout {
            CellLayout::PlanesFirst => self.write_planes_first(cells),
            CellLayout::Tokens => self.write_tokens(cells),
        }
        Ok(())
    }

    /// Writes the masks of all planes as [`PLANE_BYTES`] bytes: bit 0 of byte 0 is the first cell of the layout.
    ///
    /// Plane 109 is a mask like the others; [`Planes::rule50`] returns its value.
    ///
    /// ```
    /// use gardez_lc0::{CellLayout, Encoder, InputFormat, PLANE_BYTES, PositionHistory};
    ///
    /// let (planes, _) = Encoder::new(InputFormat::Classical).encode(&PositionHistory::start());
    /// let mut bits = [0; PLANE_BYTES];
    /// planes.write_bits(CellLayout::PlanesFirst, &mut bits)?;
    /// assert_eq!(bits[..8], [0, 0xff, 0, 0, 0, 0, 0, 0], "our pawns are on rank 2");
    /// # Ok::<_, gardez_lc0::LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the slice does not have [`PLANE_BYTES`] bytes. Nothing is written then.
    pub fn write_bits(&self, layout: CellLayout, bytes: &mut [u8]) -> Result<(), LengthError> {
        LengthError::check("bytes", PLANE_BYTES, bytes.len())?;
        bytes.copy_from_slice(&self.bits(layout));
        Ok(())
    }

    #[inline]
    fn write_planes_first<T: Cell>(&self, cells: &mut [T]) {
        self.write_ones(cells);
        self.write_rule50(cells);
    }

    /// Writes 1 on the squares of all planes, and 0 elsewhere, in the fastest way that this CPU has.
    #[inline]
    fn write_ones<T: Cell>(&self, cells: &mut [T]) {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = Avx2::detect() {
            return avx2::write(cpu, &self.masks, T::ONE, cells);
        }
        self.write_squares(cells);
    }

    /// Zeroes a group of planes at once and then writes their squares: few of the 7,168 cells are not zero.
    #[inline]
    fn write_squares<T: Cell>(&self, cells: &mut [T]) {
        let planes_per_sweep = SWEEP / (64 * size_of::<T>());
        for (cells, masks) in cells.chunks_mut(64 * planes_per_sweep).zip(self.masks.chunks(planes_per_sweep)) {
            cells.fill(T::ZERO);
            for (plane, &mask) in cells.chunks_exact_mut(64).zip(masks) {
                write_squares(plane, mask, T::ONE);
            }
        }
    }

    /// Writes the plane that has another value than 1.
    #[inline]
    fn write_rule50<T: Cell>(&self, cells: &mut [T]) {
        write_squares(&mut cells[64 * RULE50_PLANE..][..64], self.masks[RULE50_PLANE], T::rule50(self));
    }

    /// Zeroes all cells, and then writes the squares, which are far apart.
    #[inline]
    fn write_tokens<T: Cell>(&self, cells: &mut [T]) {
        for cells in cells.chunks_mut(SWEEP / size_of::<T>()) {
            cells.fill(T::ZERO);
        }
        let Ok(cells): Result<&mut [T; CELLS], _> = cells.try_into() else { return };
        for (plane, &mask) in self.masks.iter().enumerate() {
            let value = if plane == RULE50_PLANE { T::rule50(self) } else { T::ONE };
            if mask == Bitboard::FULL {
                cells[plane..].iter_mut().step_by(PLANES).for_each(|cell| *cell = value);
                continue;
            }
            for square in mask {
                cells[PLANES * square as usize + plane] = value;
            }
        }
    }

    /// Returns a bit for each cell, in the order of the layout.
    #[inline]
    fn bits(&self, layout: CellLayout) -> [u8; PLANE_BYTES] {
        let mut bits = [0; PLANE_BYTES];
        match layout {
            CellLayout::PlanesFirst => {
                for (bytes, mask) in bits.chunks_exact_mut(8).zip(&self.masks) {
                    bytes.copy_from_slice(&mask.bits().to_le_bytes());
                }
            }
            CellLayout::Tokens => {
                // Eight planes are one byte of each token.
                for (group, masks) in self.masks.chunks_exact(8).enumerate() {
                    let Ok(masks) = <&[Bitboard; 8]>::try_from(masks) else { continue };
                    let files = transpose(masks.map(Bitboard::bits)).map(u64::to_le_bytes);
                    for (square, token) in bits.chunks_exact_mut(PLANES / 8).enumerate() {
                        token[group] = files[square % 8][square / 8];
                    }
                }
            }
        }
        bits
    }
}

/// Transposes each byte of eight words with the same byte of the others: bit `i` of the byte in word `j` becomes bit
/// `j` of the byte in word `i`.
#[inline]
fn transpose(mut words: [u64; 8]) -> [u64; 8] {
    // Blocks of four by four bits change places, then of two by two, then single bits.
    for (distance, low) in [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)] {
        for i in (0..8).filter(|i| i & distance == 0) {
            let (a, b) = (words[i], words[i + distance]);
            words[i] = a & low | (b & low) << distance;
            words[i + distance] = a >> distance & low | b & !low;
        }
    }
    words
}

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

/// The number of bytes to zero at once.
///
/// From 2,048 bytes on, the `memset` of Linux uses an instruction that does not overlap with the code around it. A
/// single sweep over all planes takes 1.5 times as long.
const SWEEP: usize = 1792;

/// 1 in half precision.
const F16_ONE: u16 = 0x3c00;

/// Returns the bits of the half-precision number nearest to `value`, even in a tie. Large values become infinite.
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
    use gardez_types::Generator;

    #[test]
    fn the_way_of_this_cpu_writes_the_same_as_the_way_of_any() {
        fn agree<T: Cell + PartialEq>(planes: &Planes, other: T) {
            let [mut fastest, mut slowest] = [[other; CELLS]; 2];
            planes.write(CellLayout::PlanesFirst, &mut fastest).expect("all cells");
            planes.write_squares(&mut slowest);
            planes.write_rule50(&mut slowest);
            assert!(fastest == slowest, "{planes:?}");
        }
        let mut random = Generator::new(1);
        for round in 0..if cfg!(miri) { 1 } else { 200_u8 } {
            let mut planes = Planes { rule50: f32::from(round) / 99.0, plies: round.into(), ..Planes::EMPTY };
            for mask in &mut planes.masks {
                let bits = random.next_u64();
                *mask = [Bitboard::EMPTY, Bitboard::FULL, Bitboard::from_bits(bits), Bitboard::from_bits(!bits)]
                    [(bits >> 62) as usize];
            }
            agree(&planes, 7.5_f32);
            agree(&planes, 7_u16);
            agree(&planes, 7_u8);
        }
    }

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
