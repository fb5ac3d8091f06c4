//! Words among the moves: moves, their numbers, and other text that is written like them.

use core::ops::Range;

use crate::pgn::nag::Nag;
use crate::pgn::scan::bytes::is_word;
use crate::pgn::scan::results::read_result;
use crate::pgn::scan::source::Source;
use crate::pgn::scan::token::Token;
use crate::pgn::scan::{Rest, Scanner};
use crate::pgn::text::Text;

/// The longest word, in bytes, that is read as a move. The longest known form of a move has about twenty.
pub(super) const LONGEST_WORD: usize = 255;

impl<S: Source> Scanner<S> {
    /// Reads a word that begins with a letter or a sign: a move, or one of a few signs.
    pub(super) fn word(&mut self) -> Token<'_> {
        let rest = self.window.rest();
        let mut length = word_length(rest);
        // Nearly all words are followed by a blank.
        match rest.get(length) {
            None | Some(b' ' | b'\n' | b'\r') => {}
            Some(_) => length = with_tail(rest, length),
        }
        if length == 0 {
            let blank = odd_blank(word_bytes(rest)).map_or(1, |blank| blank.end);
            self.window.pass(blank);
            return Token::Nothing;
        }
        if LONGEST_WORD < length {
            return self.long_word();
        }
        let (first, last) = (rest[0], rest[length - 1]);
        let ends_as_move = last.is_ascii_digit() || matches!(last, b'+' | b'#');
        if !(ends_as_move && first.is_ascii_alphabetic()) {
            if let Some(token) = sign(&rest[..length]) {
                self.window.pass(length);
                return token;
            }
        }
        Token::Word(Text(self.window.take(length)))
    }

    #[cold]
    fn long_word(&mut self) -> Token<'_> {
        self.unwanted = Some(Rest::Word);
        Token::LongWord(LONGEST_WORD + 1)
    }

    /// Reads digits: the number of a move, a result, castling with zeros, or a null move.
    pub(super) fn digits(&mut self, may_end: bool) -> Token<'_> {
        let rest = self.window.rest();
        let bound = rest.len().min(LONGEST_WORD + 1);
        let digits = rest[..bound].iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bound);
        if LONGEST_WORD < digits {
            return self.long_word();
        }
        match rest.get(digits) {
            Some(b'-' | b'/' | b':' | 0x80..) => {
                let length = word_length(rest);
                if LONGEST_WORD < length {
                    return self.long_word();
                }
                // If the word is only digits, a blank or an ellipsis beyond ASCII follows it.
                if digits < length {
                    if let Some((result, is_standard)) = read_result(&rest[..length]) {
                        self.window.pass(length);
                        return Token::Result(result, is_standard);
                    }
                    return Token::Word(Text(self.window.take(length)));
                }
            }
            Some(b'.') if may_end && is_first_number(rest) && self.window.is_at_line_start() => return Token::End,
            _ if &rest[..digits] == b"0000" => return Token::Word(Text(self.window.take(digits))),
            _ => {}
        }
        self.window.pass(digits);
        Token::Nothing
    }
}

/// Returns `true` if the bytes begin with the number of the first move of white.
pub(super) fn is_first_number(bytes: &[u8]) -> bool {
    bytes.starts_with(b"1.") && bytes.get(2) != Some(&b'.')
}

/// Returns the token of a word that is not a move: a result, an evaluation sign, or the suffix of an en passant
/// capture.
#[cold]
fn sign(word: &[u8]) -> Option<Token<'static>> {
    if let Some((result, is_standard)) = read_result(word) {
        return Some(Token::Result(result, is_standard));
    }
    match word {
        b"e.p." | b"ep" | b"e.p" => Some(Token::EnPassantSuffix),
        _ => Nag::from_sign(word).map(Token::Sign),
    }
}

/// Returns the length of the word at the front; 0 if it begins with a blank beyond ASCII.
fn word_length(bytes: &[u8]) -> usize {
    let word = word_bytes(bytes);
    if word.is_ascii() { word.len() } else { odd_blank(word).map_or(word.len(), |blank| blank.start) }
}

/// Returns the bytes at the front that can be part of a word; at most one more than the longest word has.
fn word_bytes(bytes: &[u8]) -> &[u8] {
    let bound = bytes.len().min(LONGEST_WORD + 1);
    let length = bytes[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
    &bytes[..length]
}

/// Returns the first blank beyond ASCII in a word: a no-break space, an ellipsis or the like.
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

/// Returns the length of a word including a promotion in parentheses or the dots of `e.p.`, if they follow.
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
