//! Stockfish's plain text: six lines an entry.
//!
//! ```text
//! fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! move e2e4
//! score 31
//! ply 0
//! result 1
//! e
//! ```
//!
//! Score and result are from the side to move's point of view. The lines before `e` can be in any order, and lines with
//! other keys are skipped. Castling is read in both forms and written as the board's castling mode says: `e1g1` in
//! standard chess. Lines may end with CR LF; LF is written.
//!
//! In strict mode each key must be there once, and all lines belong to an entry. In lenient mode a missing line means the value of the entry before, and the
//! last of several lines counts, as in Stockfish's tools; and moves that are not legal, castling rights and en passant
//! squares that cannot be, are left out.
//!
//! ```
//! use gardez_formats::{ReadEntries, Wdl, plain};
//!
//! let text = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nmove e1g1\nscore 480\nply 90\nresult 1\ne\n";
//! let entry = plain::Reader::new(text.as_bytes()).entries().next().transpose()?.expect("one entry");
//! assert_eq!((entry.score, entry.ply, entry.result), (480, 90, Wdl::Win));
//! # Ok::<_, gardez_formats::ReadError>(())
//! ```

use alloc::string::String;
use core::fmt::Write as _;

use gardez_io::{Input, Sink};
use gardez_position::{Board, UciError};
use gardez_types::Move;

use crate::entry::Entry;
use crate::error::{FormatErrorKind, ReadError};
use crate::fact::Fact;
use crate::format::{AnyReader, AnyWriter};
use crate::format::{Format, FormatRow};
use crate::lines::Lines;
use crate::misfit::{Misfit, WriteError};
use crate::read::{ReadEntries, Strictness};
use crate::view::{SideToMove, Wdl};
use crate::write::WriteEntries;

/// Stockfish's plain text.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    is_text: true,
    typical_entry_size: 120,
    fits: |bytes| bytes.starts_with(b"fen "),
    read: Some(|source, options| AnyReader::side_to_move(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::side_to_move(Writer::new(target), options)),
    ..FormatRow::new("plain text", &["plain"], "Stockfish's plain text")
};

/// The keys of the lines of an entry.
const KEYS: [&str; 5] = ["fen", "move", "score", "ply", "result"];

/// A reader of plain text.
#[derive(Clone, Debug)]
pub struct Reader<S> {
    lines: Lines<S>,
    strictness: Strictness,
    is_over: bool,
    entry: Entry<SideToMove>,
    /// The text of the last move, whose board may come after it.
    mv: String,
    /// The place of that text in the input.
    mv_offset: u64,
}

impl<S: Input> Reader<S> {
    /// Creates a strict reader of this source: a slice, or a [`Stream`](gardez_io::Stream).
    pub fn new(source: S) -> Self {
        Self {
            lines: Lines::new(source, FORMAT),
            strictness: Strictness::Strict,
            is_over: false,
            entry: Entry::new(Board::start(), None, 0, Wdl::Draw),
            mv: String::new(),
            mv_offset: 0,
        }
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

    /// Reads the lines up to the next `e` into `self.entry`. Returns whether there are any.
    fn advance(&mut self) -> Result<bool, ReadError> {
        let mut found = [false; KEYS.len()];
        let mut has_others = false;
        loop {
            if !self.lines.advance()? {
                return match found.contains(&true) || has_others && self.strictness.is_strict() {
                    true => Err(self.lines.error(FormatErrorKind::MissingLine { key: "e" }, "")),
                    false => Ok(false),
                };
            }
            let line = self.lines.text()?.trim();
            if line == "e" {
                break;
            }
            has_others |= !line.is_empty();
            let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let value = value.trim();
            let Some(index) = KEYS.iter().position(|&known| known == key) else { continue };
            match index {
                0 => self.entry.board = self.lines.fen(value, self.strictness)?,
                1 => {
                    self.mv_offset = self.lines.offset_of(value);
                    self.mv.clear();
                    self.mv.push_str(value);
                }
                2 => self.entry.score = self.lines.number("a score from -32768 to 32767", value)?,
                3 => self.entry.ply = self.lines.number("a ply", value)?,
                _ => {
                    let sign = self.lines.number("a result: 1, 0 or -1", value)?;
                    let result = Wdl::from_sign(sign).ok_or_else(|| self.lines.expected("a result: 1, 0 or -1", value));
                    self.entry.result = result?;
                }
            }
            if core::mem::replace(&mut found[index], true) && self.strictness.is_strict() {
                return Err(self.lines.expected("each line once", line));
            }
        }
        if let Some(missing) = found.iter().position(|found| !found).filter(|_| self.strictness.is_strict()) {
            return Err(self.lines.error(FormatErrorKind::MissingLine { key: KEYS[missing] }, ""));
        }
        self.entry.mv = self.read_move()?;
        Ok(true)
    }

    /// Returns the move, now that its board is known.
    fn read_move(&self) -> Result<Option<Move>, ReadError> {
        let kind = match self.entry.board.parse_uci(&self.mv) {
            Ok(m) => return Ok(Some(m)),
            Err(_) if !self.strictness.is_strict() => return Ok(None),
            Err(UciError::Illegal(error)) => FormatErrorKind::IllegalMove(error),
            Err(_) => FormatErrorKind::Text { expected: "a move such as e2e4", length: self.mv.len() },
        };
        Err(self.lines.error_at(kind, self.mv_offset))
    }
}

impl<S: Input> ReadEntries for Reader<S> {
    type View = SideToMove;

    fn format(&self) -> Format {
        FORMAT
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        let found = if self.is_over { Ok(false) } else { self.advance() };
        // Unless an entry follows, nothing does.
        self.is_over = !matches!(found, Ok(true));
        Ok(found?.then_some(&self.entry))
    }
}

/// A writer of plain text. Every entry needs a move. It does not buffer: write to a `std::io::BufWriter`.
#[derive(Clone, Debug)]
pub struct Writer<W> {
    target: W,
    text: String,
}

impl<W: Sink> Writer<W> {
    /// Creates a writer to this target.
    pub const fn new(target: W) -> Self {
        Self { target, text: String::new() }
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
    type View = SideToMove;

    fn format(&self) -> Format {
        FORMAT
    }

    fn write_entry(&mut self, entry: &Entry<SideToMove>) -> Result<(), WriteError> {
        let m = entry.mv.ok_or(WriteError::misfit(FORMAT, Misfit::NoMove))?;
        let Entry { board, score, ply, result, .. } = entry;
        if !board.is_legal(m) {
            return Err(WriteError::misfit(FORMAT, Misfit::Move(m)));
        }
        let (m, result) = (m.uci(board.castling_mode()), result.sign());
        self.text.clear();
        writeln!(self.text, "fen {board}\nmove {m}\nscore {score}\nply {ply}\nresult {result}\ne")
            .expect("a string takes any text");
        self.target.put(self.text.as_bytes()).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.target.finish().map_err(WriteError::Stream)
    }
}
