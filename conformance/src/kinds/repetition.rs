//! Positions of games with their halfmove clocks and whether the material suffices for mate.
//!
//! How often each position has occurred is a question to the whole game, and is not compared here.

use gardez_position::{FenReader, FenStyle};

use super::Row;
use crate::Outcome;
use crate::findings::Findings;
use crate::kind::{FirstLine, Table};
use crate::report::Flaw;

/// `repetition.tsv`.
pub(crate) const TABLE: Table = Table {
    first_line: FirstLine::Columns(&[
        "file",
        "game index",
        "ply",
        "fen",
        "occurrences of the position so far",
        "halfmove clock",
        "insufficient material",
    ]),
    skips_blank_lines: false,
    rows: None,
    compare,
};

fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [_, game, ply, fen, occurrences, clock, insufficient] = row.cells[..] else {
        unreachable!("a row has as many cells as there are columns");
    };
    findings.about(fen);
    for (name, text) in [(row.columns[1], game), (row.columns[2], ply), (row.columns[4], occurrences)] {
        number(name, text)?;
    }
    let clock = number(row.columns[5], clock)?;
    let insufficient = match number(row.columns[6], insufficient)? {
        0 => false,
        1 => true,
        other => return Err(Flaw::new(row.columns[6], format!("expected 0 or 1, found {other}"))),
    };
    match FenReader::new().read(fen) {
        Ok(read) => {
            let position = read.position;
            findings.compare(row.columns[3], fen, position.fen(FenStyle::XFen).to_string().as_str());
            findings.compare(row.columns[5], &clock, &position.rule50().into());
            findings.compare(row.columns[6], &insufficient, &position.has_insufficient_material());
        }
        Err(error) => findings.fails(row.columns[3], &"a position", &error),
    }
    Ok(())
}

fn number(name: &str, text: &str) -> Outcome<u64> {
    text.parse().map_err(|_| Flaw::new(name, format!("expected a number, found {text:?}")))
}
