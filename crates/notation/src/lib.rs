//! Chess moves, positions and games as text, and opening books.
//!
//! Writers write exactly what the standards define. Readers also read what people write; they report each deviation by
//! name and place. A reader never guesses a move and never drops anything silently.
//!
//! | module | what it reads and writes |
//! |---|---|
//! | [`san`] | standard algebraic notation: `Nf3`, `exd5`, `e8=Q#` |
//! | [`lan`] | long algebraic notation: `Ng1-f3` |
//! | [`epd`] | positions with operations: `… w - - bm Qg6; id "WAC.001";` |
//! | [`pgn`] | games: a streaming reader, trees, the export format |
//! | [`polyglot`] | opening books |
//! | [`claims`] | the outcomes and draw claims of a game: mate, stalemate, repetitions, the 50-move and 75-move rules, insufficient material |
//!
//! # Examples
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
//! # The move of a text
//!
//! A text that fits exactly one legal move is that move. A text that fits several is *ambiguous*, a text that fits none
//! is *illegal*, and the errors list the candidates. A text that is not a move at all is *malformed*. In a game, each
//! of them ends its line: the variation, or the rest of the game.
//!
//! # Errors
//!
//! Every error type implements [`ErrorInfo`]: a stable name of its kind, and the bytes of the input that it is about.
//! Problems in a PGN do not stop the reader, which reports them as [`pgn::Problem`]s.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | readers of streams; without it, PGN is read from slices. The crate needs an allocator in any case. |
//! | `gzip` | [`pgn`] unpacks gzip streams |
//! | `zstd` | [`pgn`] unpacks Zstandard streams; needs a C compiler |
//! | `mmap` | [`polyglot`] maps book files into memory |
//! | `serde` | games, EPDs, moves in SAN and time controls are serialized as their text, glyphs as their number, problems as fields |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod claims;
pub mod epd;
pub mod lan;
pub mod pgn;
pub mod polyglot;
mod quoted;
pub mod san;
#[cfg(feature = "serde")]
mod serde_impls;
mod step;

pub use gardez_position::{
    Board, EnPassantPolicy, FenError, FenErrorKind, FenMode, FenProblems, FenReader, FenStyle, IllegalMoveError,
    Outcome, Position,
};
pub use gardez_types::{CastlingMode, Color, ErrorInfo, GameResult, Move, MoveKind, Piece, PieceType, Square};
