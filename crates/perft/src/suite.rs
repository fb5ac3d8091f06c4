//! Perft suites: texts that list positions with their known counts.
//!
//! [`Suite`] reads all formats in common use, even mixed in one text:
//!
//! ```text
//! 4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66              counts by depth, in any order
//! 4k3/8/8/8/8/8/8/4K2R w K - 0 1; 3; 1197                   one depth and its count
//!
//! id rook-and-king                                          a block, up to a blank line or the next block
//! epd 4k3/8/8/8/8/8/8/4K2R w K -
//! perft 1 15
//! perft 2 66
//!
//! {"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","c960":0,"perft":[15,66]}      counts at depth 1, 2, … (feature `json`)
//! ```
//!
//! Blank lines, lines that begin with `#`, carriage returns, NUL bytes at the end of a line and a last `;` are ignored.
//! A line that cannot be read is an error, but does not stop the reader.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use core::ops::Range;

use gardez_position::FenMode;

mod block;
mod error;
mod fields;
#[cfg(feature = "json")]
mod json;
#[cfg(not(feature = "json"))]
mod json {
    //! Without the feature `json`, JSON lines are recognized but not read.

    use super::{Case, SuiteErrorKind};

    pub(super) fn case(_line: usize, _object: &str) -> Result<Case, SuiteErrorKind> {
        Err(SuiteErrorKind::JsonFeature)
    }
}

use block::Block;
pub use error::{SuiteError, SuiteErrorKind};

/// The largest depth that a suite may list.
pub const MAX_DEPTH: u32 = 64;

/// The mark that some editors write at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A position of a suite with its known counts.
///
/// The FEN is not checked yet; pass it to a [`FenReader`](gardez_position::FenReader).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Case {
    /// The number of the line with the FEN, counted from 1.
    pub line: usize,
    /// The name of the position, if the suite has one.
    pub id: Option<String>,
    /// The FEN, possibly without the two counters at its end.
    pub fen: String,
    /// The mode for reading the castling field: the one that the suite states, or else [`FenMode::Detect`].
    pub mode: FenMode,
    /// The known counts, in the order of the suite.
    pub counts: Vec<Count>,
}

/// A known count of a suite: the number of sequences of `depth` moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The depth, from 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
}

/// An iterator over the positions of a suite. A line that cannot be read is an error in its place.
///
/// ```
/// use gardez_perft::Suite;
///
/// let text = b"8/8/8/8/8/K7/P7/k7 w - - 0 1 ;D1 3 ;D2 7
/// 8/8/8/8/8/K7/P7/k7 b - - 0 1 ;D1 one";
/// let mut suite = Suite::new(text);
/// let case = suite.next().expect("two lines").expect("a good line");
/// assert_eq!((case.counts[1].depth, case.counts[1].nodes), (2, 7));
/// let error = suite.next().expect("two lines").expect_err("a bad line");
/// assert_eq!(error.to_string(), r#"line 2: expected a count of nodes below 2^64, found "one""#);
/// ```
#[derive(Clone, Debug)]
pub struct Suite<'a> {
    text: &'a [u8],
    /// The start of the remaining lines.
    at: usize,
    /// The number of lines that have been read.
    lines: usize,
    /// The block that the last lines belong to.
    block: Option<Block>,
}

impl<'a> Suite<'a> {
    /// Reads a suite from `text`. Everything except comments must be UTF-8.
    pub fn new(text: &'a [u8]) -> Self {
        let at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        Self { text, at, lines: 0, block: None }
    }

    /// Reads the line with this byte range, which no longer belongs to the rest. Returns the item that it completes.
    fn read(&mut self, line: Line<'_>, span: Range<usize>) -> Option<Result<Case, SuiteError>> {
        let number = self.lines;
        let read = match line {
            Line::Nothing | Line::Comment => return None,
            Line::Id(id) => {
                self.block = Some(Block::named(number, span, id.to_string()));
                return None;
            }
            Line::Epd(fen) => {
                let block = self.block.get_or_insert_with(|| Block::unnamed(number, span.clone()));
                block.place(number, span, fen.to_string());
                return None;
            }
            Line::Perft(count) => match Block::count(self.block.as_mut(), count) {
                Ok(()) => return None,
                Err(kind) => Err(kind),
            },
            Line::Record(record) => fields::case(number, record),
            Line::Json(object) => json::case(number, object),
            Line::NotUtf8 { at } => Err(SuiteErrorKind::NotUtf8 { at }),
        };
        if let (Err(_), Some(block)) = (&read, &mut self.block) {
            block.note_error();
        }
        Some(read.map_err(|kind| SuiteError { line: number, span: kind.place(span), kind }))
    }
}

impl Iterator for Suite<'_> {
    type Item = Result<Case, SuiteError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((line, span, next)) = split_line(self.text, self.at) else {
                return self.block.take().and_then(Block::close);
            };

            // A line that does not belong to the block closes it. The line itself is read in the next round.
            if let Some(block) = self.block.take_if(|block| !block.goes_on_with(&line)) {
                match block.close() {
                    Some(closed) => return Some(closed),
                    None => continue,
                }
            }

            (self.at, self.lines) = (next, self.lines + 1);
            if let Some(item) = self.read(line, span) {
                return Some(item);
            }
        }
    }
}

impl core::iter::FusedIterator for Suite<'_> {}

/// A line, classified by its beginning.
#[derive(Clone, Copy)]
enum Line<'a> {
    Nothing,
    Comment,
    Id(&'a str),
    Epd(&'a str),
    Perft(&'a str),
    Record(&'a str),
    Json(&'a str),
    NotUtf8 { at: usize },
}

impl<'a> Line<'a> {
    fn from_bytes(bytes: &'a [u8]) -> Self {
        // Comments may have any encoding, because they are not read.
        if bytes.starts_with(b"#") {
            return Self::Comment;
        }
        let text = match core::str::from_utf8(bytes) {
            Ok(text) => text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0'),
            Err(error) => return Self::NotUtf8 { at: error.valid_up_to() },
        };
        let (keyword, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        match keyword {
            "" => Self::Nothing,
            "id" => Self::Id(rest.trim()),
            "epd" => Self::Epd(rest.trim()),
            "perft" => Self::Perft(rest),
            _ if text.starts_with('#') => Self::Comment,
            _ if text.starts_with('{') => Self::Json(text),
            _ => Self::Record(text),
        }
    }
}

/// Returns the line of `text` at `at`, its byte range, and the start of the next line.
fn split_line(text: &[u8], at: usize) -> Option<(Line<'_>, Range<usize>, usize)> {
    let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
    let (length, step) = match rest.iter().position(|&byte| byte == b'\n') {
        Some(end) => (end, end + 1),
        None => (rest.len(), rest.len()),
    };
    Some((Line::from_bytes(&rest[..length]), at..at + length, at + step))
}

#[cfg(test)]
mod tests;
