//! Setting up a position: from a FEN, from its parts, piece by piece, or from the rules.
//!
//! A FEN, parts, and the builder use the same functions to set up an empty board: `set_up_pieces`,
//! `set_up_castling_right`, `set_up_mode`, `set_up_double_push` and `set_up_counters`. They report what is wrong.

mod start;

pub(crate) mod en_passant;

pub(crate) mod board_error;
pub(crate) mod builder;
pub(crate) mod castling;
pub(crate) mod endgame_code;
pub mod fen;
mod invariants;
pub(crate) mod moves;
pub(crate) mod parts;
pub(crate) mod piece_setup;
mod pieces;
pub(crate) mod placement;
pub(crate) mod problems;
mod start_numbers;
pub(crate) mod writer;
