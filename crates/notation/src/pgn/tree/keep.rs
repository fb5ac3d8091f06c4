//! The amount of text that a tree keeps.

use alloc::borrow::Cow;
use alloc::string::String;

/// The amount of the text of a game that a tree keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Keep {
    /// Moves, and comments without blanks at their ends, with blanks for line ends, but empty lines.
    #[default]
    Normalized,
    /// Comments as in the file, and the text of moves that are not in standard form.
    Text,
}

/// Returns a comment without blanks at its ends. A line end and a tab become blanks, several line ends an empty line.
pub(in crate::pgn) fn tidy(comment: &str) -> Cow<'_, str> {
    let trimmed = comment.trim_matches(|c: char| c.is_ascii_whitespace());
    if !trimmed.bytes().any(|byte| byte.is_ascii_control()) {
        return Cow::Borrowed(trimmed);
    }
    let mut text = String::with_capacity(trimmed.len());
    let mut rest = trimmed;
    while let Some(at) = rest.find(|c: char| c.is_ascii_whitespace()) {
        let (word, tail) = rest.split_at(at);
        text.push_str(word);
        let length = tail.find(|c: char| !c.is_ascii_whitespace()).unwrap_or(tail.len());
        let (space, tail) = tail.split_at(length);
        let count = |c: char| space.matches(c).count();
        match count('\n').max(count('\r')) {
            0 => text.extend(space.chars().map(|_| ' ')),
            1 => text.push(' '),
            _ => text.push_str("\n\n"),
        }
        rest = tail;
    }
    text.push_str(rest);
    Cow::Owned(text)
}
