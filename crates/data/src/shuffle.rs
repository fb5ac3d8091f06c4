//! Entries in random order, and each position once.

use std::vec;

use gardez_formats::{Entry, Format, ReadEntries, ReadError, View};

use crate::record::{self, decode_slice, position_of};
use crate::sorted::{Memory, SortError};
use crate::sorted::{Sorted, Sorter};

/// The most errors of a reader that are kept: a reader of several inputs has one for each.
const MOST_ERRORS: usize = 1000;

/// A reader that yields the entries of another one in random order.
///
/// All orders are equally likely. The order depends on the seed and the number of entries, not on the memory. Linear time.
///
/// ```
/// use gardez_data::{Memory, Shuffled};
/// use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, bin};
/// use gardez_position::Board;
///
/// let mut writer = bin::Writer::new(Vec::new());
/// for ply in 0..100 {
///     writer.write_entry(&Entry::new(Board::start(), None, 0, Wdl::Draw).with_ply(ply))?;
/// }
/// let bytes = writer.finish()?;
///
/// // At most 64 MiB, and files in this directory if that is not enough.
/// let shuffled = Shuffled::new(bin::Reader::new(&bytes[..]), 1, &Memory::new(64 << 20, std::env::temp_dir()))?;
/// let mut plies: Vec<u32> = shuffled.entries().map(|entry| entry.map(|entry| entry.ply)).collect::<Result<_, _>>()?;
/// assert!(!plies.is_sorted());
/// plies.sort();
/// assert!(plies.into_iter().eq(0..100));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Shuffled<V> {
    format: Format,
    records: Sorted,
    given: u64,
    damage: vec::IntoIter<ReadError>,
    entry: Option<Entry<V>>,
}

impl<V: View> Shuffled<V> {
    /// Reads all entries of `reader`, to yield them in the order of this seed. Errors, up to 1000, come after the entries.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written, or if a board has more than 32 pieces.
    pub fn new(reader: impl ReadEntries<View = V>, seed: u64, memory: &Memory) -> Result<Self, SortError> {
        Self::read(reader, Some(seed), false, memory)
    }

    /// Reads all entries of `reader`, to yield the first one of each position: in the order of this seed, or without one
    /// in the order of the reader.
    ///
    /// Positions are the same if their [`PackedBoard`](gardez_position::PackedBoard)s are: pieces, side to move, castling
    /// rights and legal en passant captures. Moves, scores and counters may differ. Needs a bit of memory an entry.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read, or if a board has more than 32 pieces.
    pub fn unique(reader: impl ReadEntries<View = V>, seed: Option<u64>, memory: &Memory) -> Result<Self, SortError> {
        Self::read(reader, seed, true, memory)
    }

    /// Reads all entries. After an error, the reader may go on: it may have other inputs.
    fn read(
        mut reader: impl ReadEntries<View = V>,
        seed: Option<u64>,
        is_unique: bool,
        memory: &Memory,
    ) -> Result<Self, SortError> {
        let mut records = Sorter::new(record::SIZE, seed, is_unique, memory);
        let (mut number, mut damage) = (0, Vec::new());
        while damage.len() < MOST_ERRORS {
            match reader.next_entry() {
                Ok(Some(entry)) => {
                    let too_many = |found| SortError::TooManyPieces { entry: number, found };
                    let bytes = record::encode(entry).map_err(too_many)?;
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

    /// Returns the number of entries that [`Shuffled::unique`] left out.
    pub const fn duplicates(&self) -> u64 {
        self.records.duplicates()
    }
}

impl<V: View> ReadEntries for Shuffled<V> {
    type View = V;

    fn format(&self) -> Format {
        self.format
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        let (format, offset) = (self.format, self.given);
        let stream_error = |error| ReadError::Stream { format, offset, error };
        let Some(record) = self.records.next().map_err(stream_error)? else {
            return self.damage.next().map_or(Ok(None), Err);
        };
        self.given += 1;
        let entry = decode_slice(record).map_err(stream_error)?;
        Ok(Some(self.entry.insert(entry)))
    }
}
