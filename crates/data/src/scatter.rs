//! Records in buckets by their keys: in memory while they fit, otherwise in a temporary file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::vec;

/// The bytes of a key, with which a record begins.
const KEY: usize = 8;

const MOST_BITS: u32 = 8;

/// The most bytes of a bucket that are written at once.
const LARGEST_SLAB: usize = 1 << 20;

const LEAST_MEMORY: usize = 1 << 18;

/// Records of one size, in buckets by the high bits of their keys. A bucket keeps the order of its records.
///
/// Every record is written and read at most once, unless a bucket is too large for the memory: then it is scattered
/// again. A quarter of the memory is for gathering records, a half for keeping them, and a quarter for reading them.
#[derive(Debug)]
pub(super) struct Scatter {
    size: usize,
    memory: usize,
    directory: PathBuf,
    /// The number of bits of the keys that are the same for all records, and of those that choose the bucket.
    depth: u32,
    bits: u32,
    slab: usize,
    buckets: Vec<Bucket>,
    /// The number of bytes in slabs that are kept in memory.
    held: usize,
    file: Option<File>,
    end: u64,
}

#[derive(Debug, Default)]
struct Bucket {
    full: Vec<Slab>,
    current: Vec<u8>,
}

#[derive(Debug)]
enum Slab {
    InMemory(Vec<u8>),
    /// At this place of the file.
    InFile(u64),
}

impl Scatter {
    /// Creates buckets in about this much memory, at least 256 KiB, for records with this many bytes after their keys.
    pub(super) fn new(payload: usize, memory: usize, directory: &Path) -> Self {
        let bits = (memory / (4 * (LARGEST_SLAB / 16))).max(1).ilog2().clamp(3, MOST_BITS);
        Self::with_bits(KEY + payload, memory, directory, 0, bits)
    }

    pub(super) fn in_order(payload: usize, memory: usize, directory: &Path) -> Self {
        Self::with_bits(KEY + payload, memory, directory, 0, 0)
    }

    fn with_bits(size: usize, memory: usize, directory: &Path, depth: u32, bits: u32) -> Self {
        let memory = memory.max(LEAST_MEMORY);
        let slab = (memory >> (bits + 2)).min(LARGEST_SLAB) / size * size;
        let buckets = (0..1 << bits).map(|_| Bucket::default()).collect();
        let directory = directory.to_path_buf();
        Self { size, memory, directory, depth, bits, slab: slab.max(size), buckets, held: 0, file: None, end: 0 }
    }

    /// Adds a record: its key, and its other bytes in two parts.
    pub(super) fn push(&mut self, key: u64, first: &[u8], second: &[u8]) -> io::Result<()> {
        debug_assert_eq!(KEY + first.len() + second.len(), self.size, "all records have the same size");
        let index = (key << self.depth).checked_shr(u64::BITS - self.bits).unwrap_or(0);
        let bucket = &mut self.buckets[index as usize];
        if self.slab < bucket.current.len() + self.size {
            if self.held + self.slab <= self.memory / 2 {
                self.held += self.slab;
                bucket.full.push(Slab::InMemory(std::mem::take(&mut bucket.current)));
            } else {
                let failed = |error| in_directory(&error, &self.directory);
                let file = match &mut self.file {
                    Some(file) => file,
                    None => self.file.insert(tempfile::tempfile_in(&self.directory).map_err(failed)?),
                };
                file.write_all(&bucket.current).map_err(failed)?;
                bucket.full.push(Slab::InFile(self.end));
                self.end += bucket.current.len() as u64;
                bucket.current.clear();
            }
        }
        if bucket.current.capacity() == 0 {
            bucket.current.try_reserve_exact(self.slab).map_err(|_| io::ErrorKind::OutOfMemory)?;
        }
        bucket.current.extend_from_slice(&key.to_be_bytes());
        bucket.current.extend_from_slice(first);
        bucket.current.extend_from_slice(second);
        Ok(())
    }

    pub(super) fn buckets(mut self) -> Buckets {
        let buckets = std::mem::take(&mut self.buckets).into_iter();
        Buckets { scatter: self, buckets }
    }
}

/// The buckets of a [`Scatter`], which can be read one at a time.
#[derive(Debug)]
pub(super) struct Buckets {
    /// The [`Scatter`] that the records are from. It has no buckets any more.
    scatter: Scatter,
    buckets: vec::IntoIter<Bucket>,
}

impl Buckets {
    /// Returns the next bucket, which is read before the one after it.
    pub(super) fn next(&mut self) -> Option<Records> {
        let Bucket { full, current } = self.buckets.next()?;
        let bytes = full.len() * self.scatter.slab + current.len();
        let last = (!current.is_empty()).then_some(Slab::InMemory(current));
        let slabs = full.into_iter().chain(last).collect::<Vec<_>>().into_iter();
        Some(Records { size: self.scatter.size, slab: self.scatter.slab, bytes, slabs, buffer: Vec::new(), place: 0 })
    }

