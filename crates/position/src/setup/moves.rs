//! A board from a FEN or the start position, and moves.

use gardez_types::errors;

use super::fen::FenError;
use crate::board::Board;
use crate::uci::UciError;

/// # Setting up by moves
impl Board {
    /// Returns the board after moves in UCI notation from the start position of chess.
    ///
    /// # Errors
    ///
    /// Returns the index of the first move that cannot be read or is not legal.
    #[inline]
    pub fn from_moves<'a>(moves: impl IntoIterator<Item = &'a str>) -> Result<Self, SetupError> {
        let mut board = Self::start();
        for (index, text) in moves.into_iter().enumerate() {
            let m = board.parse_uci(text).map_err(|error| SetupError::Move { index, error })?;
            board.do_move(m);
        }
        Ok(board)
    }
}

errors! {
    /// The reason a position could not be set up from a FEN and moves.
    ///
    /// Its span is the offending part of the FEN, or of the move with this index.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum SetupError {
        /// The FEN could not be read.
        Fen(error: FenError) = error, "FEN: {error}" => span error.span()?;
        /// A move could not be read, or is not legal.
        Move { index: usize, error: UciError } = error, "move {}: {error}", index + 1 => span error.span()?;
    }
}
