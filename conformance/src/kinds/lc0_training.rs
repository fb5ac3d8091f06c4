//! Games of lc0 as training records: every field of the stored records, and the same records made again from the game.

use gardez_bitboard::Bitboard;
use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, Move, Planes, PolicyIndexing, PositionHistory, Rule50Scale, decode_board, decode_move};
use gardez_types::Color;
use serde_json::{Map, Value, json};

use crate::file::Content;
use crate::findings::Findings;
use crate::json::{filled, into, merged, set, take};
use crate::lc0::{RESULTS, compare_planes, fill_mode, format, legal, records_v6, start, text};
use crate::report::{Outcome, RecordError};

/// Compares a record of `training` and the file of its game.
pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let game: u64 = take(record, "game")?;
    let encoder = Encoder::new(format(take(record, "format")?)?);
    let fills = [fill_mode(take(record, "fill_white")?)?, fill_mode(take(record, "fill_black")?)?];
    let fen: String = take(record, "fen")?;
    let moves: Vec<String> = take(record, "moves")?;
    let result: String = take(record, "result")?;
    let result = RESULTS.iter().find(|(name, _)| *name == result);
    let result = result.ok_or_else(|| RecordError::new("result", "unknown result"))?.1;
    let is_adjudicated: bool = take(record, "adjudicated")?;
    let plies: Vec<Value> = filled("records", take(record, "records")?)?;
    findings.same("", record, &json!({}))?;

    let stored = Content::beside(&findings.directory()?.join("training"), &format!("game_{game}"))?;
    let stored = records_v6(&stored)?;
    findings.compare("records", &plies.len(), &stored.len());
    let mut history = start(findings, &fen)?;
    findings.compare("moves", &moves.len(), &plies.len());
    let mut made = Vec::new();
    let mut previous = None;
    for (index, (mut ply, stored)) in plies.into_iter().zip(&stored).enumerate() {
        findings.parts(1);
        let field = format!("records[{index}]");
        let board = history.last().board();
        let encoder = encoder.with_fill(fills[usize::from(board.is_flipped())]);
        let mut record = remade(findings, &mut ply, &encoder, &history, moves.get(index))?;
        record.set_result(result, board.side_to_move());
        if is_adjudicated {
            record.invariance_info |= V6::ADJUDICATED;
        }
        copy_search(stored, &mut record);
        findings.same(format!("{field}.fields"), &take(&mut ply, "fields")?, &fields(stored))?;
        let transform = record.transform().raw();
        let (planes, found) = decoded(findings, &field, &mut ply, stored, previous.as_ref())?;
        let fixed = json!({"ply": index, "pos_fen": history.last().to_string(), "transform": transform});
        findings.same(&field, &ply, &merged(fixed, found))?;
        let fitting = stored.indexing(&board.legal_moves());
        findings.holds(&field, "a rule that fits the legal moves", fitting.is_some());
        made.push(record);
        previous = Some(planes);
        if let Some(text) = moves.get(index) {
            let m = legal(findings, "moves", board, text)?;
            history.push_relative(m);
        }
    }
    V6::set_plies_left(&mut made);
    for (index, (made, stored)) in made.iter().zip(&stored).enumerate() {
        findings.bytes(format_args!("records[{index}], made again"), stored.bytes(), made.bytes());
    }
    Ok(())
}

/// Makes a record from the game.
fn remade(
    findings: &mut Findings<'_>,
    ply: &mut Value,
    encoder: &Encoder,
    history: &PositionHistory,
    next: Option<&String>,
) -> Outcome<V6> {
    let (board, side) = (history.last().board(), history.last().board().side_to_move());
    let mut record = V6::from_history(encoder, history);
    let mut counts: Vec<(Move, u32)> = Vec::new();
    for (name, count) in take::<Map<String, Value>>(ply, "visits")? {
        let m = board.parse_move(&name).map_err(|error| RecordError::new("visits", error.to_string()))?;
        findings.text("visits", &name, text(m, side));
        counts.push((m, into("visits", count)?));
    }
    let mut listed: Vec<_> = counts.iter().map(|(m, _)| *m).collect();
    let mut all = board.legal_moves().to_vec();
    listed.sort_unstable();
    all.sort_unstable();
    findings.holds("visits", "exactly the legal moves", listed == all);
    // The rule of lc0's revision that wrote the files.
    let indexing = PolicyIndexing::Lc0;
    let damage = |error: gardez_lc0::training::UnlistedMoveError| RecordError::new("visits", error.to_string());
    record.set_visits(&counts, indexing).map_err(damage)?;
    let (best, played): (String, String) = (take(ply, "best")?, take(ply, "played")?);
    if let Some(next) = next {
        findings.compare("played", &played, next);
    }
    let best = legal(findings, "best", board, &best)?;
    let played = legal(findings, "played", board, &played)?;
    record.set_moves(played, best, indexing).map_err(damage)?;
    if take(ply, "best_is_proven")? {
        record.invariance_info |= V6::BEST_IS_PROVEN;
    }
    Ok(record)
}

