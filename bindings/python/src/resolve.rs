//! Which move of a position a `Move` of Python is.
//!
//! ```text
//! 1  . . . . K . . R      e1g1 and e1h1 are the same castling, in both castling modes
//! 1  . . . . . K . R      f1g1 is a step of the king, f1h1 is castling
//!    a b c d e f g h
//! ```

use gardez_position::{Board, IllegalMoveError, Obstacle, Position};
use gardez_types::{Move as CoreMove, PieceType};
use pyo3::prelude::*;

use crate::error;
use crate::moves::Move;

/// Returns the legal move that `m` is, if it is one. Castling is found in both forms, in both castling modes.
pub(crate) fn find(board: &Board, m: Move) -> Option<CoreMove> {
    let (from, to) = m.squares()?;
    board.move_between(from, to, PieceType::from_raw(m.promotion)).filter(|&found| board.is_legal(found))
}

/// Returns the legal move that `m` is.
///
/// # Errors
///
/// `IllegalMoveError` if the move is not legal; the null move is not.
pub(crate) fn resolve(board: &Board, m: Move) -> PyResult<CoreMove> {
    find(board, m).ok_or_else(|| error::illegal(refusal(board, m)))
}

/// Makes a legal move, or passes, and returns the move, or `None` for the null move. Returns `None` if the move is not
/// legal, and leaves the position as it is.
pub(crate) fn play(position: &mut Position, m: Move) -> Option<Option<CoreMove>> {
    if m.is_null() {
        return position.pass().is_ok().then_some(None);
    }
    let found = find(position.board(), m)?;
    position.do_move(found);
    Some(Some(found))
}

/// Returns why a move is not legal.
#[cold]
pub(crate) fn refusal(board: &Board, m: Move) -> String {
    let Some((from, to)) = m.squares() else {
        return String::from(if m.is_null() { "a null move is not a legal move" } else { "a move needs two squares" });
    };
    match board.find_move(from, to, PieceType::from_raw(m.promotion)) {
        Err(reason) => reason.to_string(),
        // Castling was found where `find` does not look for it.
        Ok(_) => IllegalMoveError::NoSuchMove { from, to, why: Obstacle::Kind }.to_string(),
    }
}
