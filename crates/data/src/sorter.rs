//! Sorting more records than fit into memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::vec::{self, Vec};

/// The least that is read of a file at once.
const LEAST_BUFFER: usize = 1 << 16;

/// The most files that are merged at once, whatever the memory. Files of each level are open at the same time, and the
/// levels are few: each is as many times as large as the one below.
const MOST_FILES: usize = 64;

/// Sorts records by their bytes, in memory while they fit, otherwise with temporary files.
///
/// Records are of a fixed size. The memory is a limit for the records that are held, and for the buffers of the files.
#[derive(Debug)]
pub(super) struct Sorter<const SIZE: usize> {
    directory: PathBuf,
    memory: usize,
    records: Vec<[u8; SIZE]>,
    /// Sorted files, each with the number of times that its records were merged, the largest files first.
    files: Vec<(u32, File)>,
}

impl<const SIZE: usize> Sorter<SIZE> {
    /// Creates a sorter with at most this many bytes of memory, but at least room for two files and 1000 records, and
    /// with its files in this directory.
    pub(super) fn new(memory: usize, directory: &Path) -> Self {
        let memory = memory.max(4 * LEAST_BUFFER).max(1000 * SIZE);
        Self { directory: directory.to_path_buf(), memory, records: Vec::new(), files: Vec::new() }
    }

    /// Adds a record.
    pub(super) fn push(&mut self, record: &[u8; SIZE]) -> io::Result<()> {
        if self.records.len() == self.records.capacity() {
            self.make_room()?;
        }
        self.records.push(*record);
        Ok(())
    }

    /// Returns the records in order.
    pub(super) fn sorted(mut self) -> io::Result<Sorted<SIZE>> {
        if self.files.is_empty() {
            self.records.sort_unstable();
            return Ok(Sorted::InMemory(self.records.into_iter()));
        }
        self.write_records()?;
        // The buffers of the files take the memory of the records.
        self.records = Vec::new();
        let most = self.most_files();
        while most < self.files.len() {
            // The smallest files become one.
            self.merge_last(most.min(self.files.len() - most + 1))?;
        }
        let files = self.files.into_iter().map(|(_, file)| file).collect();
        Ok(Sorted::InFiles(Merge::new(files, self.memory)?))
    }

    /// Returns the number of files whose buffers have room in the memory.
    fn most_files(&self) -> usize {
        (self.memory / LEAST_BUFFER - 1).clamp(2, MOST_FILES)
    }

    /// Makes one file of the last ones.
    fn merge_last(&mut self, count: usize) -> io::Result<()> {
        let last = self.files.split_off(self.files.len() - count);
        let level = last[0].0 + 1;
        let merged = Merge::new(last.into_iter().map(|(_, file)| file).collect(), self.memory)?;
        let file = self.write_file(merged)?;
        self.files.push((level, file));
        Ok(())
    }

    /// Makes the list of records longer, or empties it if the memory is full.
    fn make_room(&mut self) -> io::Result<()> {
        let most = self.memory / SIZE;
        let room = self.records.len().max(1000).min(most - self.records.len());
        if room == 0 {
            return self.write_records();
        }
        // A list that grows may be copied, so the old one and the new one exist together only up to half of the memory.
        let room = if most / 3 < self.records.len() { most - self.records.len() } else { room };
        self.records.try_reserve_exact(room).map_err(|_| io::ErrorKind::OutOfMemory.into())
    }

    fn write_records(&mut self) -> io::Result<()> {
        self.records.sort_unstable();
        let mut records = std::mem::take(&mut self.records);
        let file = self.write_file(records.iter().copied().map(Ok))?;
        self.files.push((0, file));
        records.clear();
        self.records = records;
        // As many files of one level become a file of the next level, so that few files are open, however many records
        // there are.
        let most = self.most_files();
        while let Some(first) = self.files.len().checked_sub(most) {
            if self.files[first].0 != self.files[self.files.len() - 1].0 {
                break;
            }
            // The buffers of the files take the memory of the records.
            self.records = Vec::new();
            self.merge_last(most)?;
        }
        Ok(())
    }

    fn write_file(&self, records: impl Iterator<Item = io::Result<[u8; SIZE]>>) -> io::Result<File> {
        let mut writer = BufWriter::with_capacity(LEAST_BUFFER, tempfile::tempfile_in(&self.directory)?);
        for record in records {
            writer.write_all(&record?)?;
        }
        let mut file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }
}

