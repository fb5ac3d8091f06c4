//! The two sides.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::direction::Direction;
use crate::error::ParseError;

vocabulary! {
    /// A side of the game. `!color` is the other side. `Display` writes `w` or `b`, and `FromStr` reads it.
    #[derive(Debug)]
    Color, "color", from_index {
        /// White moves first and up the board.
        White = 0,
        /// Black moves second and down the board.
        Black = 1,
    }
}

ordinal! { Color, "color" }

impl Color {
    /// Returns the direction in which this side's pawns step.
    #[inline]
    pub const fn up(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }

    /// Returns the other side, also in constants.
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opposite()
    }
}

impl fmt::Display for Color {
    /// Writes `w` or `b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

impl FromStr for Color {
    type Err = ParseError;

    /// Reads `w` or `b`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "w or b";
        match ParseError::only_character(text, EXPECTED)? {
            'w' => Ok(Self::White),
            'b' => Ok(Self::Black),
            found => Err(ParseError::Character { expected: EXPECTED, found, at: 0 }),
        }
    }
}
