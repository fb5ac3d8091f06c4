//! The errors in a line of a suite.

use alloc::string::String;
use core::ops::Range;

use gardez_types::errors;

use super::MAX_DEPTH;

errors! {
    /// A line of a suite that could not be read.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct SuiteError {
        /// The number of the line, counted from 1.
        pub line: usize,
        /// The kind of the error.
        pub kind: SuiteErrorKind,
        /// The byte range in the text of the suite.
        pub(super) span: Range<usize>,
    } = kind, "line {line}: {kind}" => span span.clone() => source kind;

    /// The reason a line of a suite could not be read. Long texts are shortened.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum SuiteErrorKind {
        /// The line is not UTF-8 text. `at` is the offset of the first invalid byte in the line.
        NotUtf8 { at: usize } = "not-utf8", "expected UTF-8 text, found an invalid byte at byte {at} of the line";
        Shape { found: String } = "shape",
            "expected a FEN with counts such as `;D1 20`, a block, a comment or JSON, found {found:?}";
        NoCounts = "no-counts", "expected counts for the position, found none";
        /// A field after a `;`, or a `perft` line, does not consist of a depth and a count.
        Field { found: String } = "field", "expected a depth and its count, found {found:?}";
        /// A depth is not a number, or is out of range.
        Depth { found: String } = "depth", "expected a depth from 1 to {MAX_DEPTH}, found {found:?}";
        Nodes { found: String } = "nodes", "expected a count of nodes below 2^64, found {found:?}";
        /// A `perft` line has no `epd` line before it.
        CountWithoutPosition = "count-without-position", "expected an `epd` line before the `perft` line";
        /// An `id` line has no `epd` line after it.
        IdWithoutPosition = "id-without-position", "expected an `epd` line after the `id` line";
        Json { message: String } = "json",
            "expected an object with \"fen\" and \"perft\", and optionally \"c960\" and \"id\": {message}";
        /// A line is JSON, but the crate is built without the feature `json`.
        JsonFeature = "json-feature", "JSON lines need the feature `json`";
    }
}

impl SuiteErrorKind {
    /// Returns the byte range in the text of an error on a line with this range.
    pub(super) fn place(&self, line: Range<usize>) -> Range<usize> {
        match self {
            Self::NotUtf8 { at } => line.start + at..line.start + at + 1,
            _ => line,
        }
    }
}

pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => alloc::format!("{}…", &text[..end]),
        None => text.into(),
    }
}
