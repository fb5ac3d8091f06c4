//! Errors of reading an EPD and the values of its operations.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use gardez_position::FenError;
use gardez_types::ErrorInfo;

use crate::san::SanError;

/// Why a line is not an EPD, and where: `error.text(line)` is the offending part.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdError {
    /// What is wrong.
    pub kind: EpdErrorKind,
    /// The byte range of the offending part in the line; empty where something is missing.
    pub span: Range<usize>,
}

/// What is wrong with an EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The position cannot be read.
    Position(FenError),
    /// An operation begins with a character that is not a letter.
    Opcode(char),
    /// A string without its closing quote.
    UnclosedString,
    /// A quote inside a word.
    QuoteInWord,
}

impl EpdError {
    /// The part of `line` that the error is about, where `line` is the text that was read. It is empty if something is
    /// missing there.
    pub fn text<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.span.clone()).unwrap_or_default()
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Opcode(found) => write!(f, "expected an opcode that begins with a letter, found {found:?}"),
            Self::UnclosedString => f.write_str("string without closing quote"),
            Self::QuoteInWord => f.write_str("quote inside a word"),
        }
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            // The inner error has the same place.
            EpdErrorKind::Position(error) => error.fmt(f),
            kind => write!(f, "{kind} at byte {}", self.span.start),
        }
    }
}

impl Error for EpdErrorKind {}

impl ErrorInfo for EpdErrorKind {
    /// For a position, the kind of the [`FenError`].
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Position(error) => error.kind_name(),
            Self::Opcode(_) => "opcode",
            Self::UnclosedString => "unclosed-string",
            Self::QuoteInWord => "quote-in-word",
        }
    }
}

impl Error for EpdError {}

impl ErrorInfo for EpdError {
    /// The name of the [kind](EpdError::kind).
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    fn span(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}

/// Why the operands of an operation are not what its opcode requires.
///
/// The span of [`ErrorInfo`] is `None`, because an operation does not know its place in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ValueError {
    /// An operand is not a legal move.
    Move {
        /// Which move, counted from 0.
        index: usize,
        /// What is wrong with it.
        error: SanError,
    },
    /// A null move where a move is required.
    NullMove {
        /// Which move, counted from 0.
        index: usize,
    },
    /// The operand is not a number, or is out of range.
    Number {
        /// The operand.
        found: String,
    },
    /// The opcode requires a different number of operands.
    Count {
        /// The number of operands found.
        found: usize,
    },
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { index, error } => write!(f, "operand {}: {error}", index + 1),
            Self::NullMove { index } => write!(f, "operand {}: expected a move, found a null move", index + 1),
            Self::Number { found } => write!(f, "expected a number in range, found {found:?}"),
            Self::Count { found } => write!(f, "expected one operand, found {found}"),
        }
    }
}

impl Error for ValueError {}

impl ErrorInfo for ValueError {
    /// For a move, the kind of the [`SanError`].
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Move { error, .. } => error.kind_name(),
            Self::NullMove { .. } => "null-move",
            Self::Number { .. } => "number",
            Self::Count { .. } => "count",
        }
    }
}
