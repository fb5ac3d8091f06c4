//! What each format says about an entry.

use core::fmt;

use crate::format::Format;

/// A fact about a position that some formats do not have.
///
/// A reader of a format without it gives the same value for every entry: no move, the score 0, or the ply 0.
///
/// ```
/// use gardez_formats::{Fact, Format};
///
/// assert!(Format::Binpack.has(Fact::Move));
/// assert!(!Format::Bullet.has(Fact::Move));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// The move that was played or found best.
    Move,
    /// The score.
    Score,
    /// The ply, or a move number from which it is counted.
    Ply,
}

impl Fact {
    /// All facts.
    pub const ALL: [Self; 3] = [Self::Move, Self::Score, Self::Ply];

    /// Returns the plural of the fact in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "moves",
            Self::Score => "scores",
            Self::Ply => "plies",
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Format {
    /// Returns `true` if entries of the format have this fact.
    ///
    /// lc0's records have plies: they are counted from the first record of a game.
    pub const fn has(self, fact: Fact) -> bool {
        match (self, fact) {
            (
                Self::Viri
                | Self::Bin
                | Self::Binpack
                | Self::Plain
                | Self::MontyValue
                | Self::MontyPolicy
                | Self::Pgn
                | Self::Lc0V6
                | Self::Lc0V7,
                Fact::Move | Fact::Score | Fact::Ply,
            )
            | (Self::BulletText | Self::Marlin, Fact::Score | Fact::Ply)
            | (Self::Bullet, Fact::Score)
            | (Self::BinaryFen, Fact::Ply) => true,
            (Self::BulletText | Self::Marlin, Fact::Move)
            | (Self::Bullet, Fact::Move | Fact::Ply)
            | (Self::BinaryFen, Fact::Move | Fact::Score)
            | (Self::ChessLibrary | Self::PackedBoard, Fact::Move | Fact::Score | Fact::Ply) => false,
        }
    }
}
