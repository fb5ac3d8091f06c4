//! The WebAssembly module of the npm package `gardez`: what its JavaScript does not do itself.
//!
//! The rules that a program asks for move by move are JavaScript (`npm/src/position.js`), so that a page need not load this
//! module. It counts, reads PGN by the megabyte, and makes the inputs of networks. Only texts and numbers cross the border to
//! JavaScript. A move is its 16 bits ([`Move::raw`](gardez_types::Move::raw)), with 0 for a null move. Nothing here panics,
//! whatever JavaScript passes: a wrong argument is a [`Failure`](gardez_web_failure::Failure).
//!
//! | file | what JavaScript calls |
//! |---|---|
//! | `chess` | counts, keys, input planes and policy indices of a position |
//! | `pgn` | games of a PGN, and their trees |

#![cfg_attr(not(target_arch = "wasm32"), allow(clippy::must_use_candidate))]

mod chess;
mod json;
mod pgn;

pub use chess::Chess;
pub use pgn::PgnReader;

#[cfg(test)]
mod tests;
