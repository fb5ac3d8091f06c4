//! The counting engine, with the memory and the threads that the user allows.

use gardez_count::{Counter, Job, Level, Table, available_threads};
use gardez_position::Board;

use crate::program::args::{self, Args};
use crate::program::console::Stop;
use crate::program::memory;

/// Below this number of nodes, a table and threads cost more than they gain.
const SMALL: f64 = 3e7;

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
        let threads = args.threads.unwrap_or_else(available_threads);
        Ok(Self { counter, threads, hash, table: None })
    }

    /// Returns a count of `board`, which is expected to have this number of nodes.
    pub(crate) fn job(&mut self, board: &Board, depth: u32, nodes: f64) -> Result<Job<'_>, Stop> {
        self.provide_table(nodes)?;
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
