//! Sorted items: an external sort, and a merge of any number of runs in bounded memory.
//!
//! On the disk, items are in *blocks* of at most [`BLOCK`]: the number of items and the number of bytes (32 bits each,
//! little-endian), then a Zstandard frame with the first byte of each item, the second byte of each, and so on.

mod blocks;

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::ranges::Key;
use blocks::{HEAD, head, unpack};

pub(crate) use blocks::pack;

/// The most items of a block.
pub(crate) const BLOCK: usize = 1 << 12;

/// Fewer items than this are not worth sorting.
const FEW: usize = 1 << 16;

/// An item that is sorted: something about a position. Items with equal keys are added up.
pub(crate) trait Item: Copy {
    type Key: Copy + Ord;
    /// The number of bytes of [`Item::encode`].
    const BYTES: usize;

    fn key(&self) -> Self::Key;
    /// Returns the key of its board, which decides about the key range.
    fn board_key(&self) -> Key;
    /// Returns how often it was counted, at least once.
    fn weight(&self) -> u64;
    /// Adds another one with the same key, or refuses a sum that is too large.
    fn add(&mut self, other: &Self) -> Result<()>;
    /// Writes it to this number of bytes.
    fn encode(&self, bytes: &mut [u8]);
    /// Reads what was written.
    fn decode(bytes: &[u8]) -> Self;
}

/// Returns the memory that a run takes while it is merged: a block as it is packed, and as items.
const fn block_memory<T: Item>(items: u64) -> usize {
    let items = if items < BLOCK as u64 { items as usize } else { BLOCK };
    items * (2 * T::BYTES + size_of::<T>())
}

/// Ascending items, of which no two have the same key.
pub(crate) struct Run<'a, T: Item> {
    source: From<'a>,
    /// Its name in messages.
    place: String,
    /// The memory that it takes while it is merged, about.
    memory: usize,
    last: Option<T::Key>,
    read: Total,
}

/// The number of items that were read, and the sum of their weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Total {
    pub(crate) items: u64,
    /// The sum of their weights.
    pub(crate) weight: u128,
}

impl Total {
    pub(crate) fn add<T: Item>(&mut self, item: &T) {
        self.items += 1;
        self.weight += u128::from(item.weight());
    }
}

enum From<'a> {
    /// Somewhere else, as blocks.
    Elsewhere(Box<dyn FnOnce() -> Result<Vec<u8>> + 'a>),
    Blocks(Vec<u8>, usize),
    Disk(Arc<File>, std::ops::Range<u64>),
    Nowhere,
}

impl<'a, T: Item> Run<'a, T> {
    /// Returns a run of about this number of bytes and items, whose blocks `read` returns when the first is needed.
    pub(crate) fn new(place: String, bytes: u64, items: u64, read: impl FnOnce() -> Result<Vec<u8>> + 'a) -> Self {
        let memory = usize::try_from(bytes).unwrap_or(usize::MAX).saturating_add(block_memory::<T>(items));
        Self { source: From::Elsewhere(Box::new(read)), place, memory, last: None, read: Total::default() }
    }

    /// Replaces `into` by the next items, of which there are none at the end.
    fn next(&mut self, into: &mut Vec<T>) -> Result<()> {
        into.clear();
        if let From::Elsewhere(_) = self.source {
            let From::Elsewhere(read) = std::mem::replace(&mut self.source, From::Nowhere) else {
                return Ok(());
            };
            self.source = From::Blocks(read()?, 0);
        }
        match &mut self.source {
            From::Elsewhere(_) | From::Nowhere => {}
            From::Blocks(bytes, at) => {
                let mut read = || {
                    let Some((first, rest)) = bytes[*at..].split_first_chunk() else {
                        return if *at == bytes.len() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) };
                    };
                    let (items, length) = head(*first)?;
                    let frame = rest.get(..length).ok_or(io::ErrorKind::InvalidData)?;
                    *at += HEAD + length;
                    unpack(frame, items, into)
                };
                read().map_err(|_| Error::malformed(&self.place, "it has no well-formed blocks"))?;
            }
            From::Disk(file, range) => {
                let mut read = || {
                    if range.is_empty() {
                        return Ok(());
                    }
                    let mut first = [0; HEAD];
                    file.read_exact_at(&mut first, range.start)?;
                    let (items, length) = head(first)?;
                    let mut frame = vec![0; length];
                    file.read_exact_at(&mut frame, range.start + HEAD as u64)?;
                    range.start += (HEAD + length) as u64;
                    unpack(&frame, items, into)
                };
                read().map_err(Error::io(Path::new(&self.place)))?;
            }
        }
        for item in into.iter() {
            let key = item.key();
            if self.last.replace(key).is_some_and(|last| key < last) {
                return Err(Error::malformed(&self.place, "the positions are not in ascending order"));
            }
            self.read.add(item);
        }
        Ok(())
    }
}

