//! The choice of a level, and the calls of its functions.

// A function compiled for CPUs with certain features is unsafe to call from code that is compiled for any CPU.
#![allow(unsafe_code)]

use alloc::vec::Vec;

use gardez_position::Board as Full;
use gardez_types::Move;

use crate::board::Board;
use crate::filter::All;
use crate::level::Level;
use crate::step::{Step, Steps};
#[cfg(feature = "std")]
use crate::table::{Shared, Table};
use crate::verify::{Difference, differences, is_same};

/// The counting engine at a level that the CPU supports.
///
/// ```
/// use gardez_count::{Counter, Level};
/// use gardez_position::Position;
///
/// let start = Position::start();
/// for &level in Level::ALL {
///     if let Some(counter) = Counter::from_level(level) {
///         assert_eq!(counter.count(&start, 4), 197_281, "{level}");
///     }
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// A supported level: every counter is made by `from_level`, or has the level that `Level::best` finds.
    level: Level,
}

/// Evaluates a call of a function in `walk`, in the module of the counter's level.
macro_rules! call {
    ($counter:expr, |$walk:ident| $call:expr) => {
        match $counter.level {
            // SAFETY: `Counter::from_level` or `Level::best` has found that the CPU has the features of its level.
            #[cfg(target_arch = "x86_64")]
            Level::Bmi2 => unsafe {
                use crate::walk::bmi2 as $walk;
                $call
            },
            // SAFETY: as before.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe {
                use crate::walk::avx512 as $walk;
                $call
            },
            _ => {
                use crate::walk::baseline as $walk;
                $call
            }
        }
    };
}

impl Counter {
    /// Creates an engine at the best level that the CPU supports.
    ///
    /// On AMD's CPUs before Zen 3, this is not [`Level::Bmi2`], whose description states the reason.
    pub fn new() -> Self {
        Self { level: Level::best() }
    }

    /// Creates an engine at a level. Returns `None` if the CPU does not support it.
    pub fn from_level(level: Level) -> Option<Self> {
        level.is_supported().then_some(Self { level })
    }

    /// Returns the level of the engine.
    pub const fn level(self) -> Level {
        self.level
    }

    /// Counts the sequences of `depth` legal moves from `board`. The recursion is as deep as `depth`.
    pub fn count(self, board: &Full, depth: u32) -> u128 {
        let board = Board::new(board);
        call!(self, |walk| walk::count(&board, depth))
    }

    /// Counts like [`Counter::count`], and uses the counts that the table contains from earlier calls.
    ///
    /// A [`Job`](crate::Job) uses several threads for one count.
    ///
    /// ```
    /// use gardez_count::{Counter, Table};
    /// use gardez_position::Board;
    ///
    /// let (counter, mut table, start) = (Counter::new(), Table::new(16)?, Board::start());
    /// // Positions that several first moves lead to are counted once.
    /// let replies = start.legal_moves().into_iter().map(|m| counter.count_with(&start.after(m), 4, &mut table));
    /// assert_eq!(replies.sum::<u128>(), 4_865_609);
    /// # Ok::<_, std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn count_with(self, board: &Full, depth: u32, table: &mut Table) -> u128 {
        let table = table.share_tallied(if depth <= 3 { 2 } else { 3 });
        self.count_compact(&Board::new(board), depth, Some(table))
    }

    /// Counts the sequences that begin with each legal move, in the order of the legal moves.
    ///
    /// The result is empty at depth 0, because no sequence begins with a move.
    pub fn divide(self, board: &Full, depth: u32) -> Vec<(Move, u128)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let compact = Board::new(board);
        let steps = self.steps(&compact);
        let step_of = |m: Move| steps.iter().find(|&&step| is_same(board, m, step));
        let counted = |m: Move| {
            let next = self.after(&compact, *step_of(m)?);
            Some((m, call!(self, |walk| walk::count(&next, rest))))
        };
        board.legal_moves().into_iter().filter_map(counted).collect()
    }

    /// Returns the legal moves of a compact board.
    pub(crate) fn steps(self, board: &Board) -> Steps {
        call!(self, |walk| walk::moves(board))
    }

    /// Returns a compact board after a legal move.
    pub(crate) fn after(self, board: &Board, step: Step) -> Board {
        call!(self, |walk| walk::made(board, step))
    }

    #[cfg(feature = "std")]
    pub(crate) fn count_compact(self, board: &Board, depth: u32, table: Option<Shared<'_>>) -> u128 {
        match table {
            Some(table) => call!(self, |walk| walk::count_stored(board, depth, table)),
            None => call!(self, |walk| walk::count(board, depth)),
        }
    }

    /// Counts the sequences of two legal moves from `board` twice: with all moves together, and by making every move.
    ///
    /// # Errors
    ///
    /// Returns the first moves whose replies are counted wrongly. The list is empty if only the total is wrong.
    pub fn verify(self, board: &Full) -> Result<(), Vec<Difference>> {
        self.verify_compact(board, &Board::new(board))
    }

    pub(crate) fn verify_compact(self, full: &Full, board: &Board) -> Result<(), Vec<Difference>> {
        let (together, one_by_one) = call!(self, |walk| walk::both(board, All));
        if together == one_by_one { Ok(()) } else { Err(differences(full, board)) }
    }
}

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}
