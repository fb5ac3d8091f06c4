//! What can be wrong with a line of a suite.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use gardez_types::ErrorInfo;

use super::MAX_DEPTH;

/// A line of a suite that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SuiteError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: SuiteErrorKind,
    /// The byte range in the text of the suite.
    pub(super) span: Range<usize>,
}

/// Why a line of a suite could not be read. Long texts are shortened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SuiteErrorKind {
    /// The line is not UTF-8 text.
    NotUtf8 {
        /// The offset of the first invalid byte in the line.
        at: usize,
    },
    /// The line has none of the formats of a suite.
    Shape {
        /// The beginning of the line.
        found: String,
    },
    /// A position has no counts.
    NoCounts,
    /// A field after a `;`, or a `perft` line, does not consist of a depth and a count.
    Field {
        /// The field.
        found: String,
    },
    /// A depth is not a number, or is out of range.
    Depth {
        /// The text in its place.
        found: String,
    },
    /// A count of nodes is not a number, or does not fit into 64 bits.
    Nodes {
        /// The text in its place.
        found: String,
    },
    /// A `perft` line has no `epd` line before it.
    CountWithoutPosition,
    /// An `id` line has no `epd` line after it.
    IdWithoutPosition,
    /// A line that begins like JSON is not the expected object.
    Json {
        /// The message of the JSON reader.
        message: String,
    },
    /// A line is JSON, but the crate is built without the feature `json`.
    JsonFeature,
}

impl SuiteErrorKind {
    /// The byte range in the text of an error on a line with this range.
    pub(super) fn place(&self, line: Range<usize>) -> Range<usize> {
        match self {
            Self::NotUtf8 { at } => line.start + at..line.start + at + 1,
            _ => line,
        }
    }
}

impl fmt::Display for SuiteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 { at } => write!(f, "expected UTF-8 text, found an invalid byte at byte {at} of the line"),
            Self::Shape { found } => {
                write!(f, "expected a FEN with counts such as `;D1 20`, a block, a comment or JSON, found {found:?}")
            }
            Self::NoCounts => f.write_str("expected counts for the position, found none"),
            Self::Field { found } => write!(f, "expected a depth and its count, found {found:?}"),
            Self::Depth { found } => write!(f, "expected a depth from 1 to {MAX_DEPTH}, found {found:?}"),
            Self::Nodes { found } => write!(f, "expected a count of nodes below 2^64, found {found:?}"),
            Self::CountWithoutPosition => f.write_str("expected an `epd` line before the `perft` line"),
            Self::IdWithoutPosition => f.write_str("expected an `epd` line after the `id` line"),
            Self::Json { message } => {
                write!(
                    f,
                    "expected an object with \"fen\" and \"perft\", and optionally \"c960\" and \"id\": {message}"
                )
            }
            Self::JsonFeature => f.write_str("JSON lines need the feature `json`"),
        }
    }
}

impl core::error::Error for SuiteErrorKind {}

impl ErrorInfo for SuiteErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "not-utf8",
            Self::Shape { .. } => "shape",
            Self::NoCounts => "no-counts",
            Self::Field { .. } => "field",
            Self::Depth { .. } => "depth",
            Self::Nodes { .. } => "nodes",
            Self::CountWithoutPosition => "count-without-position",
            Self::IdWithoutPosition => "id-without-position",
            Self::Json { .. } => "json",
            Self::JsonFeature => "json-feature",
        }
    }
}

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

impl ErrorInfo for SuiteError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    /// The line in the text of the suite, or the first byte that is not UTF-8.
    fn span(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}

/// The beginning of a text, for an error message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => alloc::format!("{}…", &text[..end]),
        None => text.into(),
    }
}