/// Runs that did not fit into memory, in a nameless file, which vanishes with the process.
#[derive(Debug)]
struct DiskRuns {
    folder: PathBuf,
    file: Option<Arc<File>>,
    ends: Vec<u64>,
}

impl DiskRuns {
    fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), file: None, ends: Vec::new() }
    }

    /// Writes a run, whose items `make` passes on.
    fn write<T: Item>(&mut self, make: impl FnOnce(&mut dyn FnMut(&T) -> Result<()>) -> Result<()>) -> Result<()> {
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => {
                let file = tempfile::tempfile_in(&self.folder).map_err(Error::io(&self.folder))?;
                Arc::clone(self.file.insert(Arc::new(file)))
            }
        };
        let mut end = self.ends.last().copied().unwrap_or(0);
        let (mut items, mut bytes) = (Vec::with_capacity(BLOCK), Vec::new());
        let mut flush = |items: &mut Vec<T>| {
            if items.is_empty() {
                return Ok(());
            }
            bytes.clear();
            let written = pack(items, &mut bytes).and_then(|()| file.write_all_at(&bytes, end));
            written.map_err(Error::io(&self.folder))?;
            end += bytes.len() as u64;
            items.clear();
            Ok(())
        };
        make(&mut |item| {
            items.push(*item);
            if items.len() < BLOCK { Ok(()) } else { flush(&mut items) }
        })?;
        flush(&mut items)?;
        self.ends.push(end);
        Ok(())
    }

    fn run<T: Item>(&self, index: usize) -> Run<'static, T> {
        let file = Arc::clone(self.file.as_ref().expect("a run has been written"));
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let source = From::Disk(file, start..self.ends[index]);
        let memory = block_memory::<T>(BLOCK as u64);
        Run { source, place: self.folder.display().to_string(), memory, last: None, read: Total::default() }
    }
}

/// Items in any order, which become sorted items: each time the memory is full, a sorted run goes to the disk.
#[derive(Debug)]
pub(crate) struct Sorter<T> {
    /// Sorted and distinct items, then items in any order.
    items: Vec<T>,
    /// The number of items at which they are sorted next.
    full: usize,
    /// The number of items that there is memory for.
    room: usize,
    memory: usize,
    disk: DiskRuns,
}

impl<T: Item> Sorter<T> {
    /// Returns a sorter without items. `memory` is in bytes; what does not fit goes to the disk of `folder`.
    pub(crate) fn new(folder: &Path, memory: usize) -> Self {
        // Sorting takes up to half as much memory again.
        let room = (memory / (size_of::<T>() * 3 / 2)).max(BLOCK);
        Self { items: Vec::new(), full: FEW.min(room), room, memory, disk: DiskRuns::new(folder) }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) -> Result<()> {
        self.items.push(item);
        if self.items.len() < self.full { Ok(()) } else { self.make_room() }
    }

    fn make_room(&mut self) -> Result<()> {
        sort_and_add(&mut self.items)?;
        // If most of them were equal, there is room again.
        if self.room / 2 < self.items.len() {
            let items = &self.items;
            self.disk.write(|each| items.iter().try_for_each(each))?;
            self.items.clear();
        }
        self.full = (2 * self.items.len()).clamp(FEW.min(self.room), self.room);
        self.items.reserve_exact(self.full - self.items.len());
        Ok(())
    }

