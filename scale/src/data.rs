//! Training data: shards of a PGN as rows of games, and as distinct positions with counts, results and evaluations.
//!
//! A unit of the stage `encode` reads some shards. It writes the rows of their games and, if positions are counted, a
//! sorted file that is cut at the key ranges. A unit of the stage `positions` reads one key range from all of them.

mod columns;
pub(crate) mod dedupe;
pub(crate) mod encode;
mod evaluation;
mod game;
mod games;
mod input;
mod pairs;
pub(crate) mod planning;
mod positions;
mod shard;
mod slices;
pub(crate) mod tables;

pub(crate) use columns::{GameRow, GameRows, move_of, packed};
