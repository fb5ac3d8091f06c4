//! What the reference's reader of opening books makes of PGN files, beside the reader of `gardez_notation`.
//!
//! The reference reads what its books need and stops at the first word that it does not know. Where Gardez means to read
//! more, or otherwise, the case is listed with the reason; a case that is listed and does not differ fails.

use gardez_notation::pgn::{Reader, Severity};
use gardez_position::{FenMode, Position};
use gardez_types::CastlingMode;

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The cases that are read otherwise on purpose: their number, and the reason.
const MEANT: [(i64, &str); 13] = [
    (7, "numeric glyphs are part of the standard"),
    (8, "variations are part of the standard"),
    (10, "castling with zeros is understood and noted"),
    (12, "a promotion without `=` is understood and noted"),
    (14, "coordinates with a dash are understood and noted"),
    (16, "the moves before an ambiguous one are kept"),
    (17, "the moves before an illegal one are kept"),
    (18, "the reference turns the wrong half of the moves if black begins"),
    (19, "a number with three dots is part of the standard"),
    (20, "the names of tags are told apart by case, as in the standard"),
    (28, "tags without moves are a game, too"),
    (30, "a blank line does not end a game before its result"),
    (32, "a line that begins with % is an escape in the standard"),
];

/// Compares the one record of `pgn`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    for case in record.filled_list()? {
        findings.part();
        let ([id, name, pgn, result], [], [newer]) =
            case.parts(["id", "name", "pgn", "result"], [], ["result_newer"])?;
        findings.about(name.text()?);
        // Where a later revision differs, it is the one to agree with.
        let expected = expected(newer.as_ref().unwrap_or(&result))?;
        if newer.is_some() {
            self::expected(&result)?;
        }
        let found = found(pgn.text()?);
        let number = id.number()?;
        let reason = MEANT.iter().find(|(id, _)| *id == number).map(|(_, reason)| *reason);
        findings.opinion(reason, &case.path.to_string(), &expected, &found, expected == found);
    }
    Ok(())
}

/// The games that the reference reads, and whether it stops at an error.
fn expected(result: &Node<'_>) -> Outcome<String> {
    let [games, error] = result.fields(["games", "error"])?;
    let mut text = String::new();
    for game in games.list()? {
        let [start, moves, raw] = game.fields(["start_fen", "moves", "raw"])?;
        let start =
            Position::from_fen(start.text()?, FenMode::Chess960).map_err(|error| start.flaw(error.to_string()))?;
        let words = moves.list()?.map(|node| node.text()).collect::<Outcome<Vec<_>>>()?;
        if raw.list()?.map(|node| node.number()).collect::<Outcome<Vec<_>>>()?.len() != words.len() {
            return Err(raw.flaw("there is not one number for each move"));
        }
        text += &format!("[{start}: {}] ", words.join(" "));
    }
    let end = if error.is_null() { "no error" } else { error.text().map(|_| "an error")? };
    Ok(text + end)
}

/// The same of Gardez.
fn found(pgn: &str) -> String {
    let mut reader = Reader::from_bytes(pgn.as_bytes());
    let (mut text, mut has_error) = (String::new(), false);
    while let Ok(Some(read)) = reader.read_game() {
        let start = Position::from_fen(&Position::from(*read.game.start()).to_string(), FenMode::Detect);
        let start = start.and_then(|start| Position::from_fen(&start.to_string(), FenMode::Chess960));
        let start = start.map_or_else(|error| error.to_string(), |start| start.to_string());
        let moves = read.game.main_line().filter_map(|id| read.game.node(id).m());
        let words: Vec<_> = moves.map(|m| m.uci(CastlingMode::Chess960).to_string()).collect();
        text += &format!("[{start}: {}] ", words.join(" "));
        has_error |= read.problems.iter().any(|problem| problem.kind.severity() == Severity::Error);
    }
    text + if has_error { "an error" } else { "no error" }
}
