//! The games that lc0's reader of opening books reads from PGN files, compared with those of `gardez_notation`.
//!
//! lc0 stops at the first word that it does not know. A case that Gardez reads otherwise is listed with the reason.

use gardez_notation::pgn::{Reader, Severity};
use gardez_position::{FenMode, Position};
use gardez_types::{CastlingMode, Color, Move};
use serde::Deserialize;
use serde_json::Value;

use crate::decisions::reason;
use crate::findings::Findings;
use crate::json::{filled, into};
use crate::report::{Outcome, RecordError};

/// A case: a text, lc0's result and, if it differs, the result of a later revision.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: usize,
    name: String,
    pgn: String,
    result: Read,
    result_newer: Option<Read>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    games: Vec<ReadGame>,
    error: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadGame {
    start_fen: String,
    moves: Vec<String>,
    raw: Vec<u16>,
}

const CASES: usize = 33;

/// The result of lc0 before a revision that knows black's en passant captures, as Gardez does.
const OLDER: &str = "illegal";

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let cases: Vec<Case> = filled("cases", into("cases", record.take())?)?;
    findings.compare("the number of cases", &CASES, &cases.len());
    findings.parts(cases.len());
    for (index, case) in cases.iter().enumerate() {
        findings.about(&case.name);
        findings.compare("id", &case.id, &index);
        let older = expected(&case.result)?;
        // If a later revision differs, Gardez must agree with it.
        let expected = match &case.result_newer {
            Some(newer) => {
                findings.compare("result", OLDER, &older[..]);
                expected(newer)?
            }
            None => older,
        };
        let found = found(&case.pgn);
        let listed = reason("pgn.json", &format!("{index} {expected}"));
        findings.opinion(listed, &format!("[{index}]"), &expected, &found, expected == found);
    }
    Ok(())
}

/// Returns the games that lc0 reads, and the error at which it stops.
fn expected(read: &Read) -> Outcome<String> {
    let mut text = String::new();
    for ReadGame { start_fen, moves, raw } in &read.games {
        let start = Position::from_fen(start_fen, FenMode::Chess960);
        let start = start.map_err(|error| RecordError::new("start_fen", error.to_string()))?;
        if moves.len() != raw.len() {
            return Err(RecordError::new("raw", "the numbers of moves and of their raw values differ"));
        }
        let words: Vec<_> = moves.iter().zip(raw).map(|(m, number)| format!("{m}={number}")).collect();
        text += &format!("[{start}: {}] ", words.join(" "));
    }
    match read.error.as_str() {
        None if read.error.is_null() => Ok(text + "no error"),
        Some("Opening book move seems illegal.") => Ok(text + "illegal"),
        Some("Opening book move seems ambiguous.") => Ok(text + "ambiguous"),
        _ => Err(RecordError::new("error", "unknown error of lc0")),
    }
}

/// Returns the result of Gardez in the same format.
fn found(pgn: &str) -> String {
    let mut reader = Reader::from_bytes(pgn.as_bytes());
    let (mut text, mut has_error) = (String::new(), false);
    while let Ok(Some(read)) = reader.read_game() {
        let start = Position::from_fen(&Position::from(*read.game.start()).to_string(), FenMode::Detect);
        let start = start.and_then(|start| Position::from_fen(&start.to_string(), FenMode::Chess960));
        let start = start.map_or_else(|error| error.to_string(), |start| start.to_string());
        let moves = read.game.main_line().filter_map(|id| read.game.node(id).mv());
        // The numbers are those of the moves from white's side.
        let word = |m: Move| {
            let number = gardez_lc0::Move::from_absolute(m, Color::White).raw();
            format!("{}={number}", m.uci(CastlingMode::Chess960))
        };
        text += &format!("[{start}: {}] ", moves.map(word).collect::<Vec<_>>().join(" "));
        has_error |= read.problems.iter().any(|problem| problem.kind.severity() == Severity::Error);
    }
    text + if has_error { "an error" } else { "no error" }
}
