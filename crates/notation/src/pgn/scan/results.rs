//! Results after the moves, and in the tag `Result`.

use gardez_types::GameResult;

use crate::pgn::scan::bytes::{blanks, is_line_end, is_word};
use crate::san::dash;

/// A result as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) struct WrittenResult {
    pub(in crate::pgn) result: GameResult,
    pub(in crate::pgn) form: Form,
    /// The number of bytes.
    pub(super) length: usize,
}

/// The form of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum Form {
    /// One of the four forms of the standard.
    Standard,
    /// A form that only a result has: `0.5-0.5`, `1:0`, `½-½`, `1 - 0`, `1-0F`.
    Other,
    /// `0-0`, which is castling, too.
    DoubleForfeit,
    /// `+/-`, `-/+` and `-/-`, which are evaluation signs, too.
    Signs,
}

pub(in crate::pgn) fn read_result(text: &[u8]) -> Option<WrittenResult> {
    result_at(text).filter(|written| written.length == text.len())
}

/// Reads the result at the front: two scores with a dash or colon, and perhaps blanks, a forfeit, or parentheses.
pub(in crate::pgn) fn result_at(bytes: &[u8]) -> Option<WrittenResult> {
    if let [b'(', inner @ ..] = bytes {
        let before = blanks(inner);
        let written = result_at(&inner[before..])?;
        let end = before + written.length;
        let after = end + blanks(&inner[end..]);
        let form = if written.form == Form::Signs { Form::Signs } else { Form::Other };
        return (inner.get(after) == Some(&b')')).then_some(WrittenResult { form, length: after + 2, ..written });
    }
    // Nearly all results are of these forms.
    for result in GameResult::ALL {
        let standard = result.as_str().as_bytes();
        let is_alone =
            |after: &[u8]| result == GameResult::Unknown || after.first().is_none_or(|&byte| is_line_end(byte));
        if bytes.strip_prefix(standard).is_some_and(is_alone) {
            return Some(WrittenResult { result, form: Form::Standard, length: standard.len() });
        }
    }
    let (first, front) = score(bytes)?;
    let between = front + blanks(&bytes[front..]);
    let (pair, end) = match second(first, bytes, between) {
        Some(found) => found,
        // A half alone is a draw.
        None if first == Score::Half => (first, front),
        None => return None,
    };
    let tail = forfeit(&bytes[end..]);
    let length = end + tail;
    if bytes.get(length).is_some_and(|&byte| is_word(byte)) || !is_last(&bytes[length..]) {
        return None;
    }
    let result = match (first, pair) {
        (Score::One, Score::Zero) | (Score::Plus, Score::Minus) => GameResult::WhiteWins,
        (Score::Zero, Score::One) | (Score::Minus, Score::Plus) => GameResult::BlackWins,
        (Score::Half, Score::Half) => GameResult::Draw,
        (Score::Zero, Score::Zero | Score::Half) | (Score::Half, Score::Zero) | (Score::Minus, Score::Minus) => {
            GameResult::Unknown
        }
        _ => return None,
    };
    let form = match &bytes[..length] {
        b"1-0" | b"0-1" | b"1/2-1/2" => Form::Standard,
        [b'0', between @ .., b'0'] if dash(between.trim_ascii()) == between.trim_ascii().len() => Form::DoubleForfeit,
        _ if matches!(first, Score::Plus | Score::Minus) => Form::Signs,
        _ => Form::Other,
    };
    Some(WrittenResult { result, form, length })
}

/// The score of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    One,
    Half,
    Zero,
    Plus,
    Minus,
}

/// Reads a score; also returns its length.
fn score(bytes: &[u8]) -> Option<(Score, usize)> {
    const HALVES: [&[u8]; 5] = [b"1/2", b"0.5", b"0,5", "½".as_bytes(), b"\xbd"];
    if let Some(half) = HALVES.iter().find(|half| bytes.starts_with(half)) {
        return Some((Score::Half, half.len()));
    }
    match bytes.first()? {
        b'1' => Some((Score::One, 1)),
        b'0' => Some((Score::Zero, 1)),
        b'+' => Some((Score::Plus, 1)),
        _ => Some((Score::Minus, dash(bytes))).filter(|&(_, length)| length != 0),
    }
}

/// Reads what separates two scores, and the second score; also returns where it ends.
fn second(first: Score, bytes: &[u8], at: usize) -> Option<(Score, usize)> {
    let are_signs = matches!(first, Score::Plus | Score::Minus);
    let rest = &bytes[at..];
    let separator = match rest.first()? {
        b'/' if are_signs => 1,
        b':' => 1,
        _ if are_signs => 0,
        _ => dash(rest),
    };
    if separator == 0 {
        return None;
    }
    let at = at + separator + blanks(&rest[separator..]);
    let (second, length) = score(&bytes[at..])?;
    (are_signs == matches!(second, Score::Plus | Score::Minus)).then_some((second, at + length))
}

/// Returns the length of a word for a forfeit at the front, with blanks and parentheses.
fn forfeit(bytes: &[u8]) -> usize {
    let before = blanks(bytes);
    let (open, rest) = match &bytes[before..] {
        [b'(', inner @ ..] => (1, inner),
        rest => (0, rest),
    };
    let letters = rest.iter().take(8).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let is_forfeit = [&b"f"[..], b"ff", b"forfeit"].iter().any(|known| rest[..letters].eq_ignore_ascii_case(known));
    let is_end = match rest.get(letters) {
        Some(&byte) if open == 0 => !is_word(byte),
        after => open == 0 || after == Some(&b')'),
    };
    if is_forfeit && is_end { before + letters + 2 * open } else { 0 }
}

/// Returns `true` unless a dash and a zero follow, as in long castling.
fn is_last(bytes: &[u8]) -> bool {
    let rest = &bytes[blanks(bytes)..];
    let after = &rest[dash(rest)..];
    after.len() == rest.len() || after[blanks(after)..].first() != Some(&b'0')
}
