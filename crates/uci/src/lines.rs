//! Reads the lines of a stream. A line that is longer than a limit is skipped.

use std::io::{self, BufRead};
use std::string::String;
use std::vec::Vec;

/// The default limit: 64 KiB. The command `position` of a game of 6,000 moves fits in it.
pub(crate) const MAX_LINE: usize = 64 * 1024;

/// A line of a stream.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// The line without its end. Bytes that are not UTF-8 are replaced.
    Text(String),
    /// The line is longer than the limit and was skipped.
    TooLong {
        /// Its length in bytes.
        length: u64,
    },
}

/// Reads lines, and keeps no more than the limit in memory.
pub(crate) struct LineReader<R> {
    source: R,
    limit: usize,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) const fn new(source: R, limit: usize) -> Self {
        Self { source, limit }
    }

    /// The next line, or `None` at the end of the stream.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let (mut kept, mut length, mut has_end) = (Vec::new(), 0u64, false);
        while !has_end {
            let available = match self.source.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                break;
            }
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            length += part.len() as u64;
            if length <= self.limit as u64 {
                kept.extend_from_slice(part);
            } else {
                kept = Vec::new();
            }
            has_end = end.is_some();
            let used = part.len() + usize::from(has_end);
            self.source.consume(used);
        }
        if length == 0 && !has_end {
            return Ok(None);
        }
        if (self.limit as u64) < length {
            return Ok(Some(Line::TooLong { length }));
        }
        if kept.last() == Some(&b'\r') {
            kept.pop();
        }
        Ok(Some(Line::Text(String::from_utf8_lossy(&kept).into_owned())))
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    fn lines(bytes: &[u8], limit: usize) -> Vec<Line> {
        // A buffer of two bytes, so that lines arrive in parts.
        let mut reader = LineReader::new(io::BufReader::with_capacity(2, bytes), limit);
        let mut lines = Vec::new();
        while let Some(line) = reader.next().expect("a slice can be read") {
            lines.push(line);
        }
        lines
    }

    #[test]
    fn lines_end_with_either_line_break_or_with_the_stream() {
        let text = |text: &str| Line::Text(text.to_string());
        assert_eq!(lines(b"uci\r\n\nisready\nquit", 10), [text("uci"), text(""), text("isready"), text("quit")]);
        assert_eq!(lines(b"", 10), []);
        assert_eq!(lines(b"\xff\n", 10), [text("\u{fffd}")]);
    }

    #[test]
    fn a_line_beyond_the_limit_is_skipped_and_the_next_one_is_read() {
        let text = |text: &str| Line::Text(text.to_string());
        assert_eq!(lines(b"12345\n123456\n1\n", 5), [text("12345"), Line::TooLong { length: 6 }, text("1")]);
        assert_eq!(lines(b"1234567", 5), [Line::TooLong { length: 7 }]);
    }
}
