//! Words among the moves, and what is written like words.

use core::ops::Range;

use crate::pgn::nag::Nag;
use crate::pgn::number::MoveNumber;
use crate::pgn::scan::bytes::{Class, class, is_space, is_tag_start, is_word};
use crate::pgn::scan::results::{Form, WrittenResult, result_at};
use crate::pgn::scan::source::Source;
use crate::pgn::scan::token::{Expected, Token};
use crate::pgn::scan::{Rest, Scanner};
use crate::pgn::text::Text;
use crate::san::{Repairs, is_castling, torn_move};

/// The longest word in bytes that is read as a move. The longest known move has about twenty.
pub(super) const LONGEST_WORD: usize = 255;

/// The length that contains a torn move or a result.
const NEAR: usize = 128;

impl<S: Source> Scanner<S> {
    /// Reads a word that begins with a letter or a sign.
    pub(super) fn word(&mut self, expected: Expected) -> Token<'_> {
        let rest = self.window.rest();
        let mut length = word_length(rest);
        // Nearly all words are followed by a blank.
        match rest.get(length) {
            None | Some(b' ' | b'\n' | b'\r') => {}
            Some(_) => length = with_tail(rest, length),
        }
        if length == 0 {
            let blank = odd_blank(word_bytes(rest)).map_or(1, |blank| blank.end);
            let is_ellipsis = rest[..blank].ends_with("…".as_bytes());
            self.window.pass(blank);
            return if is_ellipsis { Token::Ellipsis } else { Token::Nothing };
        }
        if LONGEST_WORD < length {
            return self.long_word();
        }
        if class(rest[0]) != Class::Letter {
            if let Some(written) = expected.result(rest) {
                self.window.pass(written.length);
                return Token::Result(written.result, written.form);
            }
        }
        let (first, last) = (rest[0], rest[length - 1]);
        if first.is_ascii_alphabetic() && (last.is_ascii_digit() || last == b'#') {
            return Token::Word(Text(self.window.take(length)));
        }
        let near = &rest[..rest.len().min(NEAR)];
        let torn = if near.get(length).is_some_and(u8::is_ascii_whitespace) { torn_move(near) } else { None };
        if let Some(torn) = torn.filter(|&torn| length < torn && near.get(torn) != Some(&b'.')) {
            // After a move, `N` may also be the sign of a novelty, before the move of a pawn.
            let is_sign = length == 1 && first == b'N' && is_before_square(&near[1..]);
            length = Nag::before_signs(&rest[..torn + word_length(&rest[torn..])]);
            let text = Text(self.window.take(length));
            return if is_sign { Token::Torn(text) } else { Token::Word(text) };
        }
        length = Nag::before_signs(&rest[..length]);
        if let Some(token) = sign(&rest[..length], &rest[length..]) {
            self.window.pass(length);
            return token;
        }
        Token::Word(Text(self.window.take(length)))
    }

    #[cold]
    fn long_word(&mut self) -> Token<'_> {
        self.unwanted = Some(Rest::Word);
        Token::LongWord(LONGEST_WORD + 1)
    }

    /// Reads digits: a number, a result, castling with zeros, a move in numbers, or a null move.
    pub(super) fn digits(&mut self, expected: Expected) -> Token<'_> {
        let rest = self.window.rest();
        let bound = rest.len().min(LONGEST_WORD + 1);
        let digits = rest[..bound].iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bound);
        if LONGEST_WORD < digits {
            return self.long_word();
        }
        let is_number = rest.get(digits) == Some(&b'.');
        if is_number && expected.may_end && is_first_number(rest) && self.window.is_at_indent() {
            return Token::End;
        }
        if digits == 1 && matches!(rest[0], b'0' | b'1') {
            if let Some(written) = expected.result(rest) {
                self.window.pass(written.length);
                return Token::Result(written.result, written.form);
            }
        }
        let is_dashed = matches!(rest.get(digits), Some(b'-' | b'/' | b':' | 0x80..));
        let is_move = &rest[..digits] == b"0000" || is_numeric(&rest[..digits]);
        let is_torn = rest[0] == b'0' && torn_move(&rest[..rest.len().min(NEAR)]).is_some();
        // A word of digits alone is followed by a blank or an ellipsis beyond ASCII.
        if !is_number && (is_move || is_torn || (is_dashed && digits < word_length(rest))) {
            return self.word(expected);
        }
        let number = rest[..digits]
            .iter()
            .fold(0u32, |number, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        let dots = rest[digits..].iter().take(3).take_while(|&&byte| byte == b'.').count();
        self.window.pass(digits + dots);
        Token::Number(MoveNumber::new(number, dots))
    }
}

impl Expected {
    /// Returns the result at the front, unless it means castling or an evaluation.
    fn result(self, bytes: &[u8]) -> Option<WrittenResult> {
        let near = &bytes[..bytes.len().min(NEAR)];
        result_at(near).filter(|written| match written.form {
            Form::Standard | Form::Other => true,
            Form::Signs => self.may_be_signs,
            Form::DoubleForfeit => self.may_be_forfeit && ends_game(&near[written.length..]),
        })
    }
}

