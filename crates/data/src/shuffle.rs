//! Entries in random order.

use gardez_types::Generator;

use super::memory::{self, Lent, Memory, SpillError};
use super::sorter::Sorter;
use super::{spill, unique};
use gardez_formats::Entry;
use gardez_formats::Format;
use gardez_formats::ReadEntries;
use gardez_formats::ReadError;
use gardez_formats::View;

/// The place in the order: a random number, then the number of the entry.
const KEY: usize = 16;
const SIZE: usize = KEY + spill::SIZE;

/// A reader that gives the entries of another one in random order.
///
/// All orders are equally likely. The order depends on the seed and the number of entries only, not on the memory.
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
    lent: Lent<V, SIZE>,
    duplicates: u64,
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
        let format = reader.format();
        let mut sorter = Sorter::<SIZE>::new(memory.bytes, &memory.directory);
        let mut generator = Generator::new(seed);
        let rest = memory::read_all(reader, |entry, number| {
            let key = u128::from(generator.next_u64()) << 64 | u128::from(number);
            Ok(sorter.push(&memory::record(&key.to_be_bytes(), entry, number)?)?)
        })?;
        Ok(Self { lent: Lent::new(format, sorter.sorted()?, rest.damage), duplicates: 0 })
    }

    /// Reads all entries of `reader`, for the first one of each position in the order under this seed.
    ///
    /// This needs half of the memory of a [`Shuffled`] around a [`Unique`](super::Unique), and sorts once less. All orders
    /// are equally likely, but it is another order.
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
        let format = reader.format();
        let mut generator = Generator::new(seed);
        let mut by_key = Sorter::<SIZE>::new(memory.bytes / 2, &memory.directory);
        let mut unique: u64 = 0;
        let rest = unique::first_of_each_position(reader, memory, |numbered| {
            let mut record = [0; SIZE];
            let (random, rest) = record.split_at_mut(SIZE - numbered.len());
            random.copy_from_slice(&generator.next_u64().to_be_bytes());
            rest.copy_from_slice(numbered);
            unique += 1;
            Ok(by_key.push(&record)?)
        })?;
        let duplicates = rest.count - unique;
        Ok(Self { lent: Lent::new(format, by_key.sorted()?, rest.damage), duplicates })
    }

    /// Returns the number of entries that [`Shuffled::unique`] left out.
    pub const fn duplicates(&self) -> u64 {
        self.duplicates
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
