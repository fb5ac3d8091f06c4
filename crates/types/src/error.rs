//! What all errors have in common, and the error of reading a single value.

use core::error::Error;
use core::fmt;
use core::ops::Range;

/// What every error of the Gardez crates reports in addition to its text.
///
/// All public error types of the Gardez crates implement it. Code can therefore handle all errors alike, for example to
/// underline the part of an input that is wrong, or to turn errors into exceptions of another language. The trait can
/// be used as `dyn ErrorInfo`.
///
/// The text of an error (`Display`) is a clause in lower case without a period. If a value at some place is wrong, the
/// text contains both.
///
/// ```
/// use gardez_types::{ErrorInfo, Square};
///
/// let input = "e9";
/// let error = input.parse::<Square>().expect_err("there is no ninth rank");
/// assert_eq!(error.kind_name(), "character");
/// assert_eq!(error.span(), Some(1..2));
/// assert_eq!(&input[1..2], "9");
/// assert_eq!(error.to_string(), "expected a rank from 1 to 8, found '9' at byte 1");
/// ```
pub trait ErrorInfo: Error {
    /// The name of the kind of error, in lower case, with hyphens between words.
    ///
    /// Names are stable: a later version may add names but does not change them.
    fn kind_name(&self) -> &'static str;

    /// The byte range of the input that the error is about.
    ///
    /// The range is empty where something is missing. The result is `None` if the error is about the whole input, or
    /// not about a text.
    fn span(&self) -> Option<Range<usize>> {
        None
    }
}

/// The error of reading a square, a file, a rank, a color, a piece, castling rights, a result or a UCI move from text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseError {
    /// The text has too few or too many characters.
    Length {
        /// What the reader expected, such as `"a square such as e4"`.
        expected: &'static str,
        /// The number of characters of the text.
        found: usize,
    },
    /// A character that is not allowed at its place.
    Character {
        /// What the reader expected, such as `"a rank from 1 to 8"`.
        expected: &'static str,
        /// The character of the text.
        found: char,
        /// The byte offset of the character in the text.
        at: usize,
    },
    /// The text is not one of the expected words.
    Word {
        /// What the reader expected, such as `"one of 1-0, 0-1, 1/2-1/2, *"`.
        expected: &'static str,
    },
}

impl ParseError {
    /// Returns the character of a text that has only one.
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
            Self::Length { expected, found: 1 } => write!(f, "expected {expected}, found 1 character"),
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

    /// The range of the wrong character, or `None` if the error is about the whole text.
    fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Character { found, at, .. } => Some(*at..*at + found.len_utf8()),
            Self::Length { .. } | Self::Word { .. } => None,
        }
    }
}
