//! From chunks to batches: shuffled, sampled, and read by threads of the loader.
//!
//! A [`Loader`] reads training records of lc0 ([`Records`], with the feature `lc0`), or packed entries and games of a PGN
//! ([`Positions`]). The order, the sampling, the shards and the state are the same for all of them.

mod error;
mod focus;
mod input;
mod load;
mod options;
mod origin;
#[cfg(feature = "lc0")]
mod output;
mod plan;
mod pool;
mod position;
mod positions;
pub(crate) mod random;
#[cfg(feature = "lc0")]
mod records;
mod sample;
mod samples;
mod shuffle;
mod source;
mod state;
mod stats;
#[cfg(all(test, feature = "lc0"))]
mod tests;

use core::fmt;
use std::sync::Arc;

pub use error::{ChunkProblem, LoaderError, RecordProblem};
pub use focus::{DiffFocus, PositionWeight};
#[cfg(feature = "lc0")]
use gardez_lc0::Planes;
#[cfg(feature = "lc0")]
use gardez_lc0::training::{Record, RecordView};
pub use input::{EntryFile, EntryFileError, EntryReader, SeenEntry};
#[cfg(feature = "lc0")]
pub use options::Validation;
pub use options::{ChunkOrder, GameSampling, LastBatch, LoaderOptions, OnProblem, Sampling, Split};
pub use origin::Origin;
#[cfg(feature = "lc0")]
pub use output::{Batch, LISTED, ListedMut, PlanesMut, VALUES};
pub use position::Position;
pub use positions::Positions;
#[cfg(feature = "lc0")]
pub use records::Records;
pub use samples::Samples;
#[cfg(feature = "lc0")]
use samples::Sealed;
pub use source::{ChunkSource, Files, Memory};
pub use state::{LoaderState, StateError};
pub use stats::LoaderStats;

use load::Item;
#[cfg(feature = "lc0")]
use load::{Worker, reload};
use plan::Plan;
use pool::{Pool, Work};
use shuffle::Stream;

/// Reads chunks and makes batches of their records.
///
/// ```text
/// chunks            another random order in each epoch; this split and this shard only
///   v  games        sampling of games
///   v  positions    sampling of positions, checks, diff focus       threads work up to here
/// shuffle buffer    a random record goes out when one comes in
///   v
/// batch             the caller's thread writes the numbers into the caller's slices
/// ```
///
/// The order of the records depends on the seed, on the other options, and on the names of the chunks, but not on the number
/// of threads, the size of the batches, or the speed of anything. Without sampling, each record is used exactly once in each
/// epoch.
///
/// The threads belong to the loader. They are started with the first batch and joined when the loader is dropped, which takes
/// as long as reading one chunk. A process may be forked: the loader in the new process starts threads of its own and
/// continues with the batch that would be next.
///
/// The memory holds the [shuffle buffer](LoaderOptions::with_shuffle), what is [read
/// ahead](LoaderOptions::with_ahead), and two chunks for each thread, one packed and one unpacked.
///
#[cfg_attr(feature = "lc0", doc = include_str!("loader/recipes.md"))]
pub struct Loader<S: Samples> {
    pool: Pool<S>,
    stream: Stream<S::Data>,
    /// Records of a batch that is not complete.
    pending: Vec<Item<S::Data>>,
}

impl<S: Samples> Loader<S> {
    /// Creates a loader of these samples. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// Returns an error if a value of the options is out of its range.
    pub fn new(mut samples: S, options: LoaderOptions) -> Result<Self, LoaderError> {
        let plan = Arc::new(Plan::new(&mut samples, options)?);
        let stream = Stream::new(&plan);
        let pool = Pool::new(Work { plan, samples: Arc::new(samples) });
        Ok(Self { pool, stream, pending: Vec::new() })
    }

    /// Returns what the loader reads.
    pub fn samples(&self) -> &S {
        &self.pool.work().samples
    }

