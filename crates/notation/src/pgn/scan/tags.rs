//! Splits tag pairs.

use core::ops::Range;

use memchr::memchr2;

use crate::pgn::scan::bytes::{blanks, is_line_end, is_tag_start};
use crate::pgn::scan::source::Source;
use crate::pgn::scan::token::{TagFlaw, TagPair};
use crate::pgn::scan::window::MARGIN;
use crate::pgn::scan::{Rest, Scanner};
use crate::pgn::text::{Tag, Text};

impl<S: Source> Scanner<S> {
    pub(in crate::pgn) fn tag_name(&self) -> Option<&[u8]> {
        // The window always contains the whole name.
        let rest = self.window.rest();
        name_of(&rest[..rest.len().min(MARGIN)])
    }

    /// Returns the name of the tag pair with which the next line begins, unless that is inside a comment.
    pub(in crate::pgn) fn next_tag_name(&self) -> Option<&[u8]> {
        let rest = self.window.rest();
        let (line, next) = rest.split_at(memchr2(b'\n', b'\r', &rest[..rest.len().min(MARGIN / 2)])?);
        let next = next.strip_prefix(b"\r\n").unwrap_or(&next[1..]);
        let tag = &next[blanks(&next[..next.len().min(MARGIN / 4)])..];
        let is_whole = line.first() != Some(&b'{') || line.trim_ascii_end().ends_with(b"}");
        if is_whole && is_tag_start(tag) { name_of(&tag[..tag.len().min(MARGIN / 4)]) } else { None }
    }

    /// Reads the tag pair that begins here.
    pub(in crate::pgn) fn tag_pair(&mut self) -> Result<TagPair<'_>, S::Error> {
        let limit = self.longest_tag.max(MARGIN);
        let found = loop {
            let rest = self.window.rest();
            let part = &rest[..rest.len().min(limit)];
            let is_complete = self.window.is_complete() && part.len() == rest.len();
            match split(part, is_complete) {
                // Doubling keeps the time linear, however few bytes the stream yields at once.
                Found::Unfinished if rest.len() <= limit && !self.window.is_complete() => {
                    let enough = limit.saturating_add(1).min(2 * part.len());
                    while self.window.rest().len() < enough && !self.window.is_complete() {
                        self.window.refill()?;
                    }
                }
                found => break found,
            }
        };
        Ok(match found {
            Found::Unfinished => {
                self.unwanted = Some(Rest::Line);
                TagPair::TooLong(limit)
            }
            Found::Malformed(length) => {
                self.window.pass(length);
                TagPair::Malformed
            }
            Found::Pair(Pair { name, value, length, flaw }) => {
                let bytes = self.window.take(length);
                let tag = Tag { name: Text(&bytes[name]), raw_value: Text(&bytes[value]) };
                TagPair::Pair { tag, flaw, is_ascii: bytes.is_ascii() }
            }
        })
    }
}

impl<'a> Tag<'a> {
    /// Reads a line that is a tag pair in standard form and nothing else. A [`Reader`](crate::pgn::Reader) reads more.
    ///
    /// ```
    /// use gardez_notation::pgn::Tag;
    ///
    /// let tag = Tag::from_line(b"[White \"Anna\"]\n").expect("it is a tag pair");
    /// assert!(tag.name() == "White" && tag.value() == "Anna");
    /// assert_eq!(Tag::from_line(b"[White \"Anna]"), None);
    /// ```
    pub fn from_line(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii();
        match line.starts_with(b"[").then(|| split(line, true))? {
            Found::Pair(Pair { name, value, length, flaw: None }) if length == line.len() => {
                Some(Self { name: Text(&line[name]), raw_value: Text(&line[value]) })
            }
            _ => None,
        }
    }
}

fn name_of(front: &[u8]) -> Option<&[u8]> {
    match split(front, true) {
        Found::Pair(pair) => Some(&front[pair.name]),
        _ => None,
    }
}

/// The result of reading a tag pair.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Found {
    Pair(Pair),
    /// Bytes that are not a tag pair.
    Malformed(usize),
    /// The bytes end inside the tag pair.
    Unfinished,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Pair {
    name: Range<usize>,
    value: Range<usize>,
    length: usize,
    flaw: Option<TagFlaw>,
}

