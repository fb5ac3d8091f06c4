//! The shuffle buffer, and the stream of records that leaves it.

use std::collections::HashMap;
use std::vec;

use super::error::LoaderError;
use super::load::{Item, Loaded, reload};
use super::options::{GameSampling, OnProblem};
use super::plan::{Plan, Turn, purpose};
use super::pool::{Pool, Work};
use super::random::Random;
use super::samples::Samples;
use super::state::Origin;
use super::state::{LoaderState, StateError};
use super::stats::LoaderStats;
use crate::filter::TrainerFilterState;

const MOST_PROBLEMS: usize = 16;

/// The most records in a row that a filter may drop before a loader without an end gives up.
const MOST_DROPPED: u64 = 1 << 22;

/// The records in their order.
pub(super) struct Stream<D> {
    /// The turn of the next chunk.
    turn: u64,
    /// The last piece of the last chunk that was read, and whether others follow.
    piece: u64,
    has_more: bool,
    /// The unused records of the last piece, and the problem after them.
    incoming: vec::IntoIter<Item<D>>,
    after: Option<LoaderError>,
    /// The filter before the last piece and after it.
    filter: Option<Box<[TrainerFilterState; 2]>>,
    dropped: u64,
    buffer: Vec<Item<D>>,
    random: Random,
    epochs: u64,
    /// The epoch is over, and the buffer is being emptied.
    is_draining: bool,
    /// The greatest sum of weights of a game.
    greatest: f64,
    before: u64,
    count: u64,
    pub(super) stats: LoaderStats,
    pub(super) problems: Vec<LoaderError>,
}

impl<D> Stream<D> {
    pub(super) fn new<S: Samples<Data = D>>(plan: &Plan, samples: &S) -> Self {
        Self {
            filter: samples.filter().map(|filter| Box::new([filter.start(), filter.start()])),
            dropped: 0,
            turn: 0,
            piece: 0,
            has_more: false,
            after: None,
            incoming: Vec::new().into_iter(),
            buffer: Vec::new(),
            random: Random::new(&[plan.options.order.seed, purpose::SHUFFLE]),
            epochs: 0,
            is_draining: false,
            greatest: 0.0,
            before: 0,
            count: 0,
            stats: LoaderStats::default(),
            problems: Vec::new(),
        }
    }

    pub(super) fn next<S: Samples<Data = D>>(&mut self, pool: &mut Pool<S>) -> Result<Option<Item<D>>, LoaderError> {
        let (per_epoch, turns) = (pool.work().plan.per_epoch, pool.work().plan.turns());
        let capacity = pool.work().plan.options.order.shuffle;
        loop {
            if self.is_draining {
                if self.buffer.is_empty() {
                    self.is_draining = false;
                    self.epochs += 1;
                    let is_empty = self.count == self.before;
                    self.before = self.count;
                    // What a filter drops this time, it may keep the next time.
                    let is_stuck = self.dropped == 0 || MOST_DROPPED <= self.dropped;
                    self.dropped += u64::from(is_empty && !is_stuck);
                    if is_empty && is_stuck && turns.is_none_or(|turns| self.turn < turns) {
                        return Err(LoaderError::NoRecords);
                    }
                    continue;
                }
                let place = self.random.below(self.buffer.len());
                self.count = self.count.saturating_add(1);
                return Ok(Some(self.buffer.swap_remove(place)));
            }
            if let Some(item) = self.incoming.next() {
                if self.buffer.len() < capacity {
                    self.buffer.push(item);
                    continue;
                }
                self.count = self.count.saturating_add(1);
                if capacity == 0 {
                    return Ok(Some(item));
                }
                let place = self.random.below(capacity);
                return Ok(Some(core::mem::replace(&mut self.buffer[place], item)));
            }
            if let Some(problem) = self.after.take() {
                return Err(problem);
            }
            if self.has_more {
                let loaded = pool.load_piece(self.turn - 1, self.piece + 1)?;
                self.piece += 1;
                self.arrive(loaded, pool.work())?;
                continue;
            }
            if turns.is_some_and(|turns| self.turn >= turns) && self.epochs.saturating_mul(per_epoch) >= self.turn {
                return Ok(None);
            }
            if self.turn == (self.epochs + 1).saturating_mul(per_epoch) {
                self.is_draining = true;
                continue;
            }
            let loaded = pool.load(self.turn)?;
            (self.turn, self.piece) = (self.turn + 1, 0);
            self.arrive(loaded, pool.work())?;
        }
    }

    #[cfg(feature = "lc0")]
    pub(super) fn needs_chunk(&self) -> bool {
        self.incoming.len() == 0
    }

