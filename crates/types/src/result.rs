//! The result of a game.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::error::ParseError;

/// The result of a game. `Display` writes the marker of PGN (`1-0`, `0-1`, `1/2-1/2` or `*`), and `FromStr` reads it.
///
/// ```
/// use gardez_types::{Color, GameResult};
///
/// let result: GameResult = "1-0".parse()?;
/// assert_eq!(result, GameResult::WhiteWins);
/// assert_eq!(result.winner(), Some(Color::White));
/// assert_eq!(result.swap_colors().to_string(), "0-1");
/// # Ok::<_, gardez_types::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum GameResult {
    /// White won: `1-0`.
    WhiteWins,
    /// Black won: `0-1`.
    BlackWins,
    /// The game is drawn: `1/2-1/2`.
    Draw,
    /// The game is not over, or its result is unknown: `*`.
    #[default]
    Unknown,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// Returns the marker of the result in PGN.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Returns the result of a game that `color` won.
    pub const fn from_winner(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns the side that won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// Returns the result with the colors swapped.
    #[must_use]
    pub const fn swap_colors(self) -> Self {
        match self {
            Self::WhiteWins => Self::BlackWins,
            Self::BlackWins => Self::WhiteWins,
            other => other,
        }
    }
}

impl fmt::Display for GameResult {
    /// Writes the marker of the result in PGN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for GameResult {
    type Err = ParseError;

    /// Reads one of the four markers of PGN.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let named = Self::ALL.into_iter().find(|result| result.as_str() == text);
        named.ok_or(ParseError::Word { expected: "one of 1-0, 0-1, 1/2-1/2, *" })
    }
}
