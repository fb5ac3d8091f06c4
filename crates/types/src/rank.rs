//! The eight rows of the board.

use core::fmt;
use core::str::FromStr;

use crate::{Color, ParseError, Square};

vocabulary! {
    /// A rank (row) of the board, 1 to 8, counted from white's side.
    #[derive(Debug)]
    Rank, "rank", from_index {
        /// White's back rank.
        One = 0,
        /// Where white's pawns start.
        Two = 1,
        /// The third rank.
        Three = 2,
        /// The fourth rank.
        Four = 3,
        /// The fifth rank.
        Five = 4,
        /// The sixth rank.
        Six = 5,
        /// Where black's pawns start.
        Seven = 6,
        /// Black's back rank.
        Eight = 7,
    }
}

ordinal! { Rank, "rank" }

impl Rank {
    /// The digit of the rank.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with this digit, if there is one.
    #[inline]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Self::from_index(digit as u8 - b'1'),
            _ => None,
        }
    }

    /// The rank `square` lies on.
    #[inline]
    pub(crate) const fn of(square: Square) -> Self {
        Self::known(square as u8 >> 3)
    }

    /// The rank on the other side of the board: 1 becomes 8.
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self::known(7 - self as u8)
    }

    /// The rank as `color` counts it: unchanged for white, mirrored for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.digit(), f)
    }
}

impl FromStr for Rank {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a rank from 1 to 8";
        let found = ParseError::only_character(text, EXPECTED)?;
        Self::from_digit(found).ok_or(ParseError::Character { expected: EXPECTED, found, at: 0 })
    }
}
