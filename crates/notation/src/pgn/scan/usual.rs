//! The usual parts of a movetext: moves, their numbers, and short comments.

use gardez_types::Color;

use crate::pgn::number::MoveNumber;
use crate::pgn::scan::Scanner;
use crate::pgn::scan::bytes::{Class, class, is_ascii_word, is_space};
use crate::pgn::scan::source::Source;
use crate::pgn::scan::window::MARGIN;
use crate::pgn::text::Text;

/// A one in each byte.
const ONES: u64 = u64::MAX / 255;

/// The most bytes that a usual number has with its dots and a blank.
const LONGEST_NUMBER: u64 = 7;

/// A cursor over the usual parts of a movetext, with its place in a register. It stops before anything else.
#[derive(Debug)]
pub(in crate::pgn) struct Usual<'a> {
    /// The bytes of the scanner.
    rest: &'a [u8],
    /// The next byte.
    pos: usize,
    /// No token begins at this byte or after it.
    stop: usize,
    longest_comment: usize,
}

/// A usual part of a movetext.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) enum UsualToken<'a> {
    /// A word that may be a move, after the number that was due or none.
    Word(Text<'a>),
    /// A comment in ASCII without a NUL.
    Comment(Text<'a>),
}

impl<S: Source> Scanner<S> {
    /// Returns the usual tokens from here up to the offset `until`, which are not passed yet.
    #[inline]
    pub(in crate::pgn) fn usual(&mut self, until: u64) -> Result<Usual<'_>, S::Error> {
        self.skip_unwanted()?;
        self.window.ensure()?;
        let rest = self.window.rest();
        let at_hand = if self.window.is_complete() { rest.len() } else { rest.len() - MARGIN };
        // The word after a number begins before the end, too.
        let left = until.saturating_sub(self.offset() + LONGEST_NUMBER);
        let stop = at_hand.min(usize::try_from(left).unwrap_or(usize::MAX));
        Ok(Usual { rest, pos: 0, stop, longest_comment: self.longest_comment })
    }
}

impl<'a> Usual<'a> {
    #[inline]
    pub(in crate::pgn) const fn length(&self) -> usize {
        self.pos
    }

    /// Returns the next token. The cursor stops before the number 1 if the game `may_end`, and before a wrong number.
    #[inline(always)] // the loops over moves and over tokens must become one
    pub(in crate::pgn) fn next(&mut self, may_end: bool, due: Option<MoveNumber>) -> Option<UsualToken<'a>> {
        let rest = self.rest;
        while self.pos < self.stop {
            let mut start = self.pos;
            match class(rest[start]) {
                Class::Space => {
                    self.pos += 1;
                    continue;
                }
                Class::Letter => {}
                Class::Digit => {
                    let (number, length) = usual_number(&rest[start..])?;
                    if may_end && rest[start..].starts_with(b"1.") || due.is_some_and(|due| due != number) {
                        return None;
                    }
                    start += length;
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
            let length = usual_word(&rest[start..]);
            if length == 0 {
                return None;
            }
            self.pos = start + length;
            return Some(UsualToken::Word(Text(&rest[start..self.pos])));
        }
        None
    }
}

/// Returns the number at the front, and its length with a blank: up to three digits, one dot or three, and a letter next.
#[inline(always)] // without boards, the value of the number is not computed
fn usual_number(bytes: &[u8]) -> Option<(MoveNumber, usize)> {
    let front: &[u8; 8] = bytes.first_chunk()?;
    // Numbers are predictable, unlike words: these branches are faster than arithmetic.
    let (mut number, mut end) = (0, 0);
    while end < 4 && front[end].is_ascii_digit() {
        number = 10 * number + u32::from(front[end] - b'0');
        end += 1;
    }
    if 3 < end || front[end] != b'.' {
        return None;
    }
    end += 1;
    let mut color = Color::White;
    if front[end] == b'.' {
        if front[end + 1] != b'.' {
            return None;
        }
        end += 2;
        color = Color::Black;
    }
    if is_space(front[end]) {
        end += 1;
    }
    (class(front[end]) == Class::Letter).then_some((MoveNumber::due(number, color), end))
}

/// Returns the length of the word at the front if it can only be a move, with nothing glued to it, or 0.
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
    if is_move && matches!(front[length], b' ' | b'\n' | b'\r' | b'!' | b'?' | b')') { length } else { 0 }
}

/// Returns the length of the comment at the front if it is short and ASCII without a NUL.
#[inline(never)] // in the loop over tokens, it takes registers
fn usual_comment(bytes: &[u8]) -> Option<usize> {
    const HIGHS: u64 = ONES << 7;
    let mut seen = 0;
    for (index, chunk) in bytes.chunks_exact(8).take(8).enumerate() {
        let chunk = u64::from_le_bytes(chunk.try_into().ok()?);
        // A NUL borrows a bit that no other byte of ASCII does.
        seen |= chunk | chunk.wrapping_sub(ONES);
        // The lowest bit that is set marks the first byte that is a brace.
        let other = chunk ^ (ONES * b'}' as u64);
        let braces = other.wrapping_sub(ONES) & !other & HIGHS;
        if braces != 0 {
            return (seen & HIGHS == 0).then_some(8 * index + braces.trailing_zeros() as usize / 8);
        }
    }
    None
}
