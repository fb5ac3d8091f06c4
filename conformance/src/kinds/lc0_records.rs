//! Files of training records: the same bytes when they are read and written, and when they are converted.

use gardez_lc0::training::{AnyRecord, Record, V7, Writer};
use gardez_lc0::{Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory, Rule50Scale};

use crate::file::Content;
use crate::findings::Findings;
use crate::lc0::records;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

pub(crate) fn file(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let (records, name) = (records(bytes)?, findings.file.clone());
    let mut writer = Writer::new(Vec::new());
    for (number, record) in (1..).zip(&records) {
        findings.begin_record(number);
        // Writing to memory does not fail.
        let is_written = writer.write(record).is_ok();
        findings.holds(&name, "success when the record is written", is_written);
    }
    let written = writer.finish().unwrap_or_default();
    findings.bytes(format_args!("{name}, written"), bytes, &written);

    let stem = name.strip_suffix(".gz").unwrap_or(&name);
    let old = stem.strip_prefix("old_v").filter(|_| !stem.ends_with("_as_v6")).and_then(|rest| rest.split('_').next());
    let named = stem.split_once("_v").map(|(_, version)| version).filter(|_| stem.starts_with('g'));
    let version = old.or(named).and_then(|version| version.parse::<u32>().ok()).unwrap_or(6);
    for (index, record) in records.iter().enumerate() {
        findings.compare(format_args!("{name}[{index}], its version"), &version, &record.version());
    }
    // Old records, converted to version 6, are those that lc0 converted.
    if let (Some(_), Ok(directory)) = (old, findings.directory()) {
        let expected = self::records(&Content::beside(&directory, &format!("{stem}_as_v6"))?)?;
        findings.compare(format_args!("{stem}_as_v6, its length"), &expected.len(), &records.len());
        for (index, (expected, old)) in expected.iter().zip(&records).enumerate() {
            findings.bytes(format_args!("{stem}[{index}], converted"), expected.bytes(), old.clone().into_v6().bytes());
        }
    }
    Ok(())
}

/// Compares the records of a game in both versions, and converts one to the other.
pub(crate) fn versions(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [name, count, format, _, game] = row.first()?;
    findings.about(name);
    let directory = findings.directory()?;
    let [old, new] = [6, 7]
        .map(|version| Content::beside(&directory, &format!("{name}_v{version}")).and_then(|bytes| records(&bytes)));
    let (old, new) = (old?, new?);
    for (version, records) in [(6, &old), (7, &new)] {
        findings.text("records", count, records.len());
        for (index, record) in records.iter().enumerate() {
            findings.compare(format_args!("[{index}], its version"), &version, &record.version());
            findings.text(format_args!("[{index}], its format"), format, format_of(record));
        }
    }

    for (index, (expected, found)) in new.iter().zip(V7::from_game(&old, row.parse(3)?)).enumerate() {
        findings.parts(1);
        findings.bytes(format_args!("{name}[{index}], converted"), expected.bytes(), found.bytes());
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

fn format_of(record: &Record) -> String {
    record.format().map_or_else(|error| error.to_string(), |format| format.raw().to_string())
}
