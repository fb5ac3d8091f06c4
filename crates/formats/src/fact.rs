//! The facts that each format keeps of an entry.

use core::fmt;

/// A fact about a position. Readers of a format without it yield no move, the score 0, the ply 0, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// The move that was played or found best.
    Move,
    /// The score.
    Score,
    /// The ply, or a move number from which it is counted.
    Ply,
    /// The result of the game.
    Result,
}

impl Fact {
    /// All facts.
    pub const ALL: [Self; 4] = [Self::Move, Self::Score, Self::Ply, Self::Result];

    /// Returns the plural of the fact in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "moves",
            Self::Score => "scores",
            Self::Ply => "plies",
            Self::Result => "results",
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
