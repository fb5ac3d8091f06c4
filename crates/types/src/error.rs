//! The one way in which a word of the vocabulary cannot be read.

use core::fmt;

/// Why a text is not a square, file, rank, color, piece or set of castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseError {
    /// The text has another number of characters than the value asked for.
    Length {
        /// What was asked for, such as `"a square such as e4"`.
        expected: &'static str,
        /// The characters found.
        found: usize,
    },
    /// A character that has no meaning in its place.
    Character {
        /// What was asked for, such as `"a rank from 1 to 8"`.
        expected: &'static str,
        /// The character found.
        found: char,
        /// Its byte offset in the text.
        at: usize,
    },
}

impl ParseError {
    /// The single character of `text`.
    pub(crate) fn only_character(text: &str, expected: &'static str) -> Result<char, Self> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(Self::Length { expected, found: text.chars().count() }),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => write!(f, "expected {expected}, found {found} characters"),
            Self::Character { expected, found, at } => {
                write!(f, "expected {expected}, found {found:?} at byte {at}")
            }
        }
    }
}

impl core::error::Error for ParseError {}
