//! The results of two other readers for odd PGN files.
//!
//! Gardez does not agree with all of them. `meant.tsv` lists each file and reader with which it differs on purpose,
//! with the reason.

use std::fs;

use gardez_notation::pgn::ReadGame;

use super::counts::{errors, tally};
use crate::Outcome;
use crate::findings::Findings;
use crate::games::read_all;
use crate::kinds::{Row, opinions};
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `verdicts.tsv`.
pub(crate) const TABLE: Table = Table {
    first_line: FirstLine::Columns(&[
        "file",
        "python-chess 1.11.2 read_game",
        "pgn-reader 0.29.0 with shakmaty 0.30.1",
    ]),
    skips_blank_lines: false,
    rows: None,
    compare,
};

fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Some(directory) = row.directory else { return Ok(()) };
    let [file, ..] = row.cells[..] else { unreachable!("a row has as many cells as columns") };
    let bytes = fs::read(directory.join(format!("{file}.pgn")));
    let bytes = bytes.map_err(|error| RecordError::new(row.columns[0], format!("{file}: {error}")))?;
    findings.about(file);
    let found = read_all(&bytes).iter().map(ours).collect::<Vec<_>>().join(" ## ");
    for (name, verdict) in row.columns[1..].iter().zip(&row.cells[1..]) {
        let expected = verdict.split(" ## ").map(theirs).collect::<Option<Vec<_>>>().map(|games| games.join(" ## "));
        let expected = expected.unwrap_or_else(|| (*verdict).to_owned());
        let reader = name.split(' ').next().unwrap_or_default();
        let reason = opinions::reason(row.file, &format!("{file} {reader}"));
        findings.opinion(reason, name, &expected, &found, found == expected);
    }
    Ok(())
}

/// A game in the format of the file: moves, event, result, numbers of variations, glyphs and comments, and whether a
/// move was refused.
fn ours(read: &ReadGame) -> String {
    let game = &read.game;
    let texts = game.main_line().map(|id| match game.node(id).mv() {
        Some(m) => m.uci(game.start().castling_mode()).to_string(),
        None => "0000".to_owned(),
    });
    let moves = texts.collect::<Vec<_>>().join(" ");
    let event = game.tags.get("Event").filter(|event| *event != "?").unwrap_or_default();
    let tally = tally(game);
    let bad = u8::from(errors(read) != 0);
    format!(
        "{moves}|ev={event}|res={}|var={}|nag={}|com={}|bad={bad}",
        game.result, tally.variations, tally.nags, tally.comments
    )
}

/// The result of another reader in the same format.
fn theirs(verdict: &str) -> Option<String> {
    // The event may contain anything except a bar.
    let parts: Vec<_> = verdict.split('|').collect();
    let [moves, event, result, variations, nags, comments, errors] = parts[..] else { return None };
    let event = event.strip_prefix("ev=")?;
    let event = if event == "?" { "" } else { event };
    let result = result.strip_prefix("res=").or(result.strip_prefix("out="))?;
    let result = if result.is_empty() { "*" } else { result };
    let bad = match errors.split_once('=')? {
        ("err", errors) => u8::from(!errors.starts_with("0:")),
        (_, tokens) => u8::from(!tokens.is_empty()),
    };
    Some(format!("{moves}|ev={event}|res={result}|{variations}|{nags}|{comments}|bad={bad}"))
}
