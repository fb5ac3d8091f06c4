//! The classes of moves.

/// A class of moves, divided as in Stockfish.
///
/// [`Moves::of`](crate::Moves::of) chooses the moves of a class.
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
