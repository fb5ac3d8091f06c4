//! Suites: texts that list positions with their known counts.
//!
//! [`Suite`] reads every shape that is in common use, even mixed in one text:
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
//! Blank lines and lines that begin with `#` mean nothing. Carriage returns and NUL bytes at the end of a line are
//! dropped, blanks may surround a `;`, and one `;` may stand at the end of the line. A line that cannot be read is an
//! error of that line alone.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use gardez_position::FenMode;

mod block;
mod error;
mod fields;
#[cfg(feature = "json")]
mod json;
#[cfg(not(feature = "json"))]
mod json {
    //! JSON lines are told from others, but not read.

    use super::{Case, SuiteErrorKind};

    pub(super) fn case(_line: usize, _object: &str) -> Result<Case, SuiteErrorKind> {
        Err(SuiteErrorKind::JsonFeature)
    }
}

use block::Block;
pub use error::{SuiteError, SuiteErrorKind};

/// The greatest depth a suite may list: sequences of more moves than this are nowhere counted.
pub const MAX_DEPTH: u32 = 64;

/// A position of a suite, with what is known of it.
///
/// The FEN is text as found; whether it is a position is for its reader to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The line of the FEN, counted from 1.
    pub line: usize,
    /// The name the suite gives to the position.
    pub id: Option<String>,
    /// The FEN, perhaps without its counters.
    pub fen: String,
    /// How the castling field is to be understood: as the suite says, or [`FenMode::Detect`] where it does not.
    pub mode: FenMode,
    /// What the counts must be, in the order of the suite.
    pub counts: Vec<Count>,
}

/// The number of sequences of `depth` moves that a suite expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The depth, 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
}

/// The positions of a suite, read one after another; lines that cannot be read come as errors in between.
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
    /// The lines to come.
    rest: &'a [u8],
    /// How many lines are read.
    lines: usize,
    /// The block that the last lines belong to.
    block: Option<Block>,
}

impl<'a> Suite<'a> {
    /// The suite that is written in `text`, which is UTF-8 where it matters.
    pub fn new(text: &'a [u8]) -> Self {
        Self { rest: text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text), lines: 0, block: None }
    }

    /// Reads one line, which is no longer among the rest, and gives what it completes.
    fn read(&mut self, line: Line<'_>) -> Option<Result<Case, SuiteError>> {
        let number = self.lines;
        let read = match line {
            Line::Nothing | Line::Comment => return None,
            Line::Id(id) => {
                self.block = Some(Block::named(number, id.to_string()));
                return None;
            }
            Line::Epd(fen) => {
                self.block.get_or_insert_with(|| Block::unnamed(number)).place(number, fen.to_string());
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
            block.has_errors();
        }
        Some(read.map_err(|kind| SuiteError { line: number, kind }))
    }
}

impl Iterator for Suite<'_> {
    type Item = Result<Case, SuiteError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((line, rest)) = split_line(self.rest) else {
                return self.block.take().and_then(Block::close);
            };

            // A line that belongs elsewhere closes the block, and is read itself in the next round.
            if let Some(block) = self.block.take_if(|block| !block.goes_on_with(&line)) {
                match block.close() {
                    Some(closed) => return Some(closed),
                    None => continue,
                }
            }

            (self.rest, self.lines) = (rest, self.lines + 1);
            if let Some(item) = self.read(line) {
                return Some(item);
            }
        }
    }
}

impl core::iter::FusedIterator for Suite<'_> {}

/// A line, sorted by what it begins with.
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
    fn of(bytes: &'a [u8]) -> Self {
        // Comments are often in an older encoding; nobody reads them.
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

/// The first line of `text` and what follows its end, unless nothing is left.
fn split_line(text: &[u8]) -> Option<(Line<'_>, &[u8])> {
    if text.is_empty() {
        return None;
    }
    let (line, rest) = match text.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[][..]),
    };
    Some((Line::of(line), rest))
}

#[cfg(test)]
mod tests;
