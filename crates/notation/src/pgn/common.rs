//! The fast loop over the usual parts of a movetext.

use super::bytes::{Class, class, is_ascii_word};
use super::movetext::State;
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::words::LONGEST_WORD;
use super::{Answer, Text, TextVisitor};

impl<S: Source> Reader<S> {
    /// Reads moves, their numbers, and short comments: nearly everything in a movetext. It stops before anything else,
    /// and after a move for which the visitor's answer is not [`Answer::Take`]; then it returns the answer and the place
    /// of the move.
    ///
    /// This loop keeps its place in a register, which the general loop cannot.
    pub(super) fn read_common(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Option<(Answer, u64)> {
        let window = self.source.window();
        let at_hand = if self.source.is_complete() { window.len() } else { window.len() - MARGIN };
        let stop = at_hand.min(usize::try_from(self.check_at.saturating_sub(self.base)).unwrap_or(usize::MAX));
        let is_active = state.is_active();
        let counted = u64::from(state.depth == 0);
        let mut pos = self.pos;
        let mut odd = None;
        while pos < stop {
            let byte = window[pos];
            match class(byte) {
                Class::Space | Class::Dot => pos += 1,
                Class::Letter => {
                    let length = common_word(&window[pos..]);
                    if length == 0 {
                        break;
                    }
                    state.plies += counted;
                    if is_active {
                        match visitor.san(Text(&window[pos..pos + length])) {
                            Answer::Take => {}
                            answer => {
                                odd = Some((answer, self.base + pos as u64));
                                pos += length;
                                break;
                            }
                        }
                    }
                    pos += length;
                }
                Class::Digit => {
                    let mut end = pos + 1;
                    while end < window.len() && window[end].is_ascii_digit() {
                        end += 1;
                    }
                    let may_begin_again = byte == b'1' && end == pos + 1 && 2 <= state.plies;
                    if window.get(end) != Some(&b'.') || may_begin_again || LONGEST_WORD < end - pos {
                        break;
                    }
                    pos = end + 1;
                }
                Class::Brace => {
                    let Some(length) = common_comment(&window[pos + 1..]) else { break };
                    if self.limits.comment < length {
                        break;
                    }
                    if is_active {
                        visitor.comment(Text(&window[pos + 1..pos + 1 + length]));
                    }
                    pos += length + 2;
                }
                _ => break,
            }
        }
        self.pos = pos;
        odd
    }
}

/// The length of the word at the front if it is certainly a move with a blank after it, else 0.
#[inline]
fn common_word(bytes: &[u8]) -> usize {
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
        || matches!(last, b'+' | b'#')
        || (3 <= length && matches!(last, b'O' | b'Q' | b'R' | b'B' | b'N'));
    if is_move && matches!(front[length], b' ' | b'\n' | b'\r') { length } else { 0 }
}

/// The length of the comment at the front if it is short and ASCII.
#[inline]
fn common_comment(bytes: &[u8]) -> Option<usize> {
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
