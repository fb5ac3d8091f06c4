//! The code that depends on the CPU: numbers of squares in sets, and the lines of sliders.

use gardez_bitboard::{Bitboard, bishop_attacks, rook_attacks};
use gardez_types::Square;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod bmi2;

/// Code that is compiled for any CPU and for those with BMI2.
pub(crate) trait Task {
    type Output;

    fn run(self, cpu: impl Cpu) -> Self::Output;
}

/// The instructions that the CPU has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    Any,
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Bmi2(bmi2::Bmi2),
}

impl Level {
    #[inline]
    pub(crate) fn new() -> Self {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if let Some(cpu) = bmi2::Bmi2::new() {
            return Self::Bmi2(cpu);
        }
        Self::Any
    }

    #[inline(always)]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Any => anywhere(task),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Self::Bmi2(cpu) => cpu.call(task),
        }
    }
}

#[inline(never)]
fn anywhere<T: Task>(task: T) -> T::Output {
    task.run(Any)
}

/// The numbers of the squares of sets from a1 up, and the attacks of sliders, without unpredictable loops.
pub(crate) trait Cpu: Copy {
    fn len(self, set: Bitboard) -> u32;

    /// Returns the square with this number, which is below 64, or `None` if there is none.
    fn nth(self, set: Bitboard, index: u32) -> Option<Square>;

    /// Returns the bits at the places in `mask`, next to each other from the lowest up.
    fn gather(self, bits: u64, mask: u64) -> u64;

    fn lines(self, square: Square, occupied: Bitboard) -> [Bitboard; 2];
}

/// Returns the number of squares of the set below `square`.
#[inline(always)]
pub(crate) fn index_of(cpu: impl Cpu, set: Bitboard, square: Square) -> u32 {
    cpu.len(set & Bitboard::from_bits((1 << square as u8) - 1))
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Any;

impl Cpu for Any {
    #[inline]
    fn len(self, set: Bitboard) -> u32 {
        (sums(set) >> 56) as u32
    }

    #[inline]
    fn nth(self, set: Bitboard, index: u32) -> Option<Square> {
        static PLACES: [[u8; 8]; 256] = places();
        let sums = sums(set);
        if (sums >> 56) as u32 <= index {
            return None;
        }
        // The high bit of each byte whose sum is not above the index: these are before the byte of the square.
        let before = ((u64::from(index) * ONES) | HIGH).wrapping_sub(sums) & HIGH;
        let byte = ((before >> 7).wrapping_mul(ONES) >> 56) as usize & 7;
        let skipped = (sums << 8 >> (8 * byte)) as u32 & 255;
        let bits = (set.bits() >> (8 * byte)) as usize & 255;
        let place = PLACES[bits][(index - skipped) as usize & 7];
        Square::from_index((8 * byte) as u8 + place)
    }

    #[inline]
    fn gather(self, bits: u64, mask: u64) -> u64 {
        let ones = Bitboard::from_bits(bits & mask).into_iter();
        ones.map(|place| 1 << index_of(self, Bitboard::from_bits(mask), place)).sum()
    }

    #[inline]
    fn lines(self, square: Square, occupied: Bitboard) -> [Bitboard; 2] {
        [bishop_attacks(square, occupied), rook_attacks(square, occupied)]
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns in each byte, the number of squares of the set in this byte and those below.
#[inline]
const fn sums(set: Bitboard) -> u64 {
    let set = set.bits();
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONES)
}

/// Returns for each byte, the place of each of its bits that is set, from the lowest up.
const fn places() -> [[u8; 8]; 256] {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut index) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][index] = bit;
                index += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    fn agrees(cpu: impl Cpu, set: Bitboard) -> bool {
        cpu.len(set) == set.len()
            && (0..64).all(|index| cpu.nth(set, index) == set.into_iter().nth(index as usize))
            && Square::ALL.into_iter().all(|square| cpu.lines(square, set) == Any.lines(square, set))
            && cpu.gather(0x5a5a_c3c3_0f0f_1234, set.bits()) == Any.gather(0x5a5a_c3c3_0f0f_1234, set.bits())
    }

    quickcheck! {
        fn squares_are_numbered_from_a1_up_and_lines_end_at_the_first_piece(bits: u64, other: u64) -> bool {
            // Dense sets, sparse sets and all others.
            let sets = [bits, bits & other, bits | other, 0, u64::MAX];
            sets.into_iter().map(Bitboard::from_bits).all(|set| {
                #[cfg(all(target_arch = "x86_64", feature = "std"))]
                if !bmi2::Bmi2::new().is_none_or(|cpu| agrees(cpu, set)) {
                    return false;
                }
                agrees(Any, set)
            })
        }
    }
}
