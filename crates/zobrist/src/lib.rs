//! Zobrist keys: a random number for everything that makes a position what it is.
//!
//! The numbers are those of Stockfish, to the bit, so that a key can be compared with that program's; they are drawn
//! from a seeded generator by the compiler. The values are stable: changing one is a breaking release. [`cuckoo`] finds
//! the single reversible move that lies between two positions from the difference of their keys, and [`polyglot`] holds
//! the numbers of the opening-book format of that name.
//!
//! This crate hands out numbers; putting them together into the key of a position is `gardez-position`'s business.
//! It needs neither `std` nor an allocator.
//!
//! ```
//! use gardez_types::{Piece, Square};
//! use gardez_zobrist as zobrist;
//!
//! // A key is changed by XOR: take the pawn off e2, put it on e4.
//! let step = zobrist::piece(Piece::WhitePawn, Square::E2) ^ zobrist::piece(Piece::WhitePawn, Square::E4);
//! assert_ne!(step, 0);
//! ```
#![no_std]

#[cfg(test)]
extern crate std;

pub mod cuckoo;
mod generator;
mod keys;
pub mod polyglot;

pub use generator::Generator;
pub use keys::{SEED, castling, en_passant, mix, no_pawns, piece, side};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
