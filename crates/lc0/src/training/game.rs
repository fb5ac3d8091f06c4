//! A game from its records.

mod check;
mod moves;
mod replay;
mod strict;

pub use check::check_game;
pub use replay::Replay;
