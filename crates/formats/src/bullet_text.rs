//! The text form of bulletformat: `FEN | score | result`, one position a line.
//!
//! Score and result are White's. The reader reads a whole FEN, of which all fields after the side to move may be
//! missing, and ignores what follows after a third `|`. The result is `1.0`, `1` or `[1.0]` if White won, `0.5`, `1/2` or
//! `[0.5]` for a draw, and `0.0`, `0` or `[0.0]` if Black won. The writer writes the whole FEN and `1.0`, `0.5` or `0.0`.
//!
//! In lenient mode, the reader leaves out castling rights and en passant squares that cannot be, and skips blank lines.
//!
//! ```
//! use gardez_formats::{ReadEntries, Wdl, bullet_text};
//!
//! let text = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1 | -12 | 0.5\n";
//! let entry = bullet_text::Reader::new(text.as_bytes()).entries().next().transpose()?.expect("one line");
//! assert_eq!((entry.score, entry.result), (-12, Wdl::Draw));
//!
//! let bad = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1 | x | 0.5\n";
//! let error = bullet_text::Reader::new(bad.as_bytes()).next_entry().expect_err("x is not a score");
//! assert_eq!(error.to_string(), "expected a score from -32768 to 32767, at byte 34 of bulletformat text");
//! # Ok::<_, gardez_formats::ReadError>(())
//! ```

use alloc::string::String;
use core::fmt::Write as _;

use gardez_io::{Input, Sink};
use gardez_position::Board;

use crate::entry::Entry;
use crate::error::ReadError;
use crate::fact::Fact;
use crate::format::{AnyReader, AnyWriter};
use crate::format::{Format, FormatRow};
use crate::lines::Lines;
use crate::misfit::WriteError;
use crate::read::{ReadEntries, Strictness};
use crate::view::{Wdl, White};
use crate::write::WriteEntries;

/// The text form of bulletformat.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &[Fact::Score, Fact::Ply, Fact::Result],
    is_text: true,
    typical_entry_size: 60,
    fits: |bytes| {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        line.is_ascii() && line.iter().filter(|&&byte| byte == b'|').count() >= 2 && line.contains(&b'/')
    },
    read: Some(|source, options| AnyReader::white(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::white(Writer::new(target), options)),
    ..FormatRow::new("bulletformat text", &["bullet.txt"], "the text form of bulletformat: FEN | score | result")
};

/// The spellings of each result.
const RESULTS: [(Wdl, [&str; 3]); 3] =
    [(Wdl::Win, ["1.0", "1", "[1.0]"]), (Wdl::Draw, ["0.5", "1/2", "[0.5]"]), (Wdl::Loss, ["0.0", "0", "[0.0]"])];

/// A reader of the text form of bulletformat.
#[derive(Clone, Debug)]
pub struct Reader<S> {
    lines: Lines<S>,
    strictness: Strictness,
    is_over: bool,
    entry: Entry<White>,
}

impl<S: Input> Reader<S> {
    /// Creates a strict reader of this source: a slice, or a [`Stream`](gardez_io::Stream).
    pub fn new(source: S) -> Self {
        let entry = Entry::new(Board::start(), None, 0, Wdl::Draw);
        Self { lines: Lines::new(source, FORMAT), strictness: Strictness::Strict, is_over: false, entry }
    }

    /// Returns the same reader with this strictness.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Returns the byte at which the next line begins.
    pub const fn offset(&self) -> u64 {
        self.lines.offset()
    }

    /// Reads the next line into `self.entry`. Returns whether there is one.
    fn advance(&mut self) -> Result<bool, ReadError> {
        loop {
            if !self.lines.advance()? {
                return Ok(false);
            }
            let is_blank = self.lines.text()?.trim().is_empty();
            if !is_blank || self.strictness.is_strict() {
                break;
            }
        }
        let text = self.lines.text()?;
        let mut parts = text.split('|');
        let fen = parts.next().unwrap_or_default();
        let end = &text[text.len()..];
        let score = parts.next().ok_or_else(|| self.lines.expected("FEN | score | result", end))?;
        let result = parts.next().ok_or_else(|| self.lines.expected("FEN | score | result", end))?.trim();
        self.entry.board = self.lines.fen(fen, self.strictness)?;
        self.entry.score = self.lines.number("a score from -32768 to 32767", score)?;
        let known = RESULTS.iter().find(|(_, spellings)| spellings.contains(&result));
        self.entry.result = known.ok_or_else(|| self.lines.expected("a result such as 1.0, 0.5 or 0.0", result))?.0;
        self.entry.ply = self.entry.board.game_ply();
        Ok(true)
    }
}

impl<S: Input> ReadEntries for Reader<S> {
    type View = White;

    fn format(&self) -> Format {
        FORMAT
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<White>>, ReadError> {
        let found = if self.is_over { Ok(false) } else { self.advance() };
        // Unless an entry follows, nothing does.
        self.is_over = !matches!(found, Ok(true));
        Ok(found?.then_some(&self.entry))
    }
}

/// A writer of the text form of bulletformat. It does not buffer: write to a `std::io::BufWriter`.
#[derive(Clone, Debug)]
pub struct Writer<W> {
    target: W,
    line: String,
}

impl<W: Sink> Writer<W> {
    /// Creates a writer to this target.
    pub const fn new(target: W) -> Self {
        Self { target, line: String::new() }
    }

    /// Flushes the target and returns it.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if there is one.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.flush()?;
        Ok(self.target)
    }
}

impl<W: Sink> WriteEntries for Writer<W> {
    type View = White;

    fn format(&self) -> Format {
        FORMAT
    }

    fn write_entry(&mut self, entry: &Entry<White>) -> Result<(), WriteError> {
        let result = RESULTS[2 - usize::from(entry.result.raw())].1[0];
        self.line.clear();
        writeln!(self.line, "{} | {} | {result}", entry.board, entry.score).expect("a string takes any text");
        self.target.put(self.line.as_bytes()).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.target.finish().map_err(WriteError::Stream)
    }
}
