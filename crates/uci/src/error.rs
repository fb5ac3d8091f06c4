//! The error in a line of the protocol.

use core::ops::Range;

use gardez_position::FenError;
use gardez_types::{ParseError, errors};

use crate::text::TextError;

errors! {
    /// An error in a line, and its place: `error.text(line)` is the part that is wrong.
    ///
    /// The strict readers return the first error. The lenient readers collect the errors that they can skip in
    /// [`Parsed::problems`](crate::Parsed::problems).
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct LineError {
        kind: LineErrorKind,
        span: Range<usize>,
    } = kind, "{kind} at byte {}", span.start => span span.clone();

    /// The kinds of errors in a line.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum LineErrorKind {
        /// The line contains nothing but spaces.
        Empty = "empty", "the line is empty";
        LineBreak = "line-break", "line break inside the line";
        /// No word of the line is a command or an answer of the protocol.
        UnknownCommand = "unknown-command", "unknown command";
        /// The protocol does not allow the word at this place.
        UnknownWord = "unknown-word", "unexpected text";
        MissingValue { after: &'static str } = "missing-value", "value missing after `{after}`";
        /// A field appears twice.
        Repeated { field: &'static str } = "repeated", "`{field}` appears twice";
        /// The value of a field is not a number, or is outside the numbers that the field can have.
        Number { field: &'static str } = "number", "not a number that `{field}` can have";
        /// The text is not one of the expected words, such as `"on or off"`.
        Word { expected: &'static str } = "word", "expected {expected}";
        Move(error: ParseError) = "move", "not a move: {error}";
        UpperCase = "upper-case", "upper case where lower case is expected";
        /// The text is not a FEN.
        Fen(error: FenError) = "fen", "FEN: {error}";
        /// A name or a value cannot be written in a line.
        Text(error: TextError) = "text", "{error}";
        /// The default of a number is outside its limits, or the default of a choice is not in its list.
        Default = "default", "the default is not an allowed value";
    }
}

impl LineError {
    pub(crate) const fn new(kind: LineErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// Returns the kind of the error, with the value that caused it.
    pub const fn kind(&self) -> &LineErrorKind {
        &self.kind
    }

    /// Returns the wrong part of `line`; empty where something is missing.
    pub fn text<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.span.clone()).unwrap_or_default()
    }
}
