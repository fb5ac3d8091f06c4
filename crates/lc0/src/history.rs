//! Positions of a game: a board with its counters, and the list of all positions since the start.

mod game_end;
#[cfg(feature = "alloc")]
mod past;
mod position;

pub use game_end::GameEnd;
#[cfg(feature = "alloc")]
pub use past::PositionHistory;
pub use position::Position;
