//! The common parts of all errors, and the error of reading a single value.

mod rows;

use core::error::Error;
use core::ops::Range;

use crate::errors;

/// The information that every error of the Gardez crates has in addition to its text.
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
    /// Returns the name of the kind of error, in lower case, with hyphens between words.
    ///
    /// Names are stable: a later version may add names but does not change them.
    fn kind_name(&self) -> &'static str;

    /// Returns the byte range of the input that the error is about.
    ///
    /// The range is empty where something is missing. The result is `None` if the error is about the whole input, or
    /// not about a text.
    fn span(&self) -> Option<Range<usize>> {
        None
    }
}

/// Returns the byte range of an input that has this part, given where it begins: for [`ErrorInfo::span`] of errors in
/// streams. The result is `None` if memory has no such range.
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
    /// The error of reading a square, a file, a rank, a color, a piece, castling rights, a result or a UCI move from
    /// text. In each variant, `expected` is what the reader expected, such as `"a rank from 1 to 8"`.
    ///
    /// Its [span](ErrorInfo::span) is the range of the wrong character, or `None` if the error is about the whole text.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ParseError {
        /// The text has too few or too many characters. `found` is their number.
        Length { expected: &'static str, found: usize } = "length",
            "expected {expected}, found {found} character{}", if *found == 1 { "" } else { "s" };
        /// A character that is not allowed at its place, the byte offset `at`.
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
