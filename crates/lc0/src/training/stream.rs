//! Records from streams and into them.

use core::fmt;
use std::boxed::Box;
use std::io::{self, Read, Write};
use std::vec;

use super::{Record, RecordError, V6, V7};

/// Goes through the records of a stream, of whatever versions.
///
/// A record of an unknown version is an error, and is taken to be as long as the one before it, or as one of version 6
/// at the start; the reader goes on behind it. A record that is cut, or a stream that fails, ends it.
///
/// ```
/// use gardez_lc0::training::{Reader, Record, V6, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&Record::from(V6::empty()))?;
/// let bytes = writer.finish()?;
/// let records: Vec<_> = Reader::new(&bytes[..]).collect::<Result<_, _>>()?;
/// assert_eq!(records.len(), 1);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    offset: u64,
    /// How long a record of an unknown version is taken to be.
    usual_size: usize,
    buffer: Box<[u8]>,
    is_over: bool,
}

/// Why a record cannot be read, and where in the stream it begins.
#[derive(Debug)]
pub struct ReadError {
    /// The byte of the unpacked stream at which the record begins.
    pub offset: u64,
    /// The reason.
    pub kind: ReadErrorKind,
}

/// The reasons for which a record cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The bytes are no record; if it is cut, the stream has ended.
    Record(RecordError),
    /// The stream has failed.
    Stream(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ReadErrorKind::Record(error) => write!(f, "{error}, at byte {}", self.offset),
            ReadErrorKind::Stream(error) => write!(f, "the stream fails behind byte {}: {error}", self.offset),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Record(error) => Some(error),
            ReadErrorKind::Stream(error) => Some(error),
        }
    }
}

impl<R: Read> Reader<R> {
    /// A reader of the records of an unpacked stream, which it asks for four bytes and then for the rest of a record.
    pub fn new(source: R) -> Self {
        let buffer = vec![0; V7::SIZE].into_boxed_slice();
        Self { source, offset: 0, usual_size: V6::SIZE, buffer, is_over: false }
    }

    /// The next record; `None` behind the last, or behind an error that ends the stream.
    fn read(&mut self) -> Result<Option<Record>, ReadErrorKind> {
        let found = fill(&mut self.source, &mut self.buffer[..4])?;
        if found == 0 {
            return Ok(None);
        }
        if found < 4 {
            return Err(ReadErrorKind::Record(RecordError::NoVersion { found }));
        }
        let version = self.buffer.first_chunk().map_or(0, |version| u32::from_le_bytes(*version));
        let size = Record::size_of_version(version);
        let expected = size.unwrap_or(self.usual_size);
        let found = 4 + fill(&mut self.source, &mut self.buffer[4..expected])?;
        if size.is_none() {
            self.is_over = found < expected;
            self.offset += found as u64;
            return Err(ReadErrorKind::Record(RecordError::UnknownVersion(version)));
        }
        let record = Record::from_bytes(&self.buffer[..found]).map_err(ReadErrorKind::Record)?;
        self.usual_size = expected;
        self.offset += found as u64;
        Ok(Some(record))
    }
}

/// Reads until the buffer is full or the stream ends; how many bytes it was.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> Result<usize, ReadErrorKind> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ReadErrorKind::Stream(error)),
        }
    }
    Ok(filled)
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
            Err(kind) => {
                // Behind a record of unknown version the next one may be found; behind any other error, nothing.
                self.is_over |= !matches!(kind, ReadErrorKind::Record(RecordError::UnknownVersion(_)));
                Some(Err(ReadError { offset, kind }))
            }
        }
    }
}

/// Writes records one after the other.
#[derive(Debug)]
pub struct Writer<W: Write> {
    target: W,
}

impl<W: Write> Writer<W> {
    /// A writer into this stream.
    pub const fn new(target: W) -> Self {
        Self { target }
    }

    /// Writes a record of any version.
    ///
    /// # Errors
    ///
    /// If the stream fails.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        self.target.write_all(record.bytes())
    }

    /// Writes a record of version 6.
    ///
    /// # Errors
    ///
    /// If the stream fails.
    pub fn write_v6(&mut self, record: &V6) -> io::Result<()> {
        self.target.write_all(record.bytes())
    }

    /// Sends what is left on its way, and returns the stream.
    ///
    /// # Errors
    ///
    /// If the stream fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.target.flush()?;
        Ok(self.target)
    }
}
