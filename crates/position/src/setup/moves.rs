//! A board from a FEN or the start position, and moves.

use gardez_types::errors;

use super::fen::FenError;
use crate::board::Board;
use crate::uci::UciError;

/// # Setting up by moves
///
/// For moves as a GUI sends them, and as games are stored: in UCI notation.
impl Board {
    /// Returns the board after moves in UCI notation from the start position of chess. `Position::from_moves` returns a
    /// position with a history.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board = Board::from_moves(["d2d4", "d7d5"])?;
    /// assert_eq!(board.to_string(), "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if one of the moves cannot be read or is not legal. The error contains the index of that move.
    #[inline]
    pub fn from_moves<'a>(moves: impl IntoIterator<Item = &'a str>) -> Result<Self, SetupError> {
        Self::start().after_texts(moves)
    }

    /// Returns the board after moves in UCI notation.
    #[inline]
    fn after_texts<'a>(mut self, moves: impl IntoIterator<Item = &'a str>) -> Result<Self, SetupError> {
        for (index, text) in moves.into_iter().enumerate() {
            let m = self.parse_uci(text).map_err(|error| SetupError::Move { index, error })?;
            self.do_move(m);
        }
        Ok(self)
    }
}

errors! {
    /// Why a position could not be set up from a FEN and moves.
    ///
    /// Its span is the offending part of the FEN, or of the text of the move with this index, from 0.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum SetupError {
        /// The FEN could not be read.
        Fen(error: FenError) = error, "FEN: {error}" => span error.span()?;
        /// A move could not be read, or is not legal.
        Move { index: usize, error: UciError } = error, "move {}: {error}", index + 1 => span error.span()?;
    }
}
