//! The reasons games end.

use gardez_types::{Color, GameResult};

/// The reason a game is over by lc0's rules: the first that applies, so a mate on the hundredth ply is a mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum GameEnd {
    /// The side to move is mated. The value is the winner.
    Checkmate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has mating material; see [`Board::has_mating_material`](crate::Board::has_mating_material).
    Material,
    /// There were a hundred plies or more since the last capture or pawn move.
    Rule50,
    /// The position has occurred at least twice before.
    Repetition,
}

impl GameEnd {
    /// Returns the result of the game.
    pub const fn result(self) -> GameResult {
        match self {
            Self::Checkmate(winner) => GameResult::from_winner(winner),
            _ => GameResult::Draw,
        }
    }
}
