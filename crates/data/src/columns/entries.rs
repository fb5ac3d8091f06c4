//! The rows as entries, and the rows of these formats in the table of formats.

use gardez_formats::{
    AnyReader, Entry, Fact, Format, FormatErrorKind, FormatRow, LeftOut, ReadEntries, ReadError, ReadOptions,
    SideToMove, Wdl,
};
use gardez_io::Input;
use gardez_position::Board;
use gardez_types::Color;

use super::{Layout, Reader};
use crate::evaluation::Evaluation;

/// Lichess's evaluations.
pub const JSONL: Format = Format::new(&FormatRow {
    facts: &[Fact::Score, Fact::Move, Fact::Ply, Fact::Result],
    is_text: true,
    typical_entry_size: 400,
    fits: |bytes| first_line(bytes).is_some_and(|line| line.starts_with('{') && line.contains("\"evals\"")),
    read: Some(|source, options| entries(Reader::new(source, Layout::Evaluations), options)),
    ..FormatRow::new("Lichess's evaluations", &["jsonl"], "Lichess's evaluations: a JSON object on each line")
});

/// Tables, such as Lichess's puzzles.
pub const CSV: Format = Format::new(&FormatRow {
    facts: &[Fact::Score, Fact::Move, Fact::Ply, Fact::Result],
    is_text: true,
    typical_entry_size: 80,
    fits: |bytes| {
        let named = |name: &str| name.trim_matches(['"', ' ', '\u{feff}']).eq_ignore_ascii_case("fen");
        first_line(bytes).is_some_and(|line| line.contains(',') && line.split(',').any(named))
    },
    read: Some(|source, options| entries(Reader::new(source, Layout::Table), options)),
    ..FormatRow::new(
        "CSV",
        &["csv"],
        "tables with a column FEN: evaluations, Lichess's puzzles;\nFEN;cp;result; samples of c-chess-cli",
    )
});

/// EPD and lists of FENs.
pub const EPD: Format = Format::new(&FormatRow {
    facts: &[Fact::Score, Fact::Move, Fact::Ply, Fact::Result],
    is_text: true,
    typical_entry_size: 60,
    read: Some(|source, options| entries(Reader::new(source, Layout::Operations), options)),
    ..FormatRow::new("EPD", &["epd", "fen"], "EPD (bm, ce, dm, c9) and lists of FENs")
});

/// Positions with results in brackets.
pub const FEN_BOOK: Format = Format::new(&FormatRow {
    facts: &[Fact::Score, Fact::Ply, Fact::Result],
    is_text: true,
    typical_entry_size: 60,
    fits: |bytes| {
        let results = [" [1.0]", " [0.5]", " [0.0]"];
        first_line(bytes).is_some_and(|line| line.contains('/') && results.iter().any(|result| line.contains(result)))
    },
    read: Some(|source, options| entries(Reader::new(source, Layout::Brackets), options)),
    ..FormatRow::new("FENs with results", &["book"], "FEN [0.5] 23: White's result and centipawns")
});

/// Returns the first line of an input, if it is text.
fn first_line(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes.split(|&byte| byte == b'\n').next()?).ok()
}

fn entries<'a>(reader: Reader<impl Input + Send + 'a>, options: ReadOptions) -> AnyReader<'a> {
    AnyReader::side_to_move(Rows::new(reader, options))
}

/// The rows of a reader as entries.
///
/// A row without an evaluation or a result gets the one of the options; without one there, the row is left out and counted.
/// If the options are lenient, so is a line that cannot be read.
#[derive(Debug)]
pub struct Rows<S> {
    reader: Reader<S>,
    options: ReadOptions,
    entry: Entry<SideToMove>,
    left_out: LeftOut,
    is_over: bool,
}

impl<S: Input> Rows<S> {
    /// Creates a reader of the entries of these rows.
    pub fn new(reader: Reader<S>, options: ReadOptions) -> Self {
        let reader = reader.with_strictness(options.strictness);
        Self {
            reader,
            options,
            entry: Entry::new(Board::start(), None, 0, Wdl::Draw),
            left_out: LeftOut::new(),
            is_over: false,
        }
    }

    fn leave_out(&mut self, reason: &'static str) {
        match self.left_out.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.left_out.push((reason, 1)),
        }
    }
}

impl<S: Input> ReadEntries for Rows<S> {
    type View = SideToMove;

    fn format(&self) -> Format {
        self.reader.layout.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        while !self.is_over {
            let row = match self.reader.next_row() {
                Ok(Some(row)) => row,
                Ok(None) => {
                    self.is_over = true;
                    break;
                }
                Err(ReadError::Format(error)) if !self.options.strictness.is_strict() && error.line.is_some() => {
                    self.leave_out(match error.kind {
                        FormatErrorKind::Fen(_) => "line without a position",
                        _ => "line that cannot be read",
                    });
                    continue;
                }
                Err(error) => {
                    self.is_over = true;
                    return Err(error);
                }
            };
            let white =
                |score: i16| if row.board.side_to_move() == Color::White { score } else { score.saturating_neg() };
            let score = row.evaluation.map(Evaluation::to_score).or(self.options.missing_score.map(white));
            let Some(score) = score else {
                self.leave_out("position without an evaluation");
                continue;
            };
            let Some(result) = row.result.or(self.options.missing_result) else {
                self.leave_out("position without a result");
                continue;
            };
            let result = if row.board.side_to_move() == Color::White { result } else { result.reversed() };
            self.entry = Entry::new(row.board, row.mv, score, result);
            return Ok(Some(&self.entry));
        }
        Ok(None)
    }

    fn left_out(&self) -> LeftOut {
        self.left_out.clone()
    }
}
