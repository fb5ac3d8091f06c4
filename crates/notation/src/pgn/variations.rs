//! Variations: where they begin and end, and which of them are reported to the visitor.

use super::movetext::State;
use super::reader::Reader;
use super::source::Source;
use super::{Answer, ProblemKind, TextVisitor};

impl<S: Source> Reader<S> {
    pub(super) fn open(&mut self, visitor: &mut impl TextVisitor, state: &mut State) {
        let offset = self.offset();
        self.pos += 1;
        if state.is_boardless {
            state.mute();
        }
        state.depth += 1;
        if !state.is_active() {
            return;
        }
        let answer = if self.limits.depth < state.depth {
            Answer::refused(ProblemKind::DepthLimit)
        } else {
            visitor.begin_variation()
        };
        match answer {
            Answer::Take => {}
            Answer::Noted(kind) => self.report(visitor, offset, *kind),
            Answer::Skip => state.muted = Some((state.depth, false)),
            Answer::Refused(kind) => {
                self.report(visitor, offset, *kind);
                state.muted = Some((state.depth, false));
            }
        }
    }

    pub(super) fn close(&mut self, visitor: &mut impl TextVisitor, state: &mut State) {
        let offset = self.offset();
        self.pos += 1;
        if state.depth == 0 {
            if state.is_active() {
                self.report(visitor, offset, ProblemKind::UnopenedVariation);
            }
            return;
        }
        let is_reported = match state.muted {
            None => true,
            Some((depth, was_reported)) if depth == state.depth => {
                state.muted = None;
                was_reported
            }
            Some(_) => false,
        };
        state.depth -= 1;
        if is_reported && state.is_wanted {
            if let Answer::Noted(kind) | Answer::Refused(kind) = visitor.end_variation() {
                self.report(visitor, offset, *kind);
            }
        }
    }

    pub(super) fn end_variations(&mut self, visitor: &mut impl TextVisitor, count: usize) {
        for _ in 0..count {
            if let Answer::Noted(kind) | Answer::Refused(kind) = visitor.end_variation() {
                self.report(visitor, self.offset(), *kind);
            }
        }
    }
}
