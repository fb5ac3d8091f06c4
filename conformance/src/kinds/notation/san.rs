//! Moves as text.

use std::fmt::Display;

use gardez_notation::lan::{self, Lan, LanStyle};
use gardez_notation::san::{self, San, SanError};
use gardez_position::{Board, EnPassantPolicy, FenMode, FenReader, FenStyle};
use gardez_types::{CastlingMode, Move};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;
use crate::kinds::{Row, opinions};
use crate::shape::{FirstLine, Table};

/// `san_std.tsv`.
pub(crate) const STANDARD: Table = Table {
    first_line: FirstLine::Columns(&["fen", "uci", "san", "variant", "category"]),
    skips_blank_lines: false,
    rows: None,
    compare,
};

/// `san_960.tsv`.
pub(crate) const CHESS960: Table = Table {
    first_line: FirstLine::Columns(&["shredder fen", "uci", "san", "variant", "category"]),
    skips_blank_lines: false,
    rows: None,
    compare,
};

/// `san_parse.tsv`.
pub(crate) const TEXTS: Table = Table {
    first_line: FirstLine::Columns(&["fen", "text", "uci or !error, as python-chess 1.11.2 reads it"]),
    skips_blank_lines: false,
    rows: None,
    compare: text,
};

fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, uci, san, variant, _] = row.cells[..] else { unreachable!("a row has as many cells as columns") };
    findings.about(fen);
    let mode = if variant == "960" { FenMode::Chess960 } else { FenMode::Standard };
    let Some(board) = set_up(findings, row.columns[0], fen, &FenReader::new().with_mode(mode)) else { return Ok(()) };
    match board.parse_uci(uci) {
        Ok(m) => one(findings, &board, m, san),
        Err(error) => findings.fails(row.columns[1], &"a legal move", &error),
    }
    Ok(())
}

/// Compares the SAN of a move, and the moves that are read from it and from its variants.
fn one(findings: &mut Findings<'_>, board: &Board, m: Move, san: &str) {
    findings.compare("san", san, San::new(board, m).as_str());
    let uci = |result: Result<Option<Move>, SanError>| match result {
        Ok(Some(m)) => m.uci(CastlingMode::Chess960).to_string(),
        Ok(None) => "0000".to_owned(),
        Err(error) => error.to_string(),
    };
    let expected = uci(Ok(Some(m)));
    let lenient = |text: &str| uci(san::parse_lenient(board, text).map(|read| read.mv));
    findings.compare("san, parsed", &expected, &uci(san::parse(board, san).map(Some)));
    findings.compare("san, parsed leniently", &expected, &lenient(san));
    findings.compare("san without mark", &expected, &lenient(san.trim_end_matches(['+', '#'])));
    for style in [LanStyle::Hyphen, LanStyle::Dense] {
        let long = Lan::new(board, m, style);
        findings.compare("lan, parsed", &expected, &uci(lan::parse(board, &long).map(Some)));
    }
}

fn text(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, text, expected] = row.cells[..] else { unreachable!("a row has as many cells as columns") };
    findings.about(&format!("{text} in {fen}"));
    let Some(board) = set_up(findings, row.columns[0], fen, &FenReader::new()) else { return Ok(()) };
    let found = match san::parse_lenient(&board, text) {
        Ok(read) => read.mv.map_or("0000".to_owned(), |m| m.uci(board.castling_mode()).to_string()),
        Err(SanError::Ambiguous { .. }) => "!ambiguous".to_owned(),
        Err(SanError::Illegal { .. }) => "!illegal".to_owned(),
        Err(_) => "!invalid".to_owned(),
    };
    let key = format!("{fen} {text}");
    findings.opinion(opinions::reason(row.file, &key), row.columns[2], expected, &found, found == expected);
    Ok(())
}

/// Compares `valid_notation_tests.json`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    for item in record.filled_list()? {
        let [before, after, san, long, uci, description] =
            item.fields(["pos1", "pos2", "algText", "longAlgText", "uciText", "description"])?;
        findings.about(description.text()?);
        let reader = FenReader::new().with_en_passant(EnPassantPolicy::Always);
        let Some(board) = set_up(findings, before.path, before.text()?, &reader) else { continue };
        match board.parse_uci(uci.text()?) {
            Ok(m) if opinions::reason("valid_notation_tests.json", description.text()?).is_some() => {
                // The text is not in standard form, but the lenient reader must read it.
                for text in [san.text()?, long.text()?] {
                    let found = san::parse_lenient(&board, text).map(|read| (read.mv, read.repairs.is_empty()));
                    findings.holds("text in another form", "the move, with a repair", found == Ok((Some(m), false)));
                }
                let printed = San::new(&board, m);
                let reason = opinions::reason("valid_notation_tests.json", description.text()?);
                findings.opinion(reason, "san", san.text()?, &printed, printed.as_str() == san.text()?);
            }
            Ok(m) => {
                findings.text(&uci, m.uci(board.castling_mode()))?;
                findings.text(&long, Lan::new(&board, m, LanStyle::Dense))?;
                one(findings, &board, m, san.text()?);
                let child = board.after(m);
                findings.text(&after, child.fen(FenStyle::XFen).with_en_passant(EnPassantPolicy::Always))?;
            }
            Err(error) => findings.fails(uci.path, &"a legal move", &error),
        }
    }
    Ok(())
}

pub(super) fn set_up(findings: &mut Findings<'_>, field: impl Display, fen: &str, reader: &FenReader) -> Option<Board> {
    match reader.read_board(fen) {
        Ok(read) => Some(read.position),
        Err(error) => {
            findings.fails(field, &"a position", &error);
            None
        }
    }
}
