//! Games of lc0 ply by ply: repetitions, counters and results.

use gardez_lc0::{GameEnd, PositionHistory};
use gardez_position::{EnPassantPolicy, FenReader};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{filled, hex, take};
use crate::lc0::{RESULTS, legal, start};
use crate::report::Outcome;

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<u64>(record, "id")?;
    take::<String>(record, "kind")?;
    let fen: String = take(record, "fen")?;
    let moves: Vec<String> = take(record, "moves")?;
    let plies: Vec<Value> = filled("plies", take(record, "plies")?)?;
    let mut history = start(findings, &fen)?;
    findings.compare("number of plies", &plies.len(), &(moves.len() + 1));
    findings.parts(plies.len());
    let first = history.clone();
    for (index, ply) in plies.iter().enumerate() {
        if index > 0 {
            let Some(text) = moves.get(index - 1) else { return Ok(()) };
            let m = legal(findings, "moves", history.last().board(), text)?;
            history.push_relative(m);
        }
        findings.same(format!("plies[{index}]"), ply, &values(&history))?;
    }
    let found = json!({
        "final_fen": history.last().to_string(),
        "position_hash": hex(history.last().hash()),
        "hash_last": {"1": hex(history.hash_last(1)), "8": hex(history.hash_last(8))},
    });
    findings.same("", record, &found)?;
    compare_with_position(findings, &fen, &moves, &history);

    while history.pop().is_some() {}
    findings.holds("fen", "the first position after all moves are undone", history == first);
    Ok(())
}

/// Returns the values of a ply: repetitions, cycle, clock, ply, result, its reason, and whether a position has repeated.
fn values(history: &PositionHistory) -> Value {
    let last = history.last();
    let reason = match last.game_end() {
        None => "-",
        Some(GameEnd::Checkmate(_)) => "checkmate",
        Some(GameEnd::Stalemate) => "stalemate",
        Some(GameEnd::Material) => "material",
        Some(GameEnd::Rule50) => "rule50",
        Some(GameEnd::Repetition) => "repetition",
        Some(_) => "unknown",
    };
    json!([
        last.repetitions(),
        last.cycle_length(),
        last.halfmove_clock(),
        last.game_ply(),
        RESULTS.iter().find(|(_, result)| *result == last.game_result()).map(|(name, _)| name),
        reason,
        u8::from(history.did_repeat_since_last_zeroing_move()),
    ])
}

/// Plays the same game with `gardez_position`, which must give the same history.
fn compare_with_position(findings: &mut Findings<'_>, fen: &str, moves: &[String], history: &PositionHistory) {
    let Ok(read) = FenReader::new().with_en_passant(EnPassantPolicy::Always).read(fen) else { return };
    let mut position = read.position;
    for (text, before) in moves.iter().zip(history.iter()) {
        let side = before.board().side_to_move();
        let Some(m) = before.board().parse_move(text).ok().and_then(|m| m.to_absolute(side)) else { return };
        position.do_move(m);
    }
    let other = PositionHistory::from(&position);
    let is_same = other.len() == history.len()
        && other.iter().zip(history.iter()).all(|(a, b)| a.hash() == b.hash() && a.cycle_length() == b.cycle_length());
    findings.holds("fen", "the same history from gardez_position", is_same);
}
