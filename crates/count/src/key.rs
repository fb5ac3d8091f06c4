//! Numbers for each board, by which the board is looked up.

use core::hash::{BuildHasherDefault, Hash, Hasher};
use std::collections::HashMap;

use crate::board::Board;

/// Random numbers that are added to the sets. The seed is the fraction of the square root of 2.
static RANDOM: [u64; 16] = {
    let mut generator = gardez_types::Generator::new(0x6a09_e667_f3bc_c908);
    let mut random = [0; 16];
    let mut i = 0;
    while i < 16 {
        random[i] = generator.next_u64();
        i += 1;
    }
    random
};

/// Returns the key of a board, and a number that says where a table stores it. A random number is added to each set;
/// the sum of the products of our set and their set of each kind is then mixed, so that each bit of the sum changes the
/// key ("NH", John Black and others, "UMAC: fast and secure message authentication", 1999). Different boards have the
/// same key only by accident.
///
/// The place is not a part of the key. If it were, the boards of a bucket would agree in these bits, and a table of 2^25
/// entries would confuse one of 2^39 boards that it does not have. So it confuses one of 2^62.
#[inline(always)]
pub(crate) fn key_and_place(board: &Board) -> (u64, u64) {
    let mut sum = 0_u128;
    let sets = board.us.iter().zip(&board.them).zip(RANDOM.chunks(2));
    for ((us, them), random) in sets {
        let product = u128::from(us.wrapping_add(random[0])) * u128::from(them.wrapping_add(random[1]));
        sum = sum.wrapping_add(product);
    }
    let folded = u128::from(sum as u64 ^ RANDOM[3]) * u128::from((sum >> 64) as u64 ^ RANDOM[7] | 1);
    let mixed = (folded >> 64) as u64 ^ folded as u64 ^ (sum as u64).rotate_left(32);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15), folded as u64)
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(key_and_place(self).0);
    }
}

/// A map from boards, which are found by their keys and compared.
pub(crate) type BoardMap<T> = HashMap<Board, T, BuildHasherDefault<KeyHasher>>;

/// Returns the key of the board, which is mixed already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::vec::Vec;

    use super::*;

    /// Returns the number of pairs of boards that agree in 12 bits of the place and 20 bits of the key.
    fn agreeing(boards: impl Iterator<Item = (u64, u64)>) -> u64 {
        let mut groups = HashMap::<_, u64>::new();
        for (key, place) in boards {
            *groups.entry((place >> 52, key >> 44)).or_default() += 1;
        }
        groups.values().map(|count| count * (count - 1) / 2).sum()
    }

    #[test]
    fn boards_at_one_place_have_keys_without_a_common_part() {
        let frontier = crate::Frontier::new(4).units(&gardez_position::Board::start()).expect("it is small");
        let boards: Vec<_> = frontier
            .iter()
            .map(|unit| Board::new(&gardez_position::Board::try_from(&unit.board).expect("a unit is a board")))
            .collect();
        // 72,078 boards are 2.6e9 pairs: one in 2^32 agrees by accident, and 2,477 if the place is a part of the key.
        assert!(agreeing(boards.iter().map(key_and_place)) <= 8);
        assert!(1000 < agreeing(boards.iter().map(|board| (key_and_place(board).0, key_and_place(board).0))));
    }
}
