//! The classes of moves.

/// A class of moves, divided as in Stockfish; chosen by [`Moves::of`](crate::Moves::of).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MoveClass {
    /// Captures, promotions by capture, and promotions to a queen.
    Captures,
    /// All other moves: castling and promotions without capture to a knight, bishop or rook included.
    Quiets,
    /// Moves that may answer a check. Empty if there is no check.
    Evasions,
    /// Captures and quiets together. Empty in check.
    NonEvasions,
    /// The moves of [`MoveClass::Quiets`] that give check.
    QuietChecks,
}
