//! What stands before the moves: the way to the next game, and its tags.

use super::bytes::is_space;
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::tags::{self, Found};
use super::{GameResult, Interest, ProblemKind, Tag, Text, TextVisitor};

impl<S: Source> Reader<S> {
    /// Passes over blanks and line ends; returns how many line ends there were, as long as they are few.
    fn skip_space(&mut self) -> Result<usize, S::Error> {
        let mut lines = 0;
        loop {
            let rest = self.rest();
            let length = rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
            let space = &rest[..length];
            lines += space.iter().filter(|&&byte| byte == b'\n').count();
            lines = lines.max(space.iter().filter(|&&byte| byte == b'\r').count());
            let found = length < rest.len();
            self.pos += length;
            if found || self.source.is_complete() {
                return Ok(lines);
            }
            self.refill()?;
        }
    }

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

    pub(super) fn read_tags(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool) -> Result<(), S::Error> {
        let tells = is_wanted && visitor.begin_tags() == Interest::Take;
        let mut has_tags = false;
        loop {
            let line_ends = self.skip_space()?;
            self.ensure()?;
            match self.rest().first() {
                Some(b'[') => {}
                Some(b'%') if self.is_at_line_start() => {
                    self.skip_line()?;
                    continue;
                }
                // Remarks may stand before a game.
                Some(b'{') if !has_tags => {
                    self.read_comment(visitor, is_wanted)?;
                    continue;
                }
                Some(b';') if !has_tags => {
                    self.read_line_comment(visitor, is_wanted)?;
                    continue;
                }
                _ => return Ok(()),
            }
            if has_tags && 1 < line_ends && self.is_seen_again() {
                // A game without even a result.
                return Ok(());
            }
            has_tags = true;
            self.read_tag(visitor, is_wanted, tells)?;
        }
    }

    /// True if the tag pair that comes next repeats a name of this game.
    fn is_seen_again(&self) -> bool {
        match tags::read(self.rest(), true) {
            Found::Pair(pair) => self.seen.contains(&self.rest()[pair.name]),
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
                Found::Unfinished if part.len() < limit => self.refill()?,
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
                    b"Result" => self.result_tag = GameResult::read(tag.raw_value.0).map(|(result, _)| result),
                    b"FEN" if is_wanted => self.fen_place = Some(self.place(start)),
                    _ => {}
                }
                if is_wanted {
                    let rest = &self.source.window()[self.pos..];
                    let tag = Tag { name: Text(&rest[pair.name]), raw_value: Text(&rest[pair.value]) };
                    // Who sets up the position must know; who skips the tags is not told by it.
                    if tells || matches!(tag.name.0, b"FEN" | b"SetUp" | b"Variant") {
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
