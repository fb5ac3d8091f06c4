//! Where a game ends: with its result, or where the next one begins.

use super::bytes::{blanks, is_space};
use super::movetext::{Flow, State};
use super::reader::Reader;
use super::source::Source;
use super::{GameResult, ProblemKind, TextVisitor};

impl<S: Source> Reader<S> {
    /// A result has been passed: what stands behind it in its line tells whether it ends the game.
    pub(super) fn read_result(
        &mut self,
        visitor: &mut impl TextVisitor,
        state: &mut State,
        result: GameResult,
        length: usize,
    ) -> Result<Flow, S::Error> {
        let offset = self.offset() - length as u64;
        if state.depth != 0 {
            if state.tells() {
                self.report(visitor, offset, ProblemKind::ResultInVariation);
            }
            return Ok(Flow::On);
        }
        if result != GameResult::Unknown || state.result.is_none() {
            state.result = Some(result);
        }
        loop {
            self.ensure()?;
            let rest = self.rest();
            let space = blanks(rest);
            if space == rest.len() && !self.source.is_complete() {
                self.pos += space;
                continue;
            }
            let rest = &rest[space..];
            match *rest {
                [] | [b'\n' | b'\r' | b'[', ..] | [b'1', b'.', ..] => return Ok(Flow::End),
                [b'{', ..] => {
                    self.pos += space;
                    self.read_comment(visitor, state.tells())?;
                }
                [b';', ..] => {
                    self.pos += space;
                    self.read_line_comment(visitor, state.tells())?;
                }
                [byte, ..] if is_space(byte) => self.pos += space + 1,
                [_, ..] => {
                    self.pos += space;
                    if state.tells() {
                        self.report(visitor, offset, ProblemKind::ResultWithin);
                    }
                    return Ok(Flow::On);
                }
            }
        }
    }

    /// True if a `1.` at the start of a line must be the first move of another game.
    pub(super) fn begins_again(&self, state: &State, digits: usize) -> bool {
        let rest = self.rest();
        rest[0] == b'1'
            && digits == 1
            && 2 <= state.plies
            && state.depth == 0
            && rest.get(2) != Some(&b'.')
            && self.is_at_line_start()
    }

    /// What is due when the moves have ended.
    pub(super) fn finish(&mut self, visitor: &mut impl TextVisitor, state: &State) {
        if !state.is_wanted {
            return;
        }
        let open = match state.muted {
            None => state.depth,
            Some((0, _)) => 0,
            Some((depth, told)) => depth - 1 + usize::from(told),
        };
        if open != 0 || matches!(state.muted, Some((1.., _))) {
            self.report(visitor, self.offset(), ProblemKind::UnclosedVariation);
        }
        self.end_variations(visitor, open);
        match (state.result, self.result_tag) {
            (None, _) => self.report(visitor, self.offset(), ProblemKind::MissingResult),
            (Some(moves), Some(tag)) if moves != tag => {
                self.report(visitor, self.offset(), ProblemKind::ResultMismatch { tag, moves });
            }
            _ => {}
        }
        if let Some(result) = state.result {
            visitor.result(result);
        }
    }
}
