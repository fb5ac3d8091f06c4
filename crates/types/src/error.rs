//! The common parts of all errors, and the error of reading a single value.

mod rows;

use core::convert::Infallible;
use core::error::Error;
use core::ops::Range;

use crate::errors;

/// The information that every error of the Gardez crates has in addition to its text.
///
/// Code can handle all errors alike through `dyn ErrorInfo`, for example to underline the wrong part of an input. The
/// text of an error (`Display`) is a clause in lower case, with the wrong value and its place.
///
/// ```
/// use gardez_types::{ErrorInfo, Square};
///
/// let input = "e9";
/// let error = input.parse::<Square>().expect_err("there is no ninth rank");
/// assert_eq!(error.kind_name(), "character");
/// assert_eq!(error.span(), Some(1..2));
/// assert_eq!(error.to_string(), "expected a rank from 1 to 8, found '9' at byte 1");
/// ```
pub trait ErrorInfo: Error {
    /// Returns the stable name of the kind of error, in lower case with hyphens.
    fn kind_name(&self) -> &'static str;

    /// Returns the byte range of the input that the error is about, empty where something is missing.
    ///
    /// `None` if the error is about the whole input, or not about a text.
    fn span(&self) -> Option<Range<usize>> {
        None
    }
}

impl ErrorInfo for Infallible {
    fn kind_name(&self) -> &'static str {
        match *self {}
    }
}

/// Returns the byte range of a part that begins at an offset of a stream, or `None` on overflow.
///
/// ```
/// assert_eq!(gardez_types::span_at(100, 2..4), Some(102..104));
/// assert_eq!(gardez_types::span_at(u64::MAX, 2..4), None);
/// ```
pub fn span_at(offset: u64, part: Range<usize>) -> Option<Range<usize>> {
    let start = usize::try_from(offset).ok()?;
    Some(start.checked_add(part.start)?..start.checked_add(part.end)?)
}

errors! {
    /// The error of reading a single value from text; `expected` is what the reader expected.
    ///
    /// Its [span](ErrorInfo::span) is the wrong character, or `None` for the whole text.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ParseError {
        /// The text has too few or too many characters.
        Length { expected: &'static str, found: usize } = "length",
            "expected {expected}, found {found} character{}", if *found == 1 { "" } else { "s" };
        /// A character is not allowed at the byte offset `at`.
        Character { expected: &'static str, found: char, at: usize } = "character",
            "expected {expected}, found {found:?} at byte {at}" => span *at..*at + found.len_utf8();
        /// The text is not one of the expected words.
        Word { expected: &'static str } = "word", "expected {expected}";
    }
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
