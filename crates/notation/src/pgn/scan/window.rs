//! The window of the input.

use memchr::memchr2;

use crate::pgn::report::{Lines, Place};
use crate::pgn::scan::bytes::is_line_end;
use crate::pgn::scan::source::Source;

/// The least number of bytes in the window when a word begins: the longest word, and some to look ahead.
pub(in crate::pgn) const MARGIN: usize = 512;

/// A window over the input, and the place of the next byte in it.
#[derive(Clone, Debug)]
pub(in crate::pgn) struct Window<S> {
    source: S,
    /// The next byte in the window.
    pos: usize,
    /// The offset of the window in the input.
    base: u64,
    /// The byte before the window.
    previous: u8,
    /// `true` if only blanks are between the start of the line and the window.
    is_indent: bool,
    lines: Lines,
}

impl<S> Window<S> {
    pub(super) const fn new(source: S) -> Self {
        Self { source, pos: 0, base: 0, previous: b'\n', is_indent: true, lines: Lines::new() }
    }

    #[cfg(feature = "std")]
    pub(super) fn into_source(self) -> S {
        self.source
    }

    #[inline]
    pub(super) const fn offset(&self) -> u64 {
        self.base + self.pos as u64
    }
}

impl<S: Source> Window<S> {
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.source.window()[self.pos..]
    }

    #[inline]
    pub(super) fn is_complete(&self) -> bool {
        self.source.is_complete()
    }

    pub(in crate::pgn) const fn source(&self) -> &S {
        &self.source
    }

    pub(in crate::pgn) fn take_error(&mut self) -> Option<S::Error> {
        self.source.take_error()
    }

    #[inline]
    pub(in crate::pgn) fn pass(&mut self, length: usize) {
        self.pos += length;
    }

    pub(in crate::pgn) fn go_back(&mut self, length: usize) {
        self.pos -= length;
    }

    #[inline]
    pub(super) fn take(&mut self, length: usize) -> &[u8] {
        let start = self.pos;
        self.pos += length;
        &self.source.window()[start..self.pos]
    }

    #[inline]
    pub(super) fn ensure(&mut self) -> Result<(), S::Error> {
        while self.source.window().len() - self.pos < MARGIN && !self.source.is_complete() {
            self.refill()?;
        }
        Ok(())
    }

    /// Adds bytes to the end of the window.
    #[cold]
    pub(super) fn refill(&mut self) -> Result<(), S::Error> {
        self.count_lines(self.offset());
        self.is_indent = self.is_at_indent();
        if self.pos != 0 {
            self.previous = self.source.window()[self.pos - 1];
        }
        // Before the stream fails, so that another call goes on at the same byte.
        let used = core::mem::take(&mut self.pos);
        self.base += used as u64;
        self.source.advance(used)
    }

    /// Skips the rest of a line, but not its end.
    pub(in crate::pgn) fn skip_line(&mut self) -> Result<(), S::Error> {
        self.skip_to(|rest| memchr2(b'\n', b'\r', rest))
    }

    /// Skips to the first byte that `find` finds, or to the end of the input.
    pub(super) fn skip_to(&mut self, find: impl Fn(&[u8]) -> Option<usize>) -> Result<(), S::Error> {
        loop {
            let rest = self.rest();
            if let Some(length) = find(rest) {
                self.pos += length;
                return Ok(());
            }
            self.pos += rest.len();
            if self.source.is_complete() {
                return Ok(());
            }
            self.refill()?;
        }
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        let previous = if self.pos == 0 { self.previous } else { self.source.window()[self.pos - 1] };
        is_line_end(previous)
    }

    /// Returns `true` if only blanks precede the next byte on its line.
    pub(super) fn is_at_indent(&self) -> bool {
        let before = &self.source.window()[..self.pos];
        let last = before.iter().rev().find(|&&byte| !matches!(byte, b' ' | b'\t'));
        last.map_or(self.is_indent, |&byte| is_line_end(byte))
    }

    /// Returns the offset at which the current line begins.
    pub(in crate::pgn) fn line_start(&mut self) -> u64 {
        self.count_lines(self.offset());
        self.lines.start()
    }

    /// Returns the offset at which the last counted line begins.
    pub(in crate::pgn) const fn counted_line_start(&self) -> u64 {
        self.lines.start()
    }

    /// Returns the place of an offset in the window, which is not before the offset of the last call.
    pub(in crate::pgn) fn place(&mut self, offset: u64) -> Place {
        self.count_lines(offset);
        self.lines.place(offset)
    }

    fn count_lines(&mut self, offset: u64) {
        let counted = self.lines.counted();
        if counted < offset {
            let (from, to) = ((counted - self.base) as usize, (offset - self.base) as usize);
            self.lines.count(&self.source.window()[from..to]);
        }
    }
}
