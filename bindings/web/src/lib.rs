//! The WebAssembly module of the npm package `gardez`: what its JavaScript does not do itself.
//!
//! The rules that a program asks for move by move are JavaScript (`npm/src/position.js`), so that a page need not load this
//! module. It counts, reads PGN by the megabyte, and makes the inputs of networks. Only texts and numbers cross the border to
//! JavaScript. A move is its 16 bits ([`Move::raw`](gardez_types::Move::raw)), with 0 for a null move. Nothing here panics,
//! whatever JavaScript passes: a wrong argument is a [`Failure`](gardez_web_failure::Failure).
//!
//! [`Chess`] counts, and has the keys, input planes and policy indices of a position; [`PgnReader`] reads games and their trees.

#![cfg_attr(not(target_arch = "wasm32"), allow(clippy::must_use_candidate))]

mod chess;

pub use chess::Chess;

gardez_web_pgn::pgn_reader!(gardez_position::Board);

#[cfg(test)]
mod tests;
