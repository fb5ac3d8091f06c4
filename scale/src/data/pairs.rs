//! Positions with the move that was made in them, counted: what a shard knows of the positions of a key range.

use gardez_position::PackedBoard;

use crate::error::{Error, Refusal, Result};
use crate::ranges::{Key, board_of, key_of};
use crate::sorted::Item;

/// A position with the move that was made in it, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// The rank of the deepest evaluation, or -1.
    pub(crate) best: i128,
    pub(crate) board: Key,
    /// The number of the move; 0 if the position is the last one of its game.
    pub(crate) mv: u16,
    /// How often it occurred, the wins of White, the draws, the wins of Black, the sum of the ratings of the players as far
    /// as they are known, and the number of these ratings.
    pub(crate) sums: [u64; 6],
    /// The first and the last ply at which the position occurred.
    pub(crate) plies: [u16; 2],
}

impl Item for Pair {
    type Key = (Key, u16);
    const BYTES: usize = PackedBoard::SIZE + 2 + 16 + 6 * 8 + 2 * 2;

    fn key(&self) -> (Key, u16) {
        (self.board, self.mv)
    }

    fn board_key(&self) -> Key {
        self.board
    }

    fn weight(&self) -> u64 {
        self.sums[0]
    }

    fn add(&mut self, other: &Self) -> Result<()> {
        for (sum, more) in self.sums.iter_mut().zip(other.sums) {
            *sum = sum.checked_add(more).ok_or_else(|| {
                let what = "2^64 or more of its occurrences are counted".to_owned();
                Error::refused(format_args!("packed board {:?}", board_of(&self.board)), Refusal::TooLarge(what))
            })?;
        }
        self.plies = [self.plies[0].min(other.plies[0]), self.plies[1].max(other.plies[1])];
        self.best = self.best.max(other.best);
        Ok(())
    }

    fn encode(&self, bytes: &mut [u8]) {
        bytes[..24].copy_from_slice(board_of(&self.board).as_bytes());
        bytes[24..26].copy_from_slice(&self.mv.to_le_bytes());
        bytes[26..42].copy_from_slice(&self.best.to_le_bytes());
        for (bytes, sum) in bytes[42..90].chunks_exact_mut(8).zip(self.sums) {
            bytes.copy_from_slice(&sum.to_le_bytes());
        }
        bytes[90..92].copy_from_slice(&self.plies[0].to_le_bytes());
        bytes[92..].copy_from_slice(&self.plies[1].to_le_bytes());
    }

    fn decode(bytes: &[u8]) -> Self {
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Self {
            best: i128::from_le_bytes(std::array::from_fn(|i| bytes[26 + i])),
            board: key_of(&PackedBoard::from_bytes(std::array::from_fn(|i| bytes[i]))),
            mv: short(24),
            sums: std::array::from_fn(|sum| u64::from_le_bytes(std::array::from_fn(|i| bytes[42 + 8 * sum + i]))),
            plies: [short(90), short(92)],
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn a_pair_is_read_as_it_was_written(board: Vec<u8>, numbers: (u64, u64, u64), mv: u16, best: i64) -> bool {
            let board = PackedBoard::from_bytes(std::array::from_fn(|i| board.get(i).copied().unwrap_or(0)));
            let (n, white, draws) = numbers;
            let (sums, plies) = ([n, white, draws, n ^ white, best as u64, n ^ draws], [mv >> 3, mv / 3]);
            let pair = Pair { best: i128::from(best) << 50, board: key_of(&board), mv, sums, plies };
            let mut bytes = [0; Pair::BYTES];
            pair.encode(&mut bytes);
            Pair::decode(&bytes) == pair
        }

        fn a_sum_that_does_not_fit_is_refused(a: (u64, u64), b: (u64, u64)) -> bool {
            let pair = |(n, white): (u64, u64)| {
                Pair { best: n.into(), board: [0; 3], mv: 1, sums: [n, n & white, 0, 0, 30, 2], plies: [7, 7] }
            };
            let (mut sum, other) = (pair(a), pair(b));
            match sum.add(&other) {
                Ok(()) => sum.sums[0] == a.0 + b.0 && sum.best == i128::from(a.0.max(b.0)) && sum.sums[4] == 60,
                Err(error) => error.exit_code() == 3 && a.0.checked_add(b.0).is_none(),
            }
        }
    }
}
