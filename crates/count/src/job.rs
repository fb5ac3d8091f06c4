//! A large count, split into parts among threads.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use gardez_position::Board as Full;
use gardez_types::Move;

use crate::board::Board;
use crate::counter::Counter;
use crate::table::{Shared, Table};
use crate::verify::is_same;

/// The stack size of a thread. Its recursion is as deep as the count.
const STACK: usize = 16 << 20;

/// A count that is split into parts: the positions after two moves, in a fixed order.
///
/// The order of the parts is stable, so a program can store finished parts and pass them to [`Job::record_part`] later.
///
/// ```
/// use gardez_count::{Counter, Job, Table};
/// use gardez_position::Position;
///
/// let mut table = Table::new(16)?;
/// let mut job = Job::new(Counter::new(), &Position::start(), 6).with_threads(2).with_table(&mut table);
/// let mut lines = 0;
/// let nodes = job.run(|event| {
///     lines += event.divided.len();
///     Ok::<_, std::io::Error>(())
/// })?;
/// assert_eq!((nodes, lines), (119_060_324, 20));
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Job<'a> {
    counter: Counter,
    depth: u32,
    threads: usize,
    table: Option<(Shared<'a>, u32)>,
    firsts: Vec<Move>,
    parts: Vec<Part>,
}

/// A position whose count is a part of the total.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The index of the first move that leads to it.
    first: usize,
    board: Board,
    depth: u32,
    /// Its count, once it is known.
    count: Option<u128>,
}

/// The state of a [`Job`] whenever a part has been counted.
#[derive(Debug)]
#[non_exhaustive]
pub struct Event<'a> {
    /// The number of the part and its count. `None` in the first event, which comes before any part is counted.
    pub part: Option<(usize, u128)>,
    /// The number of parts that are counted.
    pub done: usize,
    /// The number of all parts.
    pub total: usize,
    /// The first moves whose count has become known, in the order of the legal moves.
    pub divided: &'a [(Move, u128)],
}

impl<'a> Job<'a> {
    /// Prepares to count the sequences of `depth` legal moves from `board`, in one thread and without a table.
    pub fn new(counter: Counter, board: &Full, depth: u32) -> Self {
        let compact = Board::new(board);
        let steps = counter.steps(&compact);
        let firsts: Vec<Move> = if depth == 0 { Vec::new() } else { board.legal_moves().into_iter().collect() };
        let mut parts = Vec::new();
        for (first, &m) in firsts.iter().enumerate() {
            let Some(&step) = steps.iter().find(|&&step| is_same(board, m, step)) else { continue };
            let next = counter.after(&compact, step);
            if depth < 4 {
                parts.push(Part { first, board: next, depth: depth - 1, count: None });
                continue;
            }
            for step in counter.steps(&next) {
                parts.push(Part { first, board: counter.after(&next, step), depth: depth - 2, count: None });
            }
        }
        Self { counter, depth, threads: 1, table: None, firsts, parts }
    }