/// A byte that ends a name.
const NAME_END: u8 = 1;
/// A byte that can end a value or is wrong in it.
const VALUE_END: u8 = 2;

static MARKS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'"' | b'\n' | b'\r' => NAME_END | VALUE_END,
            b'\\' => VALUE_END,
            0 => NAME_END | VALUE_END,
            1..=b' ' | 0x7f | b'[' | b']' => NAME_END,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Splits the tag pair that begins with the first byte, in linear time.
fn split(bytes: &[u8], is_complete: bool) -> Found {
    let unfinished = |found| if is_complete { found } else { Found::Unfinished };
    let start = 1 + blanks(&bytes[1..]);
    let name =
        start..start + bytes[start..].iter().take_while(|&&byte| MARKS[usize::from(byte)] & NAME_END == 0).count();
    let at = name.end + blanks(&bytes[name.end..]);
    match bytes.get(at) {
        None => unfinished(Found::Malformed(bytes.len())),
        Some(byte) if is_line_end(*byte) => Found::Malformed(at),
        Some(b']') => Found::Malformed(at + 1),
        Some(_) if name.is_empty() => {
            let rest = &bytes[at..];
            match rest.iter().position(|&byte| is_line_end(byte) || byte == b']') {
                Some(length) => Found::Malformed(at + length + usize::from(rest[length] == b']')),
                None => unfinished(Found::Malformed(bytes.len())),
            }
        }
        Some(b'"') => quoted(bytes, name, at + 1, is_complete),
        Some(_) => unquoted(bytes, name, at, is_complete),
    }
}

/// Reads a value in quotes; `start` is the offset after its first quote.
fn quoted(bytes: &[u8], name: Range<usize>, start: usize, is_complete: bool) -> Found {
    let mut flaw = None;
    let mut at = start;
    let closed =
        |end: usize, length: usize, flaw| Found::Pair(Pair { name: name.clone(), value: start..end, length, flaw });
    loop {
        at +=
            bytes[at.min(bytes.len())..].iter().take_while(|&&byte| MARKS[usize::from(byte)] & VALUE_END == 0).count();
        let Some(&byte) = bytes.get(at) else { break };
        match byte {
            b'\\' | b'"' => {
                let quote = if byte == b'"' { at } else { at + 1 };
                if bytes.get(quote) != Some(&b'"') {
                    // The backslash does not escape a quote, but perhaps another backslash.
                    at += 1 + usize::from(bytes.get(at + 1) == Some(&b'\\'));
                    continue;
                }
                let is_escaped = quote != at;
                let bracket = quote + 1 + blanks(&bytes[quote + 1..]);
                match bytes.get(bracket) {
                    None if !is_complete => return Found::Unfinished,
                    Some(b']') if !is_escaped => return closed(at, bracket + 1, flaw),
                    // `\"]` at the end of a line: the backslash is part of the value.
                    Some(b']') => {
                        let end = bracket + 1 + blanks(&bytes[bracket + 1..]);
                        match bytes.get(end) {
                            None if !is_complete => return Found::Unfinished,
                            Some(byte) if !is_line_end(*byte) => {}
                            _ => return closed(quote, bracket + 1, Some(TagFlaw::Quote)),
                        }
                    }
                    Some(byte) if !is_line_end(*byte) => {}
                    // A lone CR before the bracket.
                    Some(b'\r') if !is_escaped && bytes.get(bracket + 1) == Some(&b']') => {
                        return closed(at, bracket + 2, Some(TagFlaw::Quote));
                    }
                    Some(b'\r') if bracket + 1 == bytes.len() && !is_complete => return Found::Unfinished,
                    _ if is_escaped => {}
                    _ => return closed(at, bracket, Some(TagFlaw::Unclosed)),
                }
                if !is_escaped {
                    flaw.get_or_insert(TagFlaw::Quote);
                }
                at = quote + 1;
            }
            b'\r' => match ends_on_next_line(&bytes[at + 1..]) {
                None if !is_complete => return Found::Unfinished,
                Some(true) => (at, flaw) = (at + 1, Some(TagFlaw::Quote)),
                _ => break,
            },
            0 => (at, flaw) = (at + 1, Some(TagFlaw::Nul)),
            _ => break,
        }
    }
    let at = at.min(bytes.len());
    if at == bytes.len() && !is_complete {
        return Found::Unfinished;
    }
    let value = bytes[start..at].trim_ascii_end();
    let value = value.strip_suffix(b"]").unwrap_or(value);
    closed(start + value.len(), at, Some(TagFlaw::UnclosedValue))
}

