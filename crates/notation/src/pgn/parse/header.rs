//! The comments and tags before the moves of a game.

use core::ops::ControlFlow;

use gardez_types::GameResult;

use crate::pgn::parse::names::Names;
use crate::pgn::parse::{MoveHandler, Outcome, Parser, Reading, Stage, to_result};
use crate::pgn::report::{Place, ProblemKind};
use crate::pgn::scan::{Form, Front, Scanner, Source, TagFlaw, TagPair, read_result};
use crate::pgn::visitor::Visitor;

/// The facts about a game from its tags.
#[derive(Clone, Debug)]
pub(super) struct Header {
    /// `true` if the visitor receives the tags.
    pub(super) is_wanted: bool,
    pub(super) result: Option<(GameResult, Form)>,
    /// The place of the tag `FEN`, and its length in bytes.
    pub(super) fen: Option<(Place, u64)>,
    names: Names,
}

impl Header {
    pub(super) const NONE: Self = Self { is_wanted: false, result: None, fen: None, names: Names::NONE };

    pub(super) fn clear(&mut self) {
        (self.is_wanted, self.result, self.fen) = (false, None, None);
        self.names.clear();
    }
}

impl<S: Source> Parser<S> {
    /// Returns `true` if the tag pair that begins here repeats a name of this game.
    #[cold]
    #[inline(never)] // in the loop over tags, it takes registers
    fn is_seen_again(&self) -> bool {
        self.scan.tag_name().is_some_and(|name| self.header.names.contains(name))
    }
}

impl<S: Source, M: MoveHandler, V: Visitor<M::Form>> Reading<'_, S, M, V> {
    /// Reads the comments before the tags.
    pub(super) fn remarks(&mut self) -> Outcome<(), S, M, V> {
        loop {
            self.parser.scan.skip_lines()?;
            self.check_header()?;
            match self.parser.scan.front() {
                Front::Comment => self.comment(self.parser.state.is_wanted && self.parser.state.is_within)?,
                Front::Escape => self.parser.scan.window.skip_line()?,
                Front::Moves if self.parser.scan.is_before_text() => self.outer_text(Scanner::skip_text)?,
                Front::Tag | Front::Moves => return Ok(()),
            }
        }
    }

    #[cold]
    fn outer_text(&mut self, skip: fn(&mut Scanner<S>) -> Result<(), S::Error>) -> Outcome<(), S, M, V> {
        let start = self.parser.scan.offset();
        let place = self.place(start);
        skip(&mut self.parser.scan)?;
        if !(self.parser.state.is_wanted && self.parser.state.is_within) {
            return Ok(());
        }
        let is_all = self.parser.scan.is_at_end() && self.parser.stage == Stage::Remarks;
        let kind = if is_all { ProblemKind::NoGame } else { ProblemKind::OuterText };
        self.report_at((place, self.parser.offset() - start), kind)
    }

    pub(super) fn text_after_game(&mut self) -> Outcome<(), S, M, V> {
        self.parser.scan.skip_lines()?;
        if self.parser.scan.is_before_text() { self.outer_text(Scanner::skip_text) } else { Ok(()) }
    }

    /// Reads the tags, and other text on their lines or on a line between them.
    #[inline(never)] // its loop needs the registers
    pub(super) fn tags(&mut self) -> Outcome<(), S, M, V> {
        loop {
            let line_ends = self.parser.scan.skip_lines()?;
            match self.parser.scan.front() {
                // After an empty line, a tag name that the game already has begins another game.
                Front::Tag if line_ends <= 1 || !self.parser.is_seen_again() => {
                    self.check_header()?;
                    self.tag()?;
                }
                Front::Escape => self.parser.scan.window.skip_line()?,
                Front::Comment | Front::Moves if line_ends <= 1 && self.text_among_tags(line_ends)? => {}
                Front::Tag | Front::Comment | Front::Moves => return Ok(()),
            }
        }
    }

    /// Reads a comment or other text on the line of a tag, or alone on a line before a tag of this game. `line_ends` is
    /// the number of line ends before it. Returns `false` if something else follows.
    #[cold]
    #[inline(never)]
    fn text_among_tags(&mut self, line_ends: usize) -> Outcome<bool, S, M, V> {
        let Parser { scan, header, .. } = &*self.parser;
        let is_comment = scan.front() == Front::Comment;
        let is_before_tag = || scan.next_tag_name().is_some_and(|name| !header.names.contains(name));
        if !(is_comment || scan.is_before_text()) || !(line_ends == 0 || is_before_tag()) {
            return Ok(false);
        }
        self.check_header()?;
        match is_comment {
            true => self.comment(self.parser.state.is_wanted && self.parser.state.is_within)?,
            false => self.outer_text(Scanner::skip_text_on_line)?,
        }
        Ok(true)
    }

    /// Ends the game if its header exceeds the limits.
    #[inline(always)] // called once for each tag
    fn check_header(&mut self) -> Outcome<(), S, M, V> {
        if self.parser.state.is_within {
            if let Some(kind) = self.exceeded() {
                self.parser.state.is_within = false;
                if self.parser.state.is_wanted {
                    self.report_here(kind)?;
                }
            }
        }
        Ok(())
    }

    fn tag(&mut self) -> Outcome<(), S, M, V> {
        let Parser { scan, header, state, .. } = &mut *self.parser;
        let start = scan.offset();
        let is_wanted = state.is_wanted && state.is_within;
        match scan.tag_pair()? {
            TagPair::TooLong(limit) if is_wanted => {
                let place = (self.place(start), limit as u64);
                self.report_at(place, ProblemKind::TagLimit)
            }
            TagPair::Malformed if is_wanted => self.report(start, ProblemKind::MalformedTag),
            TagPair::TooLong(_) | TagPair::Malformed => Ok(()),
            TagPair::Pair { tag, flaw, is_ascii } => {
                let name = tag.name.as_bytes();
                let is_new = header.names.insert(name);
                let is_fen = name == b"FEN";
                let mut is_other = false;
                if name == b"Result" {
                    let found = read_result(tag.raw_value.as_bytes().trim_ascii());
                    header.result = found.map(|found| (found.result, found.form));
                    is_other = found.is_some_and(|it| it.result != GameResult::Unknown && it.form != Form::Standard);
                }
                if !is_wanted {
                    return Ok(());
                }
                let is_utf8 = is_ascii || (tag.raw_value.is_utf8() && tag.name.is_utf8());
                self.handler.tag(&tag);
                let flow = if header.is_wanted { self.visitor.tag(tag) } else { ControlFlow::Continue(()) };
                to_result(flow)?;
                if is_fen || flaw.is_some() || !is_new || !is_utf8 || is_other {
                    let place = (self.place(start), self.parser.scan.offset() - start);
                    if is_fen {
                        self.parser.header.fen = Some(place);
                    }
                    let duplicate = (!is_new).then_some(ProblemKind::DuplicateTag);
                    let not_utf8 = (!is_utf8).then_some(ProblemKind::NotUtf8);
                    let form = is_other.then_some(ProblemKind::ResultForm);
                    for kind in [flaw.map(TagFlaw::problem), duplicate, not_utf8, form].into_iter().flatten() {
                        self.report_at(place, kind)?;
                    }
                }
                Ok(())
            }
        }
    }
}