    pub(super) fn are_divided(&self) -> bool {
        1 < self.buckets.as_slice().iter().filter(|bucket| !bucket.current.is_empty()).count()
    }
    /// Returns the most bytes of a bucket that is read as a whole.
    pub(super) const fn room(&self) -> usize {
        self.scatter.memory / 8
    }

    pub(super) fn advance(&mut self, records: &mut Records) -> io::Result<bool> {
        records.place += records.size;
        if records.place < records.buffer.len() {
            return Ok(true);
        }
        records.place = 0;
        match records.slabs.next() {
            None => {
                records.buffer.clear();
                return Ok(false);
            }
            Some(Slab::InMemory(bytes)) => records.buffer = bytes,
            Some(Slab::InFile(at)) => {
                records.buffer.resize(records.slab, 0);
                self.read(at, &mut records.buffer)?;
            }
        }
        Ok(true)
    }

    fn all(&mut self, records: Records) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        all.try_reserve_exact(records.bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
        for slab in records.slabs {
            match slab {
                Slab::InMemory(bytes) => all.extend_from_slice(&bytes),
                Slab::InFile(at) => {
                    let start = all.len();
                    all.resize(start + records.slab, 0);
                    self.read(at, &mut all[start..])?;
                }
            }
        }
        Ok(all)
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let file = self.scatter.file.as_mut().expect("the slab was written");
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(bytes));
        read.map_err(|error| in_directory(&error, &self.scatter.directory))
    }

    /// Scatters the records of a bucket by the next bits of their keys.
    pub(super) fn scatter_again(&mut self, mut records: Records) -> io::Result<Self> {
        let Scatter { size, memory, directory, depth, bits, .. } = &self.scatter;
        let depth = (depth + bits).min(u64::BITS - 1);
        let mut parts = Scatter::with_bits(*size, memory / 4, directory, depth, 3);
        while self.advance(&mut records)? {
            let (key, payload) = records.current();
            parts.push(key, payload, &[])?;
        }
        Ok(parts.buckets())
    }
}

/// Adds to an error of a temporary file the directory that is full, missing or broken.
fn in_directory(error: &io::Error, directory: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{error}, in {}", directory.display()))
}

/// The records of a bucket; see [`Buckets::advance`].
#[derive(Debug)]
pub(super) struct Records {
    size: usize,
    slab: usize,
    bytes: usize,
    slabs: vec::IntoIter<Slab>,
    buffer: Vec<u8>,
    place: usize,
}

impl Records {
    pub(super) const fn len(&self) -> usize {
        self.bytes / self.size
    }

    /// Returns the record after the last [`Buckets::advance`]: its key and its other bytes.
    pub(super) fn current(&self) -> (u64, &[u8]) {
        let (key, payload) = self.buffer[self.place..][..self.size].split_first_chunk().expect("a key comes first");
        (u64::from_be_bytes(*key), payload)
    }
}

/// All records in the order of their keys. Records of the same key keep their order.
#[derive(Debug)]
pub(super) struct ByKey {
    buckets: Buckets,
    within: Option<Box<Self>>,
    /// The records of a bucket, and their order: keys and numbers.
    bytes: Vec<u8>,
    order: Vec<(u64, u32)>,
    next: usize,
}

impl ByKey {
    pub(super) const fn new(buckets: Buckets) -> Self {
        Self { buckets, within: None, bytes: Vec::new(), order: Vec::new(), next: 0 }
    }

    pub(super) fn advance(&mut self) -> io::Result<bool> {
        loop {
            if let Some(within) = &mut self.within {
                if within.advance()? {
                    return Ok(true);
                }
                self.within = None;
            }
            if self.next < self.order.len() {
                self.next += 1;
                return Ok(true);
            }
            if !self.load()? {
                return Ok(false);
            }
        }
    }

    /// Returns the record after the last [`advance`](Self::advance): its key and its other bytes.
    pub(super) fn current(&self) -> (u64, &[u8]) {
        if let Some(within) = &self.within {
            return within.current();
        }
        let (key, number) = self.order[self.next - 1];
        let size = self.buckets.scatter.size;
        (key, &self.bytes[number as usize * size..][KEY..size])
    }