/// Sorted records.
#[derive(Debug)]
pub(super) enum Sorted<const SIZE: usize> {
    InMemory(vec::IntoIter<[u8; SIZE]>),
    InFiles(Merge<SIZE>),
}

impl<const SIZE: usize> Iterator for Sorted<SIZE> {
    type Item = io::Result<[u8; SIZE]>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::InMemory(records) => records.next().map(Ok),
            Self::InFiles(merge) => merge.next(),
        }
    }
}

/// The records of several sorted files, in order.
#[derive(Debug)]
pub(super) struct Merge<const SIZE: usize> {
    files: Vec<BufReader<File>>,
    /// The next record of each file, with the number of the file.
    heap: BinaryHeap<Reverse<([u8; SIZE], usize)>>,
}

impl<const SIZE: usize> Merge<SIZE> {
    fn new(files: Vec<File>, memory: usize) -> io::Result<Self> {
        let buffer = (memory / (files.len() + 1)).max(LEAST_BUFFER);
        let files = files.into_iter().map(|file| BufReader::with_capacity(buffer, file)).collect();
        let mut merge = Self { files, heap: BinaryHeap::new() };
        for (index, file) in merge.files.iter_mut().enumerate() {
            merge.heap.extend(next_record(file)?.map(|record| Reverse((record, index))));
        }
        Ok(merge)
    }
}

impl<const SIZE: usize> Iterator for Merge<SIZE> {
    type Item = io::Result<[u8; SIZE]>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut least = self.heap.peek_mut()?;
        let Reverse((record, index)) = *least;
        match next_record(&mut self.files[index]) {
            Ok(Some(next)) => least.0.0 = next,
            Ok(None) => drop(PeekMut::pop(least)),
            Err(error) => {
                drop(least);
                self.heap.clear();
                return Some(Err(error));
            }
        }
        Some(Ok(record))
    }
}

fn next_record<const SIZE: usize>(file: &mut BufReader<File>) -> io::Result<Option<[u8; SIZE]>> {
    if file.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut record = [0; SIZE];
    // A file was written whole, so it ends only between two records.
    file.read_exact(&mut record)?;
    Ok(Some(record))
}

#[cfg(test)]
mod tests {
    use gardez_types::Generator;
    use std::env;

    use super::*;

    /// Sorts random records of 8 bytes with this much memory, and returns the number of files at the end.
    fn check(count: usize, memory: usize) -> usize {
        let mut generator = Generator::new(3);
        let mut expected: Vec<[u8; 8]> = (0..count).map(|_| (generator.next_u64() % 5000).to_be_bytes()).collect();
        let mut sorter = Sorter::new(memory, &env::temp_dir());
        expected.iter().for_each(|record| sorter.push(record).expect("the directory is writable"));
        let files = sorter.files.len();
        expected.sort_unstable();
        let sorted: io::Result<Vec<_>> = sorter.sorted().and_then(Iterator::collect);
        assert!(sorted.expect("the files are readable") == expected);
        files
    }

    #[test]
    fn few_records_are_sorted_in_memory() {
        assert_eq!(check(0, 0), 0);
        assert_eq!(check(1, 0), 0);
        assert_eq!(check(30_000, 1 << 20), 0);
    }

    #[test]
    fn many_records_are_sorted_with_files() {
        assert_eq!(check(200_000, 1 << 19), 3);
    }

    #[test]
    fn few_files_are_open_however_many_are_needed() {
        // With four buffers, three files are merged at once: fifteen become one of nine, and two of three.
        assert_eq!(check(500_000, 1 << 18), 3);
        // Twenty-six: two of nine, two of three, and two.
        assert_eq!(check(26 * 32_768 + 1, 1 << 18), 6);
    }

    #[test]
    fn a_directory_that_does_not_exist_is_an_error_when_it_is_needed() {
        let mut sorter = Sorter::new(0, Path::new("no such directory"));
        let error = (0..1_000_000_u64).find_map(|n| sorter.push(&n.to_be_bytes()).err());
        assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::NotFound));
    }

    #[test]
    fn a_file_that_ends_within_a_record_is_an_error() {
        let mut file = tempfile::tempfile_in(env::temp_dir()).expect("a temporary file");
        file.write_all(&[7; 20]).and_then(|()| file.rewind()).expect("it can be written");
        let mut merge = Merge::<8>::new(Vec::from([file]), 0).expect("the first record is whole");
        let records: io::Result<Vec<_>> = merge.by_ref().collect();
        assert_eq!(records.map_err(|error| error.kind()), Err(io::ErrorKind::UnexpectedEof));
        assert!(merge.next().is_none());
    }
}
