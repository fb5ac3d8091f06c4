//! What can be wrong with an EPD.

use core::fmt;

use gardez_position::FenError;

use crate::san::SanError;

/// Why a line is no EPD, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdError {
    /// What is wrong.
    pub kind: EpdErrorKind,
    /// The byte in the line at which it is wrong.
    pub at: usize,
}

/// What is wrong with an EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The position cannot be set up.
    Position(FenError),
    /// An operation does not begin with a letter.
    Opcode(char),
    /// A string without its closing quote.
    UnclosedString,
    /// A quote inside a word.
    QuoteInWord,
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            EpdErrorKind::Position(error) => return error.fmt(f),
            EpdErrorKind::Opcode(found) => write!(f, "an operation begins with a letter, not with {found:?}")?,
            EpdErrorKind::UnclosedString => f.write_str("string without closing quote")?,
            EpdErrorKind::QuoteInWord => f.write_str("quote inside a word")?,
        }
        write!(f, ", at byte {}", self.at)
    }
}

impl core::error::Error for EpdError {}

/// Why the operands of an operation are not what its opcode asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ValueError {
    /// An operand is no move of the position.
    Move {
        /// Which operand, counted from 0.
        index: usize,
        /// What is wrong with it.
        error: SanError,
    },
    /// A null move, where a move must stand.
    NullMove {
        /// Which operand, counted from 0.
        index: usize,
    },
    /// The operand is no number, or too large.
    Number,
    /// Another number of operands than the one that there must be.
    Count {
        /// How many there are.
        found: usize,
    },
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { index, error } => write!(f, "operand {}: {error}", index + 1),
            Self::NullMove { index } => write!(f, "operand {}: a null move", index + 1),
            Self::Number => f.write_str("the operand is no number in range"),
            Self::Count { found } => write!(f, "{found} operands in place of one"),
        }
    }
}

impl core::error::Error for ValueError {}
