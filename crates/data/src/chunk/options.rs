//! The settings for making records of games.

use gardez_lc0::{InputFormat, PolicyIndexing};

use crate::evaluation::ValueRule;

/// The value in a record if its position has no known value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum MissingValue {
    /// The result of the game is the value.
    #[default]
    Result,
    /// There are no records of the game.
    Refuse,
}

/// The treatment of a game without a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Undecided {
    /// There are no records of the game.
    #[default]
    Refuse,
    /// It counts as a draw, and the records have the flags that lc0 sets for undecided games.
    Draw,
}

/// The settings for making records of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChunkOptions {
    /// The input format of the planes.
    pub format: InputFormat,
    /// The rule of policy indices. lc0's rescorer accepts only [`PolicyIndexing::Lc0`].
    pub indexing: PolicyIndexing,
    /// The largest fifty-move counter of a record, which has room for 255. lc0's rescorer accepts up to 100.
    pub most_rule50: u8,
    /// Evaluations as expected results.
    pub values: ValueRule,
    /// Positions without an evaluation.
    pub missing: MissingValue,
    /// Games without a result.
    pub undecided: Undecided,
}

impl ChunkOptions {
    /// Records of this format that lc0's tools accept: its rule of policy indices, and counters up to 100. Positions without
    /// an evaluation have the result of the game as their value, and games without a result are left out.
    pub fn new(format: InputFormat) -> Self {
        Self {
            format,
            indexing: PolicyIndexing::Lc0,
            most_rule50: 100,
            values: ValueRule::default(),
            missing: MissingValue::Result,
            undecided: Undecided::Refuse,
        }
    }
}

impl Default for ChunkOptions {
    /// Records of the classical format, number 1.
    fn default() -> Self {
        Self::new(InputFormat::Classical)
    }
}
