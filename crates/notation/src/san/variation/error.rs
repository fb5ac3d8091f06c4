//! Why a line of moves cannot be written or read.

use core::error::Error;
use core::fmt;
use core::ops::Range;

use gardez_position::IllegalMoveError;
use gardez_types::{Color, ErrorInfo};

use crate::san::error::SanError;

/// Why a line of moves cannot be written: a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IllegalVariationError {
    /// The index of the move, from 0.
    pub index: usize,
    /// Why it is not legal.
    pub error: IllegalMoveError,
}

impl fmt::Display for IllegalVariationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.index + 1, self.error)
    }
}

impl Error for IllegalVariationError {}

impl ErrorInfo for IllegalVariationError {
    fn kind_name(&self) -> &'static str {
        self.error.kind_name()
    }
}

/// Why a text is not a line of moves, and which word is wrong.
///
/// Its [span](ErrorInfo::span) is the part of the whole text that is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationError {
    pub(super) kind: VariationErrorKind,
    pub(super) word: usize,
    pub(super) ply: usize,
    pub(super) span: Range<usize>,
}

/// What is wrong with a word of a line of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum VariationErrorKind {
    /// It is not a move that is accepted here.
    Move(SanError),
    /// It has another move number than the board, or not the periods that belong to the side to move.
    Number {
        /// The number of the move.
        expected: u32,
        /// The side to move.
        color: Color,
    },
}

impl VariationError {
    /// What is wrong with the word.
    pub const fn kind(&self) -> &VariationErrorKind {
        &self.kind
    }

    /// The index of the word, from 0. Words are separated by blanks; move numbers count.
    pub const fn word(&self) -> usize {
        self.word
    }

    /// The number of moves before the word.
    pub const fn ply(&self) -> usize {
        self.ply
    }
}

impl fmt::Display for VariationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {}: ", self.word + 1)?;
        match &self.kind {
            // The place in the whole text is the span of this error.
            VariationErrorKind::Move(SanError::Malformed { span }) if span.is_empty() => {
                write!(f, "not a move: text ends at byte {}", self.span.start)
            }
            VariationErrorKind::Move(SanError::Malformed { .. }) => {
                write!(f, "not a move: unexpected text at byte {}", self.span.start)
            }
            kind => kind.fmt(f),
        }
    }
}

impl fmt::Display for VariationErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::Number { expected, color: Color::White } => write!(f, "expected the move number {expected}."),
            Self::Number { expected, color: Color::Black } => write!(f, "expected the move number {expected}..."),
        }
    }
}

impl Error for VariationError {}

impl Error for VariationErrorKind {}

impl ErrorInfo for VariationErrorKind {
    /// For a move, the kind of its [`SanError`].
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Move(error) => error.kind_name(),
            Self::Number { .. } => "move-number",
        }
    }
}

impl ErrorInfo for VariationError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    fn span(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}
