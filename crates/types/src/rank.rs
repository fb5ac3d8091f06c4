//! The eight rows of the board.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::error::ParseError;

vocabulary! {
    /// A rank (row) of the board, 1 to 8 from white's side, numbered 0 to 7.
    ///
    /// `Display` writes the digit, and `FromStr` reads it.
    #[derive(Debug)]
    Rank, "rank", from_index {
        /// White's back rank.
        One = 0,
        /// The rank on which white's pawns start.
        Two = 1,
        /// The third rank.
        Three = 2,
        /// The fourth rank.
        Four = 3,
        /// The fifth rank.
        Five = 4,
        /// The sixth rank.
        Six = 5,
        /// The rank on which black's pawns start.
        Seven = 6,
        /// Black's back rank.
        Eight = 7,
    }
}

ordinal! { Rank, "rank" }

impl Rank {
    /// Returns the digit of the rank.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank with this digit, or `None` if there is none.
    #[inline]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Self::from_index(digit as u8 - b'1'),
            _ => None,
        }
    }

    #[inline]
    pub(crate) const fn from_square_index(index: u8) -> Self {
        Self::from_valid(index >> 3)
    }

    /// Returns the rank with top and bottom swapped: 1 becomes 8.
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self::from_valid(7 - self as u8)
    }

    /// Returns the number of ranks to the nearer edge, 0 to 3.
    ///
    /// ```text
    /// rank    1 2 3 4 5 6 7 8
    /// result  0 1 2 3 3 2 1 0
    /// ```
    #[inline]
    pub const fn edge_distance(self) -> u8 {
        let (bottom, top) = (self as u8, 7 - self as u8);
        if bottom < top { bottom } else { top }
    }

    /// Returns the rank as `color` counts it: flipped for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }
}

impl Color {
    /// Returns the rank on which this side's king and rooks start.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        Rank::One.relative_to(self)
    }
}

impl fmt::Display for Rank {
    /// Writes the digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.digit(), f)
    }
}

impl FromStr for Rank {
    type Err = ParseError;

    /// Reads a digit from `1` to `8`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a rank from 1 to 8";
        let found = ParseError::only_character(text, EXPECTED)?;
        Self::from_digit(found).ok_or(ParseError::Character { expected: EXPECTED, found, at: 0 })
    }
}
