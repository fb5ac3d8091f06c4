//! Lines, tables and records with what a reader should give for each.

use gardez::data::Evaluation;
use std::io::Read;

use gardez::data::columns::{BagReader, Layout, ReadRows, Reader, Row as Found};
use gardez_formats::{ReadError, Source, Wdl};
use gardez_io::decompress;
use gardez_notation::pgn::Score;
use gardez_position::{CastlingMode, EnPassantPolicy, FenStyle};

use crate::check::each_row;
use crate::file::Content;
use crate::findings::Findings;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// Compares `NAME.tsv` with what is read of `NAME` beside it.
pub(crate) fn compare(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let directory = findings.directory()?;
    let name = findings.file.strip_suffix(".tsv").unwrap_or_default().to_owned();
    let mut content = Content::beside(&directory, &name)?;
    let is_parquet = name.ends_with(".parquet");
    if is_parquet {
        content = parquet(&content)?;
    }
    let text = String::from_utf8_lossy(&content).into_owned();
    let lines: Vec<_> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let rows = read(&content, layout(&name)?);
    each_row(findings, bytes, "…", |findings, row| {
        let [line, fate, fen, mv, cp, mate, cp_stm, mate_stm, result, column] = row.first()?;
        let line: u64 = line.parse().map_err(|_| RecordError::new("n", "not a number"))?;
        // The text begins with the names of the columns.
        let line = line + u64::from(is_parquet);
        let at = usize::try_from(line).unwrap_or(usize::MAX).wrapping_sub(1);
        let text = lines.get(at).copied().unwrap_or_default();
        findings.about(text);
        let found = rows.iter().find(|(number, _)| *number == line).map(|(_, found)| found);
        match (fate, found) {
            ("choice", Some(Err(_))) | ("skip", None) => findings.holds("fate", fate, true),
            // Of several lines of play from a position, the best one is an entry.
            ("read", None) if row.cells.get(11) == Some(&"other") => findings.holds("fate", fate, true),
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
        Ok(())
    })
}

/// Returns the rows of a Parquet file as the text of a table or of a PGN.
#[cfg(feature = "parquet")]
fn parquet(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut text = Vec::new();
    let read = gardez_cli::parquet::text(bytes).and_then(|mut rows| rows.read_to_end(&mut text));
    read.map(|_| text).map_err(|error| RecordError::new("file", error.to_string()))
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &[u8]) -> Outcome<Vec<u8>> {
    Err(RecordError::new("file", "Parquet needs the feature parquet"))
}

/// Compares a row of `games.parquet.tsv`: a game's plies, result and last position.
#[cfg(feature = "parquet")]
pub(crate) fn game(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [number, fate, plies, result, last] = row.first()?;
    let text = parquet(&Content::beside(&findings.directory()?, "games.parquet")?)?;
    let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let mut reader = gardez_notation::pgn::Reader::from_bytes(&text);
    let Some(game) = at.and_then(|at| std::iter::from_fn(|| reader.read_game().ok()?).nth(at)) else {
        return Err(row.damage(0, "there is no such game"));
    };
    findings.text(row.name(1), fate, if game.problems.is_empty() { "read" } else { "error" });
    let line: Vec<_> = game.game.main_line().collect();
    findings.text(row.name(2), plies, line.len());
    findings.text(row.name(3), result, game.game.result);
    let board = line.last().map(|&last| game.game.board(last));
    let found = board.map(|board| board.fen(FenStyle::XFen).with_en_passant(EnPassantPolicy::Legal).to_string());
    findings.text(row.name(4), last, found.unwrap_or_default());
    Ok(())
}

/// Compares `NAME.bag.tsv` with the records of `NAME.bag`, and of `NAME.bagz` if it is there.
pub(crate) fn records(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let directory = findings.directory()?;
    let name = findings.file.strip_suffix(".tsv").unwrap_or_default().to_owned();
    let packed = Content::beside(&directory, &format!("{name}z")).ok();
    for content in [Some(Content::beside(&directory, &name)?), packed].into_iter().flatten() {
        let mut records = records_of(&content);
        each_row(findings, bytes, "…", |findings, row| {
            let cells = &row.cells;
            match (row.first::<2>()?[1], records.next()) {
                ("read", Some(Ok(_))) if cells.len() < 6 => findings.holds("fate", cells[1], true),
                ("read", Some(Ok(found))) => {
                    // The scores of the probabilities 0 and 1 are not centipawns.
                    let score = match found.evaluation {
                        Some(Evaluation::Centipawns(score)) => score.to_string(),
                        _ => "-".to_owned(),
                    };
                    let found = format!("{}\t{}\t{score}", fen(&found), mv(&found));
                    findings.text("record", &[cells[2], cells[3], cells[5]].join("\t"), found);
                }
                ("error", Some(Err(ReadError::Format(_)))) => findings.holds("fate", cells[1], true),
                (fate, Some(Ok(found))) => findings.fails("fate", &fate, &told(&found)),
                (fate, Some(Err(error))) => findings.fails("fate", &fate, &error),
                (fate, None) => findings.fails("fate", &fate, &"nothing"),
            }
            Ok(())
        })?;
        findings.holds("end", "no more records", records.next().is_none());
    }
    Ok(())
}

/// Compares a row of `bad_containers.tsv`: the name of a file, and whether its records can be found.
pub(crate) fn container(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [name, fate] = row.first()?;
    let content = Content::beside(&findings.directory()?, name)?;
    let error = records_of(&content).find_map(Result::err);
    findings.text(row.name(1), fate, if error.is_some() { "error" } else { "read" });
    Ok(())
}

fn records_of(bytes: &[u8]) -> impl Iterator<Item = Result<Found, ReadError>> {
    let mut reader = BagReader::new(Source::from(bytes));
    std::iter::from_fn(move || reader.next_row().transpose())
}

/// Checks that a packed file has the bytes of the file beside it.
pub(crate) fn packed(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let name = findings.file.strip_suffix(".zst").unwrap_or_default().to_owned();
    let mut unpacked = Vec::new();
    let read = decompress(bytes).and_then(|mut stream| stream.read_to_end(&mut unpacked));
    findings.unless_error("file", "Zstandard", read)?;
    findings.bytes("lines", &Content::beside(&findings.directory()?, &name)?, &unpacked);
    Ok(())
}

/// Checks that a file has a table beside it, in which its lines or records are compared.
pub(crate) fn known(findings: &mut Findings<'_>, _: &[u8]) -> Outcome {
    findings.begin_record(1);
    let (directory, file) = (findings.directory()?, findings.file.clone());
    let name = file.strip_suffix(".bagz").map_or_else(|| format!("{file}.tsv"), |name| format!("{name}.bag.tsv"));
    let containers = || Content::beside(&directory, "bad_containers.tsv").map(|_| ());
    let table = Content::beside(&directory, &name).map(|_| ()).or_else(|error| containers().map_err(|_| error));
    findings.holds("table", "what must be read", table.is_ok());
    Ok(())
}

fn layout(name: &str) -> Outcome<Layout> {
    Ok(match name.rsplit_once('.').unwrap_or_default() {
        (_, "jsonl") => Layout::Evaluations,
        (_, "book") => Layout::Brackets,
        (_, "epd") => Layout::Operations,
        (stem, "txt") if stem.starts_with("fens") => Layout::Operations,
        (_, "csv" | "txt" | "parquet") => Layout::Table,
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

fn fen(row: &Found) -> String {
    row.board.fen(FenStyle::XFen).with_en_passant(EnPassantPolicy::Legal).to_string()
}

fn mv(row: &Found) -> String {
    row.mv.map_or("-".to_owned(), |mv| mv.uci(CastlingMode::Standard).to_string())
}

/// Writes a row as the table has it.
fn told(row: &Found) -> String {
    let color = row.board.side_to_move();
    let (fen, mv) = (fen(row), mv(row));
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
