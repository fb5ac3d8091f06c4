//! The code that depends on the CPU: numbers of squares in sets, and the lines of sliders.

use gardez_bitboard::{Bitboard, bishop_attacks, rook_attacks};
use gardez_types::Square;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(super) mod bmi2;

/// The numbers of the squares of sets from a1 up, and the attacks of sliders, without unpredictable loops.
pub(super) trait Cpu: Copy {
    fn len(self, set: Bitboard) -> u32;

    /// Returns the square with this number, which is below 64, or `None` if there is none.
    fn nth(self, set: Bitboard, index: u32) -> Option<Square>;

    /// Returns the squares that a bishop and a rook attack.
    fn lines(self, square: Square, occupied: Bitboard) -> [Bitboard; 2];
}

/// Any CPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct Any;

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
