//! Positions of games with their halfmove clocks, their numbers of occurrences, and whether the material is
//! insufficient.
//!
//! The number of occurrences needs the whole game. It is checked if the directory `pgn` next to that of the file
//! contains the games.

use gardez_position::{FenReader, FenStyle};

use super::Row;
use crate::Outcome;
use crate::findings::Findings;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

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
    let [file, game, ply, fen, occurrences, clock, insufficient] = row.cells[..] else {
        unreachable!("a row has as many cells as there are columns");
    };
    findings.about(fen);
    let game = number(row.columns[1], game)?;
    let ply = number(row.columns[2], ply)?;
    let occurrences = number(row.columns[4], occurrences)?;
    let clock = number(row.columns[5], clock)?;
    let insufficient = match number(row.columns[6], insufficient)? {
        0 => false,
        1 => true,
        other => return Err(RecordError::new(row.columns[6], format!("expected 0 or 1, found {other}"))),
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
    let Some(plies) = findings.games.plies_of(row.directory, file)? else { return Ok(()) };
    let (game, ply) = (usize::try_from(game).unwrap_or(usize::MAX), usize::try_from(ply).unwrap_or(usize::MAX));
    match plies.get(game).and_then(|game| game.get(ply)) {
        Some((found, claim)) => {
            findings.compare("fen in the game", fen, found.as_str());
            findings.compare(row.columns[4], &occurrences, &(claim.occurrences as u64));
            findings.compare("halfmove clock in the game", &clock, &claim.rule50.into());
            findings.compare("insufficient material in the game", &insufficient, &claim.is_insufficient);
        }
        None => findings.fails(row.columns[2], &"a ply of the game", &"none"),
    }
    Ok(())
}

fn number(name: &str, text: &str) -> Outcome<u64> {
    text.parse().map_err(|_| RecordError::new(name, format!("expected a number, found {text:?}")))
}
