//! Positions in a game: the board with its counters, and all positions since the start.

mod game_end;
#[cfg(feature = "alloc")]
mod past;
mod position;

pub use game_end::GameEnd;
#[cfg(feature = "alloc")]
pub use past::PositionHistory;
pub use position::Position;

use crate::Board;

/// True for the start position of chess, wherever it occurs.
#[inline]
pub(crate) fn is_start(board: &Board) -> bool {
    *board == const { Board::start() }
}
