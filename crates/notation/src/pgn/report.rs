//! Reports about a PGN: places, problems, and limits that are exceeded.

mod limits;
mod lines;
mod problem;

pub use self::limits::Limits;
pub(in crate::pgn) use self::limits::Watch;
pub(in crate::pgn) use self::lines::{Lines, Place};
pub use self::problem::{Problem, ProblemKind, Severity};
