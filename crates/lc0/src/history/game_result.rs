//! How games end.

use core::ops::Neg;

use gardez_types::Color;

/// The result of a game, by lc0's numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum GameResult {
    /// The game is not over.
    Undecided = 0,
    /// Black has won.
    BlackWon = 1,
    /// Nobody has won.
    Draw = 2,
    /// White has won.
    WhiteWon = 3,
}

impl Neg for GameResult {
    type Output = Self;

    /// The result with the colors exchanged.
    fn neg(self) -> Self {
        match self {
            Self::BlackWon => Self::WhiteWon,
            Self::WhiteWon => Self::BlackWon,
            other => other,
        }
    }
}

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
            Self::Checkmate(Color::White) => GameResult::WhiteWon,
            Self::Checkmate(Color::Black) => GameResult::BlackWon,
            _ => GameResult::Draw,
        }
    }
}
