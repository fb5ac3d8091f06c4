//! Zobrist keys: a random number for everything that makes up a position.
//!
//! The key of a position is the XOR of these numbers:
//!
//! | part of the position | number |
//! |---|---|
//! | each piece on its square | [`piece`] |
//! | the set of castling rights | [`castling`] |
//! | an en passant square | [`en_passant`] |
//! | black is to move | [`black_to_move`] |
//! | the fifty-move counter | none; [`mix`] mixes it in |
//!
//! The numbers are Stockfish's, bit for bit, and stable: only a breaking release may change them. `gardez-position`
//! combines them into the key of a position. [`cuckoo`] finds the move between two keys, [`polyglot`] has the numbers
//! of the Polyglot opening-book format.
//!
//! ```
//! use gardez_zobrist::{self as zobrist, Piece, Square};
//!
//! // A key changes by XOR: remove the pawn from e2, and put it on e4.
//! let difference = zobrist::piece(Piece::WhitePawn, Square::E2) ^ zobrist::piece(Piece::WhitePawn, Square::E4);
//! assert_ne!(difference, 0);
//! ```
//!
//! # Features
//!
//! | feature | default | effect |
//! |---|---|---|
//! | `std`, `alloc` | yes | none in this crate |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(test)]
extern crate std;

pub mod cuckoo;
mod keys;
pub mod polyglot;

pub use gardez_types::{CastlingRights, CastlingSide, Color, File, Generator, Move, Piece, Square};

pub use keys::{SEED, black_to_move, castling, en_passant, mix, no_pawns, occupant, piece};

/// Items for the tests of this workspace. They may change in any release.
#[doc(hidden)]
pub mod internals {
    pub use crate::cuckoo::table::{ENTRIES, SLOTS, entry, first_slot, second_slot};
}
