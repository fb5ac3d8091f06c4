//! Comments: in braces, after semicolons, and without an end.

use memchr::{memchr, memchr2, memchr3};

use super::bytes::is_tag_start;
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::{ProblemKind, Text, TextVisitor};

impl<S: Source> Reader<S> {
    /// Reads a comment in braces, which may span many lines.
    pub(super) fn read_comment(&mut self, visitor: &mut impl TextVisitor, is_active: bool) -> Result<(), S::Error> {
        let start = self.offset();
        loop {
            let window = &self.source.window()[self.pos..];
            let bound = window.len().min(self.limits.comment.saturating_add(2));
            let searched = usize::try_from(self.no_brace_to.saturating_sub(start)).unwrap_or(usize::MAX);
            let from = searched.clamp(1, bound.max(1));
            if let Some(length) = memchr(b'}', &window[from..bound]) {
                let text = Text(&window[1..from + length]);
                let is_utf8 = !is_active || text.is_utf8();
                if is_active {
                    visitor.comment(text);
                }
                self.pos += from + length + 1;
                if !is_utf8 {
                    self.report(visitor, start, ProblemKind::NotUtf8);
                }
                return Ok(());
            }
            self.no_brace_to = self.no_brace_to.max(start + bound as u64);
            let is_at_limit = bound < window.len() || self.limits.comment.saturating_add(2) == bound;
            if is_at_limit || self.source.is_complete() {
                // A tag pair that begins at the limit must be recognized.
                while self.rest().len() < bound + MARGIN && !self.source.is_complete() {
                    self.refill()?;
                }
                return self.read_endless_comment(visitor, is_active, bound, is_at_limit);
            }
            self.refill()?;
        }
    }

    /// Reads a comment that has no end in the first `bound` bytes. A game that begins in it is not lost.
    #[cold]
    fn read_endless_comment(
        &mut self,
        visitor: &mut impl TextVisitor,
        is_active: bool,
        bound: usize,
        is_at_limit: bool,
    ) -> Result<(), S::Error> {
        let start = self.offset();
        let window = &self.source.window()[self.pos..];
        let next_game = line_ends(&window[..bound]).find(|&at| is_tag_start(&window[at + 1..])).map(|at| at + 1);
        let is_unclosed = next_game.is_some() || !is_at_limit;
        let end = next_game.unwrap_or(if is_at_limit { bound - 1 } else { bound });
        let text = &window[1..end];
        let text = Text(if is_unclosed { text.trim_ascii_end() } else { whole_characters(text) });
        let is_utf8 = text.is_utf8();
        if is_active {
            visitor.comment(text);
        }
        self.pos += end;
        if is_active {
            let kind = if is_unclosed { ProblemKind::UnclosedComment } else { ProblemKind::CommentLimit };
            self.report(visitor, start, kind);
            if !is_utf8 {
                self.report(visitor, start, ProblemKind::NotUtf8);
            }
        }
        if !is_unclosed {
            self.skip_comment()?;
        }
        Ok(())
    }

    /// Skips the rest of a comment, up to its brace or the next game.
    fn skip_comment(&mut self) -> Result<(), S::Error> {
        loop {
            self.ensure()?;
            let rest = self.rest();
            let Some(at) = memchr3(b'}', b'\n', b'\r', rest) else {
                self.pos += rest.len();
                if self.source.is_complete() {
                    return Ok(());
                }
                continue;
            };
            let is_brace = rest[at] == b'}';
            self.pos += at + 1;
            self.ensure()?;
            if is_brace || is_tag_start(self.rest()) {
                return Ok(());
            }
        }
    }

    /// Reads a comment that ends with its line.
    pub(super) fn read_line_comment(
        &mut self,
        visitor: &mut impl TextVisitor,
        is_active: bool,
    ) -> Result<(), S::Error> {
        let start = self.offset();
        let mut searched = 0;
        loop {
            let window = &self.source.window()[self.pos..];
            let bound = window.len().min(self.limits.comment.saturating_add(2));
            let end = memchr2(b'\n', b'\r', &window[searched..bound]).map(|at| searched + at);
            let is_at_limit = bound == self.limits.comment.saturating_add(2);
            if end.is_none() && !is_at_limit && !self.source.is_complete() {
                searched = bound;
                self.refill()?;
                continue;
            }
            let text = Text(match end {
                Some(end) => &window[1..end],
                None if is_at_limit => whole_characters(&window[1..bound - 1]),
                None => &window[1..bound],
            });
            let is_utf8 = !is_active || text.is_utf8();
            if is_active {
                visitor.comment(text);
            }
            let is_cut = end.is_none() && is_at_limit;
            self.pos += end.unwrap_or(bound);
            if is_active && is_cut {
                self.report(visitor, start, ProblemKind::CommentLimit);
            }
            if !is_utf8 {
                self.report(visitor, start, ProblemKind::NotUtf8);
            }
            return self.skip_line();
        }
    }
}

/// A text that has been cut, without an incomplete character at its end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match core::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

/// The offsets of line ends.
fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr2_iter(b'\n', b'\r', bytes)
}