/// Returns `true` if nothing but comments follows up to an empty line, the next game, or the end of these bytes.
fn ends_game(mut rest: &[u8]) -> bool {
    loop {
        let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
        let line_ends = rest[..blanks].iter().filter(|&&byte| byte == b'\n').count();
        rest = &rest[blanks..];
        match rest {
            _ if 1 < line_ends || rest.is_empty() || is_tag_start(rest) || is_first_number(rest) => return true,
            [b'{', ..] => match rest.iter().position(|&byte| byte == b'}') {
                Some(end) => rest = &rest[end + 1..],
                None => return true,
            },
            _ => return false,
        }
    }
}

/// Returns `true` for the squares of a move as numbers, such as `5254`, perhaps with the number of a piece.
fn is_numeric(digits: &[u8]) -> bool {
    matches!(digits, [squares @ .., b'1'..=b'4'] if squares.len() == 4 && is_numeric(squares))
        || (digits.len() == 4 && digits.iter().all(|digit| matches!(digit, b'1'..=b'8')))
}

/// Returns `true` if a square follows after blanks.
fn is_before_square(bytes: &[u8]) -> bool {
    matches!(bytes.trim_ascii_start(), [b'a'..=b'h', b'1'..=b'8', ..])
}

/// Returns `true` if these bytes can begin a game.
pub(super) fn begins_game(bytes: &[u8]) -> bool {
    let near = &bytes[..bytes.len().min(NEAR)];
    let Some(&first) = near.first() else { return true };
    match class(first) {
        Class::Brace | Class::Semicolon | Class::Open | Class::Star | Class::Dollar | Class::Percent => true,
        Class::Bracket => near[1..].trim_ascii_start().first().is_none_or(u8::is_ascii_alphabetic),
        Class::Letter | Class::Beyond | Class::Sign | Class::Digit | Class::Dot => {
            let digits = near.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_number = digits != 0 && near.get(digits) == Some(&b'.');
            let front = near[digits..].iter().take_while(|&&byte| is_space(byte) || byte == b'.').count();
            let word = &near[if is_numeric(&near[..digits]) { 0 } else { digits + front }..];
            let length = word_length(word);
            let has_square = word[..length.min(10)].windows(2).any(is_before_square);
            let is_move = has_square
                || is_numeric(&word[..length])
                || [&b"--"[..], b"null", b"pass", b"Z0"].contains(&&word[..length]);
            is_number
                || is_move
                || is_castling(near)
                || torn_move(near).is_some()
                || result_at(near).is_some()
                || near.starts_with(b"\xef\xbb\xbf")
        }
        _ => false,
    }
}

/// Returns `true` if the bytes begin with the number of the first move of white.
pub(super) fn is_first_number(bytes: &[u8]) -> bool {
    bytes.starts_with(b"1.") && bytes.get(2) != Some(&b'.')
}

/// Returns the token of an evaluation sign, a mark for check after a blank, or the suffix of an en passant capture.
#[cold]
fn sign(word: &[u8], after: &[u8]) -> Option<Token<'static>> {
    match word {
        b"e.p." | b"ep" | b"e.p" | b"a.p." => Some(Token::Suffix(Repairs::EN_PASSANT_SUFFIX)),
        b"+" | b"++" | b"#" => Some(Token::Suffix(Repairs::BLANKS)),
        b"\xe2\x80\xa0" | b"\xe2\x80\xa1" => Some(Token::Suffix(Repairs::WRONG_CHECK_MARK)),
        b"N" | b"D" if is_before_square(&after[..after.len().min(NEAR)]) => None,
        b"N" | b"D" => Nag::from_sign(word).map(Token::Letter),
        _ => Nag::from_sign(word).map(Token::Sign),
    }
}

/// Returns the length of the word at the front; 0 if it begins with a blank beyond ASCII.
fn word_length(bytes: &[u8]) -> usize {
    let word = word_bytes(bytes);
    if word.is_ascii() { word.len() } else { odd_blank(word).map_or(word.len(), |blank| blank.start) }
}

/// Returns the bytes at the front that can be part of a word, at most one more than the longest word.
fn word_bytes(bytes: &[u8]) -> &[u8] {
    let bound = bytes.len().min(LONGEST_WORD + 1);
    let length = bytes[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
    &bytes[..length]
}

/// Returns the first blank beyond ASCII in a word, such as a no-break space or an ellipsis.
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

/// Returns the length of a word with a promotion in parentheses or the dots of `e.p.`.
#[cold]
fn with_tail(rest: &[u8], length: usize) -> usize {
    match &rest[length..] {
        [b'(', tail @ ..] if matches!(rest[length - 1], b'1' | b'8') => {
            let letters = tail.iter().take(4).take_while(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()).count();
            if letters == 0 || tail.get(letters) != Some(&b')') {
                return length;
            }
            let tail = &tail[letters + 1..];
            let more = tail.iter().take(4).take_while(|byte| matches!(byte, b'+' | b'#')).count();
            length + letters + 2 + more
        }
        [b'.', b'p', b'.', ..] if matches!(rest[length - 1], b'e' | b'a') => length + 3,
        [b'.', b'p', ..] if rest[length - 1] == b'e' => length + 2,
        _ => length,
    }
}
