//! Why bytes are not a training record.

use core::fmt;
use core::ops::Range;

use gardez_types::ErrorInfo;

use crate::moves::Move;

/// Why bytes are not a record, and where.
///
/// [`Record::from_bytes`](super::Record::from_bytes) reports it. The values of a record are another matter; see
/// [`BrokenRule`](super::BrokenRule).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct RecordError {
    /// The reason.
    pub kind: RecordErrorKind,
    /// The byte of the record at which the version begins, or at which bytes are missing or in excess.
    pub offset: usize,
}

/// The reasons why bytes are not a record.
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
            Self::UnknownVersion { .. } => 4,
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
