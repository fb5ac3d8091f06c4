//! Each position once.

use gardez_position::PackedBoard;

use super::memory::{self, Memory, SpillError};
use super::sorter::{Sorted, Sorter};
use super::spill;
use crate::entry::Entry;
use crate::error::ReadError;
use crate::format::Format;
use crate::read::ReadEntries;
use crate::view::View;

/// The number of an entry, most significant byte first.
const NUMBER: usize = 8;
/// The position, then the number.
const POSITION: usize = PackedBoard::SIZE;
const BY_POSITION: usize = POSITION + NUMBER + spill::SIZE;
const BY_NUMBER: usize = NUMBER + spill::SIZE;

/// A reader that gives the first entry of each position of another one, in the same order.
///
/// Two positions are the same if their [`PackedBoard`] is: the pieces, the side to move, the castling rights and the legal
/// en passant captures. Moves, scores and counters may differ.
///
/// All entries are read, sorted by position, and sorted again by their number, in the memory that the caller allows or in
/// temporary files.
///
/// ```
/// use gardez_formats::convert::{Memory, Unique};
/// use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, bin};
/// use gardez_position::Board;
///
/// let mut writer = bin::Writer::new(Vec::new());
/// for score in [30, 31] {
///     writer.write_entry(&Entry::new(Board::start(), None, score, Wdl::Draw))?;
/// }
/// let bytes = writer.finish()?;
/// let unique = Unique::new(bin::Reader::new(&bytes[..]), &Memory::new(64 << 20, std::env::temp_dir()))?;
/// assert_eq!(unique.duplicates(), 1);
/// let scores = unique.entries().map(|entry| entry.map(|entry| entry.score)).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(scores, [30]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Unique<V> {
    format: Format,
    sorted: Sorted<BY_NUMBER>,
    given: u64,
    duplicates: u64,
    damage: Option<ReadError>,
    entry: Option<Entry<V>>,
}

impl<V: View> Unique<V> {
    /// Reads all entries of `reader`.
    ///
    /// If the reader reports an error, the entries before it are given, and then the error.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read, or if a board has more than 32 pieces.
    pub fn new(mut reader: impl ReadEntries<View = V>, memory: &Memory) -> Result<Self, SpillError> {
        let format = reader.format();
        let half = memory.bytes / 2;
        let mut by_position = Sorter::<BY_POSITION>::new(half, &memory.directory);
        let mut count: u64 = 0;
        let damage = loop {
            let entry = match reader.next_entry() {
                Ok(Some(entry)) => entry,
                Ok(None) => break None,
                Err(error) => break Some(error),
            };
            let found = entry.board.occupied().len();
            let packed = entry.board.packed().map_err(|_| SpillError::TooManyPieces { entry: count, found })?;
            let mut key = [0; POSITION + NUMBER];
            key[..POSITION].copy_from_slice(packed.as_bytes());
            key[POSITION..].copy_from_slice(&count.to_be_bytes());
            by_position.push(&memory::record(&key, entry, count)?)?;
            count += 1;
        };

        // The first of the entries of each position, back in their order.
        let mut by_number = Sorter::<BY_NUMBER>::new(half, &memory.directory);
        let (mut last, mut unique) = (None, 0);
        for record in by_position.sorted()? {
            let record = record?;
            let (position, rest) = record.split_first_chunk::<POSITION>().expect("a record begins with the position");
            if last != Some(*position) {
                last = Some(*position);
                unique += 1;
                by_number.push(rest.first_chunk().expect("the number and the entry follow"))?;
            }
        }
        let sorted = by_number.sorted()?;
        Ok(Self { format, sorted, given: 0, duplicates: count - unique, damage, entry: None })
    }

    /// The number of entries that were left out.
    pub const fn duplicates(&self) -> u64 {
        self.duplicates
    }
}

impl<V: View> ReadEntries for Unique<V> {
    type View = V;

    fn format(&self) -> Format {
        self.format
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        let record = self.sorted.next();
        if record.is_none() {
            return self.damage.take().map_or(Ok(None), Err);
        }
        self.given += 1;
        memory::restored(record, self.format, self.given, &mut self.entry)
    }
}
