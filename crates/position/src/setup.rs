//! How a position comes to be: from a FEN, from its parts, piece by piece, or from the rules.
//!
//! | file | what it has |
//! |---|---|
//! | `fen.rs` | the reader: one function that reads from top to bottom as a FEN does |
//! | `fen/fields.rs` | the text of each field |
//! | `pieces.rs` | pieces, side to move and counters, and the rules that the pieces must keep |
//! | `castling.rs` | castling rights: which rook a letter means, and whether a right can exist |
//! | `en_passant.rs` | en passant: when a double push counts, and whether a capture is legal |
//! | `parts.rs` | a position as plain values, for other formats: `Board::from_parts` |
//! | `piece_setup.rs` | pieces put down one after the other, with the sets and keys of their board |
//! | `placement.rs` | pieces on squares and nothing else, with their text |
//! | `builder.rs` | a position in code, from nothing or from a board |
//! | `start_numbers.rs` | the numbers of the start positions of Chess960 |
//! | `moves.rs` | a FEN or the start position, followed by moves |
//! | `start.rs` | the start positions of chess and Chess960, and the short methods of `Board` for a FEN and an endgame code |
//! | `endgame_code.rs` | the pieces of an endgame, lined up |
//! | `invariants.rs` | a check of everything that must be true of a board |
//! | `board_error.rs` | everything that can be wrong with a board |
//! | `problems.rs` | what cannot arise in a game but can be played |
//! | `writer.rs` | from a board to its FEN |
//!
//! A FEN, parts, and the builder use the same functions to set up an empty board: `set_up_pieces`, `set_up_castling_right`,
//! `set_up_mode`, `set_up_double_push` and `set_up_counters`. They report what is wrong with the board.

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
