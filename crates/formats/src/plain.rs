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
//! Score and result are from the side to move's point of view. The lines before `e` can be in any order; lines with other
//! keys are skipped. Castling is read in both forms and written by the board's castling mode: `e1g1` in standard chess.
//! Lines may end with CR LF; LF is written.
//!
//! In strict mode, each key must be there once, and all lines belong to an entry. In lenient mode, as in Stockfish's tools,
//! a missing line means the value of the entry before, and the last of several lines counts; illegal moves and impossible
//! castling rights and en passant squares are left out.
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

use gardez_io::Input;
use gardez_position::{Board, UciError};
use gardez_types::Move;

use crate::entry::Entry;
use crate::error::{FormatErrorKind, ReadError};
use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Format, FormatRow};
use crate::lines::{Lines, Place, TextLayout, TextReader, TextWriter};
use crate::read::Strictness;
use crate::unrepresentable::Unrepresentable;
use crate::view::{SideToMove, Wdl};

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

const KEYS: [&str; 5] = ["fen", "move", "score", "ply", "result"];

/// The layout of an entry.
#[derive(Clone, Debug, Default)]
pub struct PlainText {
    /// The text of the last move, whose board may come after it, and its place in the input.
    mv: String,
    mv_place: Place,
}

/// A reader of plain text.
pub type Reader<S> = TextReader<S, PlainText>;

/// A writer of plain text. Every entry needs a move.
pub type Writer<W> = TextWriter<W, PlainText>;

impl PlainText {
    /// Returns the move, now that its board is known.
    fn read_move<S: Input>(
        &self,
        lines: &Lines<S>,
        strictness: Strictness,
        board: &Board,
    ) -> Result<Option<Move>, ReadError> {
        let kind = match board.parse_uci(&self.mv) {
            Ok(m) => return Ok(Some(m)),
            Err(_) if !strictness.is_strict() => return Ok(None),
            Err(UciError::Illegal(error)) => FormatErrorKind::IllegalMove(error),
            Err(_) => FormatErrorKind::Text { expected: "a move such as e2e4", length: self.mv.len() },
        };
        Err(lines.error_at(kind, self.mv_place))
    }
}

impl TextLayout for PlainText {
    type View = SideToMove;

    const FORMAT: Format = FORMAT;

    fn read<S: Input>(
        &mut self,
        lines: &mut Lines<S>,
        strictness: Strictness,
        entry: &mut Entry<SideToMove>,
    ) -> Result<bool, ReadError> {
        let mut found = [false; KEYS.len()];
        let mut has_others = false;
        loop {
            if !lines.advance()? {
                return match found.contains(&true) || has_others && strictness.is_strict() {
                    true => Err(lines.error(FormatErrorKind::MissingLine { key: "e" }, "")),
                    false => Ok(false),
                };
            }
            let line = lines.text()?.trim();
            if line == "e" {
                break;
            }
            has_others |= !line.is_empty();
            let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let value = value.trim();
            let Some(index) = KEYS.iter().position(|&known| known == key) else { continue };
            match index {
                0 => entry.board = lines.fen(value, strictness)?,
                1 => (self.mv, self.mv_place) = (value.into(), lines.place_of(value)),
                2 => entry.score = lines.number("a score from -32768 to 32767", value)?,
                3 => entry.ply = lines.number("a ply", value)?,
                _ => {
                    let sign = lines.number("a result: 1, 0 or -1", value)?;
                    let wrong = || lines.expected("a result: 1, 0 or -1", value);
                    entry.result = Wdl::from_sign(sign).ok_or_else(wrong)?;
                }
            }
            if core::mem::replace(&mut found[index], true) && strictness.is_strict() {
                return Err(lines.expected("each line once", line));
            }
        }
        if let Some(missing) = found.iter().position(|found| !found).filter(|_| strictness.is_strict()) {
            return Err(lines.error(FormatErrorKind::MissingLine { key: KEYS[missing] }, ""));
        }
        entry.mv = self.read_move(lines, strictness, &entry.board)?;
        Ok(true)
    }

    fn write(entry: &Entry<SideToMove>, text: &mut String) -> Result<(), Unrepresentable> {
        let m = entry.mv.ok_or(Unrepresentable::NoMove)?;
        let Entry { board, score, ply, result, .. } = entry;
        if !board.is_legal(m) {
            return Err(Unrepresentable::Move(m));
        }
        let (m, result) = (m.uci(board.castling_mode()), result.sign());
        writeln!(text, "fen {board}\nmove {m}\nscore {score}\nply {ply}\nresult {result}\ne")
            .expect("a string takes any text");
        Ok(())
    }
}
