//! Positions with the move that was made in them, counted: what a shard knows of the positions of a key range.

use gardez_position::PackedBoard;

use crate::error::Result;
use crate::ranges::{Key, board_of, key_of};
use crate::sorted::Item;

/// A position with the move that was made in it, and how often.
///
/// There are several of them with the same position and move only if a count of one would have more than 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// The rank of the deepest evaluation, or -1.
    pub(crate) best: i128,
    pub(crate) board: Key,
    pub(crate) n: u32,
    pub(crate) white: u32,
    pub(crate) draws: u32,
    pub(crate) black: u32,
    /// The number of the move; 0 if the position is the last one of its game.
    pub(crate) mv: u16,
    /// The sum of the ratings of the players, as far as they are known.
    pub(crate) elo: u64,
    /// The number of these ratings.
    pub(crate) rated: u32,
    /// The first ply at which the position occurred.
    pub(crate) first: u16,
    /// The last one.
    pub(crate) last: u16,
}

impl Item for Pair {
    type Key = (Key, u16);
    const BYTES: usize = PackedBoard::SIZE + 2 + 4 * 4 + 16 + 8 + 4 + 2 * 2;

    /// Returns the board, then the move.
    fn key(&self) -> (Key, u16) {
        (self.board, self.mv)
    }

    fn board_key(&self) -> Key {
        self.board
    }

    fn weight(&self) -> u64 {
        self.n.into()
    }

    /// Adds another one. A sum of 2<sup>32</sup> or more stays two pairs.
    fn add(&mut self, other: &Self) -> Result<bool> {
        let sum = |ours: u32, theirs: u32| ours.checked_add(theirs);
        let sums = (|| {
            let (n, white) = (sum(self.n, other.n)?, sum(self.white, other.white)?);
            let (draws, black) = (sum(self.draws, other.draws)?, sum(self.black, other.black)?);
            Some((n, white, draws, black, self.elo.checked_add(other.elo)?, sum(self.rated, other.rated)?))
        })();
        let Some((n, white, draws, black, elo, rated)) = sums else { return Ok(false) };
        let (first, last) = (self.first.min(other.first), self.last.max(other.last));
        let best = self.best.max(other.best);
        *self = Self { n, white, draws, black, best, elo, rated, first, last, ..*self };
        Ok(true)
    }

    fn encode(&self, bytes: &mut [u8]) {
        bytes[..24].copy_from_slice(board_of(&self.board).as_bytes());
        bytes[24..26].copy_from_slice(&self.mv.to_le_bytes());
        for (place, count) in [self.n, self.white, self.draws, self.black].into_iter().enumerate() {
            bytes[26 + 4 * place..30 + 4 * place].copy_from_slice(&count.to_le_bytes());
        }
        bytes[42..58].copy_from_slice(&self.best.to_le_bytes());
        bytes[58..66].copy_from_slice(&self.elo.to_le_bytes());
        bytes[66..70].copy_from_slice(&self.rated.to_le_bytes());
        bytes[70..72].copy_from_slice(&self.first.to_le_bytes());
        bytes[72..].copy_from_slice(&self.last.to_le_bytes());
    }

    fn decode(bytes: &[u8]) -> Self {
        let count = |place: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[26 + 4 * place + i]));
        Self {
            best: i128::from_le_bytes(std::array::from_fn(|i| bytes[42 + i])),
            board: key_of(&PackedBoard::from_bytes(std::array::from_fn(|i| bytes[i]))),
            n: count(0),
            white: count(1),
            draws: count(2),
            black: count(3),
            mv: u16::from_le_bytes([bytes[24], bytes[25]]),
            elo: u64::from_le_bytes(std::array::from_fn(|i| bytes[58 + i])),
            rated: u32::from_le_bytes(std::array::from_fn(|i| bytes[66 + i])),
            first: u16::from_le_bytes([bytes[70], bytes[71]]),
            last: u16::from_le_bytes([bytes[72], bytes[73]]),
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn a_pair_is_read_as_it_was_written(board: Vec<u8>, numbers: (u32, u32, u32, u32), mv: u16, best: i64) -> bool {
            let board = PackedBoard::from_bytes(std::array::from_fn(|i| board.get(i).copied().unwrap_or(0)));
            let (n, white, draws, black) = numbers;
            let (elo, rated, first, last) = (best as u64, n ^ white, mv >> 3, mv / 3);
            let best = i128::from(best) << 50;
            let pair = Pair { best, board: key_of(&board), n, white, draws, black, mv, elo, rated, first, last };
            let mut bytes = [0; Pair::BYTES];
            pair.encode(&mut bytes);
            Pair::decode(&bytes) == pair
        }

        fn a_sum_that_does_not_fit_changes_nothing(a: (u32, u32), b: (u32, u32)) -> bool {
            let pair = |(n, white): (u32, u32)| {
                let (draws, black, elo, rated, first, last) = (0, 0, 3000, 2, 7, 7);
                let best = n.into();
                Pair { best, board: [0; 3], n, white: n & white, draws, black, mv: 1, elo, rated, first, last }
            };
            let (mut sum, other) = (pair(a), pair(b));
            match sum.add(&other).expect("there is no error") {
                true => sum.n == a.0 + b.0 && sum.best == i128::from(a.0.max(b.0)),
                false => sum == pair(a) && a.0.checked_add(b.0).is_none(),
            }
        }
    }
}
