//! Each position once.

use gardez_position::PackedBoard;

use super::memory::{self, Lent, Memory, Rest, SpillError};
use super::sorter::Sorter;
use super::spill;
use gardez_formats::Entry;
use gardez_formats::Format;
use gardez_formats::ReadEntries;
use gardez_formats::ReadError;
use gardez_formats::View;

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
/// use gardez_data::{Memory, Unique};
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
    lent: Lent<V, BY_NUMBER>,
    duplicates: u64,
}

impl<V: View> Unique<V> {
    /// Reads all entries of `reader`. For a random order, use [`Shuffled::unique`](super::Shuffled::unique) instead.
    ///
    /// If the reader reports errors, its entries are given, and then the errors, at most 1000.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read, or if a board has more than 32 pieces.
    pub fn new(reader: impl ReadEntries<View = V>, memory: &Memory) -> Result<Self, SpillError> {
        let format = reader.format();
        let mut by_number = Sorter::<BY_NUMBER>::new(memory.bytes / 2, &memory.directory);
        let mut unique: u64 = 0;
        let rest = first_of_each_position(reader, memory, |numbered| {
            unique += 1;
            Ok(by_number.push(numbered)?)
        })?;
        let duplicates = rest.count - unique;
        Ok(Self { lent: Lent::new(format, by_number.sorted()?, rest.damage), duplicates })
    }

    /// Returns the number of entries that were left out.
    pub const fn duplicates(&self) -> u64 {
        self.duplicates
    }
}

/// Passes on the first entry of each position with its number, in the order of the positions. It needs half of the memory.
pub(super) fn first_of_each_position<V: View>(
    reader: impl ReadEntries<View = V>,
    memory: &Memory,
    mut push: impl FnMut(&[u8; BY_NUMBER]) -> Result<(), SpillError>,
) -> Result<Rest, SpillError> {
    let mut by_position = Sorter::<BY_POSITION>::new(memory.bytes / 2, &memory.directory);
    let rest = memory::read_all(reader, |entry, number| {
        let found = entry.board.occupied().len();
        let packed = entry.board.packed().map_err(|_| SpillError::TooManyPieces { entry: number, found })?;
        let mut key = [0; POSITION + NUMBER];
        key[..POSITION].copy_from_slice(packed.as_bytes());
        key[POSITION..].copy_from_slice(&number.to_be_bytes());
        Ok(by_position.push(&memory::record(&key, entry, number)?)?)
    })?;
    let mut last = None;
    for record in by_position.sorted()? {
        let record = record?;
        let (position, numbered) = record.split_first_chunk::<POSITION>().expect("a record begins with the position");
        if last != Some(*position) {
            last = Some(*position);
            push(numbered.first_chunk().expect("the number and the entry follow"))?;
        }
    }
    Ok(rest)
}

impl<V: View> ReadEntries for Unique<V> {
    type View = V;

    fn format(&self) -> Format {
        self.lent.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        self.lent.next_entry()
    }
}
