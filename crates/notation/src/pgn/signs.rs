//! Glyphs: by number, as suffixes, and as the signs and words that people write instead.

use super::movetext::State;
use super::reader::Reader;
use super::source::Source;
use super::words::LONGEST_WORD;
use super::{Nag, ProblemKind, TextVisitor};
use crate::san::Repairs;

impl<S: Source> Reader<S> {
    /// Reads the word of this length if it is a sign or an en passant suffix; returns false if it is not.
    #[cold]
    pub(super) fn read_sign(&mut self, visitor: &mut impl TextVisitor, state: &State, length: usize) -> bool {
        let word = &self.rest()[..length];
        let offset = self.offset();
        let (nag, kind) = if matches!(word, b"e.p." | b"ep" | b"e.p") {
            (None, ProblemKind::Repaired(Repairs::EN_PASSANT_SUFFIX))
        } else if let Some(nag) = Nag::from_sign(word) {
            (Some(nag), ProblemKind::Sign)
        } else {
            return false;
        };
        self.pos += length;
        if state.is_active() {
            if let Some(nag) = nag {
                visitor.nag(nag);
            }
            self.report(visitor, offset, kind);
        }
        true
    }

    /// Reads a suffix such as `!` or `?!`.
    pub(super) fn read_suffix(&mut self, visitor: &mut impl TextVisitor, state: &State) {
        let rest = self.rest();
        let length = rest.iter().take(8).take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let offset = self.offset();
        let nag = Nag::from_suffix(&rest[..length]);
        self.pos += length;
        match nag {
            _ if !state.is_active() => {}
            Some(nag) => visitor.nag(nag),
            None => self.report(visitor, offset, ProblemKind::Nag),
        }
    }

    /// Reads `$` and a number.
    pub(super) fn read_nag(&mut self, visitor: &mut impl TextVisitor, state: &State) {
        let offset = self.offset();
        let digits = self.rest()[1..].iter().take(LONGEST_WORD).take_while(|byte| byte.is_ascii_digit());
        let (length, number) = digits.fold((1, 0u32), |(length, number), digit| {
            (length + 1, number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
        });
        self.pos += length;
        match u8::try_from(number) {
            _ if !state.is_active() => {}
            Ok(number) if 1 < length => visitor.nag(Nag(number)),
            _ => self.report(visitor, offset, ProblemKind::Nag),
        }
    }
}