    fn load(&mut self) -> io::Result<bool> {
        let Some(records) = self.buckets.next() else { return Ok(false) };
        let Scatter { size, depth, bits, .. } = self.buckets.scatter;
        (self.next, self.bytes) = (0, Vec::new());
        self.order.clear();
        // The keys of a bucket that cannot be divided any more are the same.
        if self.buckets.room() < records.bytes && depth + bits < u64::BITS {
            self.within = Some(Box::new(Self::new(self.buckets.scatter_again(records)?)));
            return Ok(true);
        }
        self.bytes = self.buckets.all(records)?;
        let keys = self
            .bytes
            .chunks_exact(size)
            .map(|record| u64::from_be_bytes(*record.first_chunk().expect("a record begins with its key")));
        // Keys are spread evenly, so groups by their next bits are small.
        let group_bits = (self.bytes.len() / size / 4).max(2).ilog2();
        let group = |key: u64| ((key << (depth + bits).min(u64::BITS - 1)) >> (u64::BITS - group_bits)) as usize;
        let mut ends = vec![0_u32; (1 << group_bits) + 1];
        keys.clone().for_each(|key| ends[group(key) + 1] += 1);
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        self.order.resize(self.bytes.len() / size, (0, 0));
        for (number, key) in keys.enumerate() {
            let end = &mut ends[group(key)];
            self.order[*end as usize] = (key, number as u32);
            *end += 1;
        }
        let mut start = 0;
        for end in &ends[..1 << group_bits] {
            self.order[start..*end as usize].sort_unstable();
            start = *end as usize;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use gardez_types::Generator;

    use super::*;

    /// Puts this many records with random keys of this mask into their order with this much memory. Returns whether there
    /// was a file.
    fn check(count: u64, memory: usize, mask: u64) -> bool {
        let (mut generator, mut scatter) = (Generator::new(3), Scatter::new(8, memory, &env::temp_dir()));
        let mut expected: Vec<(u64, u64)> = (0..count).map(|number| (generator.next_u64() & mask, number)).collect();
        for (key, number) in &expected {
            let bytes = number.to_le_bytes();
            scatter.push(*key, &bytes[..3], &bytes[3..]).expect("the directory is writable");
        }
        expected.sort_unstable();
        let has_file = scatter.file.is_some();
        let (mut by_key, mut found) = (ByKey::new(scatter.buckets()), Vec::new());
        while by_key.advance().expect("the file is readable") {
            let (key, payload) = by_key.current();
            found.push((key, u64::from_le_bytes(payload.try_into().expect("8 bytes"))));
        }
        assert!(found == expected, "{count} records with {memory} bytes");
        has_file
    }

    #[test]
    fn records_come_in_the_order_of_their_keys_whatever_the_memory_is() {
        assert!(!check(0, 0, u64::MAX) && !check(1, 0, u64::MAX) && !check(30_000, 1 << 20, u64::MAX));
        assert!(check(200_000, 1 << 19, u64::MAX));
        // Each bucket is scattered again.
        assert!(check(1_000_000, 0, u64::MAX));
    }

    #[test]
    fn keys_that_are_not_spread_are_in_order_too() {
        assert!(check(50_000, 0, 0));
        assert!(check(50_000, 0, 255));
        assert!(check(50_000, 0, 1 << 63));
    }

    #[test]
    fn one_bucket_keeps_the_order() {
        let mut scatter = Scatter::in_order(0, 0, &env::temp_dir());
        (0..100_000_u64).for_each(|key| scatter.push(key ^ 77, &[], &[]).expect("the directory is writable"));
        assert!(scatter.file.is_some());
        let mut buckets = scatter.buckets();
        let mut records = buckets.next().expect("there is a bucket");
        for key in 0..100_000_u64 {
            assert!(buckets.advance(&mut records).expect("readable") && records.current() == (key ^ 77, &[][..]));
        }
        assert!(!buckets.advance(&mut records).expect("readable") && buckets.next().is_none());
    }

    #[test]
    fn a_directory_that_does_not_exist_is_an_error_when_it_is_needed() {
        let mut scatter = Scatter::new(8, 0, Path::new("no such directory"));
        let mut generator = Generator::new(1);
        let error = (0..1_000_000).find_map(|_| scatter.push(generator.next_u64(), &[0; 8], &[]).err());
        assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::NotFound));
    }

    #[test]
    fn a_file_that_is_too_short_is_an_error() {
        let mut scatter = Scatter::new(8, 0, &env::temp_dir());
        let mut generator = Generator::new(1);
        (0..50_000).for_each(|_| scatter.push(generator.next_u64(), &[0; 8], &[]).expect("the directory is writable"));
        scatter.file.as_ref().and_then(|file| file.set_len(100).ok()).expect("the file can be cut");
        let mut by_key = ByKey::new(scatter.buckets());
        let error = loop {
            match by_key.advance() {
                Ok(true) => {}
                Ok(false) => break None,
                Err(error) => break Some(error.kind()),
            }
        };
        assert_eq!(error, Some(io::ErrorKind::UnexpectedEof));
    }
}
