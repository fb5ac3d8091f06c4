//! Comments: in braces, after semicolons, and without an end.

use memchr::{memchr, memchr2, memchr2_iter, memchr3};

use crate::pgn::scan::bytes::is_tag_start;
use crate::pgn::scan::source::Source;
use crate::pgn::scan::token::{Comment, CommentEnd};
use crate::pgn::scan::window::MARGIN;
use crate::pgn::scan::{Rest, Scanner};
use crate::pgn::text::Text;

impl<S: Source> Scanner<S> {
    pub(in crate::pgn) fn comment(&mut self) -> Result<Comment<'_>, S::Error> {
        match self.window.rest().first() {
            Some(b'{') => self.comment_in_braces(),
            _ => self.comment_to_line_end(),
        }
    }

    /// Returns the length of the longest comment to the end of a line, with two marks.
    fn comment_limit(&self) -> usize {
        self.longest_comment.saturating_add(2)
    }

    /// Returns the length of the longest comment in braces: blanks at its ends and the beginning of lines do not count,
    /// and a writer adds at most one in each place.
    fn brace_limit(&self) -> usize {
        self.longest_comment.saturating_add(self.longest_comment / 3).saturating_add(4)
    }

    fn comment_in_braces(&mut self) -> Result<Comment<'_>, S::Error> {
        let (start, limit) = (self.offset(), self.brace_limit());
        loop {
            let rest = self.window.rest();
            let bound = rest.len().min(limit);
            let searched = usize::try_from(self.no_brace_to.saturating_sub(start)).unwrap_or(usize::MAX);
            let from = searched.clamp(1, bound.max(1));
            if let Some(length) = memchr(b'}', &rest[from..bound]) {
                let end = from + length;
                if self.longest_comment < end - 1 && self.longest_comment < counted(&rest[1..end]) {
                    return self.cut_comment(end);
                }
                let text = &self.window.take(end + 1)[1..end];
                return Ok(Comment { text: Text(text), ending: CommentEnd::Closed });
            }
            self.no_brace_to = self.no_brace_to.max(start + bound as u64);
            if bound < rest.len() || limit == bound || self.window.is_complete() {
                return self.cut_comment(bound);
            }
            self.window.refill()?;
        }
    }

    /// Reads a comment that is too long or has no end. There is no brace in the first `length` bytes.
    #[cold]
    fn cut_comment(&mut self, length: usize) -> Result<Comment<'_>, S::Error> {
        let limit = self.comment_limit();
        // A tag pair at the limit must be recognized.
        while self.window.rest().len() < length.min(limit) + MARGIN && !self.window.is_complete() {
            self.window.refill()?;
        }
        Ok(self.comment_without_end(length.min(limit), limit <= length))
    }

    /// Reads a comment that has no end in the first `bound` bytes. A game that begins in it is not lost.
    fn comment_without_end(&mut self, bound: usize, is_at_limit: bool) -> Comment<'_> {
        let rest = self.window.rest();
        let mut line_ends = memchr2_iter(b'\n', b'\r', &rest[..bound]);
        let next_game = line_ends.find(|&at| is_tag_start(&rest[at + 1..])).map(|at| at + 1);
        let is_unclosed = next_game.is_some() || !is_at_limit;
        let end = next_game.unwrap_or(if is_at_limit { bound - 1 } else { bound });
        if is_unclosed {
            let text = self.window.take(end)[1..].trim_ascii_end();
            return Comment { text: Text(text), ending: CommentEnd::Unclosed };
        }
        self.unwanted = Some(Rest::Comment);
        Comment { text: Text(whole_characters(&self.window.take(end)[1..])), ending: CommentEnd::Cut }
    }

    /// Skips the rest of a comment in braces, up to its brace or the next game.
    pub(super) fn skip_comment(&mut self) -> Result<(), S::Error> {
        loop {
            self.window.ensure()?;
            let rest = self.window.rest();
            let Some(at) = memchr3(b'}', b'\n', b'\r', rest) else {
                self.window.pass(rest.len());
                if self.window.is_complete() {
                    return Ok(());
                }
                continue;
            };
            let is_brace = rest[at] == b'}';
            self.window.pass(at + 1);
            self.window.ensure()?;
            if is_brace || is_tag_start(self.window.rest()) {
                return Ok(());
            }
        }
    }

    fn comment_to_line_end(&mut self) -> Result<Comment<'_>, S::Error> {
        let limit = self.comment_limit();
        let mut searched = 0;
        loop {
            let rest = self.window.rest();
            let bound = rest.len().min(limit);
            if let Some(at) = memchr2(b'\n', b'\r', &rest[searched..bound]) {
                let text = &self.window.take(searched + at)[1..];
                return Ok(Comment { text: Text(text), ending: CommentEnd::Closed });
            }
            if bound == limit {
                self.unwanted = Some(Rest::Line);
                let text = whole_characters(&self.window.take(bound)[1..bound - 1]);
                return Ok(Comment { text: Text(text), ending: CommentEnd::Cut });
            }
            if self.window.is_complete() {
                return Ok(Comment { text: Text(&self.window.take(bound)[1..]), ending: CommentEnd::Closed });
            }
            searched = bound;
            self.window.refill()?;
        }
    }
}

/// Returns the number of bytes that count: without blanks at the ends and at the beginning of lines.
fn counted(comment: &[u8]) -> usize {
    let comment = comment.trim_ascii();
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks = |at: usize| comment[at + 1..].iter().take_while(is_blank).count();
    let margins: usize = memchr2_iter(b'\n', b'\r', comment).map(blanks).sum();
    comment.len() - margins
}

/// Returns a text without an incomplete character at its end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match core::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}
