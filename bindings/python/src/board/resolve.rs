//! Which move of a position a `Move` of Python is.
//!
//! ```text
//! 1  . . . . K . . R      e1g1 and e1h1 are the same castling, in both castling modes
//! 1  . . . . . K . R      f1g1 is a step of the king, f1h1 is castling
//!    a b c d e f g h
//! ```

use gardez_position::{Board as CoreBoard, IllegalMoveError, Obstacle};
use gardez_types::{CastlingMode, File, Move as CoreMove, MoveKind, PieceType, Rank, Square};
use pyo3::prelude::*;

use crate::board::Game;
use crate::error;
use crate::moves::Move;

/// Returns a move that may not be legal, as [`CoreBoard::move_between`] finds it.
pub(crate) fn guess(board: &CoreBoard, m: Move) -> Option<CoreMove> {
    let (from, to) = m.squares()?;
    board.move_between(from, to, PieceType::from_raw(m.promotion))
}

/// Returns a move as it is written in a castling mode: castling is a step of two squares in chess, and king takes rook
/// in Chess960.
///
/// The step is written only from the e-file, and only if the rook is in the corner. Elsewhere it may be another move:
///
/// ```text
/// 1  . . . . . K . R      f1h1 is castling in both modes, f1g1 is a step of the king
/// 1  . . . . K R . .      e1f1 is castling in both modes
///    a b c d e f g h
/// ```
pub(crate) fn written(board: &CoreBoard, m: Move, mode: CastlingMode) -> Move {
    let Some((king, to)) = m.squares().filter(|&(from, _)| board.by_type(PieceType::King).contains(from)) else {
        return m;
    };
    // The rook, also of castling that is not legal.
    let is_home = king.file() == File::E && matches!(king.rank(), Rank::One | Rank::Eight) && king.rank() == to.rank();
    let castling = guess(board, m).filter(|&found| found.kind() == MoveKind::Castling && board.is_legal(found));
    let rook = castling.map(CoreMove::to).unwrap_or(match to.file() {
        _ if board.by_type(PieceType::Rook).contains(to) => to,
        File::G if is_home => Square::new(File::H, to.rank()),
        File::C if is_home => Square::new(File::A, to.rank()),
        _ => to,
    });
    let m = if rook == to { m } else { Move { to: rook as u8, promotion: 0, ..m } };
    let step = match rook.file() {
        _ if mode == CastlingMode::Chess960 || m.promotion != 0 => rook,
        File::H if is_home => Square::new(File::G, to.rank()),
        File::A if is_home => Square::new(File::C, to.rank()),
        _ => rook,
    };
    Move { to: step as u8, ..m }
}

/// Returns why a move is not legal.
#[cold]
pub(crate) fn refusal_text(board: &CoreBoard, m: Move) -> String {
    let Some((from, to)) = m.squares() else {
        return String::from(if m.is_null() { "a null move is not a legal move" } else { "a move needs two squares" });
    };
    match board.find_move(from, to, PieceType::from_raw(m.promotion)) {
        Err(reason) => reason.to_string(),
        // Castling was found where `guess` does not look for it.
        Ok(_) => IllegalMoveError::NoSuchMove { from, to, why: Obstacle::Kind }.to_string(),
    }
}

impl Game {
    /// Returns the legal move of the position that `m` is. Castling is found in both forms, in both castling modes.
    ///
    /// # Errors
    ///
    /// `IllegalMoveError` if the move is not legal; the null move is not.
    #[inline]
    pub(crate) fn resolve(&self, m: &Move) -> PyResult<CoreMove> {
        let board = self.position.board();
        match guess(board, *m) {
            Some(found) if board.is_legal(found) => Ok(found),
            _ => Err(error::illegal(refusal_text(board, *m))),
        }
    }

    /// Returns the legal move that `m` is, if it is written as the castling mode of the board writes it. In standard
    /// chess, both forms of castling are accepted.
    #[inline]
    pub(crate) fn legal_as_written(&self, m: &Move) -> Option<CoreMove> {
        let board = self.position.board();
        let found = guess(board, *m).filter(|&found| board.is_legal(found))?;
        let is_as_written = self.mode() == CastlingMode::Standard || found.to() as u8 == m.to;
        is_as_written.then_some(found)
    }
}