    /// Sets the number of threads, at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Uses a table, which may already contain boards of earlier counts.
    #[must_use]
    pub fn with_table(mut self, table: &'a mut Table) -> Self {
        let table = table.share();
        self.table = Some((table, table.smallest_depth(self.firsts.len(), self.depth)));
        self
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Supplies the count of a part, so that it is not counted again. A part number that does not exist is ignored.
    pub fn record_part(&mut self, part: usize, count: u128) {
        if let Some(part) = self.parts.get_mut(part) {
            part.count = Some(count);
        }
    }

    /// Counts. Calls `report` once before the first part, and then whenever a part is counted.
    ///
    /// # Errors
    ///
    /// Returns the first error of `report`. Parts that are being counted at that moment are finished first.
    pub fn run<E>(&mut self, mut report: impl FnMut(Event<'_>) -> Result<(), E>) -> Result<u128, E> {
        if self.depth == 0 {
            return Ok(1);
        }
        let mut tally = Tally::new(&self.firsts, &self.parts);
        let divided = tally.divided();
        report(Event { part: None, done: tally.done, total: self.parts.len(), divided: &divided })?;

        let waiting: Vec<usize> = (0..self.parts.len()).filter(|&i| self.parts[i].count.is_none()).collect();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (counter, table, parts) = (self.counter, self.table, &self.parts);
        let work = |send: &mut dyn FnMut(usize, u128) -> bool| {
            while !stopped.load(Relaxed) {
                let Some(&index) = waiting.get(next.fetch_add(1, Relaxed)) else { break };
                let part = &parts[index];
                if !send(index, counter.count_compact(&part.board, part.depth, table)) {
                    break;
                }
            }
        };
        let mut note = |index: usize, count: u128| {
            tally.note(parts[index].first, count);
            let divided = tally.divided();
            report(Event { part: Some((index, count)), done: tally.done, total: parts.len(), divided: &divided })
        };

        let mut result = Ok(());
        if self.threads == 1 {
            work(&mut |index, count| {
                result = note(index, count);
                result.is_ok()
            });
        } else {
            thread::scope(|scope| {
                let (sender, receiver) = mpsc::channel();
                let mut started = 0;
                for _ in 0..self.threads.min(waiting.len()) {
                    let (sender, work) = (sender.clone(), &work);
                    let run = move || work(&mut |index, count| sender.send((index, count)).is_ok());
                    started += usize::from(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).is_ok());
                }
                if started == 0 {
                    // No thread could be started, so this one counts alone.
                    work(&mut |index, count| sender.send((index, count)).is_ok());
                }
                drop(sender);
                for (index, count) in receiver {
                    if result.is_ok() {
                        result = note(index, count);
                        stopped.fetch_or(result.is_err(), Relaxed);
                    }
                }
            });
        }
        result?;
        Ok(tally.sum)
    }
}

/// The counts of the first moves, as far as they are known.
struct Tally {
    /// For each first move that is not reported yet: the move, the number of its missing parts, and its count so far.
    open: VecDeque<(Move, usize, u128)>,
    reported: usize,
    done: usize,
    sum: u128,
}

impl Tally {
    fn new(firsts: &[Move], parts: &[Part]) -> Self {
        let mut lacking = vec![0; firsts.len()];
        for part in parts {
            lacking[part.first] += 1;
        }
        let open = firsts.iter().zip(lacking).map(|(&first, lacking)| (first, lacking, 0)).collect();
        let mut tally = Self { open, reported: 0, done: 0, sum: 0 };
        for part in parts {
            if let Some(count) = part.count {
                tally.note(part.first, count);
            }
        }
        tally
    }

    fn note(&mut self, first: usize, count: u128) {
        if let Some((_, lacking, sum)) = self.open.get_mut(first - self.reported) {
            *lacking -= 1;
            *sum += count;
        }
        self.done += 1;
        self.sum += count;
    }

    /// The first moves that have become complete after all moves before them. Each is returned once.
    fn divided(&mut self) -> Vec<(Move, u128)> {
        let mut divided = Vec::new();
        while let Some((first, _, count)) = self.open.pop_front_if(|(_, lacking, _)| *lacking == 0) {
            divided.push((first, count));
            self.reported += 1;
        }
        divided
    }
}

/// The number of threads that the machine runs at the same time, or 1 if it is unknown.
pub fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
mod tests {
    use gardez_position::Position;

    use super::*;
    use crate::level::Level;

    /// A checkpoint identifies parts by their numbers. If you change their order, first give checkpoints a new version
    /// (the first line that `bin/perft/checkpoint.rs` writes), and only then change the numbers here.
    #[test]
    fn the_order_of_the_parts_is_the_same_at_every_level_and_in_every_version() {
        let positions = [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0x1e6c_37ee_9a63_d89f),
            ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 0x2535_360c_bedc_a349),
        ];
        for (fen, expected) in positions {
            let position: Position = fen.parse().expect("a legal position");
            for counter in Level::ALL.iter().copied().filter_map(Counter::from_level) {
                let job = Job::new(counter, &position, 4);
                let counts = job.parts.iter().map(|part| counter.count_compact(&part.board, 2, None) as u64);
                let order = counts.fold(0_u64, |sum, count| sum.wrapping_mul(0x0100_0000_01b3).wrapping_add(count));
                assert_eq!(order, expected, "{}: {order:#x}: {fen}", counter.level());
            }
        }
    }
}
