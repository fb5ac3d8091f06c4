//! The reasons entries are left out, with their numbers.

/// The reason a [`Filter`](crate::Filter) leaves out an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rejection {
    /// The ply is not in the range.
    Ply,
    /// The absolute value of the score is too large.
    Score,
    /// The number of pieces is not in the range.
    Pieces,
    /// There is no move.
    NoMove,
    /// The move is a capture.
    Capture,
    /// The move is a promotion.
    Promotion,
    /// The side to move is in check.
    Check,
    /// The score, from the side to move's point of view, is not in the range.
    ScoreRange,
    /// The score is 32002, with which Stockfish says that there is none.
    ValueNone,
    /// The score and the result contradict each other too much.
    Incorrect,
    /// The material is not in the range.
    Material,
    /// The move is castling.
    Castling,
    /// The result is one that the score makes unlikely, and chance decided so.
    Doubt,
    /// Chance decided so.
    Random,
    /// The position appeared before; see [`Shuffled::unique`](crate::Shuffled::unique).
    Duplicate,
}

impl Rejection {
    /// All reasons.
    pub const ALL: [Self; 15] = [
        Self::Ply,
        Self::Score,
        Self::Pieces,
        Self::NoMove,
        Self::Capture,
        Self::Promotion,
        Self::Check,
        Self::ScoreRange,
        Self::ValueNone,
        Self::Incorrect,
        Self::Material,
        Self::Castling,
        Self::Doubt,
        Self::Random,
        Self::Duplicate,
    ];

    /// Returns the reason in a few words, for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ply => "ply out of range",
            Self::Score => "score too large",
            Self::Pieces => "number of pieces out of range",
            Self::NoMove => "no move",
            Self::Capture => "move is a capture",
            Self::Promotion => "move is a promotion",
            Self::Check => "in check",
            Self::ScoreRange => "score out of range",
            Self::ValueNone => "score of 32002, which means none",
            Self::Incorrect => "score contradicts the result",
            Self::Material => "material out of range",
            Self::Castling => "move is castling",
            Self::Doubt => "result that the score makes unlikely",
            Self::Random => "skipped at random",
            Self::Duplicate => "duplicate",
        }
    }
}

/// The number of entries that were left out, for each reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rejections([u64; Rejection::ALL.len()]);

impl Rejections {
    /// Returns the number of entries left out for this reason.
    pub const fn count(&self, reason: Rejection) -> u64 {
        self.0[reason as usize]
    }

    /// Returns the number of entries left out.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds the numbers of other entries.
    #[cfg(feature = "lc0")]
    pub(crate) fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }

    /// Counts an entry.
    pub const fn add(&mut self, reason: Rejection) {
        self.0[reason as usize] += 1;
    }
}
