//! The file between two stages: sorted items, cut at the key ranges, with an index of the ranges at its end.
//!
//! A unit writes one such file, whatever the number of ranges. A unit of the next stage reads its range of each file, and
//! nothing else: an entry of the index, which has the place, the number of items and the digest of the range, and the
//! blocks at that place, as [`sorted`](crate::sorted) describes them.

use std::collections::VecDeque;
use std::io::{BufWriter, Write};

use crate::context::UnitContext;
use crate::digest::Digest;
use crate::done::FileRecord;
use crate::error::{Error, Refusal, Result};
use crate::output::{Output, OutputFile};
use crate::plan::{SHUFFLE, Source};
use crate::ranges::{Key, Ranges, key_of};
use crate::repair::remedy;
use crate::sorted::{BLOCK, Item, Run, Total, merge, pack};
use crate::store::{Store, twice};

/// The bytes of an entry of the index: the place, the number of bytes, the number of items, and the digest.
const ENTRY: usize = 3 * 8 + 32;

/// Writes the file of a unit.
pub(crate) struct ShuffleWriter<T> {
    file: BufWriter<OutputFile>,
    /// The keys at which later ranges begin.
    cuts: VecDeque<Key>,
    /// The items of the next block.
    items: Vec<T>,
    block: Vec<u8>,
    range: Range,
    index: Vec<u8>,
    start: u64,
    total: Total,
}

/// The range that is being written.
#[derive(Default)]
struct Range {
    bytes: u64,
    rows: u64,
    hasher: blake3::Hasher,
}

impl<T: Item> ShuffleWriter<T> {
    pub(crate) fn create(output: &Output<'_>, ranges: &Ranges) -> Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(1 << 18, output.open(SHUFFLE)?),
            cuts: ranges.cuts().iter().map(key_of).collect(),
            items: Vec::with_capacity(BLOCK),
            block: Vec::new(),
            range: Range::default(),
            index: Vec::new(),
            start: 0,
            total: Total::default(),
        })
    }

    /// Adds an item. Items are added in ascending order.
    pub(crate) fn push(&mut self, item: &T) -> Result<()> {
        while self.cuts.front().is_some_and(|cut| *cut <= item.board_key()) {
            self.end_range()?;
            self.cuts.pop_front();
        }
        self.total.add(item);
        self.items.push(*item);
        if self.items.len() < BLOCK { Ok(()) } else { self.flush() }
    }

    /// Completes the file, and returns what it contains.
    pub(crate) fn finish(mut self, output: &mut Output<'_>) -> Result<Total> {
        for _ in 0..=self.cuts.len() {
            self.end_range()?;
        }
        let path = self.file.get_ref().path().to_owned();
        self.file.write_all(&self.index).map_err(Error::io(&path))?;
        let file = self.file.into_inner().map_err(|error| Error::Io { path, error: error.into_error() })?;
        output.finish(file, self.total.items);
        Ok(self.total)
    }

    fn flush(&mut self) -> Result<()> {
        if self.items.is_empty() {
            return Ok(());
        }
        self.block.clear();
        let written = pack(&self.items, &mut self.block).and_then(|()| self.file.write_all(&self.block));
        written.map_err(|error| Error::Io { path: self.file.get_ref().path().to_owned(), error })?;
        self.range.hasher.update(&self.block);
        self.range.bytes += self.block.len() as u64;
        self.range.rows += self.items.len() as u64;
        self.items.clear();
        Ok(())
    }

    fn end_range(&mut self) -> Result<()> {
        self.flush()?;
        let Range { bytes, rows, hasher } = std::mem::take(&mut self.range);
        [self.start, bytes, rows].iter().for_each(|number| self.index.extend(number.to_le_bytes()));
        self.index.extend(Digest::from_hasher(&hasher).as_bytes());
        self.start += bytes;
        Ok(())
    }
}

