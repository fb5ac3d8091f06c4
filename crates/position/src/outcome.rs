//! The ways in which a game ends.

use core::fmt;

use gardez_types::{Color, GameResult};

use crate::board::Board;

/// The way in which a game has ended, or can be ended by claiming a draw.
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
    /// Returns `true` if a player must claim the draw.
    #[inline]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::FiftyMoves | Self::ThreefoldRepetition)
    }

    /// Returns the result of the game.
    #[inline]
    pub const fn result(self) -> GameResult {
        match self {
            Self::Checkmate { winner } => GameResult::from_winner(winner),
            _ => GameResult::Draw,
        }
    }

    /// Returns the side that won.
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// Returns the draws by these counts. Draws that end the game come before claims and replace claims of the same kind.
    #[inline]
    pub fn draws_by_count(halfmove_clock: u16, occurrences: usize) -> impl Iterator<Item = Self> {
        [
            (halfmove_clock >= SEVENTY_FIVE_MOVES).then_some(Self::SeventyFiveMoves),
            (occurrences >= 5).then_some(Self::FivefoldRepetition),
            (FIFTY_MOVES..SEVENTY_FIVE_MOVES).contains(&halfmove_clock).then_some(Self::FiftyMoves),
            (3..5).contains(&occurrences).then_some(Self::ThreefoldRepetition),
        ]
        .into_iter()
        .flatten()
    }
}

/// The plies of 50 moves by each side.
pub(crate) const FIFTY_MOVES: u16 = 100;
/// The plies of 75 moves by each side.
const SEVENTY_FIVE_MOVES: u16 = 150;

impl fmt::Display for Outcome {
    /// Writes the outcome in words, such as `checkmate, black wins` or `stalemate`.
    #[inline]
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

/// # Mate
impl Board {
    /// Returns checkmate or stalemate if the side to move has no legal move.
    ///
    /// ```
    /// use gardez_position::{Board, Color, Outcome};
    ///
    /// // 8  . . R . . . k .
    /// // 7  . . . . . p p p
    /// let board: Board = "2R3k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse()?;
    /// assert_eq!(board.mate(), Some(Outcome::Checkmate { winner: Color::White }));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn mate(&self) -> Option<Outcome> {
        if self.has_legal_moves() {
            return None;
        }
        let winner = !self.side_to_move();
        Some(if self.in_check() { Outcome::Checkmate { winner } } else { Outcome::Stalemate })
    }

    /// Returns `true` if the side to move is in check and has no legal move.
    #[inline]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_moves()
    }

    /// Returns `true` if the side to move is not in check and has no legal move.
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_moves()
    }
}
