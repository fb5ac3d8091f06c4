//! Readers and writers of a format that is known at run time.

use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::sync::Arc;
use core::fmt;
#[cfg(feature = "std")]
use std::io::{self, Read};

use gardez_io::{Input, InputError};
#[cfg(feature = "std")]
use gardez_io::{Positioned, Stream};

use super::Format;
use crate::binpack::ChainRule;
use crate::entry::Entry;
use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::Fact;
use crate::read::{LeftOut, ReadEntries, Strictness};
use crate::unrepresentable::{Lossy, Unrepresentable, WriteError};
use crate::view::{SideToMove, View, Wdl, White};
use crate::write::WriteEntries;

/// The settings for reading any format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReadOptions {
    /// The treatment of values that no writer writes.
    pub strictness: Strictness,
    /// The score (White's view) of an entry that has none although the format does, such as a move of a PGN without an
    /// evaluation. Without it, such entries are left out.
    pub missing_score: Option<i16>,
    /// The result (White's view) of lines without one, such as evaluations of Lichess. By default, they are left out.
    pub missing_result: Option<Wdl>,
    /// If `true`, a line without a score or a result is an entry, too: its score is 0, its result a draw, and the reader says
    /// what it [lacks](ReadEntries::lacks).
    pub keeps_incomplete: bool,
    /// The names of a table's columns where they are other than the usual ones, such as `fen=Position,cp=Score`.
    pub columns: &'static str,
}

/// The settings for writing any format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WriteOptions {
    /// The changes that are allowed instead of refusing an entry.
    pub lossy: Lossy,
    /// The rule by which an entry continues a chain, in a format of chains.
    pub chain_rule: ChainRule,
}

/// The bytes that any format is read from: a slice, which is not copied, or a stream with a buffer, perhaps of a file.
#[derive(Debug)]
pub struct Source<'a> {
    bytes: Bytes<'a>,
    #[cfg(feature = "std")]
    file: Option<Arc<Positioned>>,
}

enum Bytes<'a> {
    Slice(&'a [u8]),
    #[cfg(feature = "std")]
    Stream(Stream<Box<dyn Read + Send + 'a>>),
}

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Slice(_) => "Slice",
            #[cfg(feature = "std")]
            Self::Stream(_) => "Stream",
        })
    }
}

#[cfg(feature = "std")]
impl<'a> Source<'a> {
    /// Creates a source of the bytes of a stream.
    pub fn stream(stream: impl Read + Send + 'a) -> Self {
        Self::from(Box::new(stream) as Box<dyn Read + Send + 'a>)
    }

    /// Creates a source of all bytes of a stream, which are those of this file.
    pub fn positioned(stream: impl Read + Send + 'a, file: Arc<Positioned>) -> Self {
        Self { file: Some(file), ..Self::stream(stream) }
    }

    /// Returns the file, or a copy of the slice, of which nothing has been consumed. Of another stream, it returns `None`.
    pub fn to_positioned(&self) -> Option<Arc<Positioned>> {
        match &self.bytes {
            Bytes::Slice(bytes) => Some(Arc::new(Positioned::from_memory(Arc::new(bytes.to_vec())))),
            Bytes::Stream(_) => self.file.clone(),
        }
    }
}

impl<'a> From<&'a [u8]> for Source<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self {
            bytes: Bytes::Slice(bytes),
            #[cfg(feature = "std")]
            file: None,
        }
    }
}

#[cfg(feature = "std")]
impl<'a> From<Box<dyn Read + Send + 'a>> for Source<'a> {
    fn from(stream: Box<dyn Read + Send + 'a>) -> Self {
        Self { bytes: Bytes::Stream(Stream::new(stream)), file: None }
    }
}

/// Calls a method of the slice or the stream.
macro_rules! of_both {
    ($source:expr, $bytes:ident => $value:expr) => {
        match $source {
            Bytes::Slice($bytes) => $value,
            #[cfg(feature = "std")]
            Bytes::Stream($bytes) => $value,
        }
    };
}

