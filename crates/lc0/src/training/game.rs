//! A game from its records: the positions and the moves between them, and what must be true of it.

mod check;
mod checker;
mod moves;
mod replay;
mod strict;

pub use check::check_game;
pub use checker::Checker;
pub use replay::Replay;
