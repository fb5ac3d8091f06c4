//! The order in which a loader gives positions: blocks in random order, and a shuffle buffer.
//!
//! ```text
//! blocks            another random order in each epoch; this shard only
//!   v  positions    32 bytes each
//! shuffle buffer    a random position goes out when one comes in; emptied at the end of an epoch
//! ```
//!
//! The order depends on the seed, on the options and on the files, and on nothing else. The state is the epoch and the
//! number of positions that it has given: they are skipped again when it is restored.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use gardez_formats::Strictness;
use gardez_types::Generator;

use super::error::Problem;
use super::input::{Block, Input, Reader};
use super::position::Position;
use crate::turns::Patience;

/// The number of entries between two looks for a signal.
const STRIDE: u64 = 4096;

/// The number of entries of a block that one shard uses in a row, if several read it.
const RUN: u64 = 64;

/// The greatest number of problems that are kept.
const MOST_PROBLEMS: usize = 16;

/// What decides the order.
pub(super) struct Plan {
    pub(super) inputs: Vec<Input>,
    pub(super) blocks: Vec<Block>,
    pub(super) seed: u64,
    pub(super) shuffle: usize,
    pub(super) has_block_order: bool,
    pub(super) shard: u32,
    pub(super) shards: u32,
    pub(super) epochs: Option<u64>,
    pub(super) is_white: bool,
    pub(super) strictness: Strictness,
    pub(super) skips: bool,
}

/// The numbers of entries so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Stats {
    pub(super) entries_read: u64,
    pub(super) positions_used: u64,
    pub(super) batches: u64,
    pub(super) problems: u64,
}

/// The positions in their order.
pub(super) struct Order {
    pub(super) plan: Plan,
    epoch: u64,
    /// The blocks of this epoch and shard that are not open yet.
    blocks: std::vec::IntoIter<u32>,
    current: Option<Current>,
    buffer: Vec<Position>,
    random: Generator,
    /// The number of positions that this epoch has given.
    given: u64,
    is_over: bool,
    /// Since this state, positions were taken from this loader: the epoch, and how many of it.
    base: (u64, u64),
    /// The numbers of positions of the epochs that are complete, from the one of `base` on.
    complete: VecDeque<u64>,
    pub(super) stats: Stats,
    pub(super) problems: Vec<String>,
    strides: u64,
}

/// A block that is open.
struct Current {
    reader: Reader,
    path: Arc<PathBuf>,
    start: u64,
    part: (u32, u32),
    /// The number of the next entry.
    number: u64,
}

/// A generator for a purpose.
fn generator(parts: &[u64]) -> Generator {
    let seed = parts.iter().fold(0, |seed, part| Generator::new(seed ^ part).next_u64());
    Generator::new(seed)
}

impl Order {
    pub(super) fn new(plan: Plan) -> Self {
        let mut order = Self {
            epoch: 0,
            blocks: Vec::new().into_iter(),
            current: None,
            buffer: Vec::new(),
            random: Generator::new(0),
            given: 0,
            is_over: false,
            base: (0, 0),
            complete: VecDeque::new(),
            stats: Stats::default(),
            problems: Vec::new(),
            strides: 0,
            plan,
        };
        order.begin(0);
        order
    }

    /// Begins an epoch.
    fn begin(&mut self, epoch: u64) {
        let plan = &self.plan;
        let mut order: Vec<u32> = (0..plan.blocks.len() as u32).collect();
        if plan.has_block_order {
            let mut random = generator(&[plan.seed, 1, epoch]);
            for place in (1..order.len()).rev() {
                order.swap(place, random.next_below(place + 1));
            }
        }
        let own = order.into_iter().skip(plan.shard as usize).step_by(plan.shards as usize);
        self.blocks = own.collect::<Vec<_>>().into_iter();
        self.random = generator(&[plan.seed, 2, epoch, plan.shard.into(), plan.shards.into()]);
        (self.epoch, self.given, self.current) = (epoch, 0, None);
        self.buffer.clear();
        self.is_over = self.blocks.len() == 0 || plan.epochs.is_some_and(|epochs| epoch >= epochs);
    }