    fn arrive<S: Samples<Data = D>>(&mut self, mut loaded: Loaded<D>, work: &Work<S>) -> Result<(), LoaderError> {
        let options = &work.plan.options;
        if let GameSampling::Hanse { gamma } = options.order.games {
            let turn = work.plan.turn(self.turn - 1);
            let mut random = Random::new(&[options.order.seed, purpose::GAME, turn.chunk.into(), turn.epoch]);
            self.greatest = self.greatest.max(loaded.weight);
            let share = if self.greatest > 0.0 { loaded.weight / self.greatest } else { 1.0 };
            if !random.happens(if gamma == 1.0 { share } else { share.powf(gamma) }) {
                (loaded.items, loaded.problem) = (Vec::new(), None);
                loaded.stats = LoaderStats { chunks: 1, chunks_not_sampled: 1, ..LoaderStats::default() };
            }
        }
        self.stats.add(&loaded.stats);
        self.filter(&mut loaded.items, &*work.samples);
        (self.incoming, self.has_more) = (loaded.items.into_iter(), !loaded.is_last);
        match loaded.problem {
            Some(problem) if options.on_problem == OnProblem::Stop && loaded.ends_with_problem => {
                self.after = Some(problem);
            }
            Some(problem) if options.on_problem == OnProblem::Stop => return Err(problem),
            Some(problem) if self.problems.len() < MOST_PROBLEMS => self.problems.push(problem),
            _ => {}
        }
        Ok(())
    }

    fn filter<S: Samples<Data = D>>(&mut self, items: &mut Vec<Item<D>>, samples: &S) {
        let Some([before, filter]) = self.filter.as_deref_mut() else { return };
        before.clone_from(filter);
        items.retain(|item| {
            let is_dropped = samples.is_dropped(filter, &item.data);
            self.dropped = if is_dropped { self.dropped + 1 } else { 0 };
            !is_dropped
        });
    }

    pub(super) fn state<S: Samples>(&self, work: &Work<S>, pending: Vec<Origin>) -> LoaderState {
        LoaderState {
            fingerprint: work.plan.fingerprint,
            contents: work.plan.contents(&*work.samples),
            turn: self.turn,
            piece: self.piece,
            left: self.incoming.len() as u64,
            epochs: self.epochs,
            random: self.random.0,
            greatest: self.greatest.to_bits(),
            stats: self.stats,
            before: self.count - self.before,
            is_draining: self.is_draining,
            filter: self.filter.as_ref().map(|filters| filters[0].to_words()).unwrap_or_default(),
            pending,
            buffer: self.buffer.iter().map(|item| Origin { chunk: item.chunk, record: item.record }).collect(),
        }
    }

    /// Restores a state. Returns the records of the unfinished batch, too.
    pub(super) fn restore<S: Samples<Data = D>>(
        state: &LoaderState,
        pool: &mut Pool<S>,
    ) -> Result<(Self, Vec<Item<D>>), LoaderError> {
        let work = pool.work().clone();
        let plan = &*work.plan;
        // An epoch is over when its buffer is empty, which is after its last chunk.
        let ends = state.epochs.checked_mul(plan.per_epoch).zip(state.epochs.checked_add(1));
        let fits = ends.is_some_and(|(start, next)| {
            (start..=next.saturating_mul(plan.per_epoch)).contains(&state.turn) && state.turn < u64::MAX / 2
        });
        if !fits || plan.turns().is_some_and(|turns| state.turn > turns) {
            return Err(StateError::Missing.into());
        }
        let mut stream = Self::new(plan, &*work.samples);
        if let (Some(filter), Some(filters)) = (work.samples.filter(), &mut stream.filter) {
            filters[1] = TrainerFilterState::from_words(filter, &state.filter).ok_or(StateError::Missing)?;
        }
        (stream.epochs, stream.is_draining) = (state.epochs, state.is_draining);
        (stream.random, stream.greatest) = (Random(state.random), f64::from_bits(state.greatest));
        (stream.turn, stream.stats, stream.count) = (state.turn, state.stats, state.before);

        // Each chunk is read once, whatever the order of its records in the buffer.
        let mut wanted: HashMap<u32, Vec<(usize, u32)>> = HashMap::new();
        for (place, origin) in state.pending.iter().chain(&state.buffer).enumerate() {
            if origin.chunk as usize >= work.samples.count() {
                return Err(StateError::Missing.into());
            }
            wanted.entry(origin.chunk).or_default().push((place, origin.record));
        }
        let mut found: Vec<Option<Item<D>>> = Vec::new();
        found.resize_with(state.pending.len() + state.buffer.len(), || None);
        for (chunk, mut records) in wanted {
            pool.check_interrupt()?;
            records.sort_unstable_by_key(|&(_, record)| record);
            let numbers: Vec<_> = records.iter().map(|&(_, record)| record).collect();
            let items = reload(plan, &*work.samples, chunk, &numbers, pool.worker_mut())?;
            for ((place, _), item) in records.into_iter().zip(items) {
                found[place] = Some(item);
            }
        }
        // The rest of the last chunk is what the same turn gives again. It is read last, because its records may stay in the
        // memory of the thread.
        if state.left > 0 || !S::CHUNKS_ARE_GAMES && state.turn > 0 {
            let turn = state.turn.checked_sub(1).ok_or(StateError::Missing)?;
            let loaded = work.load(Turn { piece: state.piece, ..plan.turn(turn) }, pool.worker_mut());
            (stream.piece, stream.has_more) = (state.piece, !loaded.is_last);
            let mut items = loaded.items;
            stream.filter(&mut items, &*work.samples);
            let left = usize::try_from(state.left).ok();
            let used = left.and_then(|left| items.len().checked_sub(left)).ok_or(StateError::Missing)?;
            stream.incoming = items.into_iter();
            if used > 0 {
                stream.incoming.nth(used - 1);
            }
        }

        let mut pending: Vec<_> = found.into_iter().flatten().collect();
        stream.buffer = pending.split_off(state.pending.len());
        Ok((stream, pending))
    }
}
