//! Reads the lines of a stream.

use std::io::{self, Read};
use std::string::String;

use gardez_io::Stream;

/// The default limit: 64 KiB. The command `position` of a game of 6,000 moves fits in it.
pub(crate) const MAX_LINE: usize = 64 * 1024;

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

/// The lines of a stream, of which no more than the limit is kept in memory.
pub(crate) struct Lines<R>(gardez_io::Lines<Stream<R>>);

impl<R: Read> Lines<R> {
    pub(crate) const fn new(stream: R, limit: usize) -> Self {
        Self(gardez_io::Lines::new(Stream::new(stream), limit))
    }

    /// Returns the next line, or `None` at the end of the stream.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let Self(lines) = self;
        Ok(match lines.advance()? {
            false => None,
            true if lines.is_too_long() => Some(Line::TooLong { length: lines.skip_rest()? }),
            true => Some(Line::Text(String::from_utf8_lossy(lines.bytes()).into_owned())),
        })
    }
}
