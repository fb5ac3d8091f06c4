//! Records in another order, each position once, for [`Shuffled`](crate::Shuffled) and conversions.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use gardez_position::PackedBoard;
use gardez_types::{Generator, errors};

use crate::loader::random::key as hash;
use crate::scatter::{Buckets, ByKey, Records, Scatter};

const NUMBER: usize = 8;

type Position = [u8; PackedBoard::SIZE];

#[derive(Debug)]
pub(crate) struct Sorter {
    generator: Option<Generator>,
    duplicates: Option<Duplicates>,
    scatter: Scatter,
    count: u64,
}

impl Sorter {
    /// Creates an order of records of this size: random with a seed, and with each position once if it `is_unique`.
    pub(crate) fn new(size: usize, seed: Option<u64>, is_unique: bool, memory: &Memory) -> Self {
        let Memory { bytes, directory } = memory;
        let bytes = if is_unique { bytes / 2 } else { *bytes };
        let scatter = match seed {
            Some(_) => Scatter::new(size + if is_unique { NUMBER } else { 0 }, bytes, directory),
            None => Scatter::in_order(size, bytes, directory),
        };
        let duplicates = is_unique.then(|| Duplicates::new(bytes, directory));
        Self { generator: seed.map(Generator::new), duplicates, scatter, count: 0 }
    }

    /// Adds a record. The position is only used if each position is kept once.
    pub(crate) fn push(&mut self, position: &Position, record: &[u8]) -> io::Result<()> {
        let number = self.count;
        self.count += 1;
        if let Some(duplicates) = &mut self.duplicates {
            duplicates.push(position, number)?;
        }
        match (&mut self.generator, &self.duplicates) {
            (Some(generator), Some(_)) => self.scatter.push(generator.next_u64(), &number.to_be_bytes(), record),
            (Some(generator), None) => self.scatter.push(generator.next_u64(), record, &[]),
            (None, _) => self.scatter.push(number, record, &[]),
        }
    }

    /// Leaves out this position, if each position is kept once.
    #[cfg(all(feature = "lc0", feature = "syzygy"))]
    pub(crate) fn exclude(&mut self, position: &Position) -> io::Result<()> {
        self.duplicates.as_mut().map_or(Ok(()), |duplicates| duplicates.push(position, EXCLUDED))
    }

    pub(crate) fn finish(self) -> io::Result<Sorted> {
        let (duplicates, count) = match self.duplicates {
            Some(duplicates) => duplicates.find(self.count).map(|(set, count)| (Some(set), count))?,
            None => (None, 0),
        };
        let is_random = self.generator.is_some();
        let mut buckets = self.scatter.buckets();
        let rows = match is_random {
            true => Rows::ByKey(ByKey::new(buckets)),
            false => Rows::InOrder(buckets.next().expect("there is one bucket"), buckets),
        };
        Ok(Sorted { rows, duplicates, count })
    }
}

#[derive(Debug)]
pub(crate) struct Sorted {
    rows: Rows,
    /// A bit for each record that is a duplicate.
    duplicates: Option<Vec<u64>>,
    count: u64,
}

#[derive(Debug)]
enum Rows {
    ByKey(ByKey),
    InOrder(Records, Buckets),
}

impl Sorted {
    pub(crate) const fn duplicates(&self) -> u64 {
        self.count
    }

    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        Ok(if self.advance()? { Some(self.current().1) } else { None })
    }

    fn advance(&mut self) -> io::Result<bool> {
        loop {
            let is_there = match &mut self.rows {
                Rows::ByKey(by_key) => by_key.advance()?,
                Rows::InOrder(records, buckets) => buckets.advance(records)?,
            };
            if !is_there {
                return Ok(false);
            }
            let number = self.current().0;
            match &self.duplicates {
                Some(set) if set[(number / 64) as usize] >> (number % 64) & 1 != 0 => {}
                _ => return Ok(true),
            }
        }
    }

    /// Returns the current record. The number before it is known if each position is kept once.
    fn current(&self) -> (u64, &[u8]) {
        match &self.rows {
            Rows::ByKey(by_key) if self.duplicates.is_some() => {
                let (number, record) = by_key.current().1.split_first_chunk().expect("the number comes first");
                (u64::from_be_bytes(*number), record)
            }
            Rows::ByKey(by_key) => by_key.current(),
            Rows::InOrder(records, _) => records.current(),
        }
    }
}

