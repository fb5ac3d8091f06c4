//! Reading records from streams and writing them.

use std::io::{self, Read, Write};

use gardez_io::{Input as _, Stream};
use gardez_types::{errors, span_at};

use super::any::AnyRecord;
use super::error::{RecordError, RecordErrorKind};
use super::layout::V6;
use super::record::Record;
use super::view::RecordRef;

/// An iterator over the records of an unpacked stream, which may be of different versions.
///
/// A record of an unknown version is an error, and is assumed to be as long as the record before, or as one of version
/// 6. The iterator ends after a record that is incomplete, and after an error of the stream.
///
/// ```
/// use gardez_lc0::training::{Reader, V6, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&V6::empty())?;
/// let bytes = writer.finish()?;
/// let records: Vec<_> = Reader::new(&bytes[..]).collect::<Result<_, _>>()?;
/// assert_eq!(records.len(), 1);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: Stream<R>,
    /// The byte at which the next record begins.
    offset: u64,
    /// The assumed size of a record of an unknown version.
    usual_size: usize,
    is_over: bool,
}

errors! {
    /// The reason a record cannot be read from a stream, and the byte of the unpacked stream at which it begins.
    #[derive(Debug)]
    pub enum ReadError {
        Record { offset: u64, error: RecordError } = error,
            "{}, in the record at byte {offset}", error.kind => span span_at(*offset, error.span()?)? => source error;
        Stream { offset: u64, error: io::Error } = "stream",
            "cannot read the record at byte {offset}: {error}" => source error;
    }
}

impl ReadError {
    /// Returns the byte of the unpacked stream at which the record begins.
    pub const fn offset(&self) -> u64 {
        match self {
            Self::Record { offset, .. } | Self::Stream { offset, .. } => *offset,
        }
    }
}

/// An error before its place in the stream is known.
enum Failure {
    Record(RecordError),
    Stream(io::Error),
}

impl<R: Read> Reader<R> {
    /// Creates a reader with a buffer of its own.
    pub const fn new(source: R) -> Self {
        Self { input: Stream::new(source), offset: 0, usual_size: V6::SIZE, is_over: false }
    }

    /// Reads the next record. Returns `None` at the end of the stream.
    fn read(&mut self) -> Result<Option<Record>, Failure> {
        // Records of one size are read without a rest.
        let version = self.input.peek(self.usual_size).first_chunk().map(|version| u32::from_le_bytes(*version));
        let size = version.and_then(RecordRef::size_of_version);
        let expected = if version.is_some() { size.unwrap_or(self.usual_size) } else { 4 };
        let bytes = self.input.front(expected);
        let found = bytes.len();
        let record = match version {
            Some(version) if size.is_none() => Err(RecordError::unknown_version(version)),
            _ if found == 0 => Ok(None),
            _ => Record::from_bytes(bytes).map(Some),
        };
        if found < expected {
            self.input.end().map_err(Failure::Stream)?;
            self.is_over = true;
        }
        self.input.consume(found);
        self.offset += found as u64;
        self.usual_size = expected;
        record.map_err(Failure::Record)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let offset = self.offset;
        match self.read() {
            Ok(record) => {
                self.is_over = record.is_none();
                record.map(Ok)
            }
            Err(Failure::Record(error)) => {
                // The next record may follow a record of an unknown version. Nothing follows another error.
                self.is_over |= !matches!(error.kind, RecordErrorKind::UnknownVersion { .. });
                Some(Err(ReadError::Record { offset, error }))
            }
            Err(Failure::Stream(error)) => {
                self.is_over = true;
                Some(Err(ReadError::Stream { offset, error }))
            }
        }
    }
}

/// Writes records to a stream, one after the other and without a header.
#[derive(Debug)]
pub struct Writer<W: Write> {
    target: W,
}

impl<W: Write> Writer<W> {
    /// Creates a writer to this stream.
    pub const fn new(target: W) -> Self {
        Self { target }
    }

    /// Writes a record of any version.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn write(&mut self, record: &impl AnyRecord) -> io::Result<()> {
        self.target.write_all(record.record_bytes())
    }

    /// Flushes the stream and returns it.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn finish(mut self) -> io::Result<W> {
        self.target.flush()?;
        Ok(self.target)
    }

    /// Returns the stream without flushing it.
    #[cfg(feature = "gzip")]
    pub(super) fn into_target(self) -> W {
        self.target
    }
}
