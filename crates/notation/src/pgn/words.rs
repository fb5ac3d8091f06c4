//! Words among the moves: moves, their numbers, and whatever is written like them.

use super::bytes::is_word;
use super::movetext::{Flow, State};
use super::reader::Reader;
use super::source::Source;
use super::{Answer, GameResult, ProblemKind, Text, TextVisitor};

/// No move is longer; the longest known spelling has some twenty bytes.
pub(super) const LONGEST_WORD: usize = 255;

impl<S: Source> Reader<S> {
    /// A word that begins with a letter: a move, or one of a few signs.
    pub(super) fn read_word(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        let rest = self.rest();
        let bound = rest.len().min(LONGEST_WORD + 1);
        let mut length = rest[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
        // Few words are followed by anything but a blank.
        match rest.get(length) {
            None | Some(b' ' | b'\n' | b'\r') => {}
            Some(_) => length = with_tail(rest, length),
        }
        if LONGEST_WORD < length {
            return self.too_long(visitor, state);
        }
        let last = rest[length - 1];
        if !last.is_ascii_digit() && !matches!(last, b'+' | b'#') && self.is_sign(visitor, state, length) {
            return Ok(());
        }
        self.tell_move(visitor, state, length);
        Ok(())
    }

    /// Hands a word of the next `length` bytes to the visitor as a move.
    pub(super) fn tell_move(&mut self, visitor: &mut impl TextVisitor, state: &mut State, length: usize) {
        if state.is_boardless {
            state.mute();
        }
        let text = Text(&self.source.window()[self.pos..self.pos + length]);
        state.plies += u32::from(state.depth == 0);
        let answer = if state.tells() { visitor.san(text) } else { Answer::Take };
        let offset = self.offset();
        self.pos += length;
        self.odd_answer(visitor, state, answer, offset);
    }

    /// A word that goes on and on.
    #[cold]
    pub(super) fn too_long(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        let offset = self.offset();
        if state.tells() {
            self.report(visitor, offset, ProblemKind::TooLongWord);
        }
        state.mute();
        loop {
            let rest = self.rest();
            let length = rest.iter().position(|&byte| !is_word(byte));
            self.pos += length.unwrap_or(rest.len());
            if length.is_some() || self.source.is_complete() {
                return Ok(());
            }
            self.refill()?;
        }
    }

    /// Digits: the number of a move, a result, castling with zeros, or a null move.
    pub(super) fn read_digits(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<Flow, S::Error> {
        let rest = self.rest();
        let bound = rest.len().min(LONGEST_WORD + 1);
        let digits = rest[..bound].iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bound);
        if LONGEST_WORD < digits {
            self.too_long(visitor, state)?;
            return Ok(Flow::On);
        }
        match rest.get(digits) {
            Some(b'-' | b'/' | b':' | 0x80..) => {
                let length = rest[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
                if LONGEST_WORD < length {
                    self.too_long(visitor, state)?;
                } else if let Some((result, is_standard)) = GameResult::read(&rest[..length]) {
                    let offset = self.offset();
                    self.pos += length;
                    if !is_standard && state.tells() {
                        self.report(visitor, offset, ProblemKind::ResultForm);
                    }
                    return self.read_result(visitor, state, result, length);
                } else {
                    self.tell_move(visitor, state, length);
                }
            }
            Some(b'.') if self.begins_again(state, digits) => return Ok(Flow::End),
            _ if &rest[..digits] == b"0000" => self.tell_move(visitor, state, digits),
            _ => self.pos += digits,
        }
        Ok(Flow::On)
    }
}

/// The length of a word with a promotion in parentheses or the dots of `e.p.`, if they follow.
#[cold]
fn with_tail(rest: &[u8], length: usize) -> usize {
    match &rest[length..] {
        [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', tail @ ..]
            if matches!(rest[length - 1], b'1' | b'8') =>
        {
            let more = tail.iter().take(4).take_while(|byte| matches!(byte, b'+' | b'#')).count();
            length + 3 + more
        }
        [b'.', b'p', b'.', ..] if rest[length - 1] == b'e' => length + 3,
        [b'.', b'p', ..] if rest[length - 1] == b'e' => length + 2,
        _ => length,
    }
}
