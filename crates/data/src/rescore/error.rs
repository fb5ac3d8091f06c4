//! Why records cannot be rescored.

use std::fmt;

use gardez_lc0::training::{GameError, Rule};
use gardez_types::ErrorInfo;

/// Why the options of a [`Rescorer`](super::Rescorer) cannot be used.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum RescoreOptionError {
    /// An option is out of its range, or NaN.
    Range {
        /// lc0's name of the option.
        option: &'static str,
        /// The value.
        found: f32,
        /// The least value.
        min: f32,
        /// The greatest value.
        max: f32,
    },
    /// There is no table of results of three pieces or more.
    NoTables,
}

impl fmt::Display for RescoreOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { option, found, min, max } => {
                write!(f, "expected {option} from {min} to {max}, found {found}")
            }
            Self::NoTables => f.write_str("there is no endgame table of three pieces or more"),
        }
    }
}

impl core::error::Error for RescoreOptionError {}

impl ErrorInfo for RescoreOptionError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Range { .. } => "range",
            Self::NoTables => "no-tables",
        }
    }
}

/// Why the records of a game cannot be rescored.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum RescoreError {
    /// The records are not a game that lc0's rescorer accepts.
    Game(GameError),
    /// The result of a record is not a win, a draw or a loss. Such results are written where blunders were looked for:
    /// those records cannot be rescored again.
    Result {
        /// The record, counted from 0.
        record: usize,
        /// Its result.
        found: f32,
    },
}

impl fmt::Display for RescoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(error) => fmt::Display::fmt(error, f),
            Self::Result { record, found } => {
                write!(f, "record {record}: expected the result -1, 0 or 1, found {found}")
            }
        }
    }
}

impl core::error::Error for RescoreError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Game(error) => Some(error),
            Self::Result { .. } => None,
        }
    }
}

impl From<GameError> for RescoreError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl ErrorInfo for RescoreError {
    /// The name of the rule that the game breaks.
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Game(error) => error.kind_name(),
            Self::Result { .. } => Rule::Result.name(),
        }
    }
}
