//! The values that lc0's own unit tests expect.

use std::collections::BTreeMap;

use gardez_lc0::{Board, Encoder, Move, PLANES_PER_SLOT, PositionHistory};
use gardez_types::MoveKind;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::findings::Findings;
use crate::json::{filled, into, set, take, take_if_any};
use crate::lc0::{fill_mode, format, start, text};
use crate::report::SUITE_NODES;
use crate::report::{Outcome, RecordError};

/// Compares the one record of `peer_tests`, except for endgame tables and hashes of lists of words.
pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<String>(record, "perft_note")?;
    for other in ["syzygy", "hash"] {
        take::<Map<String, Value>>(record, other)?;
    }
    let mut cases = |name: &str| filled(name, take::<Vec<Value>>(record, name)?);
    let (boards, encodings) = (cases("board")?, cases("encoder")?);
    for (name, first_depth) in [("perft_standard", 0), ("perft_chess960", 1)] {
        for case in cases(name)? {
            perft(findings, case, first_depth)?;
        }
    }
    for case in cases("mating_material")? {
        let (fen, expected): (String, bool) = into("mating_material", case)?;
        let history = start(findings, &fen)?;
        findings.compare("mating_material", &expected, &history.last().board().has_mating_material());
    }
    let positions: Positions = into("position", take(record, "position")?)?;
    findings.same("", record, &json!({}))?;
    compare_positions(findings, &positions)?;
    boards.into_iter().try_for_each(|case| compare_board(findings, case))?;
    encodings.into_iter().try_for_each(|case| encode(findings, case))
}

/// Compares node counts from depth `first_depth` on, with the legal moves by making each pseudo-legal one.
fn perft(findings: &mut Findings<'_>, mut case: Value, first_depth: u32) -> Outcome {
    for informational in ["name", "active_depth", "active_in_reference", "n"] {
        take_if_any::<Value>(&mut case, informational)?;
    }
    let history = start(findings, &take::<String>(&mut case, "fen")?)?;
    let counts: Vec<u64> = filled("perft", take(&mut case, "perft")?)?;
    findings.same("", &case, &json!({}))?;
    let bound = findings.options.max_nodes.unwrap_or(SUITE_NODES);
    for (depth, expected) in (first_depth..).zip(counts) {
        if expected > bound {
            findings.above_bound();
            continue;
        }
        let nodes = nodes(findings, history.last().board(), depth);
        findings.compare(format_args!("perft at depth {depth}"), &expected, &nodes);
    }
    Ok(())
}

fn nodes(findings: &mut Findings<'_>, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = board.legal_moves();
    // A pseudo-legal move is legal if it does not leave its own king attacked.
    let leaves_safe = |m: &&Move| {
        let after = board.after(**m).swap_colors();
        !after.in_check()
    };
    let safe: Vec<Move> = board.pseudo_legal_moves().iter().filter(leaves_safe).copied().collect();
    if *safe != *legal {
        findings.fails("legal moves", &format!("{safe:?}"), &format!("{legal:?} of {}", board.fen()));
    }
    if depth == 1 {
        return legal.len() as u64;
    }
    legal.iter().map(|&m| nodes(findings, &board.after(m), depth - 1)).sum()
}

