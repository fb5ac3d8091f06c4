//! A position with the number of sequences that lead to it, in the form that is sorted fastest.

use gardez_position::PackedBoard;

use crate::error::{Error, Refusal, Result};
use crate::ranges::{Key, board_of, key_of};
use crate::sorted::Item;

/// A packed board and the number of move sequences that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub(crate) key: Key,
    pub(crate) n: u64,
}

impl Record {
    pub(crate) fn new(board: PackedBoard, n: u64) -> Self {
        Self { key: key_of(&board), n }
    }

    pub(crate) fn board(&self) -> PackedBoard {
        board_of(&self.key)
    }
}

impl Item for Record {
    type Key = Key;
    const BYTES: usize = PackedBoard::SIZE + 8;

    fn key(&self) -> Key {
        self.key
    }

    fn board_key(&self) -> Key {
        self.key
    }

    fn weight(&self) -> u64 {
        self.n
    }

    fn add(&mut self, other: &Self) -> Result<()> {
        self.n = self.n.checked_add(other.n).ok_or_else(|| {
            let what = "2^64 or more move sequences lead to this position".to_owned();
            Error::refused(format_args!("packed board {:?}", self.board()), Refusal::TooLarge(what))
        })?;
        Ok(())
    }

    fn encode(&self, bytes: &mut [u8]) {
        for (bytes, number) in bytes.chunks_exact_mut(8).zip(self.key) {
            bytes.copy_from_slice(&number.to_be_bytes());
        }
        bytes[PackedBoard::SIZE..].copy_from_slice(&self.n.to_le_bytes());
    }

    fn decode(bytes: &[u8]) -> Self {
        let number = |at: usize| std::array::from_fn(|i| bytes[8 * at + i]);
        Self { key: [0, 1, 2].map(|at| u64::from_be_bytes(number(at))), n: u64::from_le_bytes(number(3)) }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn a_record_keeps_its_board_and_its_number(bytes: Vec<u8>, n: u64) -> bool {
            let board = PackedBoard::from_bytes(std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0)));
            let (record, mut bytes) = (Record::new(board, n), [0; Record::BYTES]);
            record.encode(&mut bytes);
            record.board() == board && Record::decode(&bytes) == record
        }

        fn records_have_the_order_of_their_boards(a: Vec<u8>, b: Vec<u8>) -> bool {
            let board = |bytes: &[u8]| PackedBoard::from_bytes(std::array::from_fn(|i| *bytes.get(i).unwrap_or(&0)));
            let (a, b) = (board(&a), board(&b));
            key_of(&a).cmp(&key_of(&b)) == a.cmp(&b)
        }
    }
}