    /// Sets a function that is called before each chunk is taken, also by [`Loader::restore`]. If it returns `true`, the call
    /// ends with [`LoaderError::Interrupted`]. The next call continues, and no record is lost.
    ///
    /// A program can look for a signal here: filling a large shuffle buffer takes a while.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    ///
    /// use gardez_data::loader::{Loader, LoaderError, LoaderOptions, Memory, Records};
    /// use gardez_lc0::training::V6;
    ///
    /// static STOP: AtomicBool = AtomicBool::new(true);
    ///
    /// let mut source = Memory::new();
    /// # let mut record = V6::empty();
    /// # record.input_format = 1.into();
    /// # let bytes = record.bytes();
    /// # /*
    /// let bytes = std::fs::read("game_000001")?;
    /// # */
    /// source.push("game_000001", bytes);
    /// let mut loader = Loader::new(Records::new(source), LoaderOptions::default())?;
    /// loader.set_interrupt(|| STOP.load(Relaxed));
    /// assert!(matches!(loader.next_record(), Err(LoaderError::Interrupted)));
    /// STOP.store(false, Relaxed);
    /// assert!(loader.next_record()?.is_some());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn set_interrupt(&mut self, is_interrupted: impl FnMut() -> bool + Send + Sync + 'static) {
        self.pool.interrupt = Some(Box::new(is_interrupted));
    }

    /// Returns the number of chunks in an epoch, within the split and the shard.
    pub fn chunks_per_epoch(&self) -> u64 {
        self.pool.work().plan.per_epoch
    }

    /// Returns the next sample.
    fn next_item(&mut self) -> Result<Option<Item<S::Data>>, LoaderError> {
        let item = match self.pending.is_empty() {
            true => self.stream.next(&mut self.pool)?,
            false => Some(self.pending.remove(0)),
        };
        let records_used = u64::from(item.is_some());
        self.stream.stats.add(&LoaderStats { records_used, ..LoaderStats::default() });
        Ok(item)
    }

    /// Ends a batch of the first pending samples, of which `size` are wanted. Returns how many are in it.
    fn end_batch(&mut self, mut count: usize, size: usize) -> usize {
        if count < size && self.pool.work().plan.options.last_batch == LastBatch::Drop {
            let records_not_batched = count as u64;
            self.stream.stats.add(&LoaderStats { records_not_batched, ..LoaderStats::default() });
            self.pending.clear();
            count = 0;
        }
        self.pending.drain(..count);
        let (records_used, batches) = (count as u64, u64::from(count > 0));
        self.stream.stats.add(&LoaderStats { records_used, batches, ..LoaderStats::default() });
        count
    }

    /// Returns what the loader has done so far.
    pub const fn stats(&self) -> LoaderStats {
        self.stream.stats
    }

    /// Returns the first problems that were skipped, at most 16.
    pub fn problems(&self) -> &[LoaderError] {
        &self.stream.problems
    }

    /// Returns the state, which [`Loader::restore`] restores.
    ///
    /// The first call reads the beginning of each chunk of the split, because the state contains a hash of them. A chunk that
    /// cannot be read counts as such.
    pub fn state(&self) -> LoaderState {
        let origin = |item: &Item<S::Data>| Origin { chunk: item.chunk, record: item.record };
        let pending = self.pending.iter().map(origin).collect();
        self.stream.state(self.pool.work(), pending)
    }

    /// Continues where a loader with the same options and chunks was. The number of threads, the size of the batches and what
    /// happens to problems may differ.
    ///
    /// Chunks are the same if they have the same names in the same order, and if the chunks of the split have the
    /// same sizes and the same first 4,096 bytes, as they are stored. Where they are does not matter.
    ///
    /// The records of the shuffle buffer are read again. This takes about as long as it takes to fill it.
    ///
    /// # Errors
    ///
    /// Returns an error if the state belongs to another loader, or if a chunk cannot be read again. The loader is unchanged
    /// then.
    pub fn restore(&mut self, state: &LoaderState) -> Result<(), LoaderError> {
        let work = self.pool.work().clone();
        if state.fingerprint != work.plan.fingerprint {
            return Err(StateError::OtherLoader.into());
        }
        if state.contents != work.plan.contents(&*work.samples) {
            return Err(StateError::OtherContents.into());
        }
        let mut pool = Pool::new(work);
        pool.interrupt = self.pool.interrupt.take();
        match Stream::restore(state, &mut pool) {
            Ok((stream, pending)) => {
                (self.stream, self.pending, self.pool) = (stream, pending, pool);
                Ok(())
            }
            Err(error) => {
                self.pool.interrupt = pool.interrupt;
                Err(error)
            }
        }
    }
}

