//! Positions with their state and all their legal moves, each with its effects.

use std::collections::BTreeMap;

use gardez_position::{Board, EnPassantPolicy, FenProblems, FenReader, MoveClass, Position};
use gardez_types::{Color, Move, MoveKind};
use gardez_zobrist as zobrist;
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{hex, merged, split_digits, take};
use crate::report::Outcome;
use crate::setup::{code, for_each_right, printed, reader, set_up, set_up_with, state};

/// The thresholds of the exchange test, in the order of its digits.
const THRESHOLDS: [i32; 9] = [-1000, -500, -100, 0, 1, 100, 300, 500, 900];

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let position = set_up(findings, record, "fen")?;
    compare(findings, record, position)
}

/// Compares a record of `positions_unreachable`, whose check must be reported as impossible.
pub(crate) fn check_unreachable(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let reader = reader(record)?;
    let fen = record["fen"].clone();
    let position = set_up_with(findings, record, "fen", &reader)?;
    findings.text("fen", &FenProblems::IMPOSSIBLE_CHECK.to_string(), position.problems());
    let refused = reader.refuse(FenProblems::IMPOSSIBLE_CHECK).read(fen.as_str().unwrap_or_default());
    findings.holds("fen", "refused if that is asked for", refused.is_err());
    compare(findings, record, position)
}

fn compare(findings: &mut Findings<'_>, record: &mut Value, mut position: Position) -> Outcome {
    take::<String>(record, "cat")?;
    let moves: Vec<Value> = take(record, "moves")?;
    let count = |class| position.moves().of(class).pseudo_legal().list().len();
    let quiet = |class| (!position.in_check()).then(|| count(class));
    let evading = position.in_check().then(|| count(MoveClass::Evasions));
    let found = json!({
        "stm": position.side_to_move() as u8,
        "path": for_each_right(&position, |rook, color, side| {
            json!([rook.to_string(), u8::from(position.castling_path(color, side).is_some_and(|path| !path.is_disjoint(position.occupied())))])
        }),
        "n_pseudo": evading.unwrap_or_else(|| count(MoveClass::NonEvasions)),
        "n_captures": quiet(MoveClass::Captures),
        "n_quiets": quiet(MoveClass::Quiets),
        "n_evasions": evading,
        "n_legal": position.legal_moves().len(),
    });
    findings.same("", record, &merged(found, state(&position)))?;
    findings.compare("n_legal", &position.legal_moves().len(), &position.legal_move_count());
    let has_en_passant = compare_moves(findings, moves, &mut position)?;
    legal_en_passant(findings, &position, has_en_passant);
    Ok(())
}

/// Checks that the reader with the policy `Legal` keeps an en passant square, and its key, only for a legal move.
fn legal_en_passant(findings: &mut Findings<'_>, position: &Position, is_used: bool) {
    let Some(square) = position.ep_square() else { return };
    let reader = FenReader::new().with_mode(position.castling_mode().into()).with_en_passant(EnPassantPolicy::Legal);
    if let Ok(read) = findings.unless_error("fen", "a position", reader.read(&printed(position))) {
        findings.compare("fen", &is_used, &read.position.ep_square().is_some());
        let dropped = if is_used { 0 } else { zobrist::en_passant(square.file()) };
        findings.compare("fen", &hex(position.raw_key() ^ dropped), &hex(read.position.raw_key()));
    }
}

/// Compares the set of moves and the values of each move. Returns whether an en passant capture is expected among them.
fn compare_moves(findings: &mut Findings<'_>, expected: Vec<Value>, position: &mut Position) -> Outcome<bool> {
    let mode = position.castling_mode();
    let mut unexpected: BTreeMap<_, _> =
        position.legal_moves().into_iter().map(|m| (m.uci(mode).to_string(), m)).collect();
    findings.parts(expected.len());
    let mut has_en_passant = false;
    for mut item in expected {
        let uci = item[0].as_str().unwrap_or_default();
        let field = format!("moves[{uci}]");
        let found = unexpected.remove(uci);
        findings.compare(&field, "a legal move", if found.is_some() { "a legal move" } else { "none" });
        has_en_passant |= item[1].as_u64().is_some_and(|raw| raw >> 14 == MoveKind::EnPassant as u64);
        if let Some(see) = item.get_mut(5) {
            split_digits(see);
        }
        if let Some(m) = found {
            compare_move(findings, &field, &item, position, m)?;
        }
    }
    for text in unexpected.keys() {
        findings.fails("moves", &"no other legal moves", text);
    }
    Ok(has_en_passant)
}

fn compare_move(findings: &mut Findings<'_>, field: &str, item: &Value, position: &mut Position, m: Move) -> Outcome {
    findings.holds(field, "true from is_legal", position.is_legal(m));
    findings.holds(field, "true from is_pseudo_legal", position.is_pseudo_legal(m));
    let before = position.clone();
    let after = position.board().after(m);
    position.do_move(m);
    let found = json!([
        m.uci(before.castling_mode()).to_string(),
        m.raw(),
        u8::from(before.gives_check(m)),
        code(position.state().captured()),
        u8::from(before.is_capture(m)) | u8::from(before.is_capture_stage(m)) << 1,
        THRESHOLDS.map(|threshold| u8::from(before.see_ge(m, threshold))),
        before.see(m),
        hex(position.raw_key()),
        hex(digest(position)),
    ]);
    findings.same(field, item, &found)?;
    for (index, found) in [(7, after.raw_key()), (8, digest(&after))] {
        findings.same(format!("{field}[{index}] by after"), &item[index], &hex(found).into())?;
    }
    findings.compare(format_args!("{field} by key_after"), &hex(after.key()), &hex(before.key_after(m)));
    findings.holds(field, "the same board from after and do_move", position.same_state(&after));
    findings.succeeds(field, "every invariant", position.check_invariants())?;
    findings.holds(field, "the move from undo_move", position.undo_move() == Some(m));
    findings.holds(field, "the same position after undo_move", position.same_history(&before));
    Ok(())
}

/// Returns the partial keys of a board, combined in one number.
fn digest(board: &Board) -> u64 {
    board.state().pawn_key()
        ^ board.state().material_key().rotate_left(13)
        ^ board.state().minor_piece_key().rotate_left(26)
        ^ board.state().non_pawn_key(Color::White).rotate_left(39)
        ^ board.state().non_pawn_key(Color::Black).rotate_left(52)
}
