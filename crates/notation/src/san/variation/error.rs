//! Errors of lines of moves.

use core::ops::Range;

use gardez_position::IllegalMoveError;
use gardez_types::{Color, errors};

use crate::san::error::SanError;

errors! {
    /// The reason a line of moves cannot be written: a move is not legal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct IllegalVariationError {
        /// The index of the move, from 0.
        pub index: usize,
        /// The reason.
        pub error: IllegalMoveError,
    } = error, "move {}: {error}", index + 1;

    /// The reason a text is not a line of moves. The [span](ErrorInfo::span) is the offending part of the whole text.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct VariationError {
        pub(super) kind: VariationErrorKind,
        pub(super) word: usize,
        pub(super) ply: usize,
        pub(super) span: Range<usize>,
    } = kind, |f| match kind {
        // The place in the whole text is the span of this error.
        VariationErrorKind::Move(SanError::Malformed { span: inner }) => {
            let found = if inner.is_empty() { "text ends" } else { "unexpected text" };
            write!(f, "word {}: not a move: {found} at byte {}", word + 1, span.start)
        }
        kind => write!(f, "word {}: {kind}", word + 1),
    } => span span.clone();

    /// The reason a word does not belong to a line of moves.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum VariationErrorKind {
        /// It is not a move that is accepted here.
        Move(error: SanError) = error;
        /// A wrong move number, or wrong periods.
        Number { expected: u32, color: Color } = "move-number",
            "expected the move number {expected}{}", if *color == Color::White { "." } else { "..." };
    }
}

impl VariationError {
    /// Returns the reason.
    pub const fn kind(&self) -> &VariationErrorKind {
        &self.kind
    }

    /// Returns the index of the word, from 0. Move numbers are words.
    pub const fn word(&self) -> usize {
        self.word
    }

    /// Returns the number of moves before the word.
    pub const fn ply(&self) -> usize {
        self.ply
    }
}