/// The number of a position that is left out wherever it is.
const EXCLUDED: u64 = u64::MAX;

#[derive(Debug)]
struct Duplicates {
    scatter: Scatter,
}

impl Duplicates {
    fn new(memory: usize, directory: &Path) -> Self {
        Self { scatter: Scatter::new(PackedBoard::SIZE + NUMBER, memory, directory) }
    }

    fn push(&mut self, position: &Position, number: u64) -> io::Result<()> {
        let word = |index: usize| u64::from_le_bytes(*position[8 * index..].first_chunk().expect("three words"));
        self.scatter.push(hash(&[word(0), word(1), word(2)]), position, &number.to_le_bytes())
    }

    /// Returns a bit for each record, which is 1 for a duplicate, and their number.
    fn find(self, count: u64) -> io::Result<(Vec<u64>, u64)> {
        let mut found = (vec![0; usize::try_from(count.div_ceil(64)).map_err(|_| io::ErrorKind::OutOfMemory)?], 0);
        find_in(&mut self.scatter.buckets(), 0, &mut found)?;
        Ok(found)
    }
}

/// The most divisions of a bucket: after them, 64 bits of a hash are used up.
const MOST_LEVELS: u32 = 18;

fn find_in(buckets: &mut Buckets, level: u32, found: &mut (Vec<u64>, u64)) -> io::Result<()> {
    while let Some(records) = buckets.next() {
        // A position needs up to 64 bytes of a set. One that appears often is in it once.
        if buckets.room() / 64 < records.len() && level < MOST_LEVELS {
            let mut smaller = buckets.scatter_again(records)?;
            // Copies of one position stay together, however often they are divided.
            let next = if smaller.are_divided() { level + 1 } else { MOST_LEVELS };
            find_in(&mut smaller, next, found)?;
            continue;
        }
        let mut records = records;
        let mut seen = HashSet::<Position, BuildHasherDefault<Mixed>>::default();
        while buckets.advance(&mut records)? {
            let (position, number) = records.current().1.split_first_chunk().expect("the position comes first");
            let number = u64::from_le_bytes(*number.first_chunk().expect("a number follows"));
            if !seen.insert(*position) && number != EXCLUDED {
                found.0[(number / 64) as usize] |= 1 << (number % 64);
                found.1 += 1;
            }
        }
    }
    Ok(())
}

/// A hasher of positions, which are spread evenly within a bucket.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..word.len()].copy_from_slice(word);
            self.0 = hash(&[self.0, u64::from_le_bytes(number)]);
        }
    }
}

/// The memory for entries, and the directory for temporary files of entries that do not fit.
///
/// The files have no names, so nothing is left of them if the program is killed. They need 56 bytes an entry for
/// [`Shuffled`](crate::Shuffled), and 96 or 104 for [`Shuffled::unique`](crate::Shuffled::unique), in order or shuffled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The number of bytes. At least 256 KiB are used.
    pub bytes: usize,
    /// The directory for temporary files.
    pub directory: PathBuf,
}

impl Memory {
    /// Creates a value with this directory, such as `std::env::temp_dir()`.
    pub fn new(bytes: usize, directory: impl Into<PathBuf>) -> Self {
        Self { bytes, directory: directory.into() }
    }

    /// Returns the bytes for what threads read and make before it is put in order.
    #[cfg(all(feature = "lc0", feature = "syzygy"))] // only conversions ask
    pub(crate) fn of_threads(&self) -> usize {
        (self.bytes / 8).max(1 << 20)
    }
}

errors! {
    /// The reason entries cannot be put in another order.
    #[derive(Debug)]
    pub enum SortError {
        Disk(error: io::Error) = "disk", "cannot use a temporary file: {error}" => source error => from io::Error;
        TooManyPieces { entry: u64, found: u32 } = "too-many-pieces",
            "entry {entry} has {found} pieces, and temporary files have room for 32";
    }
}