    /// Passes on all items in ascending order, those with equal keys added up.
    pub(crate) fn finish(mut self, mut each: impl FnMut(&T) -> Result<()>) -> Result<()> {
        sort_and_add(&mut self.items)?;
        if self.disk.ends.is_empty() {
            return self.items.iter().try_for_each(each);
        }
        let items = &self.items;
        self.disk.write(|each| items.iter().try_for_each(each))?;
        self.items = Vec::new();
        let runs = (0..self.disk.ends.len()).map(|index| self.disk.run(index)).collect();
        merge(runs, self.memory, &self.disk.folder, &mut each).map(drop)
    }
}

/// Sorts items and adds up those with equal keys.
fn sort_and_add<T: Item>(items: &mut Vec<T>) -> Result<()> {
    // Runs that are sorted already are merged.
    items.sort_by_key(Item::key);
    let mut result = Ok(());
    items.dedup_by(|later, earlier| {
        let is_same = earlier.key() == later.key();
        if is_same && result.is_ok() {
            result = earlier.add(later);
        }
        is_same
    });
    result
}

/// Merges runs, and passes on their items in ascending order, those with equal keys added up. What needs more memory
/// than this is merged in several passes, for which `folder` has the disk. Returns what the runs contained.
pub(crate) fn merge<T: Item>(
    runs: Vec<Run<'_, T>>,
    memory: usize,
    folder: &Path,
    mut each: impl FnMut(&T) -> Result<()>,
) -> Result<Total> {
    let (mut runs, mut disk, mut total) = (VecDeque::from(runs), DiskRuns::new(folder), Total::default());
    loop {
        let mut room = memory;
        let fits = |run: &&Run<'_, T>| {
            let fits = run.memory <= room;
            room = room.saturating_sub(run.memory);
            fits
        };
        let most = runs.iter().take_while(fits).count().max(2);
        if runs.len() <= most {
            unite(runs.into(), &mut total, &mut each)?;
            return Ok(total);
        }
        let first = runs.drain(..most).collect();
        disk.write(|each| unite(first, &mut total, each))?;
        runs.push_back(disk.run(disk.ends.len() - 1));
    }
}

