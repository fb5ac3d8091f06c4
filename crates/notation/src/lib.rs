//! Moves, positions and games of chess as text, and opening books.
//!
//! What the standards know is printed exactly; what people write is read, and every liberty that had to be taken has a
//! name and a place. Nothing is guessed, and nothing is left out in silence.
//!
//! | module | what it reads and writes |
//! |---|---|
//! | [`san`] | standard algebraic notation: `Nf3`, `exd5`, `e8=Q#` |
//! | [`lan`] | long algebraic notation: `Ng1-f3` |
//! | [`epd`] | positions with operations: `… w - - bm Qg6; id "WAC.001";` |
//! | [`pgn`] | games: a streaming reader, trees, the export format |
//! | [`polyglot`] | opening books |
//!
//! [`claims`] tells what the rules say of a game: mate, stalemate, repetitions, 50 and 75 moves, insufficient material.
//!
//! ```
//! use gardez_notation::pgn::Reader;
//!
//! let pgn = b"[White \"Morphy\"]\n\n1. e2-e4 e5 2. Nf3 (2. f4 {the King's Gambit}) d6 1-0";
//! let mut reader = Reader::from_bytes(pgn);
//! while let Some(read) = reader.read_game()? {
//!     println!("{}", read.game);
//!     for problem in &read.problems {
//!         println!("{problem}");
//!         // game 1, line 3, column 4: move not in standard form: long form
//!     }
//! }
//! # Ok::<_, core::convert::Infallible>(())
//! ```
//!
//! Rules that decide what a text means stand in `docs/notation.md` of the project, with a table of the cases in which
//! other readers decide otherwise.
//!
//! # Features
//!
//! `std` (default) reads streams; without it, slices are read, and an allocator is needed all the same. `gzip` and `zstd`
//! unpack PGN (`pgn::decompress`), `mmap` maps books into memory, `serde` writes games, EPDs and results as their text.
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod claims;
pub mod epd;
pub mod lan;
pub mod pgn;
pub mod polyglot;
pub mod san;
#[cfg(feature = "serde")]
mod serde_impls;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
