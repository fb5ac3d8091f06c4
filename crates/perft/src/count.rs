//! Counting without making the last moves: the replies to all moves of a position are counted together.
//!
//! [`count`] gives the numbers that [`perft`](crate::perft) gives, many times as fast. The replies to two moves of a
//! position are nearly the same, so the engine counts the replies to a pass once, and for each move only what it changes;
//! `docs/counting.md` explains each term. It has its own rules of the game on a board of its own, and shares none with
//! `gardez-position`: each checks the other.
//!
//! The engine is compiled for several levels of CPU, and [`Counter`] takes the best at run time.
//!
//! ```
//! use gardez_perft::count::count;
//! use gardez_position::Position;
//!
//! assert_eq!(count(&Position::start(), 5), 4_865_609);
//! ```

mod board;
mod counter;
#[cfg(feature = "std")]
mod job;
#[cfg(feature = "std")]
mod key;
mod level;
mod steps;
#[cfg(feature = "std")]
mod table;
mod tables;
mod verify;

use gardez_position::Board;

pub use counter::{Counter, Level};
#[cfg(feature = "std")]
pub use job::{Event, Job, available_threads};
#[cfg(feature = "std")]
pub use table::Table;
pub use verify::Difference;

/// The number of sequences of `depth` legal moves from `board`.
///
/// Draws by repetition or by the fifty-move rule end nothing; checkmate and stalemate do. The recursion is as deep as
/// `depth`.
pub fn count(board: &Board, depth: u32) -> u128 {
    Counter::new().count(board, depth)
}

#[cfg(test)]
mod tests;
