//! The entries of a reader in another order, each position once.

use std::io;
use std::vec::{self, Vec};

use gardez_formats::{Entry, Format, ReadEntries, ReadError, View};
use gardez_position::PackedBoard;

use crate::arrange::{Arrange, Arranged};
use crate::memory::{Memory, SpillError};
use crate::spill;

/// The most errors of a reader that are kept. A reader of several inputs has one for each of them.
const MOST_ERRORS: usize = 1000;

/// The entries of a reader in another order, then its errors.
#[derive(Debug)]
pub(super) struct Lent<V> {
    format: Format,
    records: Arranged,
    given: u64,
    damage: vec::IntoIter<ReadError>,
    entry: Option<Entry<V>>,
}

impl<V: View> Lent<V> {
    /// Reads all entries. After an error, the reader may go on: it may have other inputs.
    pub(super) fn new(
        mut reader: impl ReadEntries<View = V>,
        seed: Option<u64>,
        is_unique: bool,
        memory: &Memory,
    ) -> Result<Self, SpillError> {
        let mut records = Arrange::new(spill::SIZE, seed, is_unique, memory);
        let (mut number, mut damage) = (0, Vec::new());
        while damage.len() < MOST_ERRORS {
            match reader.next_entry() {
                Ok(Some(entry)) => {
                    let too_many = |found| SpillError::TooManyPieces { entry: number, found };
                    let bytes = spill::encode(entry).map_err(too_many)?;
                    records.push(&position_of(entry, is_unique).map_err(too_many)?, &bytes)?;
                    number += 1;
                }
                Ok(None) => break,
                Err(error) => damage.push(error),
            }
        }
        let (format, damage) = (reader.format(), damage.into_iter());
        Ok(Self { format, records: records.finish()?, given: 0, damage, entry: None })
    }

    pub(super) const fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of entries that were left out.
    pub(super) const fn duplicates(&self) -> u64 {
        self.records.duplicates()
    }

    /// Returns the next entry, which is lent until the next call.
    pub(super) fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        let (format, offset) = (self.format, self.given);
        let stream_error = |error| ReadError::Stream { format, offset, error };
        let Some(record) = self.records.next().map_err(stream_error)? else {
            return self.damage.next().map_or(Ok(None), Err);
        };
        self.given += 1;
        let entry = spilled(record).map_err(stream_error)?;
        Ok(Some(self.entry.insert(entry)))
    }
}

/// Returns the bytes of the position of an entry if each position is kept once, or the number of its pieces if there are too
/// many.
pub(crate) fn position_of<V: View>(entry: &Entry<V>, is_unique: bool) -> Result<[u8; PackedBoard::SIZE], u32> {
    match is_unique {
        true => entry.board.packed().map(|packed| packed.to_bytes()).map_err(|_| entry.board.occupied().len()),
        false => Ok([0; PackedBoard::SIZE]),
    }
}

/// Returns the entry of a record of a temporary file.
pub(crate) fn spilled<V: View>(record: &[u8]) -> io::Result<Entry<V>> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a temporary file is damaged");
    record.first_chunk().and_then(spill::decode).ok_or_else(damaged)
}
