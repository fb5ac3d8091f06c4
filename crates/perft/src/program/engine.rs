//! The counting engine, with the memory and the threads that the user allows.

use std::num::NonZero;
use std::thread;

use gardez_count::{Counter, Job, Level, Table};
use gardez_position::{Board, PieceType};

use crate::program::args::{self, Args};
use crate::program::console::Stop;
use crate::program::memory;

/// Below this number of nodes, a table and threads cost more than they gain.
const SMALL: f64 = 3e7;

/// A table is large enough if it has room for one board in this many nodes; see [`Table::useful_mebibytes`].
const NODES_FOR_A_BOARD: f64 = 8000.0;

/// The counting engine, ready to count.
pub(crate) struct Engine {
    pub(crate) counter: Counter,
    pub(crate) threads: usize,
    hash: Hash,
    table: Option<Table>,
}

/// The size of the hash table.
#[derive(Clone, Copy)]
enum Hash {
    None,
    Exactly(usize),
    /// As much as the count needs, but no more than this.
    UpTo(usize),
}

impl Engine {
    /// Creates the engine that the arguments describe.
    pub(crate) fn new(args: &Args) -> Result<Self, Stop> {
        let counter = match args.level {
            None => Counter::new(),
            Some(level) => {
                let level = match level {
                    args::Level::Baseline => Level::Baseline,
                    args::Level::Bmi2 => Level::Bmi2,
                    args::Level::Avx512 => Level::Avx512,
                };
                let missing = || Stop::Failed(format!("this CPU does not support the level {level}"));
                Counter::from_level(level).ok_or_else(missing)?
            }
        };
        let hash = match args.hash {
            _ if args.no_hash => Hash::None,
            Some(mebibytes) => Hash::Exactly(mebibytes),
            None => Hash::UpTo(memory::share()),
        };
        let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
        Ok(Self { counter, threads, hash, table: None })
    }

    /// Returns a count of `board`, which is expected to have this number of nodes.
    pub(crate) fn job(&mut self, board: &Board, depth: u32, nodes: f64) -> Result<Job<'_>, Stop> {
        self.provide_table(nodes.min(distinct(board, depth)))?;
        let threads = if nodes < SMALL { 1 } else { self.threads };
        let job = Job::new(self.counter, board, depth).with_threads(threads);
        Ok(match &mut self.table {
            Some(table) => job.with_table(table),
            None => job,
        })
    }

    /// Makes sure that there is a table of the right size.
    fn provide_table(&mut self, nodes: f64) -> Result<(), Stop> {
        let mebibytes = match self.hash {
            Hash::None => return Ok(()),
            Hash::Exactly(mebibytes) => mebibytes,
            Hash::UpTo(most) => Table::useful_mebibytes(nodes).min(most),
        };
        if self.table.as_ref().is_some_and(|table| mebibytes <= table.mebibytes()) {
            return Ok(());
        }
        // The memory of the old table is needed for the new one.
        self.table = None;
        match (Table::new(mebibytes), self.hash) {
            (Ok(table), _) => self.table = Some(table),
            // The user has not requested this size, so a smaller table is used, or none.
            (Err(_), Hash::UpTo(_)) if mebibytes <= 1 => self.hash = Hash::None,
            (Err(_), Hash::UpTo(_)) => {
                self.hash = Hash::UpTo(mebibytes / 2);
                return self.provide_table(nodes);
            }
            (Err(error), _) => return Err(Stop::Failed(format!("cannot allocate {mebibytes} MiB of memory: {error}"))),
        }
        Ok(())
    }
}

/// Returns the number of nodes beyond which a table gains nothing: few pieces repeat their boards.
fn distinct(board: &Board, depth: u32) -> f64 {
    let pawns = board.by_type(PieceType::Pawn).len() as i32;
    let boards = 64_f64.powi(board.occupied().len() as i32) * 5_f64.powi(pawns); // a pawn may become four other pieces
    boards * f64::from(depth) * NODES_FOR_A_BOARD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_kings_need_little_memory_at_any_depth() {
        let size = |fen: &str, depth| {
            let board: Board = fen.parse().expect("a legal board");
            Table::useful_mebibytes(f64::INFINITY.min(distinct(&board, depth)))
        };
        assert_eq!(size("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 22), 16);
        assert_eq!(size("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 22), 512);
        assert_eq!(size("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 22), 2048);
    }
}
