//! Moves found by their squares, as a board on a screen gives them.

use core::fmt;

use gardez_types::{ErrorInfo, Move, PieceType, Square, UciText};

use crate::board::Board;
use crate::clause::say;
use crate::legality::IllegalMoveError;

/// Why [`Board::find_move`] found no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FindMoveError {
    /// No legal move goes from one square to the other.
    Illegal(IllegalMoveError),
    /// A pawn reaches the last rank, and it is not said what it becomes.
    MissingPromotion {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The move is legal, but it is not a promotion.
    NotAPromotion {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
    /// A pawn cannot become this piece.
    PromotionPiece(PieceType),
}

impl fmt::Display for FindMoveError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(error) => error.fmt(f),
            Self::MissingPromotion { from, to } => {
                say(f, &[&"the pawn that moves from ", from, &" to ", to, &" needs a piece to become"])
            }
            Self::NotAPromotion { from, to } => say(f, &[&"the move from ", from, &" to ", to, &" is not a promotion"]),
            Self::PromotionPiece(PieceType::King) => f.write_str("a pawn cannot become a king"),
            Self::PromotionPiece(_) => f.write_str("a pawn cannot stay a pawn on the last rank"),
        }
    }
}

impl core::error::Error for FindMoveError {}

impl ErrorInfo for FindMoveError {
    #[inline]
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Illegal(error) => error.kind_name(),
            Self::MissingPromotion { .. } => "missing-promotion",
            Self::NotAPromotion { .. } => "not-a-promotion",
            Self::PromotionPiece(_) => "promotion-piece",
        }
    }
}

impl Board {
    /// The legal move from one square to another, for example of a piece that a user drags on a screen. If it promotes a
    /// pawn, `promotion` says to what.
    ///
    /// Castling is found by the king's square and either the square of its rook or the square on the g-file or c-file where
    /// the king ends. If the king can also step to that square, the step is returned, as [`parse_uci`](Board::parse_uci)
    /// does.
    ///
    /// ```
    /// use gardez_position::{Board, FindMoveError, Move, PieceType, Square};
    ///
    /// // 8  . . . . k . . .
    /// // 7  P . . . . . . .
    /// // 1  . . . . K . . R
    /// let board: Board = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(board.find_move(Square::E1, Square::G1, None), Ok(Move::castling(Square::E1, Square::H1)));
    ///
    /// let (from, to) = (Square::A7, Square::A8);
    /// assert_eq!(board.find_move(from, to, None), Err(FindMoveError::MissingPromotion { from, to }));
    /// let promotion = board.find_move(from, to, Some(PieceType::Queen));
    /// assert_eq!(promotion, Ok(Move::promotion(from, to, PieceType::Queen)));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move goes from `from` to `to`, or if `promotion` does not fit the move.
    #[inline]
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<Move, FindMoveError> {
        if let Some(piece @ (PieceType::Pawn | PieceType::King)) = promotion {
            return Err(FindMoveError::PromotionPiece(piece));
        }
        let wanted = UciText::new(from, to, promotion);
        if let Some(m) = self.find_uci(wanted) {
            return Ok(m);
        }
        let exists = |promotion| self.find_uci(UciText::new(from, to, promotion)).is_some();
        Err(match promotion {
            None if exists(Some(PieceType::Queen)) => FindMoveError::MissingPromotion { from, to },
            Some(_) if exists(None) => FindMoveError::NotAPromotion { from, to },
            _ => FindMoveError::Illegal(self.why_text_is_illegal(wanted)),
        })
    }
}