    /// The next position.
    pub(super) fn next(&mut self, patience: &mut Patience) -> Result<Option<Position>, Problem> {
        while !self.is_over {
            let Some(position) = self.incoming(patience)? else {
                // The epoch is over when the buffer is empty.
                if !self.buffer.is_empty() {
                    let place = self.random.next_below(self.buffer.len());
                    self.given += 1;
                    return Ok(Some(self.buffer.swap_remove(place)));
                }
                let (given, epoch) = (self.given, self.epoch + 1);
                self.complete.push_back(given);
                self.begin(epoch);
                if given == 0 && !self.is_over {
                    return Err(Problem::NoEntries);
                }
                continue;
            };
            if self.plan.shuffle == 0 {
                self.given += 1;
                return Ok(Some(position));
            }
            if self.buffer.len() < self.plan.shuffle {
                self.buffer.push(position);
                continue;
            }
            let place = self.random.next_below(self.buffer.len());
            self.given += 1;
            return Ok(Some(core::mem::replace(&mut self.buffer[place], position)));
        }
        Ok(None)
    }

    /// The next position of the files of this epoch.
    fn incoming(&mut self, patience: &mut Patience) -> Result<Option<Position>, Problem> {
        loop {
            self.strides += 1;
            if self.strides % STRIDE == 0 && patience.is_over() {
                return Err(Problem::Interrupted);
            }
            let Some(current) = &mut self.current else {
                let Some(block) = self.blocks.next() else { return Ok(None) };
                let block = self.plan.blocks[block as usize];
                let input = &self.plan.inputs[block.input as usize];
                match input.reader(block, self.plan.strictness) {
                    Ok(reader) => {
                        let (path, start, part) = (Arc::clone(&input.path), block.start, block.part);
                        self.current = Some(Current { reader, path, start, part, number: 0 });
                    }
                    Err(error) => {
                        let problem = Problem::File(Arc::clone(&input.path), error);
                        self.meet(problem)?;
                    }
                }
                continue;
            };
            let (part, parts) = current.part;
            let is_own = parts == 1 || current.number / RUN % u64::from(parts) == u64::from(part);
            let read = current.reader.next(self.plan.is_white, |entry| is_own.then(|| Position::new(entry)));
            current.number += 1;
            match read {
                Ok(None) => self.current = None,
                Ok(Some(None)) => {}
                Ok(Some(Some(Ok(position)))) => {
                    self.stats.entries_read += 1;
                    return Ok(Some(position));
                }
                Ok(Some(Some(Err(pieces)))) => {
                    let problem = Problem::Pieces(Arc::clone(&current.path), current.number - 1, pieces);
                    self.meet(problem)?;
                }
                Err(error) => {
                    let problem = Problem::of_reader(&current.path, error, current.start);
                    self.current = None;
                    self.meet(problem)?;
                }
            }
        }
    }

    /// Counts a problem, or returns it.
    fn meet(&mut self, problem: Problem) -> Result<(), Problem> {
        self.stats.problems += 1;
        if !self.plan.skips {
            return Err(problem);
        }
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem.text());
        }
        Ok(())
    }

    /// Notes that this many positions have been used.
    pub(super) fn used(&mut self, count: u64) {
        self.base.1 += count;
        while let Some(&size) = self.complete.front().filter(|&&size| self.base.1 >= size) {
            self.base = (self.base.0 + 1, self.base.1 - size);
            self.complete.pop_front();
        }
    }

    /// The epoch, and the number of its positions that have been used.
    pub(super) const fn place(&self) -> (u64, u64) {
        self.base
    }

    /// Begins at a place: an epoch, and the number of its positions that are skipped.
    pub(super) fn seek(&mut self, (epoch, count): (u64, u64), patience: &mut Patience) -> Result<(), Problem> {
        self.begin(epoch);
        (self.base, self.complete) = ((epoch, 0), VecDeque::new());
        let mut skipped = 0;
        while skipped < count {
            match self.next(patience) {
                Ok(Some(_)) => skipped += 1,
                Ok(None) => return Err(Problem::OtherState),
                Err(problem @ Problem::Interrupted) => return Err(problem),
                // It was reported before.
                Err(_) => {}
            }
        }
        self.used(count);
        Ok(())
    }
}
