//! What errors have in common, and the error of reading a single value.

use core::error::Error;
use core::fmt;
use core::ops::Range;

/// What every error of the Gardez crates says about itself besides its text.
///
/// It lets code handle all errors alike: a program that underlines the offending part of its input, or a binding that
/// turns errors into exceptions of another language.
///
/// ```
/// use gardez_types::{ErrorInfo, Square};
///
/// let error = "e9".parse::<Square>().expect_err("there are eight ranks");
/// assert_eq!(error.kind_name(), "character");
/// assert_eq!(error.span(), Some(1..2));
/// assert_eq!(error.to_string(), "expected a rank from 1 to 8, found '9' at byte 1");
/// ```
pub trait ErrorInfo: Error {
    /// The name of the kind of error: lower case, words joined by hyphens. Names are stable.
    fn kind_name(&self) -> &'static str;

    /// The byte range of the input that the error is about; empty where something is missing, `None` if the error is not
    /// about a place in a text.
    fn span(&self) -> Option<Range<usize>> {
        None
    }
}

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
    /// The text as a whole is none of the expected ones.
    Word {
        /// What was asked for, such as `"one of 1-0, 0-1, 1/2-1/2, *"`.
        expected: &'static str,
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
            Self::Word { expected } => write!(f, "expected {expected}"),
        }
    }
}

impl Error for ParseError {}

impl ErrorInfo for ParseError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Length { .. } => "length",
            Self::Character { .. } => "character",
            Self::Word { .. } => "word",
        }
    }

    /// The offending character; `None` if the text as a whole does not fit.
    fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Character { found, at, .. } => Some(*at..*at + found.len_utf8()),
            Self::Length { .. } | Self::Word { .. } => None,
        }
    }
}
