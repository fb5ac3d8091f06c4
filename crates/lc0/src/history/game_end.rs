//! How games end.

use gardez_types::{Color, GameResult};

/// Why a game is over. Where several reasons apply, the first of these counts: mate on the hundredth ply is mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameEnd {
    /// The side to move is mated; the winner.
    Checkmate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Nobody can mate: [`Board::has_mating_material`](crate::Board::has_mating_material).
    Material,
    /// A hundred plies or more since the last capture or pawn move.
    Rule50,
    /// The position has occurred at least twice before.
    Repetition,
}

impl GameEnd {
    /// Who has won.
    pub const fn result(self) -> GameResult {
        match self {
            Self::Checkmate(winner) => GameResult::from_winner(winner),
            _ => GameResult::Draw,
        }
    }
}