fn compare_board(findings: &mut Findings<'_>, mut case: Value) -> Outcome {
    take::<String>(&mut case, "name")?;
    take_if_any::<bool>(&mut case, "only_in_newer_reference")?;
    let fen: String = take(&mut case, "fen")?;
    let expect: Option<String> = take_if_any(&mut case, "expect")?;
    let mirror: Option<bool> = take_if_any(&mut case, "mirror_first")?;
    let apply: Vec<String> = take_if_any(&mut case, "apply")?.unwrap_or_default();
    findings.about(&fen);
    let result = Board::from_fen(&fen);
    let is_refusal = expect.as_deref() == Some("parse error");
    findings.holds("fen", "an error if and only if one is expected", result.is_err() == is_refusal);
    let Ok(read) = result else { return Ok(()) };
    let mut board = if mirror == Some(true) { read.board.swap_colors() } else { read.board };
    let mut found = json!({
        "pseudo_legal_count": board.pseudo_legal_moves().len(),
        "rule50": read.halfmove_clock,
        "fullmove": read.fullmove_number,
    });
    let mut kinds = Vec::new();
    for text in &apply {
        let m = findings.unless_error(text, "a move", board.parse_move(text))?;
        kinds.push(m.kind());
        board = board.after(m);
    }
    if let Some(expect) = expect.filter(|_| !apply.is_empty()) {
        let is_so = match &expect {
            text if text.starts_with("no en passant flag") => board.en_passant().is_empty(),
            text if text.starts_with("second move is not en passant") => kinds.get(1) == Some(&MoveKind::Normal),
            other => return Err(RecordError::new("expect", format!("unknown expectation: {other}"))),
        };
        findings.holds("apply", &expect, is_so);
    }
    let side = board.side_to_move();
    found["legal_after"] = board.legal_moves().iter().map(|&m| text(m, side)).collect();
    // A case has only some of these values.
    if let (Value::Object(found), Value::Object(case)) = (&mut found, &case) {
        found.retain(|name, _| case.contains_key(name));
    }
    findings.same("", &case, &found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Positions {
    fen_round_trip: Vec<String>,
    #[serde(rename = "round_trip_note")]
    _note: String,
    repetitions: Vec<Played>,
    did_repeat_since_zeroing: Vec<Played>,
}

/// A game, and the number of repetitions or whether a position has repeated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    fen: String,
    moves: Vec<String>,
    #[serde(alias = "repetitions")]
    expect: Value,
}

fn compare_positions(findings: &mut Findings<'_>, positions: &Positions) -> Outcome {
    let counts =
        [&positions.fen_round_trip.len(), &positions.repetitions.len(), &positions.did_repeat_since_zeroing.len()];
    findings.holds("position", "some cases of each kind", !counts.contains(&&0));
    for fen in &positions.fen_round_trip {
        let history = start(findings, fen)?;
        findings.text("fen_round_trip", fen, history.last());
    }
    for Played { fen, moves, expect } in &positions.repetitions {
        let history = applied(findings, fen, moves)?;
        findings.same("repetitions", expect, &history.last().repetitions().into())?;
    }
    for Played { fen, moves, expect } in &positions.did_repeat_since_zeroing {
        let history = applied(findings, fen, moves)?;
        findings.same("expect", expect, &history.did_repeat_since_last_zeroing_move().into())?;
    }
    Ok(())
}

/// Makes the moves as lc0's tests do, whether they are legal or not.
fn applied(findings: &mut Findings<'_>, fen: &str, moves: &[String]) -> Outcome<PositionHistory> {
    let mut history = start(findings, fen)?;
    for text in moves {
        let m = history.last().board().parse_move(text);
        history.push_relative(findings.unless_error("moves", text, m)?);
    }
    Ok(history)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoding {
    #[serde(rename = "name")]
    _name: String,
    fen: String,
    moves: Vec<String>,
    format: u32,
    fill: u8,
    #[serde(default)]
    planes: BTreeMap<usize, Value>,
    #[serde(default)]
    values: BTreeMap<usize, Value>,
    zero_range: Option<(usize, usize)>,
    transform: Option<Value>,
    note: Option<String>,
}

fn encode(findings: &mut Findings<'_>, case: Value) -> Outcome {
    let case: Encoding = into("encoder", case)?;
    let encoder = Encoder::new(format(case.format)?).with_fill(fill_mode(case.fill)?);
    let history = applied(findings, &case.fen, &case.moves)?;
    let (planes, transform) = encoder.encode(&history);
    if let Some(expected) = &case.transform {
        findings.same("transform", expected, &transform.raw().into())?;
    }
    let all: Vec<_> = planes.iter().collect();
    let plane = |index: usize| all.get(index).ok_or_else(|| RecordError::new("planes", "unknown plane"));
    for (&index, mask) in &case.planes {
        findings.same(format!("planes.{index}"), mask, &set(plane(index)?.mask).into())?;
    }
    for (&index, value) in &case.values {
        findings.same(format!("values.{index}"), value, &plane(index)?.value.into())?;
    }
    if let Some((first, last)) = case.zero_range {
        let is_empty = all.get(first..=last).is_some_and(|planes| planes.iter().all(|plane| plane.mask.is_empty()));
        findings.holds("zero_range", "empty planes", is_empty && first <= last);
    }
    if case.note.is_some() {
        // Only one case has a note. It says that the planes contain the position before.
        let has_pieces = planes.slot(1)[..PLANES_PER_SLOT - 1].iter().any(|mask| !mask.is_empty());
        findings.holds("note", "planes 13 to 24 with pieces", has_pieces);
    }
    Ok(())
}
