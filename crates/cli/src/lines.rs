//! Lines of text of a limited length, read and written.

use std::io::{self, Read};

use gardez_io::Stream;

/// The largest line that is read, in bytes.
const MAX_BYTES: usize = 64 << 10;

/// The lines of a stream, as text without their ends. A line that is not UTF-8 has replacement characters.
pub(crate) struct Lines<R>(gardez_io::Lines<Stream<R>>);

impl<R: Read> Lines<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self(gardez_io::Lines::new(Stream::new(reader), MAX_BYTES))
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.0.advance() {
            Err(error) => Some(Err(error)),
            Ok(false) => None,
            Ok(true) if self.0.is_too_long() => {
                Some(Err(io::Error::other(format!("a line is longer than {} KiB", MAX_BYTES >> 10))))
            }
            Ok(true) => Some(Ok(String::from_utf8_lossy(self.0.bytes()).into_owned())),
        }
    }
}

pub(crate) const WIDTH: usize = 80;

/// Adds words to a text, in lines of limited width: the first begins with a name, the others with blanks.
pub(crate) fn wrap(text: &mut String, name: &str, indent: usize, words: &str) {
    let mut line = name.to_owned();
    let mut is_first = false;
    for word in words.split(' ') {
        if !is_first && WIDTH < line.chars().count() + 1 + word.chars().count() {
            *text += line.trim_end();
            text.push('\n');
            line = " ".repeat(indent);
            is_first = true;
        }
        if !is_first {
            line.push(' ');
        }
        line += word;
        is_first = false;
    }
    *text += line.trim_end();
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_line_is_an_error() {
        assert!(Lines::new(io::repeat(b'x')).next().is_some_and(|line| line.is_err()));
    }

    #[test]
    fn all_line_ends_are_removed() {
        let lines: Vec<_> = Lines::new(&b"a\r\nb\n\nc"[..]).map(|line| line.expect("text")).collect();
        assert_eq!(lines, ["a", "b", "", "c"]);
    }
}
