//! Why a game cannot be read from records.

use core::ops::Range;
use std::fmt;

use gardez_formats::{Format, FormatError, FormatErrorKind, ReadError};
use gardez_lc0::training::{BrokenRule, ReadError as RecordReadError, V6};
use gardez_lc0::{DecodeError, UnknownNumberError};
use gardez_position::BoardError;
use gardez_types::ErrorInfo;

/// Why a game cannot be read from records, and where.
#[derive(Debug)]
#[non_exhaustive]
pub enum ChunkError {
    /// The bytes are not a record, or the stream reports an error.
    Read(RecordReadError),
    /// The values of a record do not make sense.
    Record {
        /// The byte of the unpacked stream at which the record begins.
        offset: u64,
        /// What is wrong with the record.
        error: BrokenRule,
    },
    /// The input format of a record is unknown.
    Format {
        /// The byte of the unpacked stream at which the record begins.
        offset: u64,
        /// The number of the format.
        error: UnknownNumberError,
    },
    /// The planes of a record do not show a position.
    Planes {
        /// The byte of the unpacked stream at which the record begins.
        offset: u64,
        /// What is wrong with the planes.
        error: DecodeError,
    },
    /// The planes of a record show a position that breaks a rule.
    Board {
        /// The byte of the unpacked stream at which the record begins.
        offset: u64,
        /// What is wrong with the position.
        error: BoardError,
    },
}

/// An error before its place in the stream is known.
#[derive(Debug)]
pub(super) enum Unreadable {
    Record(BrokenRule),
    Format(UnknownNumberError),
    Planes(DecodeError),
    Board(BoardError),
}

impl Unreadable {
    pub(super) fn at(self, offset: u64) -> ChunkError {
        match self {
            Self::Record(error) => ChunkError::Record { offset, error },
            Self::Format(error) => ChunkError::Format { offset, error },
            Self::Planes(error) => ChunkError::Planes { offset, error },
            Self::Board(error) => ChunkError::Board { offset, error },
        }
    }
}

impl ChunkError {
    /// The byte of the unpacked stream at which the record begins.
    pub const fn offset(&self) -> u64 {
        match self {
            Self::Read(error) => error.offset(),
            Self::Record { offset, .. }
            | Self::Format { offset, .. }
            | Self::Planes { offset, .. }
            | Self::Board { offset, .. } => *offset,
        }
    }

    /// True if the stream reported the error: its bytes may be right.
    pub const fn is_of_stream(&self) -> bool {
        matches!(self, Self::Read(RecordReadError::Stream { .. }))
    }

    /// The same error as the readers of packed formats report it.
    pub fn into_read_error(self) -> ReadError {
        let (format, offset) = (Format::Lc0V6, self.offset());
        match self {
            Self::Read(RecordReadError::Stream { error, .. }) => ReadError::Stream { format, offset, error },
            Self::Board { error, .. } => FormatError::new(format, FormatErrorKind::Board(error), offset).into(),
            other => FormatError::new(format, FormatErrorKind::Record { reason: other.kind_name() }, offset).into(),
        }
    }
}

impl fmt::Display for ChunkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => fmt::Display::fmt(error, f),
            Self::Record { offset, error } => write!(f, "{error}, in the record at byte {offset}"),
            Self::Format { offset, error } => write!(f, "{error}, in the record at byte {offset}"),
            Self::Planes { offset, error } => write!(f, "{error}, in the record at byte {offset}"),
            Self::Board { offset, error } => write!(f, "{error}, in the record at byte {offset}"),
        }
    }
}

impl core::error::Error for ChunkError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(match self {
            Self::Read(error) => error,
            Self::Record { error, .. } => error,
            Self::Format { error, .. } => error,
            Self::Planes { error, .. } => error,
            Self::Board { error, .. } => error,
        })
    }
}

impl ErrorInfo for ChunkError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Read(error) => error.kind_name(),
            Self::Record { error, .. } => error.kind_name(),
            Self::Format { error, .. } => error.kind_name(),
            Self::Planes { error, .. } => error.kind_name(),
            Self::Board { error, .. } => error.kind_name(),
        }
    }

    /// The bytes of the unpacked stream that are wrong: a field of a record, or the record.
    fn span(&self) -> Option<Range<usize>> {
        let start = usize::try_from(self.offset()).ok()?;
        let (from, to) = match self {
            Self::Read(error) => return error.span(),
            Self::Record { error, .. } => error.span().map(|span| (span.start, span.end))?,
            Self::Format { .. } => (4, 8),
            Self::Planes { .. } | Self::Board { .. } => (0, V6::SIZE),
        };
        Some(start.checked_add(from)?..start.checked_add(to)?)
    }
}