/// Returns the items of a range, of this number of ranges, in the file of a unit.
fn run<'a, T: Item>(
    store: &'a dyn Store,
    source: &'a Source,
    file: &'a FileRecord,
    range: u32,
    ranges: u32,
) -> Run<'a, T> {
    let place = format!("{}, range {range}", source.unit.file(&source.file));
    // A range has about as many bytes and items as the others.
    let about = |number: u64| 2 * number / u64::from(ranges);
    let name = place.clone();
    let read = move || {
        let opened = file.open_unread(store, &source.unit)?;
        let failed = |error| store.failed(&source.unit.file(&source.file))(error);
        let malformed = || Error::malformed(&name, "the index of the file contradicts itself");
        let mut entry = [0; ENTRY];
        let from_end = u64::from(ranges - range) * ENTRY as u64;
        let at = file.bytes.checked_sub(from_end).ok_or_else(malformed)?;
        opened.read_exact_at(at, &mut entry).map_err(failed)?;
        let number = |place: usize| u64::from_le_bytes(std::array::from_fn(|i| entry[8 * place + i]));
        let (start, bytes) = (number(0), number(1));
        if start.checked_add(bytes).is_none_or(|end| at < end) {
            return Err(malformed());
        }
        let mut blocks = vec![0; usize::try_from(bytes).map_err(|_| malformed())?];
        opened.read_exact_at(start, &mut blocks).map_err(failed)?;
        let (recorded, actual) = (Digest::from_bytes(std::array::from_fn(|i| entry[24 + i])), Digest::of(&blocks));
        if actual != recorded {
            let remedy = remedy(store, &source.unit);
            return Err(Error::refused(&name, Refusal::Content { recorded, actual, remedy }));
        }
        Ok(blocks)
    };
    Run::new(place, about(file.bytes), about(file.rows), move || twice(read))
}

/// Merges the range of a unit, in at most this number of bytes of memory, and passes on the items. Returns what
/// the files contained before those with equal keys were added up.
pub(crate) fn merge_range<T: Item>(
    context: &mut UnitContext<'_>,
    memory: usize,
    mut each: impl FnMut(&T) -> Result<()>,
) -> Result<Total> {
    let (number, ranges) = (context.unit.number, context.stage.units);
    let whole = context.sources().iter().map(|(_, file)| file.rows).sum::<u64>() / u64::from(ranges);
    let (folder, store) = (context.scratch()?, context.store);
    let sources = context.shared_sources();
    let runs = sources.files.iter().map(|(source, file)| run(store, source, file, number, ranges)).collect();
    let mut written = 0_u64;
    merge(runs, memory, &folder, |item| {
        written += 1;
        if written.is_multiple_of(1 << 16) {
            (context.report)(written.min(whole), whole);
        }
        each(item)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use gardez_position::PackedBoard;
    use tempfile::TempDir;

    use super::*;
    use crate::context::Worker;
    use crate::done::Done;
    use crate::perft::planning::{Request, plan};
    use crate::perft::record::Record;
    use crate::plan::Plan;
    use crate::run::run;
    use crate::store::Folder;
    use crate::unit::{DONE, UnitId};

    fn done(store: &Folder, plan: &Plan, unit: &str) -> Result<()> {
        let unit = unit.parse().expect("a unit");
        run(store, plan, &unit, &mut Worker::default(), &mut |_, _| ()).map(drop)
    }

    /// Replaces the file of a unit that expands, and makes its `done.json` say so.
    fn replace(store: &Folder, unit: &UnitId, records: &[Record]) {
        let aside = TempDir::new().expect("a folder");
        let other = Folder::new(aside.path());
        let mut output = Output::new(&other, unit);
        let cut = |byte: u8| PackedBoard::from_bytes([byte; PackedBoard::SIZE]);
        let ranges = Ranges::from_cuts(vec![cut(100), cut(200)]).expect("ascending");
        let mut writer = ShuffleWriter::create(&output, &ranges).expect("a file");
        records.iter().for_each(|record| writer.push(record).expect("there is room"));
        writer.finish(&mut output).expect("there is room");
        let name = unit.file(DONE);
        let text = fs::read(store.place(&name)).expect("it is done");
        let files = output.records();
        let done = Done { files, ..Done::parse(&text, &store.place(&name)).expect("a record") };
        output.publish().expect("there is room");
        let file = unit.file(SHUFFLE);
        fs::copy(other.place(&file), store.place(&file)).expect("it can be copied");
        fs::write(store.place(&name), done.text()).expect("it can be written");
    }

    #[test]
    fn a_range_in_another_order_is_refused_and_the_others_are_merged() {
        let dir = TempDir::new().expect("a folder");
        let store = Folder::new(dir.path());
        let request = Request {
            dir: dir.path().to_owned(),
            depth: 5,
            ply: 4,
            units: 3,
            fen: None,
            key_ranges: Some(3),
            unit_positions: 100_000,
            table: 0,
            memory: 64,
            debug_builds: true,
        };
        let plan = plan(&request).expect("a plan");
        done(&store, &plan, "expand-4/0").expect("the first stage");
        let record = |byte: u8| Record::new(PackedBoard::from_bytes([byte; PackedBoard::SIZE]), 1);
        replace(&store, &UnitId::new("expand-4", 0), &[record(3), record(2), record(150)]);
        let error = done(&store, &plan, "merge-4/0").expect_err("3 is before 2");
        assert!(error.exit_code() == 3 && error.to_string().contains("not in ascending order"), "{error}");
        done(&store, &plan, "merge-4/1").expect("the range with 150");
    }
}
