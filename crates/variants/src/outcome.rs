//! The end of a game of a variant.

use core::fmt;

use gardez_types::{Color, GameResult};

/// The end of a game: the winner, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or `None` if the game is drawn.
    pub winner: Option<Color>,
    /// The rule that ends the game.
    pub reason: Reason,
}

/// The rule that ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The king is in check, and there is no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can win.
    InsufficientMaterial,
    /// Atomic: a king exploded.
    KingExploded,
    /// Three-check: the third check was given.
    ThreeChecks,
    /// King of the hill: a king is in the center.
    Hill,
    /// Racing kings: one king has arrived on the eighth rank.
    RaceWon,
    /// Racing kings: both kings have arrived.
    RaceDraw,
    /// Horde: every piece of the horde was captured.
    HordeDestroyed,
    /// Antichess: the side to move has no pieces left, and wins.
    AllLost,
    /// Antichess: the side to move cannot move, and wins.
    NoMoves,
    /// There were fifty moves without a capture or pawn move. On Lichess, no claim is needed.
    FiftyMoves,
    /// The position occurred five times.
    FivefoldRepetition,
    /// The position occurred three times, so a player may claim a draw.
    ThreefoldRepetition,
}

impl Outcome {
    pub(crate) const fn win(reason: Reason, winner: Color) -> Self {
        Self { winner: Some(winner), reason }
    }

    pub(crate) const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// Returns the result of the game, as in a PGN.
    pub const fn result(self) -> GameResult {
        match self.winner {
            Some(winner) => GameResult::from_winner(winner),
            None => GameResult::Draw,
        }
    }

    /// Returns `true` if a rule that chess does not have ends the game.
    pub const fn is_variant_end(self) -> bool {
        use Reason::{AllLost, Hill, HordeDestroyed, KingExploded, RaceDraw, RaceWon, ThreeChecks};
        matches!(self.reason, AllLost | Hill | HordeDestroyed | KingExploded | RaceDraw | RaceWon | ThreeChecks)
    }

    /// Returns `true` if the game ends only if a player claims it.
    pub const fn is_claim(self) -> bool {
        matches!(self.reason, Reason::ThreefoldRepetition)
    }
}

impl Reason {
    /// Returns a stable name, such as `king_exploded`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient",
            Self::KingExploded => "king_exploded",
            Self::ThreeChecks => "three_checks",
            Self::Hill => "hill",
            Self::RaceWon => "race_won",
            Self::RaceDraw => "race_draw",
            Self::HordeDestroyed => "horde_destroyed",
            Self::AllLost => "all_lost",
            Self::NoMoves => "no_moves",
            Self::FiftyMoves => "fifty_moves",
            Self::FivefoldRepetition => "fivefold_repetition",
            Self::ThreefoldRepetition => "threefold_repetition",
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes the winner and the reason: `white wins (hill)`, or `draw (stalemate)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match self.winner {
            Some(Color::White) => "white wins",
            Some(Color::Black) => "black wins",
            None => "draw",
        };
        write!(f, "{who} ({})", self.reason.name())
    }
}
