//! Streams of rows and of FENs.

use std::collections::VecDeque;
use std::env;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::thread;

use gardez_data::loader::{
    ChunkOrder, EntryFile, EntryReader, Loader, LoaderError, LoaderOptions, OnProblem, Position, Positions,
};
use gardez_data::{TrainerEntry, TrainerFilter, TrainerFilterState};
use gardez_formats::{Entry, SideToMove, Strictness, Wdl, bin};
use gardez_nnue::features::{FeatureSets, IndexList};
use gardez_types::Color;

/// The positions in the shuffle buffer, unless `GARDEZ_SHUFFLE` is another number.
const SHUFFLE: usize = 1 << 20;

/// The rows for which a thread of their own is worth its start.
const ROWS: usize = 256;

/// The entries in a row without a FEN after which an endless stream gives up.
const MOST_DROPPED: u64 = 1 << 22;

/// Prints a line on standard error, if it can be written.
pub(crate) fn warn(text: impl Display) {
    let _ = writeln!(stderr(), "training_data_loader: {text}");
}

/// What both kinds of streams are made of.
pub(crate) struct Source {
    pub(crate) concurrency: usize,
    pub(crate) paths: Vec<String>,
    pub(crate) batch: usize,
    pub(crate) is_cyclic: bool,
    pub(crate) filter: TrainerFilter,
    /// This stream uses part `.0` of `.1`.
    pub(crate) shard: (u32, u32),
}

impl Source {
    fn files(&self) -> Result<Vec<EntryFile>, String> {
        let opened = |path: &String| EntryFile::open(path, None).map_err(|error| format!("{path}: {error}"));
        if self.paths.is_empty() { Err("no files are given".into()) } else { self.paths.iter().map(opened).collect() }
    }
}

fn variable<T: FromStr>(name: &str, missing: T) -> Result<T, String> {
    match env::var(name) {
        Err(_) => Ok(missing),
        Ok(text) => text.trim().parse().map_err(|_| format!("{name}: expected a number, found {text:?}")),
    }
}

/// The arrays of a batch: one block of floats and one of integers, as nnue-pytorch cuts them.
pub(crate) struct Rows {
    /// For each row: 1 if White is to move; then the outcomes, then the scores.
    pub(crate) floats: Vec<f32>,
    /// The rows of White's inputs, then those of Black's, then the numbers of pieces.
    pub(crate) ints: Vec<i32>,
    pub(crate) active: [usize; 2],
}

/// Blocks of integers of the last four destroyed batches, whose memory the system need not clear again.
static SPARE: Mutex<VecDeque<Vec<i32>>> = Mutex::new(VecDeque::new());

impl Drop for Rows {
    fn drop(&mut self) {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() == 4 {
            spare.pop_front();
        }
        spare.push_back(std::mem::take(&mut self.ints));
    }
}

fn block(len: usize) -> Vec<i32> {
    let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
    let found = spare.iter().position(|block| block.len() == len);
    found.and_then(|place| spare.remove(place)).unwrap_or_else(|| vec![0; len])
}

