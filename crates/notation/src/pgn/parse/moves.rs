//! The moves of a game, and everything that may occur among them.

use core::ops::ControlFlow;

use gardez_types::GameResult;

use crate::pgn::number::MoveNumber;
use crate::pgn::parse::{Beginning, MoveHandler, Outcome, Parser, Reading, Stage, to_result};
use crate::pgn::report::{Problem, ProblemKind};
use crate::pgn::scan::{Expected, Form, Source, Token, UsualToken};
use crate::pgn::verdict::Verdict;
use crate::pgn::visitor::Visitor;

impl<S: Source, M: MoveHandler, V: Visitor<M::Form>> Reading<'_, S, M, V> {
    /// Begins the moves, and skips them if the header exceeds the limits.
    pub(super) fn begin_moves(&mut self) -> Outcome<(), S, M, V> {
        if self.parser.state.is_wanted {
            let Beginning { verdict, is_playable } = to_result(self.handler.begin_moves(self.visitor))?;
            let offset = self.parser.scan.offset();
            match (verdict, self.parser.header.fen) {
                (Verdict::Noted(kind), Some(place)) => self.report_at(place, *kind)?,
                (Verdict::Refused(kind), place) => {
                    let place = place.unwrap_or_else(|| (self.place(offset), 0));
                    if is_playable {
                        self.parser.state.mute();
                    } else {
                        self.parser.state.is_boardless = true;
                    }
                    self.report_at(place, *kind)?;
                }
                (verdict, _) => self.obey(verdict, offset)?,
            }
        }
        if !self.parser.state.is_within {
            self.give_up()?;
        }
        Ok(())
    }

    /// Reads the moves of a game, and everything among them, up to the end of the game.
    pub(super) fn moves(&mut self) -> Outcome<(), S, M, V> {
        loop {
            if self.parser.stage == Stage::Result && !self.goes_on_after_result()? {
                return Ok(());
            }
            if !self.parser.state.is_boardless && !self.parser.state.number.is_some() {
                self.usual()?;
            }
            if !self.parser.scan.skip_blanks()? {
                return Ok(());
            }
            if let Some(kind) = self.exceeded() {
                if self.parser.state.is_active() {
                    self.report_here(kind)?;
                }
                self.give_up()?;
            }
            let start = self.parser.scan.offset();
            let is_active = self.parser.state.is_active();
            let number = self.parser.state.number;
            let misfit = if is_active && number.is_some() { self.misfit() } else { None };
            let expected = self.expected();
            match self.parser.scan.token(expected)? {
                Token::Torn(_) if is_active && !number.is_some() => {
                    self.parser.state.mute();
                    self.report(start, ProblemKind::TornLetter)?;
                }
                Token::Letter(_) if is_active && number.is_some() => {
                    self.parser.state.mute();
                    self.report(start, ProblemKind::TornLetter)?;
                }
                Token::Word(text) | Token::Torn(text) => {
                    let state = &mut self.parser.state;
                    if state.is_boardless {
                        state.mute();
                    }
                    state.plies += u64::from(state.depth == 0);
                    state.number = MoveNumber::NONE;
                    if state.is_active() {
                        let depth = state.depth;
                        if let Some(problem) = misfit {
                            state.expect(number, self.handler.due());
                            to_result(self.visitor.problem(&problem))?;
                        }
                        let verdict = to_result(self.handler.play(self.visitor, text, depth))?;
                        self.obey(verdict, start)?;
                        if self.parser.offset() == start {
                            // The word is read again.
                            self.parser.state.number = number;
                        }
                    }
                }
                Token::Number(number) => self.parser.state.number = number,
                Token::Dot => self.parser.state.number.add_dot(),
                Token::Ellipsis => (0..2).for_each(|_| self.parser.state.number.add_dot()),
                Token::Comment => self.comment(is_active)?,
                Token::Open => self.open(start)?,
                Token::Close => self.close(start)?,
                Token::Result(result, form) => self.result(start, result, form)?,
                Token::End => return Ok(()),
                Token::LongWord(length) => {
                    self.parser.state.mute();
                    if is_active {
                        let place = (self.place(start), length as u64);
                        self.report_at(place, ProblemKind::TooLongWord)?;
                    }
                }
                Token::Glyph(Some(nag)) if is_active => to_result(self.visitor.nag(nag))?,
                Token::Glyph(None) if is_active => self.report(start, ProblemKind::Nag)?,
                Token::Sign(nag) | Token::Letter(nag) if is_active => {
                    to_result(self.visitor.nag(nag))?;
                    self.report(start, ProblemKind::Sign)?;
                }
                Token::Suffix(repairs) if is_active => self.report(start, ProblemKind::Repaired(repairs))?,
                Token::Reserved if is_active => self.report(start, ProblemKind::Reserved)?,
                Token::Stray(byte) if is_active => self.report(start, ProblemKind::Stray(byte))?,
                Token::Glyph(_)
                | Token::Sign(_)
                | Token::Letter(_)
                | Token::Suffix(_)
                | Token::Reserved
                | Token::Stray(_)
                | Token::Nothing => {}
            }
        }
    }

    /// Returns what can come next.
    fn expected(&self) -> Expected {
        let Parser { state, header, .. } = &*self.parser;
        let is_main_line = state.depth == 0;
        let is_forfeit =
            header.result.is_some_and(|(result, form)| result == GameResult::Unknown && form != Form::Standard);
        let are_signs = header.result.is_some_and(|(_, form)| form == Form::Signs);
        Expected {
            may_end: is_main_line && state.may_end(),
            may_be_forfeit: is_main_line && is_forfeit && !state.number.is_some(),
            may_be_signs: is_main_line && (are_signs || state.plies == 0),
        }
    }

    /// Returns the problem of the number before the next move if another one is due. Later numbers follow this one.
    #[cold]
    fn misfit(&mut self) -> Option<Problem> {
        let Parser { state, game, scan, .. } = &mut *self.parser;
        let (number, due) = (state.number, self.handler.due()?);
        let expected = due.plus(state.shift);
        if number.fits(expected) {
            return None;
        }
        let (found, dots, side_to_move) = (number.number(), number.color(), due.color()?);
        let kind = ProblemKind::Number { found, dots, due: expected.number(), side_to_move };
        Some(scan.window.place(scan.offset()).problem(*game, 0, kind))
    }

    /// Reads moves, their numbers, and short comments: nearly everything in a movetext.
    #[inline(never)] // alone in its function, the loop keeps more in registers
    fn usual(&mut self) -> Outcome<(), S, M, V> {
        loop {
            let Parser { scan, watch, state, .. } = &mut *self.parser;
            let (is_active, depth) = (state.is_active(), state.depth);
            let counted = u64::from(depth == 0);
            let mut unusual = None;
            let mut due = if is_active { self.handler.due().map(|due| due.plus(state.shift)) } else { None };
            let mut tokens = scan.usual(watch.due())?;
            while let Some(token) = tokens.next(state.may_end(), due) {
                let (text, flow) = match token {
                    UsualToken::Word(text) => {
                        state.plies += counted;
                        if !is_active {
                            continue;
                        }
                        due = due.map(MoveNumber::next);
                        (text, self.handler.play(self.visitor, text, depth))
                    }
                    UsualToken::Comment(_) if !is_active => continue,
                    UsualToken::Comment(text) => match self.visitor.comment(text) {
                        ControlFlow::Continue(()) => continue,
                        ControlFlow::Break(value) => (text, ControlFlow::Break(value)),
                    },
                };
                if !matches!(flow, ControlFlow::Continue(Verdict::Take)) {
                    unusual = Some((tokens.length() - text.as_bytes().len(), flow));
                    break;
                }
            }
            let (length, start) = (tokens.length(), scan.offset());
            scan.window.pass(length);
            let Some((before, flow)) = unusual else { return Ok(()) };
            let verdict = to_result(flow)?;
            self.obey(verdict, start + before as u64)?;
        }
    }

    /// Does what an verdict about the part that began at `start` says.
    #[cold]
    fn obey(&mut self, verdict: Verdict, start: u64) -> Outcome<(), S, M, V> {
        match verdict {
            Verdict::Take => Ok(()),
            Verdict::Noted(kind) => self.report(start, *kind),
            Verdict::Skip => {
                self.parser.state.mute();
                Ok(())
            }
            Verdict::Refused(_) if self.handler.asks_for_letters() => self.find_letters(start),
            Verdict::Refused(kind) => {
                self.parser.state.mute();
                self.report(start, *kind)
            }
        }
    }

    /// Finds the letters of the game, and goes back to the word at `start`, which is read again.
    #[cold]
    fn find_letters(&mut self, start: u64) -> Outcome<(), S, M, V> {
        let Parser { scan, state, .. } = &mut *self.parser;
        let length = scan.offset() - start;
        scan.window.go_back(length as usize);
        state.plies -= u64::from(state.depth == 0);
        let mut wanted = 0;
        let verdict = loop {
            let (ahead, is_whole) = self.parser.ahead(wanted)?;
            match self.handler.find_letters(&ahead, is_whole) {
                Some(verdict) => break verdict,
                None => wanted = 2 * self.parser.scan.seen(),
            }
        };
        let place = (self.place(start), length);
        match verdict {
            Verdict::Take | Verdict::Skip => Ok(()),
            Verdict::Noted(kind) => self.report_at(place, *kind),
            Verdict::Refused(kind) => {
                self.parser.state.mute();
                self.report_at(place, *kind)
            }
        }
    }

    fn give_up(&mut self) -> Outcome<(), S, M, V> {
        self.parser.watch.end();
        let open = self.parser.state.reported_depth();
        self.parser.state.muted = Some((0, true));
        self.end_variations(open)
    }
}
