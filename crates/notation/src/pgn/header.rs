//! Finds the next game, and reads what comes before its moves: comments and tags.

use super::bytes::is_space;
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::tags::{self, Found};
use super::{Interest, ProblemKind, Tag, Text, TextVisitor};

impl<S: Source> Reader<S> {
    /// Moves to the first byte of the next game; false if there is none.
    pub(super) fn find_game(&mut self) -> Result<bool, S::Error> {
        loop {
            self.skip_space()?;
            self.ensure()?;
            match self.rest() {
                [] => return Ok(false),
                [b'%', ..] if self.is_at_line_start() => self.skip_line()?,
                [0xef, 0xbb, 0xbf, ..] => {
                    self.pos += 3;
                    // A byte order mark does not count: the next byte is at the start of its line.
                    if self.rest().first() == Some(&b'%') {
                        self.skip_line()?;
                    }
                }
                _ => return Ok(true),
            }
        }
    }

    /// Skips blanks and line ends; returns the number of LFs or CRs, whichever is larger.
    fn skip_space(&mut self) -> Result<usize, S::Error> {
        let (mut feeds, mut returns) = (0, 0);
        loop {
            let rest = self.rest();
            let length = rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
            let space = &rest[..length];
            feeds += space.iter().filter(|&&byte| byte == b'\n').count();
            returns += space.iter().filter(|&&byte| byte == b'\r').count();
            let found = length < rest.len();
            self.pos += length;
            if found || self.source.is_complete() {
                return Ok(feeds.max(returns));
            }
            self.refill()?;
        }
    }

    /// Reads comments and tags; returns false if they exceed the limits of a game.
    pub(super) fn read_header(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool) -> Result<bool, S::Error> {
        let is_within = self.read_remarks(visitor, is_wanted)?;
        let is_active = is_wanted && visitor.begin_tags() == Interest::Take;
        self.read_tags(visitor, is_wanted, is_active, is_within)
    }

    /// Reads the comments before the tags; returns false if they exceed the limits.
    fn read_remarks(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool) -> Result<bool, S::Error> {
        let mut is_within = true;
        loop {
            is_within = is_within && !self.is_beyond_limits(visitor, is_wanted);
            match self.rest().first() {
                Some(b'{') => self.read_comment(visitor, is_wanted && is_within)?,
                Some(b';') => self.read_line_comment(visitor, is_wanted && is_within)?,
                Some(b'%') if self.is_at_line_start() => self.skip_line()?,
                _ => return Ok(is_within),
            }
            self.skip_space()?;
            self.ensure()?;
        }
    }

    fn read_tags(
        &mut self,
        visitor: &mut impl TextVisitor,
        is_wanted: bool,
        is_active: bool,
        mut is_within: bool,
    ) -> Result<bool, S::Error> {
        let mut line_ends = 0;
        loop {
            match self.rest().first() {
                // After an empty line, a tag name that the game already has begins another game.
                Some(b'[') if line_ends <= 1 || !self.is_seen_again() => {
                    is_within = is_within && !self.is_beyond_limits(visitor, is_wanted);
                    self.read_tag(visitor, is_wanted && is_within, is_active)?;
                }
                Some(b'%') if self.is_at_line_start() => self.skip_line()?,
                _ => return Ok(is_within),
            }
            line_ends = self.skip_space()?;
            self.ensure()?;
        }
    }

    /// True if the game or the line exceeds its limit; then a problem is reported.
    #[inline]
    fn is_beyond_limits(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool) -> bool {
        if self.offset() <= self.check_at {
            return false;
        }
        let Some(kind) = self.exceeded() else { return false };
        if is_wanted {
            self.report(visitor, self.offset(), kind);
        }
        true
    }

    /// True if the next tag pair repeats a name of this game.
    fn is_seen_again(&self) -> bool {
        // The window always contains the whole name.
        let front = &self.rest()[..self.rest().len().min(MARGIN)];
        match tags::read(front, true) {
            Found::Pair(pair) => self.seen.contains(&front[pair.name]),
            _ => false,
        }
    }

    fn read_tag(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool, is_active: bool) -> Result<(), S::Error> {
        let limit = self.limits.tag.max(MARGIN);
        let found = loop {
            let rest = self.rest();
            let part = &rest[..rest.len().min(limit)];
            let is_complete = self.source.is_complete() && part.len() == rest.len();
            match tags::read(part, is_complete) {
                // Doubling keeps the time linear, however few bytes the stream yields at once.
                Found::Unfinished if rest.len() <= limit && !self.source.is_complete() => {
                    let enough = limit.saturating_add(1).min(2 * part.len());
                    while self.rest().len() < enough && !self.source.is_complete() {
                        self.refill()?;
                    }
                }
                found => break found,
            }
        };
        let start = self.offset();
        match found {
            Found::Unfinished => {
                if is_wanted {
                    let place = (self.place(start), limit as u64);
                    self.report_at(visitor, place, ProblemKind::TagLimit);
                }
                self.skip_line()
            }
            Found::Malformed(length) => {
                self.pos += length;
                if is_wanted {
                    self.report(visitor, start, ProblemKind::MalformedTag);
                }
                Ok(())
            }
            Found::Pair(pair) => {
                let tag = {
                    let rest = &self.source.window()[self.pos..];
                    Tag { name: Text(&rest[pair.name.clone()]), raw_value: Text(&rest[pair.value.clone()]) }
                };
                let is_new = self.seen.insert(tag.name.0);
                match tag.name.0 {
                    b"Result" => self.result_tag = super::read_result(tag.raw_value.0).map(|(result, _)| result),
                    b"FEN" if is_wanted => self.fen_place = Some((self.place(start), pair.length as u64)),
                    _ => {}
                }
                if is_wanted {
                    let rest = &self.source.window()[self.pos..];
                    let tag = Tag { name: Text(&rest[pair.name]), raw_value: Text(&rest[pair.value]) };
                    if is_active {
                        visitor.tag(tag);
                    }
                    if pair.problem.is_some() || !is_new || !rest[..pair.length].is_ascii() {
                        let is_utf8 = tag.raw_value.is_utf8() && tag.name.is_utf8();
                        let duplicate = (!is_new).then_some(ProblemKind::DuplicateTag);
                        let not_utf8 = (!is_utf8).then_some(ProblemKind::NotUtf8);
                        for kind in [pair.problem, duplicate, not_utf8].into_iter().flatten() {
                            let place = (self.place(start), pair.length as u64);
                            self.report_at(visitor, place, kind);
                        }
                    }
                }
                self.pos += pair.length;
                Ok(())
            }
        }
    }
}