impl Rows {
    pub(crate) fn new(sets: &FeatureSets, rows: &[Position], threads: usize) -> Self {
        let width = sets.max_active();
        let mut ints = block((2 * width + 1) * rows.len());
        let (indices, pieces) = ints.split_at_mut(2 * width * rows.len());
        let (white, black) = indices.split_at_mut(width * rows.len());
        let part = rows.len().div_ceil(threads.max(1)).max(ROWS);
        let parts = rows.chunks(part).zip(white.chunks_mut(part * width)).zip(black.chunks_mut(part * width));
        let fill = |((rows, white), black): ((&[Position], &mut [i32]), &mut [i32])| {
            let (mut lists, mut active) = ([IndexList::new(), IndexList::new()], [0; 2]);
            for ((row, white), black) in rows.iter().zip(white.chunks_mut(width)).zip(black.chunks_mut(width)) {
                // Every position comes from a board.
                let Some(board) = row.board() else { continue };
                let counts = sets.write_rows(&board, &mut lists, [white, black]);
                active.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
            active
        };
        let active = thread::scope(|scope| {
            let mut parts = parts.into_iter();
            let first = parts.next();
            let others: Vec<_> = parts.map(|part| scope.spawn(|| fill(part))).collect();
            let first = first.map_or([0; 2], fill);
            others.into_iter().fold(first, |[white, black], other| {
                let counts = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                [white + counts[0], black + counts[1]]
            })
        });
        pieces.iter_mut().zip(rows).for_each(|(cell, row)| *cell = row.len() as i32);
        let mut floats = Vec::with_capacity(3 * rows.len());
        floats.extend(rows.iter().map(|row| f32::from(u8::from(row.side_to_move() == Color::White))));
        floats.extend(rows.iter().map(|row| f32::from(row.result() + 1) / 2.0));
        floats.extend(rows.iter().map(|row| f32::from(row.score())));
        Self { floats, ints, active }
    }
}

/// A stream of batches of rows.
pub struct SparseStream {
    pub(crate) sets: FeatureSets,
    loader: Loader<Positions>,
    positions: Vec<Position>,
    batch: usize,
    threads: usize,
    /// The number of problems that were printed.
    printed: usize,
    is_over: bool,
}

impl SparseStream {
    pub(crate) fn new(sets: FeatureSets, source: Source) -> Result<Self, String> {
        let files = source.files()?;
        // Like the original's, a stream of `.bin` keeps the order of the file.
        let is_bin = files.iter().all(|file| file.format() == bin::FORMAT);
        let shuffle = variable("GARDEZ_SHUFFLE", if is_bin { 0 } else { SHUFFLE })?;
        let threads = source.concurrency.max(1);
        let options = LoaderOptions::default()
            .with_seed(variable("GARDEZ_SEED", 0)?)
            .with_shuffle(shuffle)
            .with_chunk_order(if shuffle == 0 { ChunkOrder::Source } else { ChunkOrder::Shuffled })
            .with_shard(source.shard.0, source.shard.1)
            .with_epochs(if source.is_cyclic { None } else { Some(1) })
            .with_threads(threads - 1)
            .with_problems(OnProblem::Skip);
        let filter = Some(source.filter).filter(|filter| !filter.is_off());
        let positions = Positions::new(files).with_strictness(Strictness::Lenient).with_trainer_filter(filter);
        let loader = Loader::new(positions, options).map_err(|error| error.to_string())?;
        if loader.chunks_per_epoch() == 0 {
            let (rank, world) = source.shard;
            warn(format!("the files have no chunk for rank {rank} of {world}: the stream is empty"));
        }
        let (batch, positions) = (source.batch, Vec::new());
        Ok(Self { sets, loader, positions, batch, threads, printed: 0, is_over: false })
    }

    /// Returns the next batch, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Rows> {
        if self.is_over {
            return None;
        }
        let made = self.loader.next_positions(self.batch, &mut self.positions);
        for problem in &self.loader.problems()[self.printed..] {
            warn(format!("skipped: {problem}"));
        }
        self.printed = self.loader.problems().len();
        match made {
            Ok(0) => {}
            Ok(_) => return Some(Rows::new(&self.sets, &self.positions, self.threads)),
            Err(LoaderError::NoRecords) => warn("no entry of the files passes the filters"),
            Err(error) => warn(error),
        }
        self.is_over = true;
        None
    }
}

/// A stream of batches of FENs, in the order of the files. A rank uses every so many entries.
pub struct FenStream {
    files: Vec<EntryFile>,
    source: Source,
    filter: TrainerFilterState,
    /// The next file, and the reader of the one before.
    next: usize,
    reader: Option<EntryReader>,
    /// The entries that were read so far, and before this round of an endless stream.
    number: u64,
    round: u64,
    /// The entries since the last FEN.
    dropped: u64,
}

impl FenStream {
    pub(crate) fn new(source: Source) -> Result<Self, String> {
        let (files, filter) = (source.files()?, source.filter.start());
        Ok(Self { files, source, filter, next: 0, reader: None, number: 0, round: 0, dropped: 0 })
    }

    /// Returns the next batch, which is empty at the end.
    pub(crate) fn next(&mut self) -> Vec<String> {
        let (mut fens, (rank, world)) = (Vec::new(), self.source.shard);
        while fens.len() < self.source.batch && self.dropped < MOST_DROPPED {
            match self.reader.as_mut().map(|reader| reader.next_seen(false)) {
                Some(Ok(Some(seen))) => {
                    let result = Wdl::from_sign(seen.result).unwrap_or(Wdl::Draw);
                    let mut entry = Entry::<SideToMove>::new(*seen.board, seen.mv, seen.score, result);
                    entry.ply = seen.ply;
                    let is_own = self.number % u64::from(world) == u64::from(rank);
                    (self.number, self.dropped) = (self.number + 1, self.dropped + 1);
                    if is_own && self.filter.rejects(&TrainerEntry::new(&entry)).is_none() {
                        self.dropped = 0;
                        fens.push(seen.board.to_string());
                    }
                }
                Some(Err(error)) => {
                    warn(format!("the rest of {} is skipped: {error}", self.source.paths[self.next - 1]));
                    self.reader = None;
                }
                Some(Ok(None)) | None if self.next < self.files.len() => {
                    let opened = self.files[self.next].entries(Strictness::Lenient);
                    self.reader =
                        opened.map_err(|error| warn(format!("{}: {error}", self.source.paths[self.next]))).ok();
                    self.next += 1;
                }
                // Nothing comes of files without entries, however often they are read.
                _ if !self.source.is_cyclic || self.number == self.round => break,
                _ => (self.next, self.round, self.reader) = (0, self.number, None),
            }
        }
        fens
    }
}
