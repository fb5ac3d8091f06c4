//! Moves found by their UCI text.

use gardez_types::{CastlingMode, ParseError, UciText, errors};

use crate::board::Board;
use crate::moves::{VariantMove, VariantMoveKind};
use crate::rules::Rules;

errors! {
    /// The reason a UCI text is not a legal move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum UciError {
        /// The text is not a move.
        Text(error: ParseError) = error => from ParseError;
        Illegal = "illegal", "the move is not legal here";
    }
}

impl<R: Rules> Board<R> {
    /// Finds the legal move that a UCI text means. Castling is read in both forms.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or not legal.
    pub fn parse_uci(&self, text: &str) -> Result<VariantMove, UciError> {
        self.find_uci(text.parse()?).ok_or(UciError::Illegal)
    }

    /// Finds the legal move that has this text in UCI, with castling in either form; `None` if there is none.
    pub fn find_uci(&self, wanted: UciText) -> Option<VariantMove> {
        let moves = self.legal_moves();
        let is_wanted = |m: &&VariantMove| m.uci(CastlingMode::Chess960) == wanted;
        // A step of the king comes first: in Chess960, castling may take the king to the same square.
        let castles =
            |m: &&VariantMove| m.kind() == VariantMoveKind::Castling && m.uci(CastlingMode::Standard) == wanted;
        moves.iter().find(is_wanted).or_else(|| moves.iter().find(castles)).copied()
    }
}
