//! Places, problems and limits of a PGN.

mod limits;
mod lines;
mod problem;

pub use self::limits::Limits;
pub(in crate::pgn) use self::limits::Watch;
pub(in crate::pgn) use self::lines::{Lines, Place};
pub use self::problem::{Problem, ProblemKind, Severity};
