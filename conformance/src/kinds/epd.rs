//! Positions with operations.

use gardez_notation::epd::{Epd, Value};
use gardez_notation::san;
use gardez_position::FenReader;
use gardez_types::{CastlingMode, Move};

use crate::decisions::reason;
use crate::findings::Findings;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// Compares a line of any file of EPDs. Lines that start with `#` are remarks.
pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    if row.text.starts_with('#') {
        findings.holds("remark", "not a position", row.text.parse::<Epd>().is_err());
        return Ok(());
    }
    let line = row.text.trim();
    findings.about(line);
    let read = Epd::read(line, &FenReader::new());
    let epd = findings.unless_error("epd", "a position with operations", read)?;
    // A line in standard form is written back unchanged.
    let written = epd.to_string();
    let is_tidy = !line.contains("  ") && !line.contains(" ;") && !line.contains("; ;") && !line.contains(";;");
    if is_tidy && (epd.operations.is_empty() || line.ends_with(';')) {
        findings.compare("epd, written", line, written.as_str());
    } else {
        let dense = |text: &str| text.replace([' ', ';'], "");
        findings.compare("epd, written", dense(line).as_str(), dense(&written).as_str());
    }
    findings.holds("epd, written", "the same EPD when it is read again", written.parse().as_ref() == Ok(&epd));
    for operation in &epd.operations {
        let opcode = &operation.opcode;
        match epd.value(opcode).transpose() {
            Ok(Some(value)) => typed(findings, opcode, &epd, value),
            Ok(None) => findings.fails(opcode, &"an operation", &"none"),
            Err(error) => {
                let expected = "operands of its type";
                findings.opinion(reason(&findings.file, line), opcode, expected, &error, false);
            }
        }
    }
    moves_in_comments(findings, &epd)
}

fn typed(findings: &mut Findings<'_>, opcode: &str, epd: &Epd, value: Value) {
    let mut again = epd.clone();
    again.set(value.clone());
    let found = again.value(opcode).transpose();
    findings.holds(opcode, "the same value when it is set and read", found == Ok(Some(value)));
}

/// Compares moves in SAN in `c7` with the same moves in UCI text in `c9`, which some files contain.
fn moves_in_comments(findings: &mut Findings<'_>, epd: &Epd) -> Outcome {
    let texts = |opcode: &str| match epd.value(opcode) {
        Some(Ok(Value::Comment(_, text))) => Some(text),
        _ => None,
    };
    let (Some(sans), Some(longs)) = (texts("c7"), texts("c9")) else { return Ok(()) };
    if sans.split(' ').count() != longs.split(' ').count() {
        return Err(RecordError::new("c9", "c7 and c9 have different numbers of moves"));
    }
    let uci = |m: Option<Move>| m.map_or("0000".to_owned(), |m| m.uci(CastlingMode::Standard).to_string());
    for (text, long) in sans.split(' ').zip(longs.split(' ')) {
        match san::parse_lenient(&epd.board, text) {
            Ok(read) => findings.compare(format_args!("c9 for {text}"), long, uci(read.mv).as_str()),
            Err(error) => findings.fails("c7", &"a legal move", &format_args!("{text}: {error}")),
        }
    }
    Ok(())
}

/// Compares a line of `see.epd`: a FEN, a move, a value in other units than `Board::see`, and a formula.
pub(crate) fn exchange(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, text, ..] = row.text.split(';').collect::<Vec<_>>()[..] else {
        return Err(RecordError::new("move", "expected a FEN and a move, separated by a semicolon"));
    };
    findings.about(row.text);
    let board = findings.unless_error("fen", "a position", FenReader::new().read_board(fen.trim()))?.position;
    match san::parse_lenient(&board, text.trim()) {
        Ok(read) => findings.holds("move", "a legal move", read.mv.is_some_and(|m| board.is_legal(m))),
        Err(error) => findings.fails("move", &"a legal move", &error),
    }
    Ok(())
}
