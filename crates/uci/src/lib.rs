//! The Universal Chess Interface (UCI): both sides of the protocol as types, a driver for engines, a server loop.
//!
//! | task | type |
//! |---|---|
//! | read and write what a GUI sends | [`Command`], [`SetPosition`], [`Go`], [`SetOption`] |
//! | read and write what an engine sends | [`Answer`], [`Info`], [`BestMove`], [`EngineOption`] |
//! | let an engine play: start it, set options, search, stop | [`process::Engine`], feature `process` |
//! | write an engine | [`server::serve`], feature `std` |
//!
//! # Examples
//!
//! ```
//! use gardez_uci::{Answer, Command, Go, SetPosition};
//!
//! let position = SetPosition::start().with_moves(["e2e4".parse()?]);
//! assert_eq!(Command::Position(position).to_string(), "position startpos moves e2e4");
//! assert_eq!(Command::Go(Go::default().with_depth(9)).to_string(), "go depth 9");
//!
//! let Answer::BestMove(best) = Answer::parse("bestmove e7e5 ponder g1f3")? else { panic!("a move") };
//! assert_eq!(best.mv(), Some("e7e5".parse()?));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! # Strict and lenient
//!
//! `parse` reads a line exactly as the protocol defines it. What it accepts, `Display` writes, with one space between
//! words and fields in a fixed order, and reading that again returns the same value.
//!
//! `parse_lenient` follows the rule of the protocol that unknown words are ignored. It returns every word that it
//! skipped, and every repair, with kind and place:
//!
//! | text | strict | lenient |
//! |---|---|---|
//! | an unknown word before a command, or among its fields | error | skipped |
//! | a number that is missing, too large or malformed | error | the field is left out |
//! | a field that appears twice | error | the last one counts |
//! | a move in upper case, `True` | error | read |
//! | `(none)` in the place of the null move `0000` | error | read |
//! | a word that is not a move, among the moves of an `info` | error | the list of moves ends before it |
//! | a FEN that cannot be read | error | kept as text; [`SetPosition::to_position`] returns the error |
//! | a word that is not a move, among the moves of `position` | error | error |
//! | a line without any command | error | error |
//!
//! # Errors
//!
//! Every error type implements [`ErrorInfo`]: a stable name for the kind of error, and the bytes of the line in question.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | [`server`], an engine's main loop; without it, the crate needs an allocator only |
//! | `process` | [`process`], which starts engines; implies `std` |
//! | `serde` | commands and answers are serialized as their lines |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The tables link to both modules; each exists only with its feature.
#![cfg_attr(not(feature = "process"), allow(rustdoc::broken_intra_doc_links))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod answer;
mod command;
mod error;
#[cfg(feature = "std")]
mod lines;
#[cfg(feature = "process")]
pub mod process;
#[cfg(feature = "serde")]
mod serde_impls;
#[cfg(feature = "std")]
pub mod server;
mod text;
mod words;

pub use answer::{
    Answer, BestMove, Bound, CurrentLine, EngineOption, Id, Info, OptionError, OptionKind, Progress, Refutation, Score,
    ScoreValue, Wdl,
};
pub use command::{Command, Go, Register, SetOption, SetPosition};
pub use error::{LineError, LineErrorKind};
pub use text::{LineText, TextError};
pub use words::Parsed;

pub use gardez_position::{Board, FenError, FenMode, Position, SetupError};
pub use gardez_types::{Color, ErrorInfo, ParseError, UciText};
