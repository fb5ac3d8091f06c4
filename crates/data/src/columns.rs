//! Positions with labels: evaluations and puzzles of Lichess, tables, EPD, lists of FENs, and the records of ChessBench.
//!
//! A [`Row`] is what a line says: the position, and the move, evaluation and result if they are there. Nothing is made up.
//!
//! | layout | lines |
//! |---|---|
//! | [`Layout::Evaluations`] | Lichess's evaluations, a JSON object each: the first line of moves of the deepest evaluation |
//! | [`Layout::Table`] | CSV, or fields between semicolons, tabs or bars, whose first line names them |
//! | [`Layout::Operations`] | EPD and lists of FENs: `bm`, `ce`, `dm`, `hmvc`, `fmvn`, and a result in `c9`, `c2` or `c0` |
//! | [`Layout::Brackets`] | `FEN [0.5] 23`: White's result and perhaps White's centipawns |
//!
//! [`BagReader`] reads the records of ChessBench.
//!
//! The names of the columns decide what a table means, in capital or small letters:
//!
//! | names | meaning |
//! |---|---|
//! | `fen`; `move`; `line` | the position; the move; moves of which the first counts |
//! | `moves` | a puzzle: the first move leads to the position, the second is its move |
//! | `evaluation`; `cp` | White's centipawns or `#-3`; White's centipawns |
//! | `mate` | moves to a mate, positive if White mates |
//! | `result` | `1`, `0.5`, `0`, `1-0` and the like, from White's point of view |
//! | `mover-evaluation`; `mover-result` | the same from the side to move's point of view |
//! | `depth` | the depth of the search: of rows of one position that follow each other, [`Rows`] yields the first of the deepest |
//!
//! Other names are skipped, unless [`ReadOptions::columns`](gardez_formats::ReadOptions::columns) says what they mean. A table without names is known by its three fields: `FEN;cp;result` is from White's point of view,
//! and `FEN,score,result` are samples of c-chess-cli, from the side to move's, whose result is 0, 1 or 2.
//!
//! ```
//! use gardez_data::Evaluation;
//! use gardez_data::columns::{Layout, ReadRows, Reader};
//!
//! let text = "FEN,Evaluation\n8/8/4k3/8/8/4K3/4P3/8 b - - 0 1,#+9\n8/8/4k3 b - -,1\n";
//! let mut reader = Reader::new(text.as_bytes(), Layout::Table);
//! let row = reader.next_row()?.expect("there are two lines");
//! assert_eq!((row.evaluation, row.result), (Some(Evaluation::Mate(-18)), None));
//! let error = reader.next_row().expect_err("five ranks are missing");
//! assert!(error.to_string().ends_with("at line 3, column 8 of CSV"), "{error}");
//! # Ok::<_, gardez_formats::ReadError>(())
//! ```

mod bag;
mod entries;
mod row;
mod table;
#[cfg(test)]
mod tests;

use gardez_formats::{Format, FormatError, FormatErrorKind, ReadError, Strictness};
use gardez_io::{Input, Lines};

pub use bag::{BAG, BagReader};
#[cfg(all(feature = "lc0", feature = "syzygy"))]
pub(crate) use entries::add_left_out;
pub use entries::{CSV, EPD, FEN_BOOK, JSONL, Rows};
pub use row::Row;
pub use table::names_columns;

use table::Header;

/// The longest line, in bytes. Evaluations of Lichess with many lines of moves reach 20 kB.
const MAX_LINE: usize = 1 << 20;

/// The layout of the lines of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// A JSON object of Lichess's evaluations.
    Evaluations,
    /// Fields between commas, semicolons, tabs or bars.
    Table,
    /// A position, then operations of EPD.
    Operations,
    /// A position, then a result in brackets.
    Brackets,
}

impl Layout {
    /// Returns the format of the files.
    pub const fn format(self) -> Format {
        match self {
            Self::Evaluations => JSONL,
            Self::Table => CSV,
            Self::Operations => EPD,
            Self::Brackets => FEN_BOOK,
        }
    }
}

/// A reader of rows.
pub trait ReadRows {
    /// Returns the format that is read.
    fn format(&self) -> Format;

    /// Returns the same reader with this strictness. A lenient one leaves out castling rights and en passant squares that
    /// cannot be.
    #[must_use]
    fn with_strictness(self, strictness: Strictness) -> Self;

    /// Reads the next row, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error with its place, or the error of the stream.
    fn next_row(&mut self) -> Result<Option<Row>, ReadError>;

    /// Returns `true` if the next call reads what follows this error, which was the last one.
    fn goes_on(&self, error: &ReadError) -> bool {
        matches!(error, ReadError::Format(_))
    }
}

