//! FENs with the opinions of other programs or authors.
//!
//! Gardez does not agree with all of them. `meant.tsv` lists each row in which it differs on purpose, with the reason.

use gardez_position::{EnPassantPolicy, FenError, FenProblems, FenReader, FenStyle, Position, ReadFen};

use super::Row;
use crate::Outcome;
use crate::findings::Findings;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `mutated.tsv`.
pub(crate) const MUTATED: Table = Table {
    first_line: FirstLine::Columns(&[
        "text",
        "python-chess 1.11.2 verdict",
        "fen, ep only if an ep capture is legal",
        "fen, ep as given",
    ]),
    skips_blank_lines: false,
    rows: None,
    compare: mutated,
};

/// `chessjs-validate.tsv`.
pub(crate) const VALIDATED: Table =
    Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare: validated };

/// `destruction-test.epd`.
pub(crate) const DESTRUCTION_TEST: Table =
    Table { first_line: FirstLine::Row, skips_blank_lines: true, rows: None, compare: destruction_test };

/// The rows that differ on purpose: file, text, reason.
const MEANT: &str = include_str!("meant.tsv");

/// The reason why Gardez differs on purpose for a text, or `None` if it must agree.
pub(super) fn reason(file: &str, text: &str) -> Option<&'static str> {
    let rows = MEANT.lines().filter_map(|line| line.split_once('\t'));
    let texts =
        rows.filter(|&(from_file_name, _)| from_file_name == file).filter_map(|(_, rest)| rest.rsplit_once('\t'));
    texts.filter(|&(of_text, _)| of_text == text).map(|(_, reason)| reason).next()
}

/// Compares a row of `mutated.tsv`: a text, which may not be a FEN, with a verdict and two normal forms.
fn mutated(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [text, verdict, legal, given] = row.cells[..] else {
        unreachable!("a row has as many cells as there are columns");
    };
    let is_position = verdict == "ok" || verdict.starts_with("status:");
    if !is_position && verdict != "error" {
        return Err(RecordError::new(row.columns[1], format!("expected ok, status:… or error, found {verdict:?}")));
    }
    if is_position == (legal.is_empty() || given.is_empty()) {
        return Err(RecordError::new(row.columns[2], "the FENs do not fit the verdict"));
    }
    findings.about(&format!("{text:?}"));
    let read = FenReader::new().read(text);
    expect(findings, row, row.columns[1], text, verdict == "ok", &read);
    // A position that cannot arise in a game has a normal form as well. A position that breaks an invariant does not.
    if let (true, Ok(read)) = (is_position, read) {
        let fen = read.position.fen(FenStyle::XFen);
        findings.compare(row.columns[2], legal, fen.to_string().as_str());
        let always = fen.with_en_passant(EnPassantPolicy::Always).to_string();
        let mut fields: Vec<_> = always.split(' ').collect();
        // If the en passant square was dropped, the reader reports it.
        let dropped = read.dropped_ep().map(|square| square.to_string());
        if let (Some(dropped), Some(field)) = (&dropped, fields.get_mut(3)) {
            *field = dropped;
        }
        findings.compare(row.columns[3], given, fields.join(" ").as_str());
    }
    Ok(())
}

fn validated(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [verdict @ ("true" | "false"), text] = row.cells[..] else {
        return Err(RecordError::new("verdict", format!("expected true or false and a text, found {:?}", row.text)));
    };
    findings.about(&format!("{text:?}"));
    expect(findings, row, "verdict", text, verdict == "true", &FenReader::new().read(text));
    Ok(())
}

/// Compares whether a text is read without a problem. Others do not count promoted pieces, so a surplus of those is not
/// a problem here.
fn expect(
    findings: &mut Findings<'_>,
    row: &Row<'_>,
    field: &str,
    text: &str,
    is_position: bool,
    result: &Result<ReadFen<Position>, FenError>,
) {
    let expected = if is_position { "a position" } else { "an error or a problem" };
    let (is_sound, found) = match result {
        Ok(read) => {
            let problems = read.problems() - FenProblems::PROMOTED_SURPLUS;
            (problems.is_empty(), format!("{}, problems: {problems}", read.position))
        }
        Err(error) => (false, error.to_string()),
    };
    findings.opinion(reason(row.file, text), field, expected, &found, is_position == is_sound);
}

/// The behavior that an author expects of a reader.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Handling {
    Read,
    Refuse,
    /// Read, perhaps with a problem.
    Overridable,
}

/// The words with which the author's verdicts start or, if none fits, end. The first entry that fits counts.
const VERDICTS: [(&str, Handling); 11] = [
    ("should be OK", Handling::Read),
    ("epd should be OK", Handling::Read),
    ("should be not a problem", Handling::Read),
    ("f2e1 NOT a repetitio", Handling::Read),
    ("should be overridable", Handling::Overridable),
    ("well", Handling::Overridable),
    ("cull, or if engine can handle it", Handling::Overridable),
    ("cull(or override)", Handling::Overridable),
    ("cull", Handling::Refuse),
    ("garbage", Handling::Refuse),
    ("bad EPD", Handling::Refuse),
];

fn handling(words: &str) -> Option<Handling> {
    // Some verdicts first say what is odd, and then what to do.
    let begins = VERDICTS.iter().find(|(known, _)| words.starts_with(known));
    let fits = begins.or_else(|| VERDICTS.iter().find(|(known, _)| words.ends_with(&format!(", {known}"))));
    fits.map(|&(_, handling)| handling)
}

fn destruction_test(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let line = row.text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
    let text = line.split(';').next().unwrap_or_default();
    let mut parts = line.split(';').map(str::trim);
    let words = parts.rfind(|part| !part.is_empty()).unwrap_or_default();
    let Some(handling) = handling(words) else {
        return Err(RecordError::new("expected handling", format!("unknown verdict: {words:?}")));
    };
    findings.about(&format!("{text:?}"));
    let (field, result) = ("expected handling", FenReader::new().read(text));
    if handling != Handling::Overridable {
        expect(findings, row, field, text, handling == Handling::Read, &result);
        return Ok(());
    }
    let found = result.as_ref().map_or_else(ToString::to_string, |read| read.position.to_string());
    findings.opinion(reason(row.file, text), field, "a position, perhaps with a problem", &found, result.is_ok());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_row_has_three_parts_and_occurs_once() {
        let mut seen = Vec::new();
        for line in MEANT.lines() {
            let parts: Vec<_> = line.split('\t').collect();
            assert!(parts.len() == 3 && parts.iter().all(|part| !part.is_empty()), "{line:?}");
            assert!(!seen.contains(&parts[..2].to_vec()), "{line:?} occurs twice");
            assert_eq!(reason(parts[0], parts[1]), Some(parts[2]));
            seen.push(parts[..2].to_vec());
        }
    }

    #[test]
    fn a_verdict_is_recognized_by_its_start_or_its_end() {
        for (words, expected) in [
            ("should be OK(ditto)", Handling::Read),
            ("extra piece on rank, cull", Handling::Refuse),
            ("castle status, cull(or override)", Handling::Overridable),
            ("cull EPD", Handling::Refuse),
            ("bad EPD, Dann Corbitt", Handling::Refuse),
        ] {
            assert!(handling(words) == Some(expected), "{words}");
        }
        assert!(handling("should be fine").is_none());
    }
}
