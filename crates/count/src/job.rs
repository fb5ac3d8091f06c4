//! A large count, split into parts among threads.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use gardez_position::Board as Full;
use gardez_types::Move;

use crate::board::Board;
use crate::counter::Counter;
use crate::key::BoardMap;
use crate::table::{Shared, Table};

/// Room for the parts of most jobs.
const PARTS: usize = 1024;

/// The stack size of a thread. Its recursion is as deep as the count.
const STACK: usize = 16 << 20;

/// A count that is split into parts: the distinct positions after two moves, or after one if the depth is below 4.
///
/// A part is identified by its position. So a program can store finished parts, and pass them to [`Job::record_part`]
/// when the count is continued; a [`Checkpoint`](crate::Checkpoint) does this with a file.
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
    board: Full,
    depth: u32,
    threads: usize,
    table: Option<Shared<'a>>,
    firsts: Vec<Move>,
    parts: Vec<Part>,
    /// The index of each part.
    places: BoardMap<usize>,
}

/// A position whose count is a part of the total.
#[derive(Debug)]
struct Part {
    position: Full,
    /// The same for the engine.
    board: Board,
    depth: u32,
    /// The index of the first move that leads to it.
    first: usize,
    /// The same for each other sequence of moves that leads to it. There are few.
    others: Vec<usize>,
    /// Its count, once it is known.
    count: Option<u128>,
}

impl Part {
    /// Returns the indices of the first moves that lead to it, one for each sequence of moves.
    fn firsts(&self) -> impl Iterator<Item = usize> {
        core::iter::once(self.first).chain(self.others.iter().copied())
    }
}

/// The state of a [`Job`] whenever a part has been counted.
#[derive(Debug)]
#[non_exhaustive]
pub struct Event<'a> {
    /// The position of the part and its count. `None` in the first event, which comes before any part is counted.
    pub part: Option<(&'a Full, u128)>,
    /// The number of parts that are counted.
    pub done: usize,
    /// The number of all parts.
    pub total: usize,
    /// The sum of the parts that are counted. In the first event, these are the parts that were recorded before.
    pub nodes: u128,
    /// The first moves whose count has become known, in the order of the legal moves.
    pub divided: &'a [(Move, u128)],
}

impl<'a> Job<'a> {
    /// Prepares to count the sequences of `depth` legal moves from `board`, in one thread and without a table.
    pub fn new(counter: Counter, board: &Full, depth: u32) -> Self {
        let firsts: Vec<Move> = if depth == 0 { Vec::new() } else { board.legal_moves().into_iter().collect() };
        let (parts, places) =
            (Vec::with_capacity(PARTS), BoardMap::with_capacity_and_hasher(PARTS, Default::default()));
        let mut job = Self { counter, board: *board, depth, threads: 1, table: None, firsts, parts, places };
        for index in 0..job.firsts.len() {
            let next = board.after(job.firsts[index]);
            if depth < 4 {
                job.add_part(next, depth - 1, index);
            } else {
                next.legal_moves().into_iter().for_each(|m| job.add_part(next.after(m), depth - 2, index));
            }
        }
        job
    }

    /// Adds a position that a first move leads to.
    fn add_part(&mut self, position: Full, depth: u32, first: usize) {
        let board = Board::new(&position);
        let place = *self.places.entry(board).or_insert(self.parts.len());
        match self.parts.get_mut(place) {
            Some(part) => part.others.push(first),
            None => self.parts.push(Part { position, board, depth, first, others: Vec::new(), count: None }),
        }
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
        let smallest = table.smallest_depth(self.firsts.len(), self.depth);
        self.table = Some(table.share(smallest));
        self
    }

    /// Returns the position from which the job counts.
    pub fn board(&self) -> &Full {
        &self.board
    }

    /// Returns the number of moves of each sequence.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Supplies the count of a part. Returns `false` if the position is not a part, or is known.
    pub fn record_part(&mut self, position: &Full, count: u128) -> bool {
        let place = self.places.get(&Board::new(position));
        match place.and_then(|&place| self.parts.get_mut(place)) {
            Some(part) if part.count.is_none() => {
                part.count = Some(count);
                true
            }
            _ => false,
        }
    }

