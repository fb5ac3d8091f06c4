//! What stands before the moves: the way to the next game, remarks, and tags.

use super::bytes::is_space;
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::tags::{self, Found};
use super::{Interest, ProblemKind, Tag, Text, TextVisitor};

impl<S: Source> Reader<S> {
    /// Goes to the first byte of the next game.
    pub(super) fn find_game(&mut self) -> Result<bool, S::Error> {
        loop {
            self.skip_space()?;
            self.ensure()?;
            match self.rest() {
                [] => return Ok(false),
                [b'%', ..] if self.is_at_line_start() => self.skip_line()?,
                [0xef, 0xbb, 0xbf, ..] => {
                    self.pos += 3;
                    // What follows stands at the start of its line.
                    if self.rest().first() == Some(&b'%') {
                        self.skip_line()?;
                    }
                }
                _ => return Ok(true),
            }
        }
    }

    /// Passes over blanks and line ends; returns how many line ends there were, as long as they are few.
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

    /// Reads remarks and tags; false if they are longer than a game may be.
    pub(super) fn read_header(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool) -> Result<bool, S::Error> {
        let is_within = self.read_remarks(visitor, is_wanted)?;
        let tells = is_wanted && visitor.begin_tags() == Interest::Take;
        self.read_tags(visitor, is_wanted, tells, is_within)
    }

    /// Remarks may stand before a game.
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
        tells: bool,
        mut is_within: bool,
    ) -> Result<bool, S::Error> {
        let mut line_ends = 0;
        loop {
            match self.rest().first() {
                // The second tag pair with a name is that of another game if an empty line lies between.
                Some(b'[') if line_ends <= 1 || !self.is_seen_again() => {
                    is_within = is_within && !self.is_beyond_limits(visitor, is_wanted);
                    self.read_tag(visitor, is_wanted && is_within, tells)?;
                }
                Some(b'%') if self.is_at_line_start() => self.skip_line()?,
                _ => return Ok(is_within),
            }
            line_ends = self.skip_space()?;
            self.ensure()?;
        }
    }

    /// True if the game is too long already, or the line; then that has been reported.
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

    /// True if the tag pair that comes next repeats a name of this game.
    fn is_seen_again(&self) -> bool {
        // A name lies within what is at hand in any case.
        let front = &self.rest()[..self.rest().len().min(MARGIN)];
        match tags::read(front, true) {
            Found::Pair(pair) => self.seen.contains(&front[pair.name]),
            _ => false,
        }
    }

    fn read_tag(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool, tells: bool) -> Result<(), S::Error> {
        let found = loop {
            let limit = self.limits.tag.max(MARGIN);
            let rest = self.rest();
            let part = &rest[..rest.len().min(limit)];
            let is_complete = self.source.is_complete() && part.len() == rest.len();
            match tags::read(part, is_complete) {
                // Twice as much, so that it is linear in all, however little the stream yields at once.
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
                    self.report(visitor, start, ProblemKind::TagLimit);
                }
                self.skip_line()
            }
            Found::Malformed(length) => {
                if is_wanted {
                    self.report(visitor, start, ProblemKind::MalformedTag);
                }
                self.pos += length;
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
                    b"FEN" if is_wanted => self.fen_place = Some(self.place(start)),
                    _ => {}
                }
                if is_wanted {
                    let rest = &self.source.window()[self.pos..];
                    let tag = Tag { name: Text(&rest[pair.name]), raw_value: Text(&rest[pair.value]) };
                    if tells {
                        visitor.tag(tag);
                    }
                    if pair.problem.is_some() || !is_new || !rest[..pair.length].is_ascii() {
                        let is_utf8 = tag.raw_value.is_utf8() && tag.name.is_utf8();
                        let duplicate = (!is_new).then_some(ProblemKind::DuplicateTag);
                        let not_utf8 = (!is_utf8).then_some(ProblemKind::NotUtf8);
                        for kind in [pair.problem, duplicate, not_utf8].into_iter().flatten() {
                            self.report(visitor, start, kind);
                        }
                    }
                }
                self.pos += pair.length;
                Ok(())
            }
        }
    }
}
