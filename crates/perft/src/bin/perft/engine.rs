//! The counting engine with the memory and the threads that the user grants it.

use gardez_perft::count::{Counter, Job, Level, Table, available_threads};
use gardez_position::Board;

use crate::args::{self, Args};
use crate::console::Stop;
use crate::memory;

/// Below this number of nodes, a table and threads cost more than they save.
const SMALL: f64 = 3e7;

/// The counting engine, ready to count.
pub(crate) struct Engine {
    pub(crate) counter: Counter,
    pub(crate) threads: usize,
    hash: Hash,
    table: Option<Table>,
}

/// How much memory may be used to remember counts.
#[derive(Clone, Copy)]
enum Hash {
    None,
    Exactly(usize),
    /// As much as makes sense, but no more than this.
    UpTo(usize),
}

impl Engine {
    /// The engine as the arguments describe it.
    pub(crate) fn new(args: &Args) -> Result<Self, Stop> {
        let counter = match args.level {
            None => Counter::new(),
            Some(level) => {
                let level = match level {
                    args::Level::Baseline => Level::Baseline,
                    args::Level::Bmi2 => Level::Bmi2,
                    args::Level::Avx512 => Level::Avx512,
                };
                let missing = || Stop::Failed(format!("this CPU does not have the level {level}"));
                Counter::at(level).ok_or_else(missing)?
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

    /// A count of `board`, which is expected to be as large as `nodes`.
    pub(crate) fn job(&mut self, board: &Board, depth: u32, nodes: f64) -> Result<Job<'_>, Stop> {
        self.provide_table(nodes)?;
        let threads = if nodes < SMALL { 1 } else { self.threads };
        let job = Job::new(self.counter, board, depth).threads(threads);
        Ok(match &self.table {
            Some(table) => job.table(table),
            None => job,
        })
    }

    /// Makes sure that there is a table of the right size.
    fn provide_table(&mut self, nodes: f64) -> Result<(), Stop> {
        let mebibytes = match self.hash {
            Hash::None => return Ok(()),
            Hash::Exactly(_) if self.table.is_some() => return Ok(()),
            Hash::Exactly(mebibytes) => mebibytes,
            // Some boards in eight thousand nodes are worth remembering, at 16 bytes each and with room to spare.
            Hash::UpTo(most) => {
                ((nodes / 8000.0 * 64.0 / f64::from(1 << 20)) as usize).next_power_of_two().max(16).min(most)
            }
        };
        if self.table.as_ref().is_some_and(|table| mebibytes <= table.mebibytes()) {
            return Ok(());
        }
        let failed = |error| Stop::Failed(format!("cannot get {mebibytes} MiB of memory: {error}"));
        // The old one goes first.
        self.table = None;
        self.table = Some(Table::new(mebibytes).map_err(failed)?);
        Ok(())
    }
}
