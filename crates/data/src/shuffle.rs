//! Entries in random order.

use gardez_formats::{Entry, Format, ReadEntries, ReadError, View};

use crate::lent::Lent;
use crate::memory::{Memory, SpillError};

/// A reader that yields the entries of another one in random order.
///
/// All orders are equally likely. The order depends on the seed and the number of entries only, not on the memory. The time
/// is linear: entries are scattered into parts at random, which are then put in order one by one.
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
    lent: Lent<V>,
}

impl<V: View> Shuffled<V> {
    /// Reads all entries of `reader`, for their order under this seed.
    ///
    /// If the reader reports errors, its entries are given, and then the errors, at most 1000.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written, or if a board has more than 32 pieces.
    pub fn new(reader: impl ReadEntries<View = V>, seed: u64, memory: &Memory) -> Result<Self, SpillError> {
        Lent::new(reader, Some(seed), false, memory).map(|lent| Self { lent })
    }

    /// Reads all entries of `reader`, for the first one of each position in the order under this seed.
    ///
    /// This needs half of the temporary files of a [`Shuffled`] around a [`Unique`](super::Unique), and yields another
    /// order. All orders are equally likely.
    ///
    /// ```
    /// use gardez_data::{Memory, Shuffled};
    /// use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, bin};
    /// use gardez_position::Board;
    ///
    /// let mut writer = bin::Writer::new(Vec::new());
    /// for score in [30, 31] {
    ///     writer.write_entry(&Entry::new(Board::start(), None, score, Wdl::Draw))?;
    /// }
    /// let bytes = writer.finish()?;
    /// let memory = Memory::new(64 << 20, std::env::temp_dir());
    /// let shuffled = Shuffled::unique(bin::Reader::new(&bytes[..]), 1, &memory)?;
    /// assert_eq!((shuffled.duplicates(), shuffled.entries().count()), (1, 1));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read, or if a board has more than 32 pieces.
    pub fn unique(reader: impl ReadEntries<View = V>, seed: u64, memory: &Memory) -> Result<Self, SpillError> {
        Lent::new(reader, Some(seed), true, memory).map(|lent| Self { lent })
    }

    /// Returns the number of entries that [`Shuffled::unique`] left out.
    pub const fn duplicates(&self) -> u64 {
        self.lent.duplicates()
    }
}

impl<V: View> ReadEntries for Shuffled<V> {
    type View = V;

    fn format(&self) -> Format {
        self.lent.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        self.lent.next_entry()
    }
}
