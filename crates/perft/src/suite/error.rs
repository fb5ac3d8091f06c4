//! What can be wrong with a line of a suite.

use alloc::string::String;
use core::fmt;

use super::MAX_DEPTH;

/// A line of a suite that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: SuiteErrorKind,
}

/// Why a line of a suite could not be read; long texts are shortened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SuiteErrorKind {
    /// The line is no text.
    NotUtf8 {
        /// The offset of the first byte that is none.
        at: usize,
    },
    /// The line has none of the shapes of a suite.
    Shape {
        /// How the line begins.
        found: String,
    },
    /// A position stands without any count.
    NoCounts,
    /// A field behind a `;`, or a `perft` line, is not made of a depth and a count.
    Field {
        /// The field.
        found: String,
    },
    /// A depth is no number or out of bounds.
    Depth {
        /// What stands in its place.
        found: String,
    },
    /// A count of nodes is no number or does not fit into 64 bits.
    Nodes {
        /// What stands in its place.
        found: String,
    },
    /// A `perft` line has no `epd` line before it.
    CountWithoutPosition,
    /// An `id` line has no `epd` line behind it.
    IdWithoutPosition,
    /// A line that begins like JSON is not the object that was expected.
    Json {
        /// What the JSON reader says.
        message: String,
    },
    /// A JSON line, in a build without the feature `json`.
    JsonFeature,
}

impl fmt::Display for SuiteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 { at } => write!(f, "not UTF-8 text from byte {at} of the line on"),
            Self::Shape { found } => {
                write!(f, "expected a FEN with counts such as `;D1 20`, a block, a comment or JSON, found {found:?}")
            }
            Self::NoCounts => f.write_str("expected counts for the position, found none"),
            Self::Field { found } => write!(f, "expected a depth and its count, found {found:?}"),
            Self::Depth { found } => write!(f, "expected a depth from 1 to {MAX_DEPTH}, found {found:?}"),
            Self::Nodes { found } => write!(f, "expected a count of nodes below 2^64, found {found:?}"),
            Self::CountWithoutPosition => f.write_str("expected an `epd` line before the `perft` line"),
            Self::IdWithoutPosition => f.write_str("expected an `epd` line behind the `id` line"),
            Self::Json { message } => {
                write!(f, "expected an object with \"fen\" and \"perft\", and perhaps \"c960\" and \"id\": {message}")
            }
            Self::JsonFeature => f.write_str("JSON can only be read with the feature `json`"),
        }
    }
}

impl core::error::Error for SuiteErrorKind {}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl core::error::Error for SuiteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.kind)
    }
}

/// The beginning of a text, for an error.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => alloc::format!("{}…", &text[..end]),
        None => text.into(),
    }
}
