//! Moves found by their squares, as a board on a screen gives them.

use gardez_types::{Move, PieceType, Square, UciText, errors};

use crate::board::Board;
use crate::legality::IllegalMoveError;

errors! {
    /// Why [`Board::find_move`] found no move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum FindMoveError {
        /// No legal move goes from one square to the other.
        Illegal(error: IllegalMoveError) = error;
        /// A pawn reaches the last rank, and it is not said what it becomes.
        MissingPromotion { from: Square, to: Square } = "missing-promotion",
            "the pawn that moves from {from} to {to} needs a piece to become";
        /// The move is legal, but it is not a promotion.
        NotAPromotion { from: Square, to: Square } = "not-a-promotion",
            "the move from {from} to {to} is not a promotion";
        /// A pawn cannot become this piece.
        PromotionPiece(piece: PieceType) = "promotion-piece",
            "a pawn cannot {}",
            if *piece == PieceType::King { "become a king" } else { "stay a pawn on the last rank" };
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
