//! The status of a game, as the board alone shows it.

use core::fmt;

use crate::board::Board;

/// The state of the side to move: in check or not, with a legal move or without.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// A legal move and no check.
    Ongoing,
    /// Check and a legal move.
    Check,
    /// Check and no legal move.
    Checkmate,
    /// Neither check nor a legal move.
    Stalemate,
}

impl Status {
    /// Returns `true` if the side to move has a legal move.
    pub const fn is_ongoing(self) -> bool {
        matches!(self, Self::Ongoing | Self::Check)
    }
}

impl fmt::Display for Status {
    /// Writes `ongoing`, `check`, `checkmate` or `stalemate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ongoing => "ongoing",
            Self::Check => "check",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
        })
    }
}

/// # Status
impl Board {
    /// Returns whether the side to move is in check and has a legal move.
    ///
    /// ```
    /// use gardez_position::{Board, Status};
    ///
    /// assert_eq!(Board::start().status(), Status::Ongoing);
    /// let board = Board::from_moves(["f2f3", "e7e5", "g2g4", "d8h4"])?;
    /// assert_eq!(board.status(), Status::Checkmate);
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    #[inline]
    pub fn status(&self) -> Status {
        match (self.in_check(), self.has_legal_moves()) {
            (false, true) => Status::Ongoing,
            (true, true) => Status::Check,
            (true, false) => Status::Checkmate,
            (false, false) => Status::Stalemate,
        }
    }
}
