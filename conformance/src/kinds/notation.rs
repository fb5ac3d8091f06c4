//! Moves, games, positions and books as text.

pub(crate) mod book;
pub(crate) mod counts;
pub(crate) mod epd;
pub(crate) mod openings;
pub(crate) mod pgn;
pub(crate) mod san;
pub(crate) mod verdicts;
