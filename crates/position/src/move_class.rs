//! The classes of moves.

/// A class of moves, divided as in Stockfish.
///
/// [`Board::legal_moves_of`](crate::Board::legal_moves_of) lists the legal moves of a class, and
/// [`Board::pseudo_legal_moves`](crate::Board::pseudo_legal_moves) the pseudo-legal ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MoveClass {
    /// Captures, en passant, promotions by capture to any piece, and promotions to a queen without capture.
    Captures,
    /// The other moves: quiet moves, castling, and promotions without capture to a knight, bishop or rook.
    Quiets,
    /// Moves that may answer a check. Empty if there is no check.
    Evasions,
    /// Captures and quiets together. Empty in check.
    NonEvasions,
    /// The moves of [`MoveClass::Quiets`] that give check.
    QuietChecks,
}
