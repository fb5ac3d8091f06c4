//! A number for each board, under which the board is looked up.

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

/// The key of a board. A random number is added to each set; the sum of the products of our set and their set of each
/// kind is then mixed, so that each bit of the sum changes the key ("NH", John Black and others, "UMAC: fast and secure
/// message authentication", 1999). Different boards have the same key only by accident.
#[inline(always)]
pub(crate) fn key(board: &Board) -> u64 {
    let mut sum = 0_u128;
    let sets = board.us.iter().zip(&board.them).zip(RANDOM.chunks(2));
    for ((us, them), random) in sets {
        let product = u128::from(us.wrapping_add(random[0])) * u128::from(them.wrapping_add(random[1]));
        sum = sum.wrapping_add(product);
    }
    let folded = u128::from(sum as u64 ^ RANDOM[3]) * u128::from((sum >> 64) as u64 ^ RANDOM[7] | 1);
    let mixed = (folded >> 64) as u64 ^ folded as u64 ^ (sum as u64).rotate_left(32);
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(key(self));
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
