//! The WebAssembly module inside the npm package `gardez`.
//!
//! Only texts and numbers cross the border to JavaScript; the package's own JavaScript makes objects of them. A move is
//! its 16 bits ([`Move::raw`](gardez_types::Move::raw)), with 0 for a null move. A square is its number from 0 (a1) to
//! 63 (h8). Nothing here panics, whatever JavaScript passes: a wrong argument is a [`Failure`].
//!
//! | file | what JavaScript calls |
//! |---|---|
//! | `chess` | a game: set up, play, take back |
//! | `ask` | what a position says of itself |
//! | `moves` | lists of moves, and their texts |
//! | `planes` | input planes and policy indices of networks |
//! | `pgn` | games of a PGN, and their trees |

#![cfg_attr(not(target_arch = "wasm32"), allow(clippy::must_use_candidate))]

mod ask;
mod chess;
mod failure;
mod json;
mod moves;
mod pgn;
mod planes;

pub use chess::{Chess, validate_fen};
pub use failure::Failure;
pub use pgn::PgnReader;

#[cfg(test)]
mod tests;
