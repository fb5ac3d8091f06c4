//! Portable Game Notation.

mod bytes;
mod limits;
mod lines;
mod movetext;
mod nag;
mod player;
mod problem;
mod reader;
mod source;
mod tags;
mod text;
mod visitor;

pub use limits::Limits;
pub use nag::{GameResult, Nag};
use player::Player;
pub use problem::{Problem, ProblemKind, Severity};
pub use reader::Reader;
#[cfg(feature = "std")]
pub use source::StreamSource;
pub use source::{SliceSource, Source};
pub use text::{Tag, Text};
pub use visitor::{Answer, Interest, Played, TextVisitor, Visitor};
