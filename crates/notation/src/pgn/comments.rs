//! Comments: in braces, behind semicolons, and without an end.

use memchr::{memchr, memchr2, memchr3};

use super::bytes::is_tag_start;
use super::reader::Reader;
use super::source::Source;
use super::{ProblemKind, Text, TextVisitor};

impl<S: Source> Reader<S> {
    /// A comment in braces, which may go over many lines.
    pub(super) fn read_comment(&mut self, visitor: &mut impl TextVisitor, tells: bool) -> Result<(), S::Error> {
        let start = self.offset();
        loop {
            let window = &self.source.window()[self.pos..];
            let bound = window.len().min(self.limits.comment.saturating_add(2));
            let searched = usize::try_from(self.no_brace_to.saturating_sub(start)).unwrap_or(usize::MAX);
            let from = searched.clamp(1, bound.max(1));
            if let Some(length) = memchr(b'}', &window[from..bound]) {
                let text = Text(&window[1..from + length]);
                let is_utf8 = !tells || text.is_utf8();
                if tells {
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
                return self.read_endless_comment(visitor, tells, bound, is_at_limit);
            }
            self.refill()?;
        }
    }

    /// A comment without its end, as far as can be seen: a game that begins in it is not lost.
    #[cold]
    fn read_endless_comment(
        &mut self,
        visitor: &mut impl TextVisitor,
        tells: bool,
        bound: usize,
        is_at_limit: bool,
    ) -> Result<(), S::Error> {
        let start = self.offset();
        let window = &self.source.window()[self.pos..self.pos + bound];
        let next_game = line_ends(window).find(|&at| is_tag_start(&window[at + 1..])).map(|at| at + 1);
        let is_unclosed = next_game.is_some() || !is_at_limit;
        let end = next_game.unwrap_or(if is_at_limit { bound - 1 } else { bound });
        if tells {
            visitor.comment(Text(window[1..end].trim_ascii_end()));
            let kind = if is_unclosed { ProblemKind::UnclosedComment } else { ProblemKind::CommentLimit };
            self.report(visitor, start, kind);
        }
        self.pos += end;
        if !is_unclosed {
            self.skip_comment()?;
        }
        Ok(())
    }

    /// Passes over the rest of a comment, up to its brace or the next game.
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

    /// A comment up to the end of the line.
    pub(super) fn read_line_comment(&mut self, visitor: &mut impl TextVisitor, tells: bool) -> Result<(), S::Error> {
        let start = self.offset();
        loop {
            let window = &self.source.window()[self.pos..];
            let bound = window.len().min(self.limits.comment.saturating_add(2));
            let end = memchr2(b'\n', b'\r', &window[..bound]);
            let is_at_limit = bound == self.limits.comment.saturating_add(2);
            if end.is_none() && !is_at_limit && !self.source.is_complete() {
                self.refill()?;
                continue;
            }
            let text = Text(&window[1..end.unwrap_or(if is_at_limit { bound - 1 } else { bound })]);
            let is_utf8 = !tells || text.is_utf8();
            if tells {
                visitor.comment(text);
            }
            let is_cut = end.is_none() && is_at_limit;
            self.pos += end.unwrap_or(bound);
            if tells && is_cut {
                self.report(visitor, start, ProblemKind::CommentLimit);
            }
            if !is_utf8 {
                self.report(visitor, start, ProblemKind::NotUtf8);
            }
            return self.skip_line();
        }
    }
}

/// The places of line ends.
fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr2_iter(b'\n', b'\r', bytes)
}
