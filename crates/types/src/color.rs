//! The two sides.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::direction::Direction;
use crate::error::ParseError;

vocabulary! {
    /// A side of the game, white 0 and black 1. `!color` is the other side.
    ///
    /// `Display` writes `w` or `b`, as in a FEN, and `FromStr` reads it.
    #[derive(Debug)]
    Color, "color", from_index {
        /// The side that moves first. Its pawns move up the board.
        White = 0,
        /// The side that moves second. Its pawns move down the board.
        Black = 1,
    }
}

ordinal! { Color, "color" }

impl Color {
    /// Returns the direction in which this side's pawns step: north for white, south for black.
    ///
    /// ```text
    /// 5 . . . . . . . .
    /// 4 . . . o . . . .      o  where the white pawn steps
    /// 3 . . . P . . . .
    /// 2 . . . . . . . .
    ///   a b c d e f g h
    /// ```
    #[inline]
    pub const fn up(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }

    /// Returns the other side. This is `!color`, but works in constants.
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
    /// Returns `w` or `b`, as in a FEN.
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
