//! Moves as text.

use gardez_notation::lan::{self, Lan, LanStyle};
use gardez_notation::san::{self, San, SanError};
use gardez_position::{Board, EnPassantPolicy, FenMode, FenReader, FenStyle};
use gardez_types::{CastlingMode, Move};
use serde_json::Value;

use crate::decisions::reason;
use crate::findings::Findings;
use crate::json::{filled, into, take};
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, uci, san, variant] = row.first()?;
    findings.about(fen);
    let mode = if variant == "960" { FenMode::Chess960 } else { FenMode::Standard };
    let board =
        findings.unless_error(row.name(0), "a position", FenReader::new().with_mode(mode).read_board(fen))?.position;
    let m = findings.unless_error(row.name(1), "a legal move", board.parse_uci(uci))?;
    one(findings, &board, m, san);
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

pub(crate) fn text(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, text, expected] = row.first()?;
    findings.about(format!("{text} in {fen}"));
    let board = findings.unless_error(row.name(0), "a position", FenReader::new().read_board(fen))?.position;
    let found = match san::parse_lenient(&board, text) {
        Ok(read) => read.mv.map_or("0000".to_owned(), |m| m.uci(board.castling_mode()).to_string()),
        Err(SanError::Ambiguous { .. }) => "!ambiguous".to_owned(),
        Err(SanError::Illegal { .. }) => "!illegal".to_owned(),
        Err(_) => "!invalid".to_owned(),
    };
    let key = format!("{fen} {text}");
    let reason = reason(&findings.file, &key);
    findings.opinion(reason, row.name(2), expected, &found, found == expected);
    Ok(())
}

/// Compares `valid_notation_tests.json`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    for mut item in filled("tests", into::<Vec<Value>>("tests", record.take())?)? {
        let mut text = |name| take::<String>(&mut item, name);
        let [before, after, short, long, uci, description] = [
            text("pos1")?,
            text("pos2")?,
            text("algText")?,
            text("longAlgText")?,
            text("uciText")?,
            text("description")?,
        ];
        findings.same("", &item, &Value::Object(Default::default()))?;
        findings.about(&description);
        let reader = FenReader::new().with_en_passant(EnPassantPolicy::Always);
        let board = findings.unless_error("pos1", "a position", reader.read_board(&before))?.position;
        let m = findings.unless_error("uciText", "a legal move", board.parse_uci(&uci))?;
        if let Some(reason) = reason("valid_notation_tests.json", &description) {
            // The text is not in standard form, but the lenient reader must read it.
            for text in [&short, &long] {
                let found = san::parse_lenient(&board, text).map(|read| (read.mv, read.repairs.is_empty()));
                findings.holds("text in another form", "the move, with a repair", found == Ok((Some(m), false)));
            }
            let printed = San::new(&board, m);
            findings.opinion(Some(reason), "san", &short, &printed, printed.as_str() == short);
            continue;
        }
        findings.text("uciText", &uci, m.uci(board.castling_mode()));
        findings.text("longAlgText", &long, Lan::new(&board, m, LanStyle::Dense));
        one(findings, &board, m, &short);
        findings.text("pos2", &after, board.after(m).fen(FenStyle::XFen).with_en_passant(EnPassantPolicy::Always));
    }
    Ok(())
}