/// Returns `true` if the line after a lone CR ends the value, and `None` if the line has no end.
fn ends_on_next_line(line: &[u8]) -> Option<bool> {
    let end = line.iter().position(|&byte| is_line_end(byte));
    let line = &line[..end.unwrap_or(line.len())];
    let is_end = !line.trim_ascii_start().starts_with(b"[") && line.trim_ascii_end().ends_with(b"\"]");
    end.map(|_| is_end)
}

fn unquoted(bytes: &[u8], name: Range<usize>, start: usize, is_complete: bool) -> Found {
    let rest = &bytes[start..];
    let Some(length) = rest.iter().position(|&byte| is_line_end(byte) || byte == b']') else {
        return if is_complete { Found::Malformed(bytes.len()) } else { Found::Unfinished };
    };
    if rest[length] != b']' {
        return Found::Malformed(start + length);
    }
    let value = rest[..length].trim_ascii_end();
    Found::Pair(Pair {
        name,
        value: start..start + value.len(),
        length: start + length + 1,
        flaw: Some(TagFlaw::Unquoted),
    })
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;
    use crate::pgn::report::ProblemKind;

    fn read_whole(text: &str) -> (String, String, &str, Option<ProblemKind>) {
        // Reading a part of the text gives the same result as reading all of it, or none.
        let whole = split(text.as_bytes(), true);
        for length in 1..text.len() {
            let part = split(&text.as_bytes()[..length], false);
            assert!(part == whole || part == Found::Unfinished, "{text:?} up to {length}: {part:?}");
        }
        match whole {
            Found::Pair(Pair { name, value, length, flaw }) => {
                (text[name].into(), text[value].into(), &text[length..], flaw.map(TagFlaw::problem))
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn a_value_ends_at_the_quote_before_the_bracket() {
        for (text, value, rest, problem) in [
            (r#"[Event "A"]"#, "A", "", None),
            (r#"[ Event  "A" ] "#, "A", " ", None),
            (r#"[Event "A"] [Site "B"]"#, "A", r#" [Site "B"]"#, None),
            (r#"[Event "a \"b\" \\ c"]"#, r#"a \"b\" \\ c"#, "", None),
            (r#"[Event "[a]"]"#, "[a]", "", None),
            (r#"[Event "a "b" c"]"#, r#"a "b" c"#, "", Some(ProblemKind::QuoteInTagValue)),
            ("[Event \"a \\\"]\n", "a \\", "\n", Some(ProblemKind::QuoteInTagValue)),
            ("[Event \"a\\\\\"]\n", "a\\\\", "\n", None),
            ("[Event \"abc]\n[Site", "abc", "\n[Site", Some(ProblemKind::UnclosedTagValue)),
            ("[Event \"abc\"\n[Site", "abc", "\n[Site", Some(ProblemKind::UnclosedTag)),
            ("[Event abc]", "abc", "", Some(ProblemKind::UnquotedTagValue)),
            ("[Event \"a\rb\"]\n", "a\rb", "\n", Some(ProblemKind::QuoteInTagValue)),
            ("[Event \"a\r\"]\n", "a\r", "\n", Some(ProblemKind::QuoteInTagValue)),
            ("[Event \"a\"\r]\n", "a", "\n", Some(ProblemKind::QuoteInTagValue)),
            ("[Event \"a\r[Site \"b\"]\r", "a", "\r[Site \"b\"]\r", Some(ProblemKind::UnclosedTagValue)),
            ("[Event \"abc", "abc", "", Some(ProblemKind::UnclosedTagValue)),
        ] {
            assert_eq!(read_whole(text), ("Event".into(), value.into(), rest, problem), "{text:?}");
        }
    }

    #[test]
    fn brackets_without_a_tag_pair_are_skipped() {
        for (text, length) in [("[]x", 2), ("[Event]x", 7), ("[\"a\"]x", 5), ("[Event\n", 6), ("[Event x\n]", 8)] {
            assert_eq!(split(text.as_bytes(), true), Found::Malformed(length), "{text:?}");
        }
    }
}
