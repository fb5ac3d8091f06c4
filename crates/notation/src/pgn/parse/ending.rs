//! The end of a game: its result, or the start of the next one.

use gardez_types::GameResult;

use crate::pgn::parse::state::WrittenResult;
use crate::pgn::parse::{MoveHandler, Outcome, Reading, Stage, to_result};
use crate::pgn::report::{Place, ProblemKind};
use crate::pgn::scan::{AfterResult, Form, Source};
use crate::pgn::visitor::Visitor;

impl<S: Source, M: MoveHandler, V: Visitor<M::Form>> Reading<'_, S, M, V> {
    /// Takes a result that begins at `start`. In the main line, it ends the game unless more moves follow on its line.
    pub(super) fn result(&mut self, start: u64, result: GameResult, form: Form) -> Outcome<(), S, M, V> {
        let length = self.parser.scan.offset() - start;
        let state = &mut self.parser.state;
        let is_active = state.is_active();
        if state.depth != 0 {
            return if is_active { self.report(start, ProblemKind::ResultInVariation) } else { Ok(()) };
        }
        if result != GameResult::Unknown || state.result.is_none() {
            state.result = Some(result);
        }
        state.written = WrittenResult { start, length, place: None };
        self.parser.stage = Stage::Result;
        if is_active && form != Form::Standard { self.report(start, ProblemKind::ResultForm) } else { Ok(()) }
    }

    /// Reads the rest of the line of a result; returns `true` if the game goes on.
    pub(super) fn goes_on_after_result(&mut self) -> Outcome<bool, S, M, V> {
        loop {
            let is_active = self.parser.state.is_active();
            match self.parser.scan.after_result()? {
                AfterResult::End => return Ok(false),
                AfterResult::Comment => {
                    // Lines are counted beyond the result then, so its place is computed before.
                    self.place_of_result();
                    self.comment(is_active)?;
                }
                AfterResult::Moves => {
                    self.parser.stage = Stage::Moves;
                    if is_active {
                        let place = (self.place_of_result(), self.parser.state.written.length);
                        self.report_at(place, ProblemKind::ResultWithin)?;
                    }
                    return Ok(true);
                }
            }
        }
    }

    fn place_of_result(&mut self) -> Place {
        let WrittenResult { start, place, .. } = self.parser.state.written;
        let place = place.unwrap_or_else(|| self.place(start));
        self.parser.state.written.place = Some(place);
        place
    }

    /// Reports what is missing at the end of the moves, and the result.
    pub(super) fn finish(&mut self) -> Outcome<(), S, M, V> {
        let state = &self.parser.state;
        if !state.is_wanted {
            return Ok(());
        }
        let (result, open) = (state.result, state.reported_depth());
        if open != 0 || matches!(state.muted, Some((1.., _))) {
            self.report_here(ProblemKind::UnclosedVariation)?;
        }
        self.end_variations(open)?;
        match (result, self.parser.header.result) {
            (None, _) => self.report_here(ProblemKind::MissingResult)?,
            (Some(moves), Some((tag, _))) if moves != tag => {
                self.report_here(ProblemKind::ResultMismatch { tag, moves })?;
            }
            _ => {}
        }
        match result {
            Some(result) => to_result(self.visitor.result(result)),
            None => Ok(()),
        }
    }
}