/// A reader of lines. Memory is needed for one line, of at most a megabyte.
///
/// Blank lines are skipped, in lists of positions also lines that begin with `#`.
#[derive(Debug)]
pub struct Reader<S> {
    lines: Lines<S>,
    layout: Layout,
    strictness: Strictness,
    header: Option<Header>,
    columns: &'static str,
    number: u64,
}

impl<S: Input> Reader<S> {
    /// Creates a strict reader of this source: a slice, or a [`Stream`](gardez_io::Stream).
    pub const fn new(source: S, layout: Layout) -> Self {
        let lines = Lines::new(source, MAX_LINE);
        Self { lines, layout, strictness: Strictness::Strict, header: None, columns: "", number: 0 }
    }

    /// Sets names of a table's columns, as in [`ReadOptions::columns`](gardez_formats::ReadOptions::columns).
    #[must_use]
    pub const fn with_columns(mut self, columns: &'static str) -> Self {
        self.columns = columns;
        self
    }

    /// Returns the number of the line that was read last, from 1.
    pub const fn line(&self) -> u64 {
        self.number
    }

    /// Reads the current line. Returns `None` if it is blank, a remark, or names the columns.
    fn read_line(&mut self) -> Result<Option<Row>, Problem> {
        let bytes = self.lines.bytes();
        let mark = if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
        let line = core::str::from_utf8(&bytes[mark..]).map_err(|error| Problem {
            kind: FormatErrorKind::Text { expected: "UTF-8", length: 1 },
            at: mark + error.valid_up_to(),
        })?;
        let text = line.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let is_remark = matches!(self.layout, Layout::Operations | Layout::Brackets) && text.starts_with('#');
        let context = Context { line, mark, strictness: self.strictness };
        match self.layout {
            _ if is_remark => Ok(None),
            Layout::Evaluations => row::with_evaluations(&context).map(Some),
            Layout::Operations => row::with_operations(&context).map(Some),
            Layout::Brackets => row::with_brackets(&context).map(Some),
            Layout::Table => match &self.header {
                Some(header) => header.row(&context).map(Some),
                None => {
                    let header = Header::read(&context, self.columns)?;
                    let first = if header.has_names() { None } else { Some(header.row(&context)) };
                    self.header = Some(header);
                    first.transpose()
                }
            },
        }
    }
}

impl<S: Input> ReadRows for Reader<S> {
    fn format(&self) -> Format {
        self.layout.format()
    }

    fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Reads the next row, or `None` at the end. After an error with its line and column, the next call reads the next line.
    fn next_row(&mut self) -> Result<Option<Row>, ReadError> {
        loop {
            let format = self.format();
            let offset = self.lines.start();
            let stream = |error| ReadError::Stream { format, offset, error };
            if !self.lines.advance().map_err(stream)? {
                return Ok(None);
            }
            self.number += 1;
            let found = if self.lines.is_too_long() {
                Err(Problem { kind: FormatErrorKind::LineTooLong, at: 0 })
            } else {
                self.read_line()
            };
            match found {
                Ok(None) => {}
                Ok(row) => return Ok(row),
                Err(Problem { kind, at }) => {
                    let (start, column) = (self.lines.start(), at as u64 + 1);
                    return Err(FormatError::new(format, kind, start + at as u64).in_line(self.number, column).into());
                }
            }
        }
    }
}

/// An error in a line, before the place of the line is known.
struct Problem {
    kind: FormatErrorKind,
    /// The byte of the line.
    at: usize,
}

/// A line that is read.
struct Context<'a> {
    line: &'a str,
    /// The bytes before the text: a byte order mark.
    mark: usize,
    strictness: Strictness,
}

impl Context<'_> {
    /// Returns the error of a part of the line. Of a part that is not a slice of it, such as one with escapes, the place is
    /// that of the same text, or the beginning of the line.
    fn error(&self, kind: FormatErrorKind, part: &str) -> Problem {
        let at = (part.as_ptr() as usize).wrapping_sub(self.line.as_ptr() as usize);
        let at = if at <= self.line.len() { at } else { self.line.find(part).unwrap_or(0) };
        Problem { kind, at: self.mark + at }
    }

    fn expected(&self, expected: &'static str, part: &str) -> Problem {
        self.error(FormatErrorKind::Text { expected, length: part.len() }, part)
    }

    fn missing(&self, expected: &'static str) -> Problem {
        Problem { kind: FormatErrorKind::Text { expected, length: 0 }, at: self.mark + self.line.trim_end().len() }
    }
}