impl Input for Source<'_> {
    #[inline]
    fn buffered(&self) -> &[u8] {
        of_both!(&self.bytes, bytes => bytes.buffered())
    }

    #[inline]
    fn peek(&mut self, wanted: usize) -> &[u8] {
        of_both!(&mut self.bytes, bytes => bytes.peek(wanted))
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        of_both!(&mut self.bytes, bytes => bytes.consume(count));
    }

    fn end(&mut self) -> Result<(), InputError> {
        of_both!(&mut self.bytes, bytes => bytes.end())
    }
}

#[cfg(feature = "std")]
impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        of_both!(&mut self.bytes, bytes => bytes.read(buffer))
    }
}

/// A reader of a format that is known at run time; see [`Format::reader`].
///
/// A match returns a reader whose view is known; [`AnyReader::in_view`] converts to one view.
pub enum AnyReader<'a> {
    /// The scores are from White's point of view.
    White(Box<dyn ReadEntries<View = White> + Send + 'a>),
    /// The scores are from the side to move's point of view.
    SideToMove(Box<dyn ReadEntries<View = SideToMove> + Send + 'a>),
}

impl<'a> AnyReader<'a> {
    /// Creates a reader of a format with scores from White's point of view.
    pub fn white(reader: impl ReadEntries<View = White> + Send + 'a) -> Self {
        Self::White(Box::new(reader))
    }

    /// Creates a reader of a format with scores from the side to move's point of view.
    pub fn side_to_move(reader: impl ReadEntries<View = SideToMove> + Send + 'a) -> Self {
        Self::SideToMove(Box::new(reader))
    }

    /// Reads the text that another format was turned into: the errors name `format`, and lines after the first ones,
    /// which the text alone has.
    #[must_use]
    pub fn as_text_of(self, format: Format, first_lines: u64) -> Self {
        match self {
            Self::White(reader) => Self::white(TextOf { reader, format, first_lines }),
            Self::SideToMove(reader) => Self::side_to_move(TextOf { reader, format, first_lines }),
        }
    }

    /// Returns the format that is read.
    pub fn format(&self) -> Format {
        match self {
            Self::White(reader) => reader.format(),
            Self::SideToMove(reader) => reader.format(),
        }
    }

    /// Returns what was left out so far; see [`ReadEntries::left_out`].
    pub fn left_out(&self) -> LeftOut {
        match self {
            Self::White(reader) => reader.left_out(),
            Self::SideToMove(reader) => reader.left_out(),
        }
    }

    /// Returns the same entries in the view `V`.
    pub const fn in_view<V: View>(self) -> InView<'a, V> {
        InView { reader: self, lossy: Lossy::NONE, number: 0, entry: None }
    }
}

/// A reader of the text that a format was turned into.
struct TextOf<R> {
    reader: R,
    format: Format,
    first_lines: u64,
}

impl<R: ReadEntries> ReadEntries for TextOf<R> {
    type View = R::View;

    fn format(&self) -> Format {
        self.format
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        self.reader.next_entry().map_err(|error| match error {
            ReadError::Format(mut error) => {
                error.format = self.format;
                error.line = error.line.map(|(line, column)| (line.saturating_sub(self.first_lines), column));
                error.into()
            }
            ReadError::Stream { offset, error, .. } => ReadError::Stream { format: self.format, offset, error },
        })
    }

    fn left_out(&self) -> LeftOut {
        self.reader.left_out()
    }

    fn lacks(&self, fact: Fact) -> bool {
        self.reader.lacks(fact)
    }
}

impl fmt::Debug for AnyReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyReader").field(&self.format()).finish()
    }
}

/// The entries of an [`AnyReader`] in the view `V`.
///
/// A score of -32768 that changes its sign is an error with the number of the entry, after which other entries follow.
#[derive(Debug)]
pub struct InView<'a, V> {
    reader: AnyReader<'a>,
    lossy: Lossy,
    number: u64,
    entry: Option<Entry<V>>,
}

