//! Positions of games with halfmove clocks, occurrences, and whether the material is insufficient.
//!
//! Occurrences are checked if the directory `pgn` next to the file's own contains the games.

use gardez_position::{FenReader, FenStyle};

use crate::findings::Findings;
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [file, _, _, fen, ..] = row.first::<7>()?;
    findings.about(fen);
    let (game, ply, occurrences, clock) = (row.parse(1)?, row.parse::<usize>(2)?, row.parse(4)?, row.parse(5)?);
    let insufficient = match row.parse(6)? {
        0 => false,
        1 => true,
        other => return Err(row.damage(6, format!("expected 0 or 1, found {other}"))),
    };
    let position = findings.unless_error(row.name(3), "a position", FenReader::new().read(fen))?.position;
    findings.text(row.name(3), fen, position.fen(FenStyle::XFen));
    findings.compare(row.name(5), &clock, &u64::from(position.halfmove_clock()));
    findings.compare(row.name(6), &insufficient, &position.has_insufficient_material());
    let Ok(directory) = findings.directory() else { return Ok(()) };
    let Some(plies) = findings.games.plies_of(&directory, file)? else { return Ok(()) };
    let Some((found, claim)) = plies.get::<usize>(game).and_then(|game| game.get(ply)) else {
        findings.fails(row.name(2), &"a ply of the game", &"none");
        return Ok(());
    };
    findings.compare("fen in the game", fen, found.as_str());
    findings.compare(row.name(4), &occurrences, &(claim.occurrences as u64));
    findings.compare("halfmove clock in the game", &clock, &claim.halfmove_clock.into());
    findings.compare("insufficient material in the game", &insufficient, &claim.is_insufficient);
    Ok(())
}
