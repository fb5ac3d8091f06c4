//! Shuffled, sampled batches of training data, read by threads of the loader.
//!
//! A [`Loader`] reads training records of lc0 ([`Records`], with the feature `lc0`), or packed entries and games of a PGN
//! ([`Positions`]). The order, the sampling, the shards and the state are the same for all of them.

mod error;
mod focus;
mod input;
mod load;
mod options;
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
pub use state::{LoaderState, Origin, StateError};
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
/// The order of the records depends on the seed, the other options and the names of the chunks, but not on the number of
/// threads or the size of the batches. Without sampling, each record is used exactly once in each epoch.
///
/// The threads start with the first batch and are joined when the loader is dropped. A process may be forked: the loader
/// in the new process starts threads of its own and continues with the next batch.
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
        let stream = Stream::new(&plan, &samples);
        let pool = Pool::new(Work { plan, samples: Arc::new(samples) });
        Ok(Self { pool, stream, pending: Vec::new() })
    }

    /// Returns the samples that the loader reads.
    pub fn samples(&self) -> &S {
        &self.pool.work().samples
    }

    /// Sets a function that is called before each chunk is taken, for example to look for a signal. If it returns `true`,
    /// the call ends with [`LoaderError::Interrupted`]. The next call continues, and no record is lost.
    pub fn set_interrupt(&mut self, is_interrupted: impl FnMut() -> bool + Send + Sync + 'static) {
        self.pool.interrupt = Some(Box::new(is_interrupted));
    }

    /// Returns the number of chunks in an epoch, within the split and the shard.
    pub fn chunks_per_epoch(&self) -> u64 {
        self.pool.work().plan.per_epoch
    }

    fn next_item(&mut self) -> Result<Option<Item<S::Data>>, LoaderError> {
        let item = match self.pending.is_empty() {
            true => self.stream.next(&mut self.pool)?,
            false => Some(self.pending.remove(0)),
        };
        let records_used = u64::from(item.is_some());
        self.stream.stats.add(&LoaderStats { records_used, ..LoaderStats::default() });
        Ok(item)
    }

    /// Ends a batch of the first pending samples, and returns their number. `size` are wanted.
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

    /// Returns the counters so far.
    pub const fn stats(&self) -> LoaderStats {
        self.stream.stats
    }

    /// Returns the first problems that were skipped, at most 16.
    pub fn problems(&self) -> &[LoaderError] {
        &self.stream.problems
    }

    /// Returns the state for [`Loader::restore`].
    ///
    /// The first call reads the beginning of each chunk of the split, for a hash of them.
    pub fn state(&self) -> LoaderState {
        let origin = |item: &Item<S::Data>| Origin { chunk: item.chunk, record: item.record };
        let pending = self.pending.iter().map(origin).collect();
        self.stream.state(self.pool.work(), pending)
    }

    /// Continues where a loader with the same options and chunks was. The number of threads, the size of the batches and
    /// the reaction to problems may differ.
    ///
    /// Chunks are the same if they have the same names in the same order and, in the split, the same sizes and the same
    /// first 4,096 bytes. The records of the shuffle buffer are read again.
    ///
    /// # Errors
    ///
    /// Returns an error if the state belongs to another loader, or if a chunk cannot be read again. The loader is then
    /// unchanged.
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
    /// Replaces the contents of `batch` by the next positions, fewer than `size` at the end of the last epoch, and returns
    /// their number.
    ///
    /// # Errors
    ///
    /// Returns an error with [`OnProblem::Stop`] if a file is damaged. The next call continues, and no position is lost.
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

    /// Returns the next position and its origin, or `None` after the last epoch.
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
impl Loader<Records> {
    /// Writes the next batch into the slices of the caller, and returns the number of records: the size of the batch, fewer
    /// at the end of the last epoch, and then 0.
    ///
    /// The rest of a slice keeps its numbers. After an error, or when the last batch is [dropped](LastBatch::Drop), the
    /// slices contain anything.
    ///
    /// # Errors
    ///
    /// Returns an error if a slice has a wrong length, and with [`OnProblem::Stop`] if a chunk or a record is damaged. The
    /// next call continues, and only damaged records are lost.
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

    /// Takes records until a batch is full or a chunk is used up.
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

    /// Reads the records of an interrupted batch again, if only the thread's memory has them.
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
