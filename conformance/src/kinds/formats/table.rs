//! Tables of entries: a position, its move, score, ply and result in each line.

use std::path::Path;

use gardez_formats::{Entry, Wdl, White};
use gardez_position::{CastlingMode, FenMode, FenReader, FenStyle};

use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `std.tsv` and the other tables of entries.
pub(crate) const TABLE: Table = Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare };

/// An entry of a table, with the number of its game.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) game: u32,
    pub(crate) entry: Entry<White>,
}

/// The columns that every table begins with.
const COLUMNS: [&str; 6] = ["game", "fen", "move", "score_white", "ply", "result_white"];

/// Checks that a row of a table makes sense to the crates.
fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let cells: Vec<_> = row.text.split('\t').collect();
    if row.index == 0 {
        findings.compare("columns", COLUMNS.join(" ").as_str(), cells[..cells.len().min(6)].join(" ").as_str());
        return Ok(());
    }
    let expected = read(&cells, mode(row.file))?;
    let [_, fen, mv, _, ply, ..] = cells[..] else { return Ok(()) };
    let board = expected.entry.board;
    let style = match board.castling_mode() {
        CastlingMode::Standard => FenStyle::Standard,
        CastlingMode::Chess960 => FenStyle::Shredder,
    };
    findings.about(fen);
    findings.compare("fen", fen, board.fen(style).to_string().as_str());
    let text = expected.entry.mv.map(|m| m.uci(board.castling_mode()).to_string()).unwrap_or_default();
    findings.compare("move", mv, text.as_str());
    findings.compare("ply", ply, expected.entry.ply.to_string().as_str());
    Ok(())
}

/// The castling mode of a table: `frc.tsv` has games of Chess960.
fn mode(name: &str) -> FenMode {
    if name.starts_with("frc") { FenMode::Chess960 } else { FenMode::Standard }
}

/// Reads a row.
fn read(cells: &[&str], mode: FenMode) -> Outcome<Expected> {
    let [game, fen, mv, score, ply, result, ..] = cells[..] else {
        return Err(RecordError::new("", format!("expected {} cells, found {}", COLUMNS.len(), cells.len())));
    };
    fn number<T: std::str::FromStr>(column: &str, text: &str) -> Outcome<T> {
        text.parse().map_err(|_| RecordError::new(column, format!("expected a number, found {text:?}")))
    }
    let read = FenReader::new().with_mode(mode).read_board(fen);
    let board = read.map_err(|error| RecordError::new("fen", error.to_string()))?.position;
    let mv = board.parse_uci(mv).map_err(|error| RecordError::new("move", error.to_string()))?;
    let result =
        Wdl::from_sign(number("result_white", result)?).ok_or_else(|| RecordError::new("result_white", "no result"))?;
    let entry = Entry::new(board, Some(mv), number("score_white", score)?, result).with_ply(number("ply", ply)?);
    Ok(Expected { game: number("game", game)?, entry })
}

/// Reads the table called `stem` in a directory.
pub(crate) fn load(directory: &Path, stem: &str) -> Outcome<Vec<Expected>> {
    let names = [format!("{stem}.tsv.gz"), format!("{stem}.tsv")];
    let Some(path) = names.iter().map(|name| directory.join(name)).find(|path| path.is_file()) else {
        return Err(RecordError::new("", format!("{stem}.tsv is missing")));
    };
    let content = Content::read(&path);
    let lines = content.lines().skip(1).map(|(number, line)| {
        let text = String::from_utf8_lossy(line);
        let cells: Vec<_> = text.split('\t').collect();
        read(&cells, mode(stem))
            .map_err(|error| RecordError::new("", format!("line {number} of {stem}.tsv: {}", error.what)))
    });
    lines.collect()
}
