//! Why a line of the protocol could not be read.

use core::error::Error;
use core::fmt;
use core::ops::Range;

use gardez_position::FenError;
use gardez_types::{ErrorInfo, ParseError};

use crate::text::TextError;

/// What is wrong with a line, and where: `error.text(line)` is the part that is wrong.
///
/// The strict readers return the first error. The lenient readers collect the errors that they can skip in
/// [`Parsed::problems`](crate::Parsed::problems).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    kind: LineErrorKind,
    span: Range<usize>,
}

/// The kinds of errors in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// The line contains nothing but spaces.
    Empty,
    /// There is a line break before the end of the text.
    LineBreak,
    /// No word of the line is a command or an answer of the protocol.
    UnknownCommand,
    /// The protocol does not allow the word at this place.
    UnknownWord,
    /// The line ends, or another field begins, where a value is expected.
    MissingValue {
        /// The word before the value.
        after: &'static str,
    },
    /// A field appears twice.
    Repeated {
        /// The name of the field.
        field: &'static str,
    },
    /// The value of a field is not a number, or is outside the numbers that the field can have.
    Number {
        /// The name of the field.
        field: &'static str,
    },
    /// The text is not one of the expected words.
    Word {
        /// What was expected, such as `"on or off"`.
        expected: &'static str,
    },
    /// The text is not a move.
    Move(ParseError),
    /// A move, or another word of the protocol, is in upper case.
    UpperCase,
    /// The text is not a FEN.
    Fen(FenError),
    /// A name or a value cannot be written in a line.
    Text(TextError),
    /// The default of a number is outside its limits, or the default of a choice is not in its list.
    Default,
}

impl LineError {
    pub(crate) const fn new(kind: LineErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// The kind of the error, with the value that caused it.
    pub const fn kind(&self) -> &LineErrorKind {
        &self.kind
    }

    /// The part of `line` that the error is about. It is empty where something is missing, or if `line` is not the line
    /// that was read.
    pub fn text<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.span.clone()).unwrap_or_default()
    }
}

impl fmt::Display for LineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the line is empty"),
            Self::LineBreak => f.write_str("line break inside the line"),
            Self::UnknownCommand => f.write_str("unknown command"),
            Self::UnknownWord => f.write_str("unexpected text"),
            Self::MissingValue { after } => write!(f, "value missing after `{after}`"),
            Self::Repeated { field } => write!(f, "`{field}` appears twice"),
            Self::Number { field } => write!(f, "not a number that `{field}` can have"),
            Self::Word { expected } => write!(f, "expected {expected}"),
            Self::Move(error) => write!(f, "not a move: {error}"),
            Self::UpperCase => f.write_str("upper case where lower case is expected"),
            Self::Fen(error) => write!(f, "FEN: {error}"),
            Self::Text(error) => error.fmt(f),
            Self::Default => f.write_str("the default is not an allowed value"),
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.span.start)
    }
}

impl Error for LineErrorKind {}

impl Error for LineError {}

impl ErrorInfo for LineErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::LineBreak => "line-break",
            Self::UnknownCommand => "unknown-command",
            Self::UnknownWord => "unknown-word",
            Self::MissingValue { .. } => "missing-value",
            Self::Repeated { .. } => "repeated",
            Self::Number { .. } => "number",
            Self::Word { .. } => "word",
            Self::Move(_) => "move",
            Self::UpperCase => "upper-case",
            Self::Fen(_) => "fen",
            Self::Text(_) => "text",
            Self::Default => "default",
        }
    }
}

impl ErrorInfo for LineError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    /// The range in the line. Every error has one.
    fn span(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}
