//! The beginnings and ends of variations.

use crate::pgn::number::MoveNumber;
use crate::pgn::parse::{MoveHandler, Outcome, Reading, to_result};
use crate::pgn::report::ProblemKind;
use crate::pgn::scan::Source;
use crate::pgn::verdict::Verdict;
use crate::pgn::visitor::Visitor;

impl<S: Source, M: MoveHandler, V: Visitor<M::Form>> Reading<'_, S, M, V> {
    pub(super) fn open(&mut self, start: u64) -> Outcome<(), S, M, V> {
        let state = &mut self.parser.state;
        if state.is_boardless {
            state.mute();
        }
        state.depth += 1;
        state.number = MoveNumber::NONE;
        if !state.is_active() {
            return Ok(());
        }
        let depth = state.depth;
        let verdict = if self.parser.watch.limits().depth < depth {
            Verdict::refused(ProblemKind::DepthLimit)
        } else {
            to_result(self.handler.begin_variation(self.visitor, depth))?
        };
        if matches!(verdict, Verdict::Skip | Verdict::Refused(_)) {
            self.parser.state.muted = Some((depth, false));
        }
        match verdict {
            Verdict::Take | Verdict::Skip => Ok(()),
            Verdict::Noted(kind) | Verdict::Refused(kind) => self.report(start, *kind),
        }
    }

    pub(super) fn close(&mut self, start: u64) -> Outcome<(), S, M, V> {
        let state = &mut self.parser.state;
        if state.depth == 0 {
            return if state.is_active() { self.report(start, ProblemKind::UnopenedVariation) } else { Ok(()) };
        }
        state.number = MoveNumber::NONE;
        let is_reported = match state.muted {
            None => true,
            Some((depth, was_reported)) if depth == state.depth => {
                state.muted = None;
                was_reported
            }
            Some(_) => false,
        };
        state.depth -= 1;
        if is_reported && state.is_wanted { self.end_variation(start) } else { Ok(()) }
    }

    pub(super) fn end_variations(&mut self, count: usize) -> Outcome<(), S, M, V> {
        for _ in 0..count {
            self.end_variation(self.parser.scan.offset())?;
        }
        Ok(())
    }

    /// Ends a variation that the visitor knows; `start` is the place of its end.
    fn end_variation(&mut self, start: u64) -> Outcome<(), S, M, V> {
        let problem = self.handler.end_variation();
        to_result(self.visitor.end_variation())?;
        match problem {
            Some(kind) => self.report(start, kind),
            None => Ok(()),
        }
    }
}
