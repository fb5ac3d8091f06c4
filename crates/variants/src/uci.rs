//! Moves in UCI notation.

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
    /// Reads a legal move in UCI notation. Castling is read in both forms.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<VariantMove, UciError> {
        self.find_uci(text.parse()?).ok_or(UciError::Illegal)
    }

    /// Returns the legal move with this UCI text, with castling in either form.
    pub fn find_uci(&self, wanted: UciText) -> Option<VariantMove> {
        let moves = self.legal_moves();
        let is_wanted = |m: &&VariantMove| m.uci(CastlingMode::Chess960) == wanted;
        // A step of the king comes first: castling may have the same text in Chess960.
        let castles =
            |m: &&VariantMove| m.kind() == VariantMoveKind::Castling && m.uci(CastlingMode::Standard) == wanted;
        moves.iter().find(is_wanted).or_else(|| moves.iter().find(castles)).copied()
    }
}
