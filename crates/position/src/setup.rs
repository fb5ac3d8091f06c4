//! How a position comes to be: from a FEN, from its parts, piece by piece, or from the rules.
//!
//! | file | what it has |
//! |---|---|
//! | `fen.rs` | the reader: one function that reads from top to bottom as a FEN does |
//! | `fen/fields.rs` | the text of each field |
//! | `parts.rs` | a position as plain values, for other formats: `Board::from_parts` |
//! | `builder.rs` | a position in code, from nothing or from a board |
//! | `start.rs` | the start positions of chess and Chess960 |
//! | `invariants.rs` | what no position may be; every way to set up a position checks it here |
//! | `castling.rs` | castling rights: which rook a letter means, and whether a right can exist |
//! | `en_passant.rs` | en passant: when a double step counts, and whether a capture is legal |
//! | `board_error.rs` | everything that can be wrong with a board |
//! | `problems.rs` | what cannot arise in a game but can be played |
//! | `writer.rs` | from a board to its FEN |

mod start;

pub(crate) mod en_passant;

pub(crate) mod board_error;
pub(crate) mod builder;
pub(crate) mod castling;
pub mod fen;
mod invariants;
pub(crate) mod parts;
pub(crate) mod problems;
pub(crate) mod writer;
