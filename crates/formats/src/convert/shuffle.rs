//! Entries in random order.

use gardez_types::Generator;

use super::memory::{self, Memory, SpillError};
use super::sorter::{Sorted, Sorter};
use super::spill;
use crate::entry::Entry;
use crate::error::ReadError;
use crate::format::Format;
use crate::read::ReadEntries;
use crate::view::View;

/// The place in the order: a random number, then the number of the entry.
const KEY: usize = 16;
const SIZE: usize = KEY + spill::SIZE;

/// A reader that gives the entries of another one in random order.
///
/// All orders are equally likely. The order depends on the seed and the number of entries only, not on the memory.
///
/// ```
/// use gardez_formats::convert::{Memory, Shuffled};
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
    sorted: Sorted<SIZE>,
    given: u64,
    damage: Option<ReadError>,
    entry: Option<Entry<V>>,
}

impl<V: View> Shuffled<V> {
    /// Reads all entries of `reader`, for their order under this seed.
    ///
    /// If the reader reports an error, the entries before it are given, and then the error.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written, or if a board has more than 32 pieces.
    pub fn new(mut reader: impl ReadEntries<View = V>, seed: u64, memory: &Memory) -> Result<Self, SpillError> {
        let format = reader.format();
        let mut sorter = Sorter::<SIZE>::new(memory.bytes, &memory.directory);
        let mut generator = Generator::new(seed);
        let mut count: u64 = 0;
        let damage = loop {
            let entry = match reader.next_entry() {
                Ok(Some(entry)) => entry,
                Ok(None) => break None,
                Err(error) => break Some(error),
            };
            let key = u128::from(generator.next_u64()) << 64 | u128::from(count);
            sorter.push(&memory::record(&key.to_be_bytes(), entry, count)?)?;
            count += 1;
        };
        Ok(Self { format, sorted: sorter.sorted()?, given: 0, damage, entry: None })
    }
}

impl<V: View> ReadEntries for Shuffled<V> {
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
