//! A position with the number of sequences that lead to it, in the form that is sorted fastest.

use gardez_position::PackedBoard;

use crate::error::{Error, Refusal, Result};

/// A packed board as three numbers, which are compared faster than bytes and have the same order, and the number of
/// move sequences that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The numbers.
    pub key: [u64; 3],
    /// The number of sequences.
    pub n: u64,
}

impl Record {
    /// Returns a record of a packed board.
    pub fn new(board: PackedBoard, n: u64) -> Self {
        let chunks = board.as_bytes().as_chunks().0;
        Self { key: [chunks[0], chunks[1], chunks[2]].map(u64::from_be_bytes), n }
    }

    /// Returns the packed board.
    pub fn board(&self) -> PackedBoard {
        let mut bytes = [0; PackedBoard::SIZE];
        for (bytes, number) in bytes.chunks_exact_mut(8).zip(self.key) {
            bytes.copy_from_slice(&number.to_be_bytes());
        }
        PackedBoard::from_bytes(bytes)
    }
}

/// Fewer records than this are not worth sorting.
const FEW: usize = 1 << 16;

/// Records in any order are gathered, sorted, and united if they have the same board.
#[derive(Debug)]
pub struct Gather {
    /// Sorted and distinct records, then records in any order.
    records: Vec<Record>,
    /// The number of records at which they are sorted next.
    full: usize,
}

impl Default for Gather {
    fn default() -> Self {
        Self { records: Vec::new(), full: FEW }
    }
}

impl Gather {
    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Returns a refusal if 2<sup>64</sup> or more sequences lead to a position.
    #[inline]
    pub fn add(&mut self, record: Record) -> Result<()> {
        self.records.push(record);
        if self.records.len() < self.full { Ok(()) } else { self.unite() }
    }

    /// Returns the distinct records in ascending order.
    ///
    /// # Errors
    ///
    /// As [`Gather::add`].
    pub fn finish(mut self) -> Result<Vec<Record>> {
        self.unite()?;
        Ok(self.records)
    }

    fn unite(&mut self) -> Result<()> {
        unite(&mut self.records)?;
        self.full = (2 * self.records.len()).max(FEW);
        Ok(())
    }
}

/// Sorts records and adds up the numbers of those with the same board.
///
/// # Errors
///
/// Returns a refusal if 2<sup>64</sup> or more sequences lead to a position.
pub fn unite(records: &mut Vec<Record>) -> Result<()> {
    // Runs that are sorted already are merged.
    records.sort_by_key(|record| record.key);
    let mut overflow = None;
    records.dedup_by(|record, first| {
        let is_same = record.key == first.key;
        if is_same {
            match first.n.checked_add(record.n) {
                Some(sum) => first.n = sum,
                None => overflow = Some(record.board()),
            }
        }
        is_same
    });
    match overflow {
        Some(board) => Err(too_many(board)),
        None => Ok(()),
    }
}

/// Returns the refusal of a position that 2<sup>64</sup> or more sequences lead to.
pub fn too_many(board: PackedBoard) -> Error {
    let what = "2^64 or more move sequences lead to this position".to_owned();
    Error::refused(format_args!("packed board {board:?}"), Refusal::TooLarge(what))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quickcheck::quickcheck;

    use super::*;

    fn record(board: u8, n: u64) -> Record {
        let mut bytes = [0; PackedBoard::SIZE];
        bytes[usize::from(board) % 24] = board;
        Record::new(PackedBoard::from_bytes(bytes), n)
    }

    quickcheck! {
        fn a_record_keeps_its_board(bytes: Vec<u8>) -> bool {
            let board = PackedBoard::from_bytes(std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0)));
            Record::new(board, 1).board() == board
        }

        fn records_have_the_order_of_their_boards(a: u8, b: u8) -> bool {
            let (a, b) = (record(a, 1), record(b, 1));
            a.key.cmp(&b.key) == a.board().cmp(&b.board())
        }

        fn gathered_records_are_the_sums_for_each_board(records: Vec<(u8, u32)>) -> bool {
            let mut sums = BTreeMap::new();
            let mut gather = Gather::default();
            for (board, n) in records {
                let record = record(board, n.into());
                *sums.entry(record.board()).or_insert(0) += record.n;
                gather.add(record).expect("the sums are small");
            }
            let gathered = gather.finish().expect("the sums are small");
            gathered.iter().map(|record| (record.board(), record.n)).eq(sums)
        }
    }

    #[test]
    fn records_are_united_whenever_there_are_many() {
        let mut gather = Gather::default();
        for round in 0..5 * FEW {
            gather.add(record((round % 7) as u8, 1)).expect("the sums are small");
        }
        assert!(gather.records.len() <= FEW);
        let sums: u64 = gather.finish().expect("the sums are small").iter().map(|record| record.n).sum();
        assert_eq!(sums, 5 * FEW as u64);
    }

    #[test]
    fn a_sum_that_does_not_fit_is_refused() {
        let mut records = vec![record(1, u64::MAX), record(1, 1)];
        assert_eq!(unite(&mut records).expect_err("2^64").exit_code(), 3);
    }
}