/// Merges runs at once. Adds what those contained that come from elsewhere.
fn unite<T: Item>(mut runs: Vec<Run<'_, T>>, total: &mut Total, each: &mut dyn FnMut(&T) -> Result<()>) -> Result<()> {
    // The block of each run, and where its next item is. The run whose next item has the smallest key comes first.
    let mut blocks: Vec<(Vec<T>, usize)> = Vec::with_capacity(runs.len());
    let mut heap = BinaryHeap::with_capacity(runs.len());
    for (index, run) in runs.iter_mut().enumerate() {
        let mut items = Vec::new();
        run.next(&mut items)?;
        heap.extend(items.first().map(|item| Reverse((item.key(), index))));
        blocks.push((items, 0));
    }
    let mut current: Option<T> = None;
    while let Some(mut top) = heap.peek_mut() {
        let index = top.0.1;
        let (items, at) = &mut blocks[index];
        let item = items[*at];
        *at += 1;
        if *at == items.len() {
            runs[index].next(items)?;
            *at = 0;
        }
        match items.get(*at) {
            Some(next) => {
                top.0.0 = next.key();
                drop(top);
            }
            None => {
                PeekMut::pop(top);
            }
        }
        match &mut current {
            Some(sum) if sum.key() == item.key() => sum.add(&item)?,
            Some(sum) => each(&std::mem::replace(sum, item))?,
            none => *none = Some(item),
        }
    }
    for run in runs.iter().filter(|run| !matches!(run.source, From::Disk(..))) {
        total.items += run.read.items;
        total.weight += run.read.weight;
    }
    current.iter().try_for_each(each)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use gardez_position::PackedBoard;
    use quickcheck::quickcheck;

    use super::*;
    use crate::perft::record::Record;

    fn record(board: u16, n: u64) -> Record {
        let mut bytes = [0; PackedBoard::SIZE];
        // The order of the numbers is not that of the boards.
        bytes[..4].copy_from_slice(&u32::from(board).wrapping_mul(0x9e37_79b9).to_be_bytes());
        bytes[20..22].copy_from_slice(&board.to_le_bytes());
        Record::new(PackedBoard::from_bytes(bytes), n)
    }

    /// The sorted sums, and the number of runs on the disk.
    fn sorted(records: &[Record], memory: usize) -> (Vec<Record>, usize) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut sorter = Sorter::new(folder.path(), memory);
        records.iter().for_each(|&record| sorter.push(record).expect("there is room"));
        let (runs, mut found) = (sorter.disk.ends.len(), Vec::new());
        sorter
            .finish(|record| {
                found.push(*record);
                Ok(())
            })
            .expect("the runs can be read");
        (found, runs)
    }

    quickcheck! {
        fn sorted_records_are_the_sums_for_each_board(records: Vec<(u16, u32)>) -> bool {
            let records: Vec<_> = records.into_iter().map(|(board, n)| record(board % 64, n.into())).collect();
            let mut sums = BTreeMap::new();
            records.iter().for_each(|record| *sums.entry(record.key).or_insert(0) += record.n);
            let (found, _) = sorted(&records, 1 << 20);
            found.iter().map(|record| (record.key, record.n)).eq(sums)
        }

        fn damaged_blocks_are_errors_or_items(at: usize, bit: u8) -> bool {
            let records: Vec<_> = (0..50).map(|board| record(board, 1)).collect();
            let mut bytes = Vec::new();
            pack(&records, &mut bytes).expect("there is memory");
            let at = at % bytes.len();
            bytes[at] ^= 1 << (bit % 8);
            let whole = Run::<Record>::new(String::new(), 0, 0, || Ok(bytes.clone()));
            let cut = Run::<Record>::new(String::new(), 0, 0, || Ok(bytes[..at.max(1)].to_vec()));
            let _ = unite(vec![whole], &mut Total::default(), &mut |_| Ok(()));
            unite(vec![cut], &mut Total::default(), &mut |_| Ok(())).is_err()
        }
    }

    #[test]
    fn runs_on_the_disk_give_what_sorting_in_memory_gives() {
        let records: Vec<_> = (0..300_000_u32).map(|n| record((n.wrapping_mul(40_503) >> 4) as u16, 1)).collect();
        let (in_memory, none) = sorted(&records, 1 << 30);
        let (from_disk, runs) = sorted(&records, 0);
        assert!(none == 0 && 20 < runs && in_memory == from_disk, "{none}, {runs} runs");
    }

    #[test]
    fn a_full_memory_of_equal_items_stays_in_memory() {
        let mut sorter = Sorter::new(Path::new("/there/is/no/such/folder"), 0);
        (0..10 * FEW).for_each(|_| sorter.push(record(5, 1)).expect("nothing is written"));
        let mut found = Vec::new();
        sorter
            .finish(|record| {
                found.push(record.n);
                Ok(())
            })
            .expect("nothing is read");
        assert_eq!(found, [10 * FEW as u64]);
    }

    #[test]
    fn a_sum_that_does_not_fit_is_refused() {
        let mut records = vec![record(1, u64::MAX), record(1, 1)];
        assert_eq!(sort_and_add(&mut records).expect_err("2^64").exit_code(), 3);
    }

    #[test]
    fn items_in_another_order_are_refused() {
        let mut bytes = Vec::new();
        let mut records = vec![record(1, 1), record(2, 1)];
        records.sort_by_key(|record| Reverse(record.key));
        pack(&records, &mut bytes).expect("there is memory");
        let run = Run::<Record>::new("a".to_owned(), 0, 0, || Ok(bytes));
        let error = unite(vec![run], &mut Total::default(), &mut |_| Ok(())).expect_err("descending");
        assert!(error.exit_code() == 3 && error.to_string().contains("ascending order"), "{error}");
    }
}
