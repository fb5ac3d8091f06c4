//! Formats that are records of a fixed size, one after the other.

use core::marker::PhantomData;

use gardez_io::{Input, InputError, Sink};
use gardez_position::Board;

use crate::entry::Entry;
use crate::error::{Fault, FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::read::{ReadEntries, Strictness};
use crate::unrepresentable::{Lossy, Unrepresentable, WriteError};
use crate::view::{View, Wdl};
use crate::write::WriteEntries;

/// A format whose entries are `SIZE` bytes each, without a header.
pub trait Layout<const SIZE: usize> {
    /// The perspective of the scores and results.
    type View: View;

    /// The format.
    const FORMAT: Format;

    /// Replaces `entry` by the one in these bytes. After an error, `entry` has any value.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the record, and its place in the record.
    fn decode(bytes: &[u8; SIZE], strictness: Strictness, entry: &mut Entry<Self::View>) -> Result<(), Fault>;

    /// Returns the bytes of this entry.
    ///
    /// # Errors
    ///
    /// Returns the field that the format cannot hold.
    fn encode(entry: &Entry<Self::View>, lossy: Lossy) -> Result<[u8; SIZE], Unrepresentable>;
}

/// A reader of records of a fixed size, each of them an entry; see [`ReadEntries`].
///
/// Formats name it, such as [`bin::Reader`](crate::bin::Reader).
#[derive(Clone, Debug)]
pub struct RecordReader<S, L: Layout<SIZE>, const SIZE: usize> {
    source: S,
    strictness: Strictness,
    offset: u64,
    is_over: bool,
    entry: Entry<L::View>,
    layout: PhantomData<L>,
}

impl<S: Input, L: Layout<SIZE>, const SIZE: usize> RecordReader<S, L, SIZE> {
    /// Creates a strict reader of this source: a slice, or a [`Stream`](gardez_io::Stream).
    pub fn new(source: S) -> Self {
        let entry = Entry::new(Board::start(), None, 0, Wdl::Draw);
        Self { source, strictness: Strictness::Strict, offset: 0, is_over: false, entry, layout: PhantomData }
    }

    /// Sets the treatment of values that no writer writes.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Returns the source, to feed it.
    pub const fn source_mut(&mut self) -> &mut S {
        &mut self.source
    }

    /// Returns the byte at which the next record begins.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Decodes the next record into `self.entry`. Returns whether there is one.
    #[inline]
    fn advance(&mut self) -> Result<bool, ReadError> {
        let bytes = self.source.peek(SIZE);
        let Some(record) = bytes.first_chunk() else {
            let found = bytes.len() as u64;
            check_end(&mut self.source, L::FORMAT, self.offset)?;
            return match found {
                0 => Ok(false),
                found => {
                    let kind = FormatErrorKind::Incomplete { expected: SIZE as u64, found };
                    Err(FormatError::new(L::FORMAT, kind, self.offset).into())
                }
            };
        };
        if let Err(Fault { kind, at }) = L::decode(record, self.strictness, &mut self.entry) {
            return Err(FormatError::new(L::FORMAT, kind, self.offset + at as u64).into());
        }
        self.source.consume(SIZE);
        self.offset += SIZE as u64;
        Ok(true)
    }
}

#[cold]
pub(crate) fn check_end(source: &mut impl Input, format: Format, offset: u64) -> Result<(), ReadError> {
    source.end().map_err(|error| stream_error(format, offset, error))
}

#[cold]
pub(crate) const fn stream_error(format: Format, offset: u64, error: InputError) -> ReadError {
    ReadError::Stream { format, offset, error }
}

impl<S: Input, L: Layout<SIZE>, const SIZE: usize> ReadEntries for RecordReader<S, L, SIZE> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    #[inline]
    fn next_entry(&mut self) -> Result<Option<&Entry<L::View>>, ReadError> {
        if self.is_over {
            return Ok(None);
        }
        // Unless a record follows, nothing does.
        self.is_over = true;
        match self.advance() {
            Ok(true) => {
                self.is_over = false;
                Ok(Some(&self.entry))
            }
            Ok(false) => Ok(None),
            Err(error) => {
                self.is_over = !error.would_block();
                Err(error)
            }
        }
    }
}

/// A writer of records of a fixed size, each of them an entry; see [`WriteEntries`].
///
/// Formats name it, such as [`bin::Writer`](crate::bin::Writer). It does not buffer: write to a `std::io::BufWriter`.
#[derive(Clone, Debug)]
pub struct RecordWriter<W, L, const SIZE: usize> {
    target: W,
    lossy: Lossy,
    layout: PhantomData<L>,
}

impl<W: Sink, L: Layout<SIZE>, const SIZE: usize> RecordWriter<W, L, SIZE> {
    /// Creates a writer that refuses everything that the format cannot hold.
    pub const fn new(target: W) -> Self {
        Self { target, lossy: Lossy::NONE, layout: PhantomData }
    }

    /// Sets what may be changed instead of refusing an entry.
    #[must_use]
    pub fn with_lossy(mut self, lossy: Lossy) -> Self {
        self.lossy = lossy;
        self
    }

    /// Flushes the target and returns it.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if there is one.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.target.finish().map_err(WriteError::Stream)?;
        Ok(self.target)
    }
}

impl<W: Sink, L: Layout<SIZE>, const SIZE: usize> WriteEntries for RecordWriter<W, L, SIZE> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    #[inline]
    fn write_entry(&mut self, entry: &Entry<L::View>) -> Result<(), WriteError> {
        let bytes = L::encode(entry, self.lossy).map_err(|reason| WriteError::unrepresentable(L::FORMAT, reason))?;
        self.target.put(&bytes).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.target.finish().map_err(WriteError::Stream)
    }
}
