//! Portable Game Notation: games as text.
//!
//! A [`Reader`] goes over a slice or a stream game by game, in constant memory, and tells a [`Visitor`] of tags, moves (made
//! on a board), comments, glyphs and variations; a [`TextVisitor`] is told the same without boards. Whoever wants a tree
//! asks for a [`Game`] by [`Reader::read_game`]; it prints itself in the export format, and [`ExportStyle`] offers others.
//! [`comment_parts`] finds clocks, evaluations and arrows in comments.
//!
//! # What is read
//!
//! Everything the standard knows: comments in braces and behind semicolons, variations, glyphs by number and suffix, escape
//! lines, tags with escaped quotes, `SetUp` and `FEN`, games without tags or result. And what people write: moves in the
//! forms that [`san::parse_lenient`](crate::san::parse_lenient) knows, null moves, results such as `1/2`, evaluation signs in
//! place of glyphs, Chess960 by the tag `Variant`, line ends of every kind, byte order marks, Latin-1.
//!
//! # What is wrong
//!
//! Whatever is not as the standard wants it is a [`Problem`] with game, line and column: a [note](Severity::Note) if it was
//! clear what was meant, an [error](Severity::Error) if something could not be read or was dropped. A move is never guessed
//! and never left out in silence: one that cannot be made ends its line, a variation or the rest of the game, and
//! reading goes on behind it.
//!
//! - A game ends with its result, unless more moves stand behind that in the same line; with the tags of the next game;
//!   or where a line begins with the number 1 again. An empty line ends nothing, but tags that begin anew behind one
//!   belong to another game.
//! - A comment that is never closed ends where a line looks like a tag pair.
//! - What is longer or deeper than the [`Limits`] is dropped. Time is linear in the length of the input, whatever it holds.
//!
//! ```
//! use gardez_notation::pgn::{Problem, Reader, Visitor};
//!
//! #[derive(Default)]
//! struct Report(Vec<String>);
//!
//! impl Visitor for Report {
//!     fn problem(&mut self, problem: &Problem) {
//!         self.0.push(problem.to_string());
//!     }
//! }
//!
//! let mut report = Report::default();
//! let mut reader = Reader::from_bytes("1. e4 e5 2. ♘f3 Ke6 3. d4 1-0".as_bytes());
//! while reader.read(&mut report)? {}
//! assert_eq!(report.0, [
//!     "game 1, line 1, column 13: move not in standard form: figurine",
//!     "game 1, line 1, column 19: no piece can make this move",
//! ]);
//! # Ok::<_, core::convert::Infallible>(())
//! ```

mod annotation;
mod builder;
mod bytes;
mod comments;
mod common;
mod ending;
mod game;
mod header;
mod layout;
mod limits;
mod lines;
mod movetext;
mod nag;
mod names;
mod player;
mod problem;
mod reader;
mod signs;
mod source;
mod tag_list;
mod tags;
mod text;
#[cfg(feature = "std")]
mod unpack;
mod variations;
mod visitor;
mod words;
mod writer;

pub use annotation::{Annotation, CommentPart, CommentParts, Mark, Marks, Score, comment_parts};
pub use builder::{GameError, Keep, ReadGame};
pub(crate) use game::make;
pub use game::{Before, Game, Node, NodeId};
pub use gardez_types::GameResult;
pub use limits::Limits;
pub use nag::Nag;
pub(crate) use nag::read_result;
use player::Player;
pub use problem::{Problem, ProblemKind, Severity};
pub use reader::Reader;
#[cfg(feature = "std")]
pub use source::StreamSource;
pub use source::{SliceSource, Source};
pub use tag_list::{ROSTER, Tags};
pub use text::{Tag, Text};
#[cfg(feature = "std")]
pub use unpack::decompress;
pub use visitor::{Answer, Interest, Played, TextVisitor, Visitor};
pub use writer::ExportStyle;
