//! What is wrong with a training record.

use core::fmt;
use core::ops::Range;

use gardez_types::ErrorInfo;

use super::layout::POLICY_BYTES;
use crate::moves::Move;

/// What is wrong with a record, and where.
///
/// [`Record::from_bytes`](super::Record::from_bytes) reports bytes that are not a record. [`V6::check`](super::V6::check)
/// reports fields that do not make sense.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct RecordError {
    /// The reason.
    pub kind: RecordErrorKind,
    /// The byte of the record at which the field begins, or at which bytes are missing or in excess.
    pub offset: usize,
}

/// The reasons why bytes are not a record, or why a record does not make sense.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The bytes end within the four bytes of the version.
    NoVersion {
        /// The number of bytes.
        found: usize,
    },
    /// The version is not one of 3 to 7. The text names V7B, which has the numbers 70 and 170 and is written by forks of lc0.
    UnknownVersion {
        /// The version of the record.
        found: u32,
    },
    /// The number of bytes is not the size of the records of this version.
    Length {
        /// The version of the record.
        version: u32,
        /// The size of the records of this version.
        expected: usize,
        /// The number of bytes.
        found: usize,
    },
    /// The version in a [`V6`](super::V6) is not 6.
    NotVersion6 {
        /// The version of the record.
        found: u32,
    },
    /// The input format is unknown.
    InputFormat {
        /// The number of the format.
        found: u32,
    },
    /// A probability is neither -1 nor in the range from 0 to 1.
    Probability {
        /// The policy index of the probability.
        index: u16,
        /// The value.
        found: f32,
    },
    /// The sum of the probabilities is not in the range from 0.99 to 1.01.
    ProbabilitySum {
        /// The sum.
        found: f32,
    },
    /// A castling field has several bits set, or is greater than 1 in format 1.
    Castling {
        /// The value.
        found: u8,
    },
    /// Several en passant files, or a side to move that is neither 0 nor 1.
    SideToMoveOrEnPassant {
        /// The value.
        found: u8,
    },
    /// The fifty-move counter is greater than 100.
    Rule50 {
        /// The counter.
        found: u8,
    },
    /// An expected result is not in the range from -1 to 1.
    Q {
        /// The name of the field.
        field: &'static str,
        /// The value.
        found: f32,
    },
    /// The probability of a draw is not in the range from 0 to 1.
    D {
        /// The name of the field.
        field: &'static str,
        /// The value.
        found: f32,
    },
    /// The index of the move that was played does not belong to a legal move.
    PlayedIndex {
        /// The index.
        found: u16,
    },
    /// The index of the best move does not belong to a legal move.
    BestIndex {
        /// The index.
        found: u16,
    },
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion { found } => write!(f, "expected a version of 4 bytes, found {found} bytes"),
            Self::UnknownVersion { found: found @ (70 | 170) } => {
                write!(f, "version {found} is V7B, which only forks of lc0 read, expected 3 to 7")
            }
            Self::UnknownVersion { found } => write!(f, "unknown version {found}, expected 3 to 7"),
            Self::Length { version, expected, found } => {
                write!(f, "expected {expected} bytes for a record of version {version}, found {found}")
            }
            Self::NotVersion6 { found } => write!(f, "expected version 6, found {found}"),
            Self::InputFormat { found } => write!(f, "unknown input format {found}"),
            Self::Probability { index, found } => {
                write!(f, "the probability of move {index} is {found}, expected -1 or 0 to 1")
            }
            Self::ProbabilitySum { found } => write!(f, "the sum of the probabilities is {found}, expected 1"),
            Self::Castling { found } => write!(f, "{found} is not a castling right"),
            Self::SideToMoveOrEnPassant { found } => write!(f, "{found} is not a side to move or an en passant file"),
            Self::Rule50 { found } => write!(f, "the fifty-move counter is {found}, expected 0 to 100"),
            Self::Q { field, found } => write!(f, "{field} is {found}, expected -1 to 1"),
            Self::D { field, found } => write!(f, "{field} is {found}, expected 0 to 1"),
            Self::PlayedIndex { found } => write!(f, "the played move {found} is not legal"),
            Self::BestIndex { found } => write!(f, "the best move {found} is not legal"),
        }
    }
}

impl core::error::Error for RecordErrorKind {}

impl ErrorInfo for RecordErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::NoVersion { .. } => "no-version",
            Self::UnknownVersion { .. } => "unknown-version",
            Self::Length { .. } => "length",
            Self::NotVersion6 { .. } => "not-version-6",
            Self::InputFormat { .. } => "input-format",
            Self::Probability { .. } => "probability",
            Self::ProbabilitySum { .. } => "probability-sum",
            Self::Castling { .. } => "castling",
            Self::SideToMoveOrEnPassant { .. } => "side-to-move-or-en-passant",
            Self::Rule50 { .. } => "rule50",
            Self::Q { .. } => "q",
            Self::D { .. } => "d",
            Self::PlayedIndex { .. } => "played-index",
            Self::BestIndex { .. } => "best-index",
        }
    }
}

impl RecordErrorKind {
    /// Returns the number of bytes that the error is about.
    const fn width(self) -> usize {
        match self {
            // The bytes end where more were expected, or go on after the end.
            Self::NoVersion { .. } => 0,
            Self::Length { expected, found, .. } => found.saturating_sub(expected),
            Self::Castling { .. } | Self::SideToMoveOrEnPassant { .. } | Self::Rule50 { .. } => 1,
            Self::PlayedIndex { .. } | Self::BestIndex { .. } => 2,
            Self::UnknownVersion { .. }
            | Self::NotVersion6 { .. }
            | Self::InputFormat { .. }
            | Self::Probability { .. }
            | Self::Q { .. }
            | Self::D { .. } => 4,
            Self::ProbabilitySum { .. } => POLICY_BYTES,
        }
    }
}

impl RecordError {
    /// The version is not one of 3 to 7.
    pub(super) const fn unknown_version(found: u32) -> Self {
        Self { kind: RecordErrorKind::UnknownVersion { found }, offset: 0 }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {} of the record", self.kind, self.offset)
    }
}

impl core::error::Error for RecordError {}

impl ErrorInfo for RecordError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    /// The bytes of the field in the record. Empty, at the end of the bytes, if bytes are missing.
    fn span(&self) -> Option<Range<usize>> {
        Some(self.offset..self.offset + self.kind.width())
    }
}

/// A move that does not have a policy index, because no piece moves like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnlistedMoveError(pub Move);

impl fmt::Display for UnlistedMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {:?} does not have a policy index", self.0)
    }
}

impl core::error::Error for UnlistedMoveError {}

impl ErrorInfo for UnlistedMoveError {
    fn kind_name(&self) -> &'static str {
        "unlisted-move"
    }
}
