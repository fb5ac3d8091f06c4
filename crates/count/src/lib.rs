//! Counts the sequences of legal moves from a chess position (perft) without making the last moves.
//!
//! [`count()`] returns the same numbers as a walk through all positions, many times as fast. The engine has its own board
//! and its own rules of the game, and shares neither with `gardez-position`, so each of the two can be tested against
//! the other.
//!
//! | to do this | use |
//! |---|---|
//! | count in one thread | [`count()`], or a [`Counter`] with a chosen CPU [`Level`] |
//! | remember counts between calls | a `Table`, with [`Counter`]'s `count_with` (feature `std`) |
//! | count in threads, with progress and the count of each first move | a `Job` (feature `std`) |
//! | split a count among machines: the distinct positions after some plies | [`Frontier`] |
//! | continue an interrupted count | a `Checkpoint` (feature `std`) |
//!
//! # How it works
//!
//! Two plies before the end, the usual way makes each move and counts the replies. But the replies to two moves of a
//! position are nearly the same. So the engine counts the replies to a *pass* once, and computes for each move only
//! what it changes:
//!
//! ```text
//! 8  . . . . . . . .      After a pass, Black's rook on a5 has seven moves along the rank: b5 to h5.
//! 7  . . . . . . . .
//! 6  . . . . . . . .      A piece of White that arrives on d5 cuts the rook off from e5, f5, g5 and h5.
//! 5  r · · X - - - -      So each White move to d5 has four replies fewer than a pass (but d5 can still
//! 4  . . . ^ . . . .      be reached, because the piece can be captured).
//! 3  . . . ^ . . . .
//! 2  . . . ^ . . . .      The change depends on the target square alone. All moves to d5 are added up
//! 1  . . . R . . . .      first, and the term is computed once.
//!    a b c d e f g h
//! ```
//!
//! Other terms are: the effect of leaving a square (this opens lines and makes room for pawns), the steps and castlings
//! of the other king, and corrections for moves that change pins. The replies to checks are counted separately. A few
//! moves, such as en passant captures, are still made.
//!
//! The engine is compiled for several levels of CPU, and [`Counter::new`] chooses the best one at run time.
//!
//! ```
//! use gardez_count::count;
//! use gardez_position::Position;
//!
//! assert_eq!(count(&Position::start(), 5), 4_865_609);
//! ```

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[macro_use]
mod stamp;

mod after_piece;
mod arrivals;
#[cfg(target_arch = "x86_64")]
mod attacks;
mod base;
mod board;
#[cfg(feature = "std")]
mod checkpoint;
mod checks;
mod corrections;
mod counter;
mod departures;
#[cfg(feature = "std")]
mod fetch;
mod few;
mod filter;
mod frontier;
#[cfg(feature = "std")]
mod job;
#[cfg(feature = "std")]
mod key;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod level;
mod lines;
mod made;
mod mine;
mod moves;
mod our_castling;
mod pairs;
#[cfg(target_arch = "x86_64")]
mod queue;
#[cfg(target_arch = "x86_64")]
mod rays;
mod reach;
#[cfg(target_arch = "x86_64")]
mod replies;
mod sliders;
#[cfg(feature = "std")]
mod slot;
mod sort_pawns;
mod sort_pieces;
mod sorting;
mod step;
mod sums;
#[cfg(feature = "std")]
mod table;
mod tables;
mod their_castling;
mod their_king;
mod verify;
mod walk;
mod zone;

#[cfg(feature = "std")]
pub use checkpoint::{Checkpoint, CheckpointError, CheckpointErrorKind};
pub use counter::Counter;
pub use frontier::{Frontier, FrontierError, Unit};
#[cfg(feature = "std")]
pub use job::{Event, Job};
pub use level::Level;
#[cfg(feature = "std")]
pub use table::{Hits, Table};
pub use verify::Difference;

pub use gardez_position::{Board, Position};

/// Counts the sequences of `depth` legal moves from `board`.
///
/// Only checkmate and stalemate end a sequence. The recursion is as deep as `depth`.
pub fn count(board: &Board, depth: u32) -> u128 {
    Counter::new().count(board, depth)
}