/// Compares the planes of a stored record. Returns them, and the board and move that are decoded from them.
fn decoded(
    findings: &mut Findings<'_>,
    field: &str,
    ply: &mut Value,
    stored: &V6,
    previous: Option<&Planes>,
) -> Outcome<(Planes, Value)> {
    let damage = |error: &dyn std::fmt::Display| RecordError::new(field, error.to_string());
    let (found, transform) = stored.planes(Rule50Scale::Engine).map_err(|error| damage(&error))?;
    let planes = found.untransformed(transform);
    compare_planes(findings, &format!("{field}.decoded_planes"), &take(ply, "decoded_planes")?, &planes)?;
    let board = decode_board(format(stored.input_format.get())?, &planes);
    let mut found = json!({"populated": board.map_or_else(|error| error.to_string(), |read| read.to_string())});
    if let Some(previous) = previous {
        let m = decode_move(&planes, previous).map_err(|error| damage(&error))?;
        found["decoded_prev_move_raw"] = m.raw().into();
        found["decoded_prev_move"] = text(m, Color::White).into();
    }
    Ok((planes, found))
}

/// Returns the fields of a stored record. Probabilities of -1 and empty planes are left out.
fn fields(stored: &V6) -> Value {
    let probabilities = stored.probabilities.iter().enumerate().filter(|(_, value)| value.get() != -1.0);
    let planes = stored.planes.iter().enumerate().filter(|(_, plane)| plane.get() != 0);
    json!({
        "version": stored.version.get(),
        "input_format": stored.input_format.get(),
        "castling": [
            stored.castling_us_ooo,
            stored.castling_us_oo,
            stored.castling_them_ooo,
            stored.castling_them_oo,
        ],
        "side_to_move_or_enpassant": stored.side_to_move_or_enpassant,
        "rule50_count": stored.rule50_count,
        "invariance_info": stored.invariance_info,
        "dummy": stored.dummy,
        "visits": stored.visits.get(),
        "played_idx": stored.played_idx.get(),
        "best_idx": stored.best_idx.get(),
        "reserved": stored.q_st.get().to_bits(),
        "root_q": stored.root_q.get(),
        "best_q": stored.best_q.get(),
        "root_d": stored.root_d.get(),
        "best_d": stored.best_d.get(),
        "root_m": stored.root_m.get(),
        "best_m": stored.best_m.get(),
        "plies_left": stored.plies_left.get(),
        "result_q": stored.result_q.get(),
        "result_d": stored.result_d.get(),
        "played_q": stored.played_q.get(),
        "played_d": stored.played_d.get(),
        "played_m": stored.played_m.get(),
        "orig_q": stored.orig_q.get(),
        "orig_d": stored.orig_d.get(),
        "orig_m": stored.orig_m.get(),
        "policy_kld": stored.policy_kld.get(),
        "probabilities": probabilities
            .map(|(index, value)| (index.to_string(), value.get().into()))
            .collect::<Map<_, _>>(),
        "planes": planes
            .map(|(index, plane)| json!([index, set(Bitboard::from_bits(plane.get()))]))
            .collect::<Value>(),
    })
}

/// Copies the values of the search and the network, which cannot be made from the game.
fn copy_search(stored: &V6, made: &mut V6) {
    (made.root_q, made.best_q, made.root_d, made.best_d) = (stored.root_q, stored.best_q, stored.root_d, stored.best_d);
    (made.root_m, made.best_m, made.policy_kld) = (stored.root_m, stored.best_m, stored.policy_kld);
    (made.played_q, made.played_d, made.played_m) = (stored.played_q, stored.played_d, stored.played_m);
    (made.orig_q, made.orig_d, made.orig_m) = (stored.orig_q, stored.orig_d, stored.orig_m);
}
