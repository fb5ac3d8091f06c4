//! Words among the moves: moves, their numbers, and other text that is written like them.

use core::ops::Range;

use super::bytes::is_word;
use super::movetext::{Flow, State};
use super::reader::Reader;
use super::source::Source;
use super::{Answer, ProblemKind, Text, TextVisitor};

/// The longest word, in bytes, that is read as a move. The longest known form of a move has about twenty.
pub(super) const LONGEST_WORD: usize = 255;

impl<S: Source> Reader<S> {
    /// Reads a word that begins with a letter or a sign: a move, or one of a few signs.
    pub(super) fn read_word(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<Flow, S::Error> {
        let rest = self.rest();
        let mut length = word_length(rest);
        // Nearly all words are followed by a blank.
        match rest.get(length) {
            None | Some(b' ' | b'\n' | b'\r') => {}
            Some(_) => length = with_tail(rest, length),
        }
        if length == 0 {
            self.pos += odd_blank(unparted(rest)).map_or(1, |blank| blank.end);
            return Ok(Flow::On);
        }
        if LONGEST_WORD < length {
            self.too_long(visitor, state)?;
            return Ok(Flow::On);
        }
        let (first, last) = (rest[0], rest[length - 1]);
        let ends_as_move = last.is_ascii_digit() || matches!(last, b'+' | b'#');
        if !(ends_as_move && first.is_ascii_alphabetic()) {
            if let Some(result) = super::read_result(&rest[..length]) {
                return self.read_result(visitor, state, result, length);
            }
            if self.read_sign(visitor, state, length) {
                return Ok(Flow::On);
            }
        }
        self.emit_move(visitor, state, length);
        Ok(Flow::On)
    }

    /// Passes a word of `length` bytes to the visitor as a move.
    pub(super) fn emit_move(&mut self, visitor: &mut impl TextVisitor, state: &mut State, length: usize) {
        if state.is_boardless {
            state.mute();
        }
        let text = Text(&self.source.window()[self.pos..self.pos + length]);
        state.plies += u64::from(state.depth == 0);
        let answer = if state.is_active() { visitor.san(text) } else { Answer::Take };
        let offset = self.offset();
        self.pos += length;
        self.odd_answer(visitor, state, answer, offset);
    }

    /// Skips a word that is longer than any move.
    #[cold]
    pub(super) fn too_long(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        let offset = self.offset();
        if state.is_active() {
            // The word may end beyond the window, so the length is that of the part that was checked.
            let place = (self.place(offset), LONGEST_WORD as u64 + 1);
            self.report_at(visitor, place, ProblemKind::TooLongWord);
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

    /// Reads digits: the number of a move, a result, castling with zeros, or a null move.
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
                let length = word_length(rest);
                if LONGEST_WORD < length {
                    self.too_long(visitor, state)?;
                } else if length <= digits {
                    // A blank or an ellipsis beyond ASCII.
                    self.pos += digits;
                } else if let Some(result) = super::read_result(&rest[..length]) {
                    return self.read_result(visitor, state, result, length);
                } else {
                    self.emit_move(visitor, state, length);
                }
            }
            Some(b'.') if self.begins_again(state, digits) => return Ok(Flow::End),
            _ if &rest[..digits] == b"0000" => self.emit_move(visitor, state, digits),
            _ => self.pos += digits,
        }
        Ok(Flow::On)
    }
}

/// The length of the word at the front; 0 if it begins with a blank beyond ASCII.
fn word_length(bytes: &[u8]) -> usize {
    let word = unparted(bytes);
    if word.is_ascii() { word.len() } else { odd_blank(word).map_or(word.len(), |blank| blank.start) }
}

/// The bytes at the front that can be part of a word; at most one more than the longest word has.
fn unparted(bytes: &[u8]) -> &[u8] {
    let bound = bytes.len().min(LONGEST_WORD + 1);
    let length = bytes[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
    &bytes[..length]
}

/// The first blank beyond ASCII in a word: a no-break space, an ellipsis or the like.
#[cold]
fn odd_blank(word: &[u8]) -> Option<Range<usize>> {
    let text = match core::str::from_utf8(word) {
        Ok(text) => text,
        // The last character has been cut.
        Err(error) if error.error_len().is_none() && error.valid_up_to() + 4 > word.len() => {
            core::str::from_utf8(&word[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return word.iter().position(|&byte| byte == 0xa0).map(|at| at..at + 1),
    };
    let is_blank = |c: char| matches!(c, '…' | '\u{feff}' | '\u{200b}') || (!c.is_ascii() && c.is_whitespace());
    let (at, c) = text.char_indices().find(|&(_, c)| is_blank(c))?;
    Some(at..at + c.len_utf8())
}

/// The length of a word including a promotion in parentheses or the dots of `e.p.`, if they follow.
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
