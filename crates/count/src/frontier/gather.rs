//! Units in any order are gathered, sorted, and united if they have the same board.

use alloc::vec::Vec;

use gardez_position::PackedBoard;

use super::{FrontierError, Unit};

/// A unit whose board is three numbers, which are compared faster than bytes and have the same order.
#[derive(Clone, Copy)]
struct Record {
    board: [u64; 3],
    multiplicity: u64,
}

impl Record {
    fn new(unit: Unit) -> Self {
        Self { board: numbers(unit.board), multiplicity: unit.multiplicity }
    }

    fn unit(self) -> Unit {
        let mut bytes = [0; PackedBoard::SIZE];
        for (bytes, number) in bytes.chunks_exact_mut(8).zip(self.board) {
            bytes.copy_from_slice(&number.to_be_bytes());
        }
        Unit { board: PackedBoard::from_bytes(bytes), multiplicity: self.multiplicity }
    }
}

fn numbers(board: PackedBoard) -> [u64; 3] {
    let chunks = board.as_bytes().as_chunks().0;
    [chunks[0], chunks[1], chunks[2]].map(u64::from_be_bytes)
}

/// Fewer units than this are not worth sorting.
const FEW: usize = 512;

/// The first units of a frontier after a board, in ascending order.
pub(super) struct Gather {
    ply: u32,
    /// The largest number of distinct units.
    max_units: u64,
    /// The number of units for which there is room.
    room: usize,
    /// Only units after this board are gathered.
    after: Option<[u64; 3]>,
    /// Only units up to this board are gathered. It is set when units had to be left out.
    up_to: Option<[u64; 3]>,
    /// Sorted and distinct units, then units in any order.
    records: Vec<Record>,
    /// The number of units at which they are sorted next.
    full: usize,
}

impl Gather {
    pub(super) fn new(ply: u32, max_units: u64, room: usize, after: Option<PackedBoard>) -> Self {
        Self { ply, max_units, room, after: after.map(numbers), up_to: None, records: Vec::new(), full: FEW.min(room) }
    }

    /// Adds a unit, if it is among the gathered ones.
    pub(super) fn add(&mut self, unit: Unit) -> Result<(), FrontierError> {
        let record = Record::new(unit);
        if self.after.is_some_and(|after| record.board <= after) || self.up_to.is_some_and(|up_to| up_to < record.board)
        {
            return Ok(());
        }
        self.records.push(record);
        if self.records.len() < self.full { Ok(()) } else { self.unite() }
    }

    /// Returns the units, and whether others come after them.
    pub(super) fn finish(mut self) -> Result<(Vec<Unit>, bool), FrontierError> {
        self.unite()?;
        Ok((self.records.into_iter().map(Record::unit).collect(), self.up_to.is_some()))
    }

    /// Sorts the units and unites equal boards. The largest boards are left out if the room is half full.
    fn unite(&mut self) -> Result<(), FrontierError> {
        // The records that are sorted already are merged with the others.
        self.records.sort_by_key(|record| record.board);
        let mut overflow = None;
        self.records.dedup_by(|record, first| {
            let is_same = record.board == first.board;
            if is_same {
                let sum = first.multiplicity.checked_add(record.multiplicity);
                overflow = overflow.or(sum.is_none().then_some(record.unit().board));
                first.multiplicity = sum.unwrap_or(u64::MAX);
            }
            is_same
        });
        if let Some(board) = overflow {
            return Err(FrontierError::Multiplicity { ply: self.ply, board });
        }
        if self.max_units < self.records.len() as u64 {
            return Err(FrontierError::TooManyUnits { ply: self.ply, max: self.max_units });
        }
        if self.room / 2 < self.records.len() {
            self.records.truncate(self.room / 2);
            self.up_to = self.records.last().map(|record| record.board);
        }
        self.full = (2 * self.records.len()).max(FEW).min(self.room);
        Ok(())
    }
}
