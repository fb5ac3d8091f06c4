//! The text form of bulletformat: `FEN | score | result`, one position a line.
//!
//! Score and result are White's. All fields of the FEN after the side to move may be missing; text after a third `|` is
//! ignored. The result is `1.0`, `1` or `[1.0]` if White won, `0.5`, `1/2` or `[0.5]` for a draw, and `0.0`, `0` or
//! `[0.0]` if Black won. The writer writes `1.0`, `0.5` or `0.0`.
//!
//! In lenient mode, the reader leaves out impossible castling rights and en passant squares, and skips blank lines.
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
//! assert_eq!(error.to_string(), "expected a score from -32768 to 32767, at line 1, column 35 of bulletformat text");
//! # Ok::<_, gardez_formats::ReadError>(())
//! ```

use alloc::string::String;
use core::fmt::Write as _;

use gardez_io::Input;

use crate::entry::Entry;
use crate::error::ReadError;
use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Format, FormatRow};
use crate::lines::{Lines, TextLayout, TextReader, TextWriter};
use crate::read::Strictness;
use crate::unrepresentable::Unrepresentable;
use crate::view::{Wdl, White};

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

const RESULTS: [(Wdl, [&str; 3]); 3] =
    [(Wdl::Win, ["1.0", "1", "[1.0]"]), (Wdl::Draw, ["0.5", "1/2", "[0.5]"]), (Wdl::Loss, ["0.0", "0", "[0.0]"])];

/// The layout of a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct BulletText;

/// A reader of the text form of bulletformat.
pub type Reader<S> = TextReader<S, BulletText>;

/// A writer of the text form of bulletformat.
pub type Writer<W> = TextWriter<W, BulletText>;

impl TextLayout for BulletText {
    type View = White;

    const FORMAT: Format = FORMAT;

    fn read<S: Input>(
        &mut self,
        lines: &mut Lines<S>,
        strictness: Strictness,
        entry: &mut Entry<White>,
    ) -> Result<bool, ReadError> {
        loop {
            if !lines.advance()? {
                return Ok(false);
            }
            if strictness.is_strict() || !lines.text()?.trim().is_empty() {
                break;
            }
        }
        let text = lines.text()?;
        let mut parts = text.split('|');
        let fen = parts.next().unwrap_or_default();
        let missing = || lines.expected("FEN | score | result", &text[text.len()..]);
        let score = parts.next().ok_or_else(missing)?;
        let result = parts.next().ok_or_else(missing)?.trim();
        entry.board = lines.fen(fen, strictness)?;
        entry.score = lines.number("a score from -32768 to 32767", score)?;
        let known = RESULTS.iter().find(|(_, spellings)| spellings.contains(&result));
        entry.result = known.ok_or_else(|| lines.expected("a result such as 1.0, 0.5 or 0.0", result))?.0;
        entry.ply = entry.board.game_ply();
        Ok(true)
    }

    fn write(entry: &Entry<White>, text: &mut String) -> Result<(), Unrepresentable> {
        let result = RESULTS[2 - usize::from(entry.result.raw())].1[0];
        writeln!(text, "{} | {} | {result}", entry.board, entry.score).expect("a string takes any text");
        Ok(())
    }
}
