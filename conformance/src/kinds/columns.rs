//! Lines and tables with what a reader should give for each line.

use gardez::data::Evaluation;
use gardez::data::columns::{Layout, Reader, Row as Found};
use gardez_formats::{ReadError, Wdl};
use gardez_notation::pgn::Score;
use gardez_position::{CastlingMode, EnPassantPolicy, FenStyle};

use crate::file::Content;
use crate::findings::Findings;
use crate::report::{Outcome, RecordError};

/// Compares `NAME.tsv` with what is read of `NAME` beside it.
pub(crate) fn compare(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let directory = findings.directory()?;
    let name = findings.file.strip_suffix(".tsv").unwrap_or_default().to_owned();
    let content = Content::beside(&directory, &name)?;
    let text = String::from_utf8_lossy(&content).into_owned();
    let lines: Vec<_> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let rows = read(&content, layout(&name)?);
    let table = std::str::from_utf8(bytes).map_err(|error| RecordError::new("table", error.to_string()))?;
    for (number, row) in table.lines().enumerate().skip(1) {
        findings.begin_record(number as u64 + 1);
        let cells: Vec<_> = row.split('\t').collect();
        let [line, fate, fen, mv, cp, mate, cp_stm, mate_stm, result, column, ..] = cells[..] else {
            return Err(RecordError::new("n", "too few columns"));
        };
        let line: u64 = line.parse().map_err(|_| RecordError::new("n", "not a number"))?;
        let at = usize::try_from(line).unwrap_or(usize::MAX).wrapping_sub(1);
        let text = lines.get(at).copied().unwrap_or_default();
        findings.about(text);
        let found = rows.iter().find(|(number, _)| *number == line).map(|(_, found)| found);
        match (fate, found) {
            ("choice", Some(Err(_))) | ("skip", None) => findings.holds("fate", fate, true),
            ("choice", Some(Ok(_))) if fen == "-" => findings.holds("fate", fate, true),
            ("read" | "choice", Some(Ok(found))) => {
                let expected = [fen, mv, cp, mate, cp_stm, mate_stm, result].join("\t");
                findings.text("row", &expected, told(found));
            }
            ("error", Some(Err(error))) => place(findings, text, column, error),
            (_, Some(Ok(found))) => findings.fails("fate", &fate, &told(found)),
            (_, Some(Err(error))) => findings.fails("fate", &fate, error),
            (_, None) => findings.fails("fate", &fate, &"nothing"),
        }
    }
    Ok(())
}

/// Checks that a file has a table beside it, in which its lines are compared.
pub(crate) fn known(findings: &mut Findings<'_>, _: &[u8]) -> Outcome {
    findings.begin_record(1);
    let name = format!("{}.tsv", findings.file);
    let table = Content::beside(&findings.directory()?, &name)?;
    findings.holds("table", "what must be read of the lines", !table.is_empty());
    Ok(())
}

fn layout(name: &str) -> Outcome<Layout> {
    Ok(match name.rsplit_once('.').unwrap_or_default() {
        (_, "jsonl") => Layout::Evaluations,
        (_, "book") => Layout::Brackets,
        (_, "epd") => Layout::Operations,
        (stem, "txt") if stem.starts_with("fens") => Layout::Operations,
        (_, "csv" | "txt") => Layout::Table,
        _ => return Err(RecordError::new("name", "not the name of a table")),
    })
}

/// Returns the rows and errors with the numbers of their lines.
fn read(bytes: &[u8], layout: Layout) -> Vec<(u64, Result<Found, ReadError>)> {
    let mut reader = Reader::new(bytes, layout);
    let mut rows = Vec::new();
    while let Some(row) = reader.next_row().transpose() {
        rows.push((reader.line(), row));
    }
    rows
}

/// Writes a row as the table has it.
fn told(row: &Found) -> String {
    let color = row.board.side_to_move();
    let fen = row.board.fen(FenStyle::XFen).with_en_passant(EnPassantPolicy::Legal).to_string();
    let mv = row.mv.map_or("-".to_owned(), |mv| mv.uci(CastlingMode::Standard).to_string());
    let scores = |score| match score {
        None => "-\t-".to_owned(),
        Some(Score::Centipawns(score)) => format!("{score}\t-"),
        Some(Score::Mate(moves)) => format!("-\t{moves}"),
    };
    let white = row.evaluation.map(|evaluation: Evaluation| evaluation.to_white(color));
    let seen = white.map(|score| score.relative_to(color));
    let result = match row.result {
        None => "-",
        Some(Wdl::Win) => "1",
        Some(Wdl::Draw) => "0.5",
        Some(Wdl::Loss) => "0",
    };
    format!("{fen}\t{mv}\t{}\t{}\t{result}", scores(white), scores(seen))
}

/// Compares the column of an error: any place in the wrong token is as good, and a FEN is one token.
fn place(findings: &mut Findings<'_>, line: &str, column: &str, error: &ReadError) {
    let Ok(expected) = column.parse::<usize>() else { return findings.fails("column", &column, error) };
    let found = match error {
        ReadError::Format(error) => error.line.map_or(0, |(_, column)| column as usize),
        _ => 0,
    };
    let (low, high) = (expected.min(found).max(1), expected.max(found));
    let between = line.as_bytes().get(low - 1..(high - 1).min(line.len())).unwrap_or_default();
    let ends = |byte: &u8| matches!(byte, b',' | b';' | b'{' | b'[' | b'"');
    let is_near = found != 0 && (high - low <= 1 || !between.iter().any(ends));
    findings.holds("column", &format!("{column}, not as in: {error}"), is_near);
}