impl Loader<Positions> {
    /// Replaces the contents of `batch` by the next positions: this many, less at the end of the last epoch, and then none.
    /// Returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error with [`OnProblem::Stop`] if a file is damaged. No position is lost then: the next call continues.
    pub fn next_positions(&mut self, size: usize, batch: &mut Vec<Position>) -> Result<usize, LoaderError> {
        batch.clear();
        while self.pending.len() < size {
            let Some(item) = self.stream.next(&mut self.pool)? else { break };
            self.pending.push(item);
        }
        batch.extend(self.pending.iter().take(size).map(|item| item.data));
        let count = self.end_batch(batch.len(), size);
        batch.truncate(count);
        Ok(count)
    }

    /// Returns the next position with where it comes from, or `None` after the last epoch.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Loader::next_positions`] does.
    pub fn next_position(&mut self) -> Result<Option<(Origin, Position)>, LoaderError> {
        let item = self.next_item()?;
        Ok(item.map(|item| (Origin { chunk: item.chunk, record: item.record }, item.data)))
    }
}

#[cfg(feature = "lc0")]
#[cfg_attr(docsrs, doc(cfg(feature = "lc0")))]
impl Loader<Records> {
    /// Writes the next batch into the slices of the caller, and returns the number of records: the size of the batch, less at
    /// the end of the last epoch, and then 0.
    ///
    /// The slices keep their numbers after the records that are written. After an error, or when the last batch
    /// is [dropped](LastBatch::Drop), they contain anything.
    ///
    /// # Errors
    ///
    /// Returns an error if a slice has a wrong length, and with [`OnProblem::Stop`] if a chunk or a record is damaged. No
    /// record is lost then, except for damaged ones and chunks that cannot be read again: the next call continues.
    pub fn next_batch(&mut self, mut batch: Batch<'_>) -> Result<usize, LoaderError> {
        batch.check()?;
        let size = batch.size();
        let (mut count, mut planes) = (0, Planes::EMPTY);
        while count < size {
            if let Err(error) = self.fetch(size) {
                self.keep_pending();
                return Err(error);
            }
            if count >= self.pending.len() {
                break;
            }
            // Records are written before the next chunk is read, and kept for the case that it is damaged.
            let work = self.pool.work();
            let end = self.pending.len().min(size);
            for (place, item) in self.pending[..end].iter().enumerate().skip(count) {
                let Some(view) = work.samples.view(item.chunk, &item.data, self.pool.scratch()) else { continue };
                let weight = || work.plan.options.order.weight.of(focus::Surprise::of(&view));
                let origin = Origin { chunk: item.chunk, record: item.record };
                // The lengths have been checked.
                let _ = batch.write(place, &view, origin, weight, &mut planes);
            }
            count = end;
        }
        Ok(self.end_batch(count, size))
    }

    /// Takes records until there are enough for a batch, or a chunk is used up.
    fn fetch(&mut self, size: usize) -> Result<(), LoaderError> {
        while self.pending.len() < size {
            let Some(item) = self.stream.next(&mut self.pool)? else { break };
            self.pending.push(item);
            if self.stream.needs_chunk() {
                break;
            }
        }
        Ok(())
    }

    /// Reads the records of an interrupted batch again that are only in the memory of the thread.
    fn keep_pending(&mut self) {
        let work = self.pool.work();
        // The records of the next chunk may be in the memory of the thread.
        let mut worker = Worker::default();
        let mut kept = Vec::with_capacity(self.pending.len());
        let mut pending = self.pending.drain(..).peekable();
        while let Some(item) = pending.next() {
            if Records::is_kept(&item.data) {
                kept.push(item);
                continue;
            }
            let mut records = Vec::from([item.record]);
            let is_next = |next: &Item<records::Data>| next.chunk == item.chunk && !Records::is_kept(&next.data);
            while let Some(next) = pending.next_if(is_next) {
                records.push(next.record);
            }
            // A chunk that cannot be read again is lost.
            let read = reload(&work.plan, &*work.samples, item.chunk, &records, &mut worker);
            kept.extend(read.unwrap_or_default());
        }
        drop(pending);
        self.pending = kept;
    }

    /// Returns the next record, or `None` after the last epoch. Records of versions 3 to 5 are converted to version 6.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Loader::next_batch`] does.
    pub fn next_record(&mut self) -> Result<Option<Record>, LoaderError> {
        let Some(item) = self.next_item()? else { return Ok(None) };
        let view = self.samples().view(item.chunk, &item.data, self.pool.scratch());
        Ok(view.as_ref().and_then(RecordView::to_record))
    }
}

impl<S: Samples> fmt::Debug for Loader<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
