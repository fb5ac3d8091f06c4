//! FENs with the opinions of other programs or authors.

use gardez_position::{
    CastlingMode, EnPassantPolicy, FenError, FenMode, FenProblems, FenReader, FenStyle, Position, ReadFen,
};

use crate::decisions::reason;
use crate::findings::Findings;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// Compares a row of `mutated.tsv`: a text, which may not be a FEN, with a verdict and two normal forms.
pub(crate) fn mutated(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [text, verdict, legal, given] = row.first()?;
    let is_position = verdict == "ok" || verdict.starts_with("status:");
    if !is_position && verdict != "error" {
        return Err(row.damage(1, format!("expected ok, status:… or error, found {verdict:?}")));
    }
    if is_position == (legal.is_empty() || given.is_empty()) {
        return Err(row.damage(2, "the FENs do not fit the verdict"));
    }
    findings.about(format!("{text:?}"));
    // The library read all texts as Chess960.
    let read = FenReader::new().with_mode(FenMode::Chess960).read(text);
    expect(findings, row.name(1), text, verdict == "ok", &read);
    // A position that cannot arise in a game has a normal form as well. A position that breaks an invariant does not.
    if let (true, Ok(read)) = (is_position, read) {
        let fen = read.position.fen(FenStyle::XFen);
        findings.text(row.name(2), legal, fen);
        let always = fen.with_en_passant(EnPassantPolicy::Always).to_string();
        let mut fields: Vec<_> = always.split(' ').collect();
        // If the en passant square was dropped, the reader reports it.
        let dropped = read.dropped_ep().map(|square| square.to_string());
        if let (Some(dropped), Some(field)) = (&dropped, fields.get_mut(3)) {
            *field = dropped;
        }
        findings.text(row.name(3), given, fields.join(" "));
    }
    Ok(())
}

pub(crate) fn validated(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [verdict @ ("true" | "false"), text] = row.cells[..] else {
        return Err(RecordError::new("verdict", format!("expected true or false and a text, found {:?}", row.text)));
    };
    findings.about(format!("{text:?}"));
    expect(findings, "verdict", text, verdict == "true", &FenReader::new().read(text));
    Ok(())
}

/// Compares a row of `rights_not_960.tsv`: a FEN of standard chess with castling rights that cannot be.
pub(crate) fn rights(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [text, fen, chess960, moves] = row.first()?;
    findings.about(text);
    let read = findings.unless_error(row.name(0), "a position", FenReader::new().read(text))?;
    findings.holds(row.name(0), "castling rights as a problem", read.problems() == FenProblems::CASTLING_RIGHTS);
    findings.text(row.name(1), fen, read.position.fen(FenStyle::XFen));
    findings.text(row.name(2), chess960, read.position.castling_mode() == CastlingMode::Chess960);
    findings.text(row.name(3), moves, read.position.legal_moves().len());
    Ok(())
}

/// Compares a row of `fen_forms.tsv`: a text, and whether it is read or what the error has to name.
pub(crate) fn form(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [text, expected] = row.first()?;
    let error = FenReader::new().read(text).err().map(|error| error.to_string());
    let is_named = |error: &str| {
        ["percent-encoded", "EPD"].iter().any(|name| [expected, error].iter().all(|text| text.contains(name)))
    };
    if error.as_deref().is_some_and(|error| !is_named(error)) {
        findings.fails(row.name(1), &expected, &error.unwrap_or_default());
    }
    findings.holds(
        row.name(1),
        "an expectation",
        ["read", "gardez fen"].iter().any(|known| expected.starts_with(known)),
    );
    Ok(())
}

/// Compares whether a text is read without a problem other than a surplus of promoted pieces, which others do not count.
fn expect(
    findings: &mut Findings<'_>,
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
    let reason = reason(&findings.file, text);
    findings.opinion(reason, field, expected, &found, is_position == is_sound);
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

/// Compares a line of `destruction-test.epd`: a text, and at the end what its author expects.
pub(crate) fn destruction_test(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let line = row.text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
    let text = line.split(';').next().unwrap_or_default();
    let mut parts = line.split(';').map(str::trim);
    let words = parts.rfind(|part| !part.is_empty()).unwrap_or_default();
    let Some(handling) = handling(words) else {
        return Err(RecordError::new("expected handling", format!("unknown verdict: {words:?}")));
    };
    findings.about(format!("{text:?}"));
    let (field, result) = ("expected handling", FenReader::new().read(text));
    if handling != Handling::Overridable {
        expect(findings, field, text, handling == Handling::Read, &result);
        return Ok(());
    }
    let found = result.as_ref().map_or_else(ToString::to_string, |read| read.position.to_string());
    let reason = reason(&findings.file, text);
    findings.opinion(reason, field, "a position, perhaps with a problem", &found, result.is_ok());
    Ok(())
}
