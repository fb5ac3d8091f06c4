//! The usual parts of a movetext: moves, their numbers, and short comments.

use crate::pgn::number::MoveNumber;
use crate::pgn::scan::Scanner;
use crate::pgn::scan::bytes::{Class, class, is_ascii_word};
use crate::pgn::scan::source::Source;
use crate::pgn::scan::window::MARGIN;
use crate::pgn::text::Text;

/// The number of digits of the longest usual number.
const LONGEST_NUMBER: usize = 9;

/// A cursor over the usual parts of a movetext. It stops before anything else.
///
/// It keeps its place in a register, which a [`Scanner`] cannot do.
#[derive(Debug)]
pub(in crate::pgn) struct Usual<'a> {
    /// The bytes from the next one of the scanner on.
    rest: &'a [u8],
    /// The next byte.
    pos: usize,
    /// No token begins at this byte or after it.
    stop: usize,
    longest_comment: usize,
    /// The number before the next move.
    number: MoveNumber,
}

/// A usual part of a movetext.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) enum UsualToken<'a> {
    /// A word that may be a move.
    Word(Text<'a>),
    /// A comment in ASCII.
    Comment(Text<'a>),
}

impl<S: Source> Scanner<S> {
    /// Returns the usual tokens from here up to the offset `until`.
    ///
    /// `number` is that before the next move. The scanner stays where it is until the end of the cursor is [passed](Scanner::pass).
    #[inline]
    pub(in crate::pgn) fn usual(&mut self, until: u64, number: MoveNumber) -> Result<Usual<'_>, S::Error> {
        self.skip_unwanted()?;
        self.window.ensure()?;
        let rest = self.window.rest();
        let at_hand = if self.window.is_complete() { rest.len() } else { rest.len() - MARGIN };
        let stop = at_hand.min(usize::try_from(until.saturating_sub(self.offset())).unwrap_or(usize::MAX));
        Ok(Usual { rest, pos: 0, stop, longest_comment: self.longest_comment, number })
    }

    /// Passes the tokens that a cursor has returned, which end after `length` bytes.
    #[inline]
    pub(in crate::pgn) fn pass(&mut self, length: usize) {
        self.window.pass(length);
    }
}

impl<'a> Usual<'a> {
    /// Returns the number of bytes up to the end of the last token.
    #[inline]
    pub(in crate::pgn) const fn length(&self) -> usize {
        self.pos
    }

    /// Returns the number before the next move.
    #[inline]
    pub(in crate::pgn) const fn number(&self) -> MoveNumber {
        self.number
    }

    /// Returns the number before the last move, once.
    #[inline]
    pub(in crate::pgn) const fn take_number(&mut self) -> MoveNumber {
        core::mem::replace(&mut self.number, MoveNumber::NONE)
    }

    /// Goes back to the start of the last token, a word of this length.
    pub(in crate::pgn) const fn go_back(&mut self, length: usize) {
        self.pos -= length;
    }

    /// Returns the next token. If the game `may_end`, the cursor stops before the number 1.
    #[inline(always)] // the loops over moves and over tokens must become one
    pub(in crate::pgn) fn next(&mut self, may_end: bool) -> Option<UsualToken<'a>> {
        let rest = self.rest;
        while self.pos < self.stop {
            let start = self.pos;
            match class(rest[start]) {
                Class::Space => self.pos += 1,
                Class::Dot => {
                    self.number.add_dot();
                    self.pos += 1;
                }
                Class::Letter => {
                    let length = usual_word(&rest[start..]);
                    if length == 0 {
                        return None;
                    }
                    self.pos = start + length;
                    return Some(UsualToken::Word(Text(&rest[start..self.pos])));
                }
                Class::Digit => {
                    let mut end = start + 1;
                    let mut number = u64::from(rest[start] - b'0');
                    while end < rest.len() && rest[end].is_ascii_digit() {
                        number = number.wrapping_mul(10).wrapping_add(u64::from(rest[end] - b'0'));
                        end += 1;
                    }
                    // A result such as `0.5-0.5` begins with a zero.
                    let is_end = rest[start] == b'0' || (may_end && rest[start] == b'1' && end == start + 1);
                    if rest.get(end) != Some(&b'.') || is_end || LONGEST_NUMBER < end - start {
                        return None;
                    }
                    self.number = MoveNumber::with_dot(number);
                    self.pos = end + 1;
                }
                Class::Brace => {
                    let length = usual_comment(&rest[start + 1..])?;
                    if self.longest_comment < length {
                        return None;
                    }
                    self.pos = start + length + 2;
                    return Some(UsualToken::Comment(Text(&rest[start + 1..start + 1 + length])));
                }
                _ => return None,
            }
        }
        None
    }
}

/// Returns the length of the word at the front if it can only be a move and has a blank after it, else 0.
#[inline(always)] // a call for each word costs a tenth of the time without boards
fn usual_word(bytes: &[u8]) -> usize {
    // The longest of these words are like `Qa1xb2#`. The length is unpredictable, so it is counted without a branch.
    let Some(front) = bytes.first_chunk::<8>() else { return 0 };
    let mut words = 0;
    for (index, &byte) in front.iter().enumerate() {
        words |= u32::from(is_ascii_word(byte)) << index;
    }
    let length = words.trailing_ones() as usize;
    if front.len() <= length {
        return 0;
    }
    let last = front[length - 1];
    let is_move = last.is_ascii_digit()
        // Another byte before it belongs to a sign such as `=+`.
        || (matches!(last, b'+' | b'#') && 2 <= length && front[length - 2].is_ascii_alphanumeric())
        || (3 <= length && matches!(last, b'Q' | b'R' | b'B' | b'N'))
        // Castling goes on after a blank in `O-O - O`.
        || (3 <= length && last == b'O' && matches!(bytes.get(length + 1), Some(b'!'..=b',' | b'.'..=b'~')));
    if is_move && matches!(front[length], b' ' | b'\n' | b'\r') { length } else { 0 }
}

/// Returns the length of the comment at the front if it is short and ASCII.
#[inline]
fn usual_comment(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    let mut seen = 0;
    for (index, chunk) in bytes.chunks_exact(8).take(8).enumerate() {
        let chunk = u64::from_le_bytes(chunk.try_into().ok()?);
        seen |= chunk;
        // The lowest bit that is set marks the first byte that is a brace.
        let other = chunk ^ (ONES * b'}' as u64);
        let braces = other.wrapping_sub(ONES) & !other & HIGHS;
        if braces != 0 {
            return (seen & HIGHS == 0).then_some(8 * index + braces.trailing_zeros() as usize / 8);
        }
    }
    None
}
