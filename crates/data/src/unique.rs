//! Each position once.

use gardez_formats::{Entry, Format, ReadEntries, ReadError, View};

use crate::lent::Lent;
use crate::memory::{Memory, SpillError};

/// A reader that yields the first entry of each position of another one, in the same order.
///
/// Two positions are the same if their [`PackedBoard`](gardez_position::PackedBoard) is: the pieces, the side to move, the castling rights and the legal
/// en passant captures. Moves, scores and counters may differ.
///
/// All entries are read, and their positions are divided by a hash. The positions of each part are looked at together, in the
/// memory that the caller allows. What does not fit is in temporary files. A bit is kept in memory for each entry.
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
    lent: Lent<V>,
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
        Lent::new(reader, None, true, memory).map(|lent| Self { lent })
    }

    /// Returns the number of entries that were left out.
    pub const fn duplicates(&self) -> u64 {
        self.lent.duplicates()
    }
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
