//! How a game ends.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};

use crate::Board;
#[cfg(feature = "alloc")]
use crate::Position;

/// How a game has ended, or may be ended by a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that has won.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// 75 moves by each side without capture and pawn move: a draw without a claim.
    SeventyFiveMoves,
    /// The position has occurred five times: a draw without a claim.
    FivefoldRepetition,
    /// 50 moves by each side without capture and pawn move: a draw if a player claims it.
    FiftyMoves,
    /// The position has occurred three times: a draw if a player claims it.
    ThreefoldRepetition,
}

impl Outcome {
    /// True if the game ends only when a player claims the draw.
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::FiftyMoves | Self::ThreefoldRepetition)
    }
}

impl Board {
    /// True if neither side can ever mate: bare kings, one knight or bishop, or only bishops that all stand on squares
    /// of one color.
    pub fn has_insufficient_material(&self) -> bool {
        let bishops = self.by_type(PieceType::Bishop);
        let knights = self.by_type(PieceType::Knight);
        let minors = bishops | knights;
        if !(self.occupied() - self.by_type(PieceType::King) - minors).is_empty() {
            return false;
        }
        let one_color = bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
        minors.len() <= 1 || (knights.is_empty() && one_color)
    }
}

#[cfg(feature = "alloc")]
impl Position {
    /// How the game ends here, if it does: what ends it at once before what only a claim ends.
    ///
    /// Rules as in the FIDE Laws of Chess, articles 5 and 9, with [insufficient material] told by the pieces alone.
    ///
    /// ```
    /// use gardez_position::{Outcome, Position};
    ///
    /// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate));
    /// assert_eq!(Position::start().outcome(), None);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// [insufficient material]: Board::has_insufficient_material
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
