//! Where a game ends: with its result, or where the next one begins.

use super::bytes::is_space;
use super::movetext::{Flow, State};
use super::reader::{Place, Reader};
use super::source::Source;
use super::{GameResult, ProblemKind, TextVisitor};

impl<S: Source> Reader<S> {
    /// Reads a result of `length` bytes. It ends the game unless more moves follow on its line.
    pub(super) fn read_result(
        &mut self,
        visitor: &mut impl TextVisitor,
        state: &mut State,
        (result, is_standard): (GameResult, bool),
        length: usize,
    ) -> Result<Flow, S::Error> {
        let offset = self.offset();
        self.pos += length;
        if state.depth != 0 {
            if state.is_active() {
                self.report(visitor, offset, ProblemKind::ResultInVariation);
            }
            return Ok(Flow::On);
        }
        if !is_standard && state.is_active() {
            self.report(visitor, offset, ProblemKind::ResultForm);
        }
        if result != GameResult::Unknown || state.result.is_none() {
            state.result = Some(result);
        }
        let mut place: Option<Place> = None;
        loop {
            self.ensure()?;
            match *self.rest() {
                [] | [b'\n' | b'\r' | b'[', ..] => return Ok(Flow::End),
                // The first move of another game, unless it is a move of black.
                [b'1', b'.'] => return Ok(Flow::End),
                [b'1', b'.', third, ..] if third != b'.' => return Ok(Flow::End),
                [b'{', ..] => {
                    // After the comment, lines are counted beyond the result, so its place is taken before.
                    if place.is_none() {
                        place = Some(self.place(offset));
                    }
                    self.read_comment(visitor, state.is_active())?;
                }
                [b';', ..] => self.read_line_comment(visitor, state.is_active())?,
                [byte, ..] if is_space(byte) => self.pos += 1,
                [_, ..] => {
                    if state.is_active() {
                        let place = place.unwrap_or_else(|| self.place(offset));
                        self.report_at(visitor, (place, length as u64), ProblemKind::ResultWithin);
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

    /// Reports what is missing at the end of the moves, and the result.
    pub(super) fn finish(&mut self, visitor: &mut impl TextVisitor, state: &State) {
        if !state.is_wanted {
            return;
        }
        let open = state.reported_depth();
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
