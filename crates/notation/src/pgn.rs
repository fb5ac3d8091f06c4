//! Portable Game Notation: games as text.
//!
//! A [`Reader`] reads a slice or a stream game by game, in constant memory, in one of three ways:
//!
//! | call | what you get |
//! |---|---|
//! | [`Reader::read_game`], [`Reader::games`] | a [`Game`]: a tree of moves with comments, glyphs and variations |
//! | [`Reader::read`] | calls of a [`Visitor`], with each move made on a board; nothing is kept |
//! | [`Reader::read_text`] | calls of a [`Visitor`] of [`Words`], without boards; the fastest |
//!
//! A [`Game`] writes itself in the export format, or in another [`ExportStyle`] with [`Game::to_pgn`]. [`comment_parts`]
//! finds clocks, evaluations, colored squares and arrows in comments; [`Node::clock`] and
//! [`Text::clock`] are examples of shorter ways. [`Tags::time_control`] reads the tag `TimeControl`.
//!
//! # What is read
//!
//! Everything in the standard: comments in braces and after semicolons, variations, glyphs by number and suffix, escape
//! lines, tags with escaped quotes, `SetUp` and `FEN`, games without tags or result. And what people write: all forms
//! of moves that [`san::parse_lenient`](crate::san::parse_lenient) reads, null moves, results such as `1/2`, `0.5-0.5`,
//! `1 - 0` and `0-0` for a double forfeit, evaluation signs in place of glyphs, also glued to a move, Chess960 by the
//! tag `Variant`, all kinds of line ends, byte order marks, UTF-16, and Windows-1252, also in the middle of UTF-8.
//!
//! An input that is packed (unless it is unpacked) or another document, such as HTML, has no games, and is
//! [`ProblemKind::Foreign`].
//!
//! # Problems
//!
//! Each deviation from the standard is reported as a [`Problem`] with game, line and column: a [note](Severity::Note)
//! if the meaning is clear, an [error](Severity::Error) if something could not be read or was dropped. A move that
//! cannot be made ends its line, which is a variation or the rest of the game, and reading goes on after it.
//!
//! - A game ends with its result, unless more moves follow on the same line. Without a result, it ends before the tags
//!   of the next game, or where a line begins with the number 1 again after at least two plies. Tags after an empty
//!   line belong to another game if they repeat a name.
//! - A comment that is never closed ends before a line that looks like a tag pair, or with the input.
//! - Lines that cannot begin a game are skipped between games, with a note.
//! - A number that does not fit the position is a note, unless there are no boards.
//! - A letter that is torn from its square (`N f3`) belongs to it. `N` after a move and before a square is an error,
//!   because it may also be the sign of a novelty.
//! - What a [`Visitor`] skips is not reported. Variations are skipped unless it takes them.
//! - Text that exceeds the [`Limits`] is dropped. Reading takes linear time, whatever the input contains.
//!
//! # Examples
//!
//! ```
//! use core::convert::Infallible;
//! use core::ops::ControlFlow;
//!
//! use gardez_notation::pgn::{Problem, Reader, Visitor};
//!
//! #[derive(Default)]
//! struct Report(Vec<String>);
//!
//! impl Visitor for Report {
//!     type Break = Infallible;
//!
//!     fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
//!         self.0.push(problem.to_string());
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mut report = Report::default();
//! let mut reader = Reader::from_bytes("1. e4 e5 2. ♘f3 Ke6 3. d4 1-0".as_bytes());
//! while reader.read(&mut report)? {}
//! assert_eq!(report.0, [
//!     "game 1, line 1, column 13: move not in standard form: figurine",
//!     "game 1, line 1, column 19: illegal move: no black king can reach e6",
//! ]);
//! # Ok::<_, Infallible>(())
//! ```

mod annotation;
mod board;
mod commands;
mod letters;
mod nag;
mod number;
mod parse;
mod play;
mod reader;
mod report;
mod scan;
mod text;
mod time_control;
mod tree;
mod verdict;
mod visitor;
mod write;

pub use gardez_io::ForeignFormat;
#[cfg(feature = "std")]
pub use gardez_io::{DecompressError, DecompressErrorKind, DecompressLimits, decompress, decompress_with};
pub use gardez_types::GameResult;

pub use self::annotation::{Annotation, CommentPart, CommentParts, Mark, Marks, Score, comment_parts};
pub use self::board::{PgnBoard, StartTags};
pub use self::commands::MoveEvaluation;
pub use self::nag::Nag;
pub use self::parse::ReadError;
pub use self::reader::Reader;
pub use self::report::{Limits, Problem, ProblemKind, Severity};
#[cfg(feature = "std")]
pub use self::scan::StreamSource;
pub use self::scan::{SliceSource, Source};
pub use self::text::{Tag, Text};
pub use self::time_control::{TimeControl, TimeControlError, TimeControlErrorKind, TimePeriod};
pub(crate) use self::tree::make;
pub use self::tree::{Before, Game, GameError, Keep, Node, NodeId, ROSTER, ReadGame, Tags};
pub use self::verdict::{Skip, Verdict};
pub use self::visitor::{Boards, MoveForm, Played, Visitor, Word, Words};
pub use self::write::{ExportStyle, MoveNotation};
