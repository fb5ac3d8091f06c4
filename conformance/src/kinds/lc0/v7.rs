//! Games as records of versions 6 and 7: the conversion by lczero-training's loader.

use std::path::Path;

use gardez_lc0::training::{AnyRecord, Record, V7};
use gardez_lc0::{Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory, Rule50Scale};

use super::chunks;
use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `games.tsv` in the directory `v7`.
pub(crate) const TABLE: Table = Table {
    first_line: FirstLine::Names(&["file", "records", "format", "theta", "game"]),
    skips_blank_lines: false,
    rows: None,
    compare,
};

/// Compares the records of a game in both versions, and converts one to the other.
fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [name, count, format, theta, game] = row.cells[..] else {
        return Err(RecordError::new("", "expected five cells"));
    };
    findings.about(name);
    let directory = row.directory.ok_or_else(|| RecordError::new("", "records in no directory"))?;
    let [old, new] = [6, 7].map(|version| records(directory, name, version));
    let (old, new) = (old?, new?);
    for (version, records) in [(6, &old), (7, &new)] {
        findings.compare("records", count, records.len().to_string().as_str());
        for (index, record) in records.iter().enumerate() {
            findings.compare(format_args!("[{index}], its version"), &version, &record.version());
            findings.compare(format_args!("[{index}], its format"), format, format_of(record).as_str());
        }
    }

    let theta = theta.parse().map_err(|_| RecordError::new("theta", "expected a number"))?;
    for (index, (expected, found)) in new.iter().zip(V7::from_game(&old, theta)).enumerate() {
        findings.part();
        let place = expected.bytes().iter().zip(found.bytes()).position(|(expected, found)| expected != found);
        let claim = "the same bytes as lczero-training's conversion";
        match place {
            None => findings.holds(name, claim, expected.bytes().len() == found.bytes().len()),
            Some(place) => {
                findings.fails(format_args!("{name}[{index}]"), &claim, &format!("a different byte {place}"));
            }
        }
        // Apart from `q_st`, which is also a field of version 6.
        let mut older = expected.to_v6();
        older.q_st = old[index].to_v6().q_st;
        findings.holds(format_args!("{name}[{index}]"), "the record of version 6", older.bytes() == old[index].bytes());
    }
    replay(findings, game, format, &new)
}

/// Compares the planes and the next moves of the records with the game.
fn replay(findings: &mut Findings<'_>, game: &str, format: &str, records: &[Record]) -> Outcome {
    let number = format.parse().ok().and_then(InputFormat::from_raw);
    let format = number.ok_or_else(|| RecordError::new("format", "unknown input format"))?;
    let (fen, moves) =
        game.split_once(" moves ").ok_or_else(|| RecordError::new("game", "expected a FEN and moves"))?;
    let mut history = PositionHistory::from_fen(fen).map_err(|error| RecordError::new("game", error.to_string()))?;
    let encoder = Encoder::new(format).with_fill(FillMode::No);
    let moves: Vec<_> = moves.split(' ').collect();
    findings.compare("moves", &records.len(), &moves.len());

    // The indices of the moves, each under the transform of its own record.
    let mut played = Vec::new();
    for (index, (text, record)) in moves.iter().zip(records).enumerate() {
        let board = history.last().board();
        let encoded = encoder.encode(&history);
        let m = board.parse_move(text).map_err(|error| RecordError::new("game", error.to_string()))?;
        findings.holds(format_args!("moves[{index}]"), "a legal move", board.legal_moves().contains(&m));
        let place = PolicyIndex::from_move(m, encoded.1, PolicyIndexing::Lc0);
        played.push(place.map_or(V7::NO_MOVE, PolicyIndex::index));
        let is_same = record.planes(Rule50Scale::Engine).is_ok_and(|found| found == encoded);
        findings.holds(format_args!("records[{index}]"), "the planes and the transform of the position", is_same);
        history.push_relative(m);
    }
    let index_of = |at: usize| played.get(at).copied().unwrap_or(V7::NO_MOVE);
    for (index, record) in records.iter().enumerate() {
        let Record::V7(record) = record else { continue };
        let fields = [record.played_idx, record.opp_played_idx, record.next_played_idx];
        for (later, field) in fields.into_iter().enumerate() {
            let at = format_args!("records[{index}], the move {later} plies later");
            findings.compare(at, &field.get(), &index_of(index + later));
        }
    }
    Ok(())
}

/// Reads the records of a game in one version.
fn records(directory: &Path, name: &str, version: u32) -> Outcome<Vec<Record>> {
    let file = format!("{name}_v{version}");
    let paths = [".gz", ""].map(|end| directory.join(format!("{file}{end}")));
    let Some(path) = paths.iter().find(|path| path.is_file()) else {
        return Err(RecordError::new("file", format!("{file} is missing")));
    };
    let content = Content::read(path);
    match content.cut {
        Some(reason) => Err(RecordError::new("file", format!("{file} is damaged: {reason}"))),
        None => chunks::records(&content.bytes),
    }
}

/// Returns the number of the record's input format, or why it has none.
fn format_of(record: &Record) -> String {
    record.format().map_or_else(|error| error.to_string(), |format| format.raw().to_string())
}