    /// Returns counts. Calls `report` once before the first part, and then whenever a part is counted.
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
        report(Event { part: None, done: tally.done, total: self.parts.len(), nodes: tally.sum, divided: &divided })?;

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
            let part = &parts[index];
            tally.note(part, count);
            let divided = tally.divided();
            report(Event {
                part: Some((&part.position, count)),
                done: tally.done,
                total: parts.len(),
                nodes: tally.sum,
                divided: &divided,
            })
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
        for first in parts.iter().flat_map(Part::firsts) {
            lacking[first] += 1;
        }
        let open = firsts.iter().zip(lacking).map(|(&first, lacking)| (first, lacking, 0)).collect();
        let mut tally = Self { open, reported: 0, done: 0, sum: 0 };
        for part in parts {
            if let Some(count) = part.count {
                tally.note(part, count);
            }
        }
        tally
    }

    fn note(&mut self, part: &Part, count: u128) {
        for first in part.firsts() {
            if let Some((_, lacking, sum)) = self.open.get_mut(first - self.reported) {
                *lacking -= 1;
                *sum += count;
            }
            self.sum += count;
        }
        self.done += 1;
    }

    /// Returns the first moves that have become complete after all moves before them. Each is returned once.
    fn divided(&mut self) -> Vec<(Move, u128)> {
        let mut divided = Vec::new();
        while let Some((first, _, count)) = self.open.pop_front_if(|(_, lacking, _)| *lacking == 0) {
            divided.push((first, count));
            self.reported += 1;
        }
        divided
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn job(fen: &str, depth: u32) -> Job<'static> {
        let board: Full = fen.parse().expect("a legal position");
        Job::new(Counter::new(), &board, depth)
    }

    fn run(job: &mut Job<'_>) -> (u128, Vec<(Move, u128)>) {
        let mut divided = Vec::new();
        let Ok(nodes) = job.run::<core::convert::Infallible>(|event| {
            divided.extend_from_slice(event.divided);
            Ok(())
        });
        (nodes, divided)
    }

    #[test]
    fn a_job_counts_like_a_counter_at_every_depth() {
        for fen in [KIWIPETE, "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"] {
            for depth in 0..=4 {
                let mut job = job(fen, depth);
                let counter = Counter::new();
                let expected = (counter.count(job.board(), depth), counter.divide(job.board(), depth));
                assert_eq!(run(&mut job), expected, "{fen} at depth {depth}");
            }
        }
    }

    /// After each promotion the king captures the new piece.
    #[test]
    fn a_position_that_two_first_moves_lead_to_is_one_part() {
        let mut job = job("8/Pk6/8/8/8/8/8/K7 w - - 0 1", 5);
        let after_two =
            |board: &Full| -> usize { board.legal_moves().iter().map(|&m| board.after(m).legal_moves().len()).sum() };
        assert!(job.parts() < after_two(job.board()), "{}", job.parts());
        let expected = (Counter::new().count(job.board(), 5), Counter::new().divide(job.board(), 5));
        assert_eq!(run(&mut job), expected);
    }

    #[test]
    fn a_recorded_part_is_not_counted_again() {
        let mut job = job(KIWIPETE, 4);
        let position = job.parts[7].position;
        assert!(job.record_part(&position, 1_000_000_000));
        assert!(!job.record_part(&position, 1), "its count is known");
        let start = job.board;
        assert!(!job.record_part(&start, 1), "it is not a part");
        let right = Counter::new().count(&position, 2);
        let mut events = Vec::new();
        let Ok(nodes) = job.run::<core::convert::Infallible>(|event| {
            events.push((event.done, event.nodes));
            Ok(())
        });
        assert_eq!(nodes, 4_085_603 - right + 1_000_000_000);
        assert_eq!((events[0], events[events.len() - 1]), ((1, 1_000_000_000), (job.parts(), nodes)));
    }
}
