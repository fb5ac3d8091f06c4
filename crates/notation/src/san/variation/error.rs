//! Why a line of moves cannot be written or read.

use core::ops::Range;

use gardez_position::IllegalMoveError;
use gardez_types::{Color, errors};

use crate::san::error::SanError;

errors! {
    /// Why a line of moves cannot be written: a move is not legal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct IllegalVariationError {
        /// The index of the move, from 0.
        pub index: usize,
        /// Why it is not legal.
        pub error: IllegalMoveError,
    } = error, "move {}: {error}", index + 1;

    /// Why a text is not a line of moves, and which word is wrong.
    ///
    /// Its [span](ErrorInfo::span) is the part of the whole text that is not understood.
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

    /// What is wrong with a word of a line of moves.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum VariationErrorKind {
        /// It is not a move that is accepted here.
        Move(error: SanError) = error;
        /// It has another move number than the board, or not the periods that belong to the side to move.
        Number { expected: u32, color: Color } = "move-number",
            "expected the move number {expected}{}", if *color == Color::White { "." } else { "..." };
    }
}

impl VariationError {
    /// Returns what is wrong with the word.
    pub const fn kind(&self) -> &VariationErrorKind {
        &self.kind
    }

    /// Returns the index of the word, from 0. Words are separated by blanks; move numbers count.
    pub const fn word(&self) -> usize {
        self.word
    }

    /// Returns the number of moves before the word.
    pub const fn ply(&self) -> usize {
        self.ply
    }
}
