//! Errors of EPDs and their operations.

use alloc::string::String;
use core::ops::Range;

use gardez_position::FenError;
use gardez_types::errors;

use crate::san::SanError;

errors! {
    /// An error in an EPD.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct EpdError {
        /// The kind of the error.
        pub kind: EpdErrorKind,
        /// The bytes of the offending part; empty where something is missing.
        pub span: Range<usize>,
    } = kind, |f| match kind {
        // The inner error has the same place.
        EpdErrorKind::Position(error) => error.fmt(f),
        kind => write!(f, "{kind} at byte {}", span.start),
    } => span span.clone();

    /// The reason a line is not an EPD.
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
    /// Returns the offending part of `line`, the text that was read; empty if something is missing.
    pub fn text<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.span.clone()).unwrap_or_default()
    }
}

errors! {
    /// The reason the operands of an operation are not what its opcode requires. Moves are counted from 0.
    ///
    /// [`ErrorInfo`] has no span, because an operation does not know its place in a line.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ValueError {
        /// An operand is not a legal move.
        Move { index: usize, error: SanError } = error, "operand {}: {error}", index + 1;
        NullMove { index: usize } = "null-move", "operand {}: expected a move, found a null move", index + 1;
        /// The length of a mate in place of a move, such as `#3`.
        Mate { moves: u32 } = "mate", "expected a move, found #{moves}, a mate in {moves}; dm {moves} says so";
        Number { found: String } = "number", "expected a number in range, found {found:?}";
        Count { found: usize } = "count", "expected one operand, found {found}";
    }
}
