//! The errors of reading games from records.

use gardez_formats::{FormatError, FormatErrorKind, ReadError};
use gardez_lc0::training::{BrokenRule, ReadError as RecordReadError, V6};
use gardez_lc0::{DecodeError, UnknownNumberError};
use gardez_position::BoardError;
use gardez_types::{ErrorInfo, errors, span_at};

use super::LC0_V6;

errors! {
    /// An error in the records of a game, and the byte of the unpacked stream at which the record begins. Its span
    /// is the field that is wrong, or the record.
    #[derive(Debug)]
    pub enum ChunkError {
        /// The bytes are not a record, or the stream reports an error.
        Read(error: RecordReadError) = error => span error.span()? => source error;
        Record { offset: u64, error: BrokenRule } = error, "{error}, in the record at byte {offset}"
            => span span_at(*offset, error.span()?)? => source error;
        Format { offset: u64, error: UnknownNumberError } = error, "{error}, in the record at byte {offset}"
            => span span_at(*offset, 4..8)? => source error;
        Planes { offset: u64, error: DecodeError } = error, "{error}, in the record at byte {offset}"
            => span span_at(*offset, 0..V6::SIZE)? => source error;
        Board { offset: u64, error: BoardError } = error, "{error}, in the record at byte {offset}"
            => span span_at(*offset, 0..V6::SIZE)? => source error;
    }
}

impl ChunkError {
    /// Returns the byte of the unpacked stream at which the record begins.
    pub const fn offset(&self) -> u64 {
        match self {
            Self::Read(error) => error.offset(),
            Self::Record { offset, .. }
            | Self::Format { offset, .. }
            | Self::Planes { offset, .. }
            | Self::Board { offset, .. } => *offset,
        }
    }

    /// Returns `true` if the stream reported the error: its bytes may be right.
    pub const fn is_of_stream(&self) -> bool {
        matches!(self, Self::Read(RecordReadError::Stream { .. }))
    }
}

/// The same error as the readers of packed formats report it.
impl From<ChunkError> for ReadError {
    fn from(error: ChunkError) -> Self {
        let (format, offset) = (LC0_V6, error.offset());
        match error {
            ChunkError::Read(RecordReadError::Stream { error, .. }) => Self::Stream { format, offset, error },
            ChunkError::Board { error, .. } => FormatError::new(format, FormatErrorKind::Board(error), offset).into(),
            other => FormatError::new(format, FormatErrorKind::Record { reason: other.kind_name() }, offset).into(),
        }
    }
}
