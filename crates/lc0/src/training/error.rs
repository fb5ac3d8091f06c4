//! The error of bytes that are not a training record.

use gardez_types::errors;

use crate::moves::Move;

errors! {
    /// The reason bytes are not a record. The rules of its values are a [`BrokenRule`](super::BrokenRule).
    #[derive(Clone, Copy, PartialEq, Debug)]
    #[non_exhaustive]
    pub struct RecordError {
        /// The reason.
        pub kind: RecordErrorKind,
        /// The byte of the record at which the version begins, or bytes are missing or in excess.
        pub offset: usize,
    } = kind, "{kind}, at byte {offset} of the record" => span *offset..offset + kind.width();

    /// The reasons why bytes are not a record.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum RecordErrorKind {
        NoVersion { found: usize } = "no-version", "expected a version of 4 bytes, found {found} bytes";
        /// The version is not one of 3 to 7. The text names V7B of lc0's forks, with the numbers 70 and 170.
        UnknownVersion { found: u32 } = "unknown-version", |f| match found {
            70 | 170 => write!(f, "version {found} is V7B, which only forks of lc0 read, expected 3 to 7"),
            _ => write!(f, "unknown version {found}, expected 3 to 7"),
        };
        Length { version: u32, expected: usize, found: usize } = "length",
            "expected {expected} bytes for a record of version {version}, found {found}";
    }
}

impl RecordErrorKind {
    /// Returns the number of bytes in error.
    const fn width(self) -> usize {
        match self {
            // Bytes are missing or in excess.
            Self::NoVersion { .. } => 0,
            Self::Length { expected, found, .. } => found.saturating_sub(expected),
            Self::UnknownVersion { .. } => 4,
        }
    }
}

impl RecordError {
    pub(super) const fn unknown_version(found: u32) -> Self {
        Self { kind: RecordErrorKind::UnknownVersion { found }, offset: 0 }
    }
}

errors! {
    /// A move without a policy index, because no piece moves like this.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UnlistedMoveError(pub mv: Move) = "unlisted-move", "the move {mv:?} does not have a policy index";
}
