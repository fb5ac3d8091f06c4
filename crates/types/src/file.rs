//! The eight columns of the board.

use core::fmt;
use core::str::FromStr;

use crate::error::ParseError;

vocabulary! {
    /// A file (column) of the board, `a` to `h`, numbered 0 to 7.
    ///
    /// `Display` writes the lower-case letter, and `FromStr` reads it.
    #[derive(Debug)]
    File, "file", from_index {
        /// The a-file.
        A = 0,
        /// The b-file.
        B = 1,
        /// The c-file.
        C = 2,
        /// The d-file.
        D = 3,
        /// The e-file.
        E = 4,
        /// The f-file.
        F = 5,
        /// The g-file.
        G = 6,
        /// The h-file.
        H = 7,
    }
}

ordinal! { File, "file" }

impl File {
    /// Returns the lower-case letter of the file.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file with this lower-case letter.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Self::from_index(letter as u8 - b'a'),
            _ => None,
        }
    }

    #[inline]
    pub(crate) const fn from_square_index(index: u8) -> Self {
        Self::from_valid(index & 7)
    }

    /// Returns the file with left and right swapped: `a` becomes `h`.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self::from_valid(7 - self as u8)
    }

    /// Returns the number of files to the nearer edge, 0 to 3.
    ///
    /// ```text
    /// file    a b c d e f g h
    /// result  0 1 2 3 3 2 1 0
    /// ```
    #[inline]
    pub const fn edge_distance(self) -> u8 {
        let (left, right) = (self as u8, 7 - self as u8);
        if left < right { left } else { right }
    }
}

impl fmt::Display for File {
    /// Writes the lower-case letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for File {
    type Err = ParseError;

    /// Reads a lower-case letter from `a` to `h`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a file from a to h";
        let found = ParseError::only_character(text, EXPECTED)?;
        Self::from_letter(found).ok_or(ParseError::Character { expected: EXPECTED, found, at: 0 })
    }
}
