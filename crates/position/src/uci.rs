//! Moves as text of the Universal Chess Interface (UCI).

use gardez_types::{CastlingMode, Move, MoveKind, ParseError, PieceType, UciText, errors};

use crate::board::Board;
use crate::illegal::IllegalMoveError;

errors! {
    /// The reason a text is not a legal move in UCI notation. Its span is `None` without a part to point to.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum UciError {
        /// The text is not a move.
        Text(error: ParseError) = error => span error.span()?;
        /// The move is not legal here.
        Illegal(error: IllegalMoveError) = error => span error.span()?;
    }
}

/// # Reading moves
///
/// [`Move::uci`] is the reverse.
impl Board {
    /// Reads a legal move in UCI notation, such as `e2e4`, `e7e8q`, `e1g1` or `e1h1`.
    ///
    /// Both spellings of castling are read in either [castling mode](Board::castling_mode). If the king can also step
    /// to its castling target, the text means the step.
    ///
    /// ```
    /// use gardez_position::{Board, Move, Square};
    ///
    /// // 1  R . . . K . . R
    /// let board: Board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let castling = Move::castling(Square::E1, Square::H1);
    /// assert_eq!((board.parse_uci("e1g1")?, board.parse_uci("e1h1")?), (castling, castling));
    ///
    /// let error = board.parse_uci("e1e3").expect_err("a king moves one square");
    /// assert_eq!(error.to_string(), "the piece on e1 cannot make this move to e3: no king moves so");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let wanted: UciText = text.parse().map_err(UciError::Text)?;
        self.find_uci(wanted).ok_or_else(|| UciError::Illegal(self.why_text_is_illegal(wanted)))
    }

    /// Returns the legal move with this text, in either castling mode.
    pub(crate) fn find_uci(&self, wanted: UciText) -> Option<Move> {
        // A king that castles in Chess960 may stay where it is.
        if wanted.from() != wanted.to() {
            let plain = match wanted.promotion() {
                None => Move::normal(wanted.from(), wanted.to()),
                Some(PieceType::Pawn | PieceType::King) => return None,
                Some(piece) => Move::new_promotion(wanted.from(), wanted.to(), piece),
            };
            // Testing one move is faster than listing all.
            if self.is_legal(plain) {
                return Some(plain);
            }
            if plain.kind() == MoveKind::Promotion {
                return None;
            }
        }
        // En passant or castling.
        let same = |m: &Move| m.from() == wanted.from() && m.to() == wanted.to() && m.promotion() == wanted.promotion();
        let castles = |m: &Move| {
            let text = m.uci(CastlingMode::Standard);
            m.kind() == MoveKind::Castling && text == wanted
        };
        let moves = self.legal_moves();
        // A step of the king comes first: in Chess960, castling may take the king to the same square.
        moves.iter().find(|m| same(m)).or_else(|| moves.iter().find(|m| castles(m))).copied()
    }
}
