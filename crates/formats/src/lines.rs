//! Lines of text formats.

use alloc::string::String;
use core::marker::PhantomData;
use core::ops::Range;
use core::str::FromStr;

use gardez_io::{Input, Sink};
use gardez_position::Board;
use gardez_types::ErrorInfo;

use crate::entry::Entry;
use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::read::{ReadEntries, Strictness};
use crate::records::stream_error;
use crate::unrepresentable::{Unrepresentable, WriteError};
use crate::view::{View, Wdl};
use crate::write::WriteEntries;

/// The longest line, in bytes. The longest FEN has fewer than 100.
const MAX_LINE: usize = 4096;

/// The lines of an input in a text format.
#[derive(Clone, Debug)]
pub struct Lines<S> {
    lines: gardez_io::Lines<S>,
    format: Format,
    /// The number of the current line, from 1.
    number: u64,
}

/// A byte of the input, and its line and column from 1.
pub(crate) type Place = (u64, u64, u64);

impl<S: Input> Lines<S> {
    pub(crate) const fn new(source: S, format: Format) -> Self {
        Self { lines: gardez_io::Lines::new(source, MAX_LINE), format, number: 0 }
    }

    pub(crate) const fn offset(&self) -> u64 {
        self.lines.end()
    }

    pub(crate) fn advance(&mut self) -> Result<bool, ReadError> {
        let advanced = self.lines.advance();
        let is_there = advanced.map_err(|error| stream_error(self.format, self.lines.start(), error))?;
        self.number += 1;
        if self.lines.is_too_long() { Err(self.error(FormatErrorKind::LineTooLong, "")) } else { Ok(is_there) }
    }

    /// Returns the current line without its line end. An error if it is not UTF-8.
    pub(crate) fn text(&self) -> Result<&str, ReadError> {
        core::str::from_utf8(self.lines.bytes()).map_err(|error| {
            let at = error.valid_up_to() as u64;
            let place = (self.lines.start() + at, self.number, at + 1);
            self.error_at(FormatErrorKind::Text { expected: "UTF-8", length: 1 }, place)
        })
    }

    /// Returns the place of a part of the current line, or of the line if the text is no part of it.
    pub(crate) fn place_of(&self, part: &str) -> Place {
        let line = self.lines.bytes();
        let at = (part.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
        let at = if at <= line.len() { at as u64 } else { 0 };
        (self.lines.start() + at, self.number, at + 1)
    }

    /// Returns the error of a part of the current line, which is a slice of its text.
    pub(crate) fn error(&self, kind: FormatErrorKind, part: &str) -> ReadError {
        self.error_at(kind, self.place_of(part))
    }

    pub(crate) fn error_at(&self, kind: FormatErrorKind, (offset, line, column): Place) -> ReadError {
        FormatError::new(self.format, kind, offset).in_line(line, column).into()
    }

    pub(crate) fn expected(&self, expected: &'static str, part: &str) -> ReadError {
        self.error(FormatErrorKind::Text { expected, length: part.len() }, part)
    }

    pub(crate) fn number<T: FromStr>(&self, expected: &'static str, part: &str) -> Result<T, ReadError> {
        part.trim().parse().map_err(|_| self.expected(expected, part.trim()))
    }

    /// Returns a FEN, whose last fields may be missing.
    pub(crate) fn fen(&self, part: &str, strictness: Strictness) -> Result<Board, ReadError> {
        let part = part.trim();
        match strictness.fen_reader().read_board(part) {
            Ok(read) => Ok(read.position),
            Err(error) => {
                let Range { start, .. } = error.span().unwrap_or_default();
                Err(self.error(FormatErrorKind::Fen(error.kind), part.get(start..).unwrap_or(part)))
            }
        }
    }
}

/// A text format: how an entry is read and written.
pub trait TextLayout: Default {
    #[doc(hidden)]
    type View: View;

    #[doc(hidden)]
    const FORMAT: Format;

    /// Replaces `entry` by the next one. Returns whether there is one.
    #[doc(hidden)]
    fn read<S: Input>(
        &mut self,
        lines: &mut Lines<S>,
        strictness: Strictness,
        entry: &mut Entry<Self::View>,
    ) -> Result<bool, ReadError>;

    #[doc(hidden)]
    fn write(entry: &Entry<Self::View>, text: &mut String) -> Result<(), Unrepresentable>;
}

/// A reader of a text format; see [`ReadEntries`].
///
/// Formats name it, such as [`plain::Reader`](crate::plain::Reader).
#[derive(Clone, Debug)]
pub struct TextReader<S, L: TextLayout> {
    lines: Lines<S>,
    strictness: Strictness,
    is_over: bool,
    entry: Entry<L::View>,
    layout: L,
}

impl<S: Input, L: TextLayout> TextReader<S, L> {
    /// Creates a strict reader of this source: a slice, or a [`Stream`](gardez_io::Stream).
    pub fn new(source: S) -> Self {
        let (lines, entry) = (Lines::new(source, L::FORMAT), Entry::new(Board::start(), None, 0, Wdl::Draw));
        Self { lines, strictness: Strictness::Strict, is_over: false, entry, layout: L::default() }
    }

    /// Sets the treatment of values that no writer writes.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Returns the byte at which the next line begins.
    pub const fn offset(&self) -> u64 {
        self.lines.offset()
    }
}

impl<S: Input, L: TextLayout> ReadEntries for TextReader<S, L> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<L::View>>, ReadError> {
        if self.is_over {
            return Ok(None);
        }
        let found = self.layout.read(&mut self.lines, self.strictness, &mut self.entry);
        // Unless an entry follows, nothing does.
        self.is_over = !matches!(found, Ok(true));
        Ok(found?.then_some(&self.entry))
    }
}

/// A writer of a text format; see [`WriteEntries`].
///
/// Formats name it, such as [`plain::Writer`](crate::plain::Writer). It does not buffer: write to a `std::io::BufWriter`.
#[derive(Clone, Debug)]
pub struct TextWriter<W, L> {
    target: W,
    text: String,
    layout: PhantomData<L>,
}

impl<W: Sink, L: TextLayout> TextWriter<W, L> {
    /// Creates a writer to this target.
    pub const fn new(target: W) -> Self {
        Self { target, text: String::new(), layout: PhantomData }
    }

    /// Flushes the target and returns it.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if there is one.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.flush()?;
        Ok(self.target)
    }
}

impl<W: Sink, L: TextLayout> WriteEntries for TextWriter<W, L> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn write_entry(&mut self, entry: &Entry<L::View>) -> Result<(), WriteError> {
        self.text.clear();
        L::write(entry, &mut self.text).map_err(|reason| WriteError::unrepresentable(L::FORMAT, reason))?;
        self.target.put(self.text.as_bytes()).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.target.finish().map_err(WriteError::Stream)
    }
}
