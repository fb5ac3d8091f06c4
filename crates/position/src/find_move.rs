//! Moves found by their squares, as a board on a screen reports them.

use gardez_types::{CastlingSide, File, Move, Piece, PieceType, Square, UciText, errors};

use crate::board::Board;
use crate::illegal::IllegalMoveError;

errors! {
    /// The reason [`Board::find_move`] found no move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FindMoveError {
        /// No legal move goes from one square to the other.
        Illegal(error: IllegalMoveError) = error;
        MissingPromotion { from: Square, to: Square } = "missing-promotion",
            "the pawn that moves from {from} to {to} needs a piece to become";
        NotAPromotion { from: Square, to: Square } = "not-a-promotion",
            "the move from {from} to {to} is not a promotion";
        PromotionPiece(piece: PieceType) = "promotion-piece",
            "a pawn cannot {}",
            if *piece == PieceType::King { "become a king" } else { "stay a pawn on the last rank" };
    }
}

/// # Moves by their squares
impl Board {
    /// Returns the move from one square to another, legal or not, with the kind that fits the pieces.
    ///
    /// Castling is the king to its rook, or a king on the e-file with that right to the g-file or c-file. A pawn that
    /// changes its file captures en passant if its target is empty. Returns `None` if no piece ever makes such a move.
    pub fn move_between(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
        if from == to {
            return None;
        }
        let is_step = || from.file() == File::E && from.rank() == to.rank();
        let castles = |side: &CastlingSide| is_step() && to.file() == side.king_target(self.side_to_move).file();
        Some(match (promotion, self.piece_on(from).map(Piece::piece_type)) {
            (Some(PieceType::Pawn | PieceType::King), _) => return None,
            (Some(piece), _) => Move::new_promotion(from, to, piece),
            (None, Some(PieceType::King)) => {
                let is_rook = self.pieces(self.side_to_move, PieceType::Rook).contains(to);
                let side = CastlingSide::ALL.into_iter().find(castles);
                let rook =
                    if is_rook { Some(to) } else { side.and_then(|side| self.castling_rook(self.side_to_move, side)) };
                rook.map_or(Move::normal(from, to), |rook| Move::castling(from, rook))
            }
            (None, Some(PieceType::Pawn) | None) if from.file() != to.file() && self.piece_on(to).is_none() => {
                Move::en_passant(from, to)
            }
            (None, _) => Move::normal(from, to),
        })
    }

    /// Returns the legal move from one square to another, for example of a piece dragged on a screen.
    ///
    /// `promotion` is the piece that a pawn becomes. Castling is the king to its rook, or to the square on the g-file
    /// or c-file where it ends; a step to that square comes first.
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
    /// assert_eq!(promotion, Ok(Move::new_promotion(from, to, PieceType::Queen)));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no such move is legal, or if `promotion` does not fit the move.
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
