//! The eight columns of the board.

use core::fmt;
use core::str::FromStr;

use crate::{ParseError, Square};

vocabulary! {
    /// A file (column) of the board, `a` to `h`.
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
    /// The lower-case letter of the file.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this lower-case letter, if there is one.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Self::from_index(letter as u8 - b'a'),
            _ => None,
        }
    }

    /// The file `square` lies on.
    #[inline]
    pub(crate) const fn of(square: Square) -> Self {
        Self::known(square as u8 & 7)
    }

    /// The file on the other side of the board: `a` becomes `h`.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self::known(7 - self as u8)
    }

    /// How many files it is to the nearer edge: 0 on the a- and h-file, 3 on the d- and e-file.
    #[inline]
    pub const fn edge_distance(self) -> u8 {
        let (left, right) = (self as u8, 7 - self as u8);
        if left < right { left } else { right }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for File {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a file from a to h";
        let found = ParseError::only_character(text, EXPECTED)?;
        Self::from_letter(found).ok_or(ParseError::Character { expected: EXPECTED, found, at: 0 })
    }
}
