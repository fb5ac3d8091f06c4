//! The error of bytes that are not a training record.

use gardez_types::errors;

use crate::moves::Move;

errors! {
    /// The reason bytes are not a record, and the place.
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
    } = kind, "{kind}, at byte {offset} of the record" => span *offset..offset + kind.width();

    /// The reasons why bytes are not a record.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum RecordErrorKind {
        NoVersion { found: usize } = "no-version", "expected a version of 4 bytes, found {found} bytes";
        /// The version is not one of 3 to 7. The text names V7B, which has the numbers 70 and 170 and is written by
        /// forks of lc0.
        UnknownVersion { found: u32 } = "unknown-version", |f| match found {
            70 | 170 => write!(f, "version {found} is V7B, which only forks of lc0 read, expected 3 to 7"),
            _ => write!(f, "unknown version {found}, expected 3 to 7"),
        };
        Length { version: u32, expected: usize, found: usize } = "length",
            "expected {expected} bytes for a record of version {version}, found {found}";
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
    /// Returns the error that the version is not one of 3 to 7.
    pub(super) const fn unknown_version(found: u32) -> Self {
        Self { kind: RecordErrorKind::UnknownVersion { found }, offset: 0 }
    }
}

errors! {
    /// A move that does not have a policy index, because no piece moves like this.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UnlistedMoveError(pub mv: Move) = "unlisted-move", "the move {mv:?} does not have a policy index";
}
