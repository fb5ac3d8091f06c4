//! How a game ends.

use core::fmt;

use gardez_types::{Color, GameResult};

#[cfg(feature = "alloc")]
use crate::position::Position;

/// How a game has ended, or how a player can end it by claiming a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that won.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side can ever checkmate.
    InsufficientMaterial,
    /// 75 moves by each side without a capture or a pawn move: a draw without a claim.
    SeventyFiveMoves,
    /// The position has occurred five times: a draw without a claim.
    FivefoldRepetition,
    /// 50 moves by each side without a capture or a pawn move: a draw if a player claims it.
    FiftyMoves,
    /// The position has occurred three times: a draw if a player claims it.
    ThreefoldRepetition,
}

impl Outcome {
    /// True if the game ends only if a player claims a draw.
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::FiftyMoves | Self::ThreefoldRepetition)
    }

    /// The result of the game: a win after checkmate, otherwise a draw.
    ///
    /// ```
    /// use gardez_position::{Color, GameResult, Outcome};
    ///
    /// assert_eq!(Outcome::Checkmate { winner: Color::Black }.result(), GameResult::BlackWins);
    /// assert_eq!(Outcome::Stalemate.result(), GameResult::Draw);
    /// ```
    pub const fn result(self) -> GameResult {
        match self {
            Self::Checkmate { winner } => GameResult::from_winner(winner),
            _ => GameResult::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    /// The outcome in words, such as `checkmate, black wins` or `stalemate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate { winner: Color::White } => "checkmate, white wins",
            Self::Checkmate { winner: Color::Black } => "checkmate, black wins",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::SeventyFiveMoves => "draw by the seventy-five-move rule",
            Self::FivefoldRepetition => "draw by fivefold repetition",
            Self::FiftyMoves => "draw by the fifty-move rule, if claimed",
            Self::ThreefoldRepetition => "draw by threefold repetition, if claimed",
        })
    }
}

/// # The end of a game
///
/// [`outcome`](Position::outcome) applies the rules of a game. A search uses [`is_draw`](Position::is_draw) instead.
#[cfg(feature = "alloc")]
impl Position {
    /// How the game ends in this position, or `None` if it goes on. An outcome that ends the game at once comes before
    /// one that needs a claim.
    ///
    /// The rules are those of the FIDE Laws of Chess, articles 5 and 9. [Insufficient material] is decided by the pieces
    /// alone.
    ///
    /// ```
    /// use gardez_position::{Outcome, Position};
    ///
    /// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate));
    /// assert_eq!(Outcome::Stalemate.to_string(), "stalemate");
    /// assert_eq!(Position::start().outcome(), None);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// [Insufficient material]: crate::Board::has_insufficient_material
    pub fn outcome(&self) -> Option<Outcome> {
        if self.legal_move_count() == 0 {
            let winner = !self.side_to_move();
            return Some(if self.in_check() { Outcome::Checkmate { winner } } else { Outcome::Stalemate });
        }
        if self.has_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        match (self.rule50(), self.occurrences()) {
            (150.., _) => Some(Outcome::SeventyFiveMoves),
            (_, 5..) => Some(Outcome::FivefoldRepetition),
            (100.., _) => Some(Outcome::FiftyMoves),
            (_, 3..) => Some(Outcome::ThreefoldRepetition),
            _ => None,
        }
    }
}
