//! Errors of reading an EPD and the values of its operations.

use alloc::string::String;
use core::ops::Range;

use gardez_position::FenError;
use gardez_types::errors;

use crate::san::SanError;

errors! {
    /// An error in an EPD, and its place: `error.text(line)` is the offending part.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct EpdError {
        /// The kind of the error.
        pub kind: EpdErrorKind,
        /// The byte range of the offending part in the line; empty where something is missing.
        pub span: Range<usize>,
    } = kind, |f| match kind {
        // The inner error has the same place.
        EpdErrorKind::Position(error) => error.fmt(f),
        kind => write!(f, "{kind} at byte {}", span.start),
    } => span span.clone();

    /// The kind of an error in an EPD.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum EpdErrorKind {
        /// The position cannot be read.
        Position(error: FenError) = error;
        Opcode(found: char) = "opcode", "expected an opcode that begins with a letter, found {found:?}";
        UnclosedString = "unclosed-string", "string without closing quote";
        QuoteInWord = "quote-in-word", "quote inside a word";
    }
}

impl EpdError {
    /// Returns the part of `line` that the error is about, where `line` is the text that was read. It is empty if
    /// something is missing there.
    pub fn text<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.span.clone()).unwrap_or_default()
    }
}

errors! {
    /// The reason the operands of an operation are not what its opcode requires. Moves are counted from 0.
    ///
    /// The span of [`ErrorInfo`] is `None`, because an operation does not know its place in a line.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ValueError {
        /// An operand is not a legal move.
        Move { index: usize, error: SanError } = error, "operand {}: {error}", index + 1;
        NullMove { index: usize } = "null-move", "operand {}: expected a move, found a null move", index + 1;
        Number { found: String } = "number", "expected a number in range, found {found:?}";
        Count { found: usize } = "count", "expected one operand, found {found}";
    }
}
