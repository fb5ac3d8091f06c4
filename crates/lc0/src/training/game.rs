//! A game from its records.

mod check;
mod checker;
mod moves;
mod replay;
mod strict;

pub use check::check_game;
pub use checker::Checker;
pub use replay::Replay;
