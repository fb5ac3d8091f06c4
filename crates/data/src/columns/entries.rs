//! The rows as entries, and the rows of these formats in the table of formats.

use gardez_formats::{
    AnyReader, Entry, Fact, Format, FormatError, FormatErrorKind, FormatRow, LeftOut, ReadEntries, ReadError,
    ReadOptions, SideToMove, Wdl,
};
use gardez_notation::epd::{Epd, Operation};
use gardez_position::Board;
use gardez_types::Color;

use super::{Layout, ReadRows, Reader, Row};
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
        // Without names, three fields: a position, its score and a result.
        let row = |line: &str| Reader::new(line.as_bytes(), Layout::Table).next_row().is_ok_and(|row| row.is_some());
        first_line(bytes).is_some_and(|line| {
            line.contains(',') && line.split(',').any(named) || line.contains('/') && !line.contains('|') && row(line)
        })
    },
    read: Some(|source, options| entries(Reader::new(source, Layout::Table).with_columns(options.columns), options)),
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
    fits: |bytes| {
        let mut lines = bytes.split(|&byte| byte == b'\n').filter_map(|line| core::str::from_utf8(line).ok());
        let first = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let is_word = |operation: &Operation| operation.opcode.starts_with(|c: char| c.is_ascii_lowercase());
        let read = first.and_then(|line| Some((line, line.parse::<Epd>().ok()?)));
        read.is_some_and(|(line, epd)| {
            epd.operations.is_empty() || line.contains(';') && epd.operations.iter().all(is_word)
        })
    },
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

/// Adds numbers to the numbers with the same words.
pub(crate) fn add_left_out(sums: &mut LeftOut, more: impl IntoIterator<Item = (&'static str, u64)>) {
    for (words, count) in more {
        match sums.iter_mut().find(|(other, _)| *other == words) {
            Some((_, sum)) => *sum += count,
            None => sums.push((words, count)),
        }
    }
}

fn first_line(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes.split(|&byte| byte == b'\n').next()?).ok()
}

fn entries<'a>(reader: impl ReadRows + Send + 'a, options: ReadOptions) -> AnyReader<'a> {
    AnyReader::side_to_move(Rows::new(reader, options))
}

/// The rows of a reader as entries.
///
/// A row without an evaluation or a result gets the one of the options; without one there, the row is left out and counted,
/// unless the options [keep it](ReadOptions::keeps_incomplete).
/// If the options are lenient, so is a line that cannot be read.
#[derive(Debug)]
pub struct Rows<R> {
    reader: R,
    options: ReadOptions,
    entry: Entry<SideToMove>,
    left_out: LeftOut,
    /// What was read after the rows of a position.
    ahead: Option<Result<Option<Row>, ReadError>>,
    /// The last entry has neither a score nor one of the options, and so for the result.
    lacks: [bool; 2],
    is_over: bool,
}

impl<R: ReadRows> Rows<R> {
    /// Creates a reader of the entries of these rows.
    pub fn new(reader: R, options: ReadOptions) -> Self {
        let reader = reader.with_strictness(options.strictness);
        Self {
            reader,
            options,
            entry: Entry::new(Board::start(), None, 0, Wdl::Draw),
            left_out: LeftOut::new(),
            ahead: None,
            lacks: [false; 2],
            is_over: false,
        }
    }

    /// Returns the next row. Of the rows of a position that say how deep the search was, it is the first of the deepest.
    fn next_row(&mut self) -> Result<Option<Row>, ReadError> {
        let next = self.ahead.take();
        let Some(mut best) = next.unwrap_or_else(|| self.reader.next_row())? else { return Ok(None) };
        while best.depth.is_some() {
            match self.reader.next_row() {
                Ok(Some(row)) if row.board == best.board && row.depth.is_some() => {
                    best = if best.depth < row.depth { row } else { best };
                }
                next => {
                    self.ahead = Some(next);
                    break;
                }
            }
        }
        Ok(Some(best))
    }
}

impl<R: ReadRows> ReadEntries for Rows<R> {
    type View = SideToMove;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        while !self.is_over {
            let row = match self.next_row() {
                Ok(Some(row)) => row,
                Ok(None) => {
                    self.is_over = true;
                    break;
                }
                Err(error) if !self.options.strictness.is_strict() && self.reader.goes_on(&error) => {
                    let is_fen = matches!(&error, ReadError::Format(FormatError { kind: FormatErrorKind::Fen(_), .. }));
                    let reason = match (self.format().is_text(), is_fen) {
                        (true, true) => "line without a position",
                        (true, false) => "line that cannot be read",
                        (false, true) => "record without a position",
                        (false, false) => "record that cannot be read",
                    };
                    add_left_out(&mut self.left_out, [(reason, 1)]);
                    continue;
                }
                Err(error) => {
                    self.is_over = true;
                    return Err(error);
                }
            };
            let is_white = row.board.side_to_move() == Color::White;
            let seen = |score: i16| if is_white { score } else { score.saturating_neg() };
            let score = row.evaluation.map(Evaluation::to_score).or(self.options.missing_score.map(seen));
            let result = row.result.or(self.options.missing_result);
            self.lacks = [score.is_none(), result.is_none()];
            if !self.options.keeps_incomplete && self.lacks != [false; 2] {
                let reason = ["position without a result", "position without an evaluation"];
                add_left_out(&mut self.left_out, [(reason[usize::from(score.is_none())], 1)]);
                continue;
            }
            let (score, result) = (score.unwrap_or_default(), result.unwrap_or(Wdl::Draw));
            let result = if is_white { result } else { result.reversed() };
            self.entry = Entry::new(row.board, row.mv, score, result);
            return Ok(Some(&self.entry));
        }
        Ok(None)
    }

    fn left_out(&self) -> LeftOut {
        self.left_out.clone()
    }

    fn lacks(&self, fact: Fact) -> bool {
        let [score, result] = self.lacks;
        fact == Fact::Score && score || fact == Fact::Result && result
    }
}