impl<V> InView<'_, V> {
    /// Accepts [`Lossy::SCORE`] if it is among these.
    #[must_use]
    pub const fn with_lossy(mut self, lossy: Lossy) -> Self {
        self.lossy = lossy;
        self
    }
}

impl<V: View> ReadEntries for InView<'_, V> {
    type View = V;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        let lossy = self.lossy;
        let converted = match &mut self.reader {
            AnyReader::White(reader) => reader.next_entry()?.map(|entry| entry.to_view_with(lossy)),
            AnyReader::SideToMove(reader) => reader.next_entry()?.map(|entry| entry.to_view_with(lossy)),
        };
        self.number += 1;
        match converted.transpose() {
            Ok(entry) => {
                self.entry = entry;
                Ok(self.entry.as_ref())
            }
            Err(_) => Err(FormatError::new(self.format(), FormatErrorKind::Negation, self.number - 1).into()),
        }
    }

    fn left_out(&self) -> LeftOut {
        self.reader.left_out()
    }

    fn lacks(&self, fact: Fact) -> bool {
        match &self.reader {
            AnyReader::White(reader) => reader.lacks(fact),
            AnyReader::SideToMove(reader) => reader.lacks(fact),
        }
    }
}

/// A writer of a format that is known at run time; see [`Format::writer`].
///
/// Entries of both views are written. A score of -32768 that changes its sign fits only with [`Lossy::SCORE`].
pub struct AnyWriter<'a> {
    writer: Views<'a>,
    lossy: Lossy,
}

enum Views<'a> {
    White(Box<dyn WriteEntries<View = White> + 'a>),
    SideToMove(Box<dyn WriteEntries<View = SideToMove> + 'a>),
}

impl<'a> AnyWriter<'a> {
    /// Creates a writer of a format with scores from White's point of view.
    pub fn white(writer: impl WriteEntries<View = White> + 'a, options: WriteOptions) -> Self {
        Self { writer: Views::White(Box::new(writer)), lossy: options.lossy }
    }

    /// Creates a writer of a format with scores from the side to move's point of view.
    pub fn side_to_move(writer: impl WriteEntries<View = SideToMove> + 'a, options: WriteOptions) -> Self {
        Self { writer: Views::SideToMove(Box::new(writer)), lossy: options.lossy }
    }

    /// Returns the format that is written.
    pub fn format(&self) -> Format {
        match &self.writer {
            Views::White(writer) => writer.format(),
            Views::SideToMove(writer) => writer.format(),
        }
    }

    /// Returns `true` if the scores of the format are from White's point of view, not the side to move's.
    pub const fn is_white(&self) -> bool {
        matches!(self.writer, Views::White(_))
    }

    /// Writes an entry.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot hold the entry, or if the stream reports an error.
    pub fn write<V: View>(&mut self, entry: &Entry<V>) -> Result<(), WriteError> {
        let format = self.format();
        let unrepresentable = |error| WriteError::unrepresentable(format, Unrepresentable::from(error));
        match &mut self.writer {
            Views::White(writer) => writer.write_entry(&entry.to_view_with(self.lossy).map_err(unrepresentable)?),
            Views::SideToMove(writer) => writer.write_entry(&entry.to_view_with(self.lossy).map_err(unrepresentable)?),
        }
    }

    /// Writes what is held back, and flushes.
    ///
    /// # Errors
    ///
    /// Returns an error if a game that was held back does not fit, or if the stream reports an error.
    pub fn finish(mut self) -> Result<(), WriteError> {
        match &mut self.writer {
            Views::White(writer) => writer.flush(),
            Views::SideToMove(writer) => writer.flush(),
        }
    }
}

impl fmt::Debug for AnyWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyWriter").field(&self.format()).finish()
    }
}
