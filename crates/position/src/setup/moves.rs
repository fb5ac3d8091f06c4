//! A board from a FEN or the start position, and moves.

use gardez_types::{Move, errors};

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
        make_moves(Self::start(), moves, Self::do_move)
    }
}

/// Returns a board or position after moves in UCI notation.
pub(crate) fn make_moves<'a, P: AsRef<Board>>(
    mut start: P,
    moves: impl IntoIterator<Item = &'a str>,
    do_move: fn(&mut P, Move),
) -> Result<P, SetupError> {
    for (index, text) in moves.into_iter().enumerate() {
        let m = start.as_ref().parse_uci(text).map_err(|error| SetupError::Move { index, error })?;
        do_move(&mut start, m);
    }
    Ok(start)
}

errors! {
    /// The reason a position could not be set up from a FEN and moves.
    ///
    /// Its span is the offending part of the FEN, or of the move with this index.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum SetupError {
        Fen(error: FenError) = error, "FEN: {error}" => span error.span()?;
        Move { index: usize, error: UciError } = error, "move {}: {error}", index + 1 => span error.span()?;
    }
}
