//! Games, ply by ply: the state after every move. Undoing all moves must restore every state.

use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, Position};
use gardez_types::{Color, Move, Piece, Square};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{hex, into, merged, set, split_digits, square, take};
use crate::report::Outcome;
use crate::setup::{code, printed, set_up, state};

const NULL: u16 = 65;

const FEN_PERIOD: usize = 16;

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<String>(record, "kind")?;
    let ply_args: Vec<usize> = take(record, "ply_args")?;
    let plies: Vec<Value> = take(record, "plies")?;
    let mut position = set_up(findings, record, "start")?;
    findings.same("init", &take(record, "init")?, &state(&position))?;

    let mut boards = vec![*position.board()];
    for (index, mut ply) in plies.into_iter().enumerate() {
        findings.parts(1);
        let field = format!("plies[{index}]");
        // Without this move, the next ones cannot be checked.
        let Some(found) = make(findings, &field, &ply, &mut position)? else { return Ok(()) };
        let mut found = merged(found, values(&position, &ply_args));
        if (index + 1).is_multiple_of(FEN_PERIOD) {
            found["fen"] = printed(&position).into();
        }
        for answers in ["ir", "id", "ur"] {
            ply.get_mut(answers).map(split_digits);
        }
        findings.same(&field, &ply, &found)?;
        findings.succeeds(&field, "every invariant", position.check_invariants())?;
        boards.push(*position.board());
    }
    findings.same("", record, &json!({"end_fen": printed(&position)}))?;
    undo_all(findings, position, &boards);
    Ok(())
}

/// Undoes every move. After each, the board and the history must be the same as before the move.
fn undo_all(findings: &mut Findings<'_>, mut position: Position, boards: &[Board]) {
    let history = position.history().to_vec();
    for (index, before) in boards.iter().enumerate().rev().skip(1) {
        let undone = position.undo_move().is_some() || position.undo_null_move();
        let field = format!("plies[{index}] undone");
        findings.holds(&field, "a move to undo", undone);
        findings.holds(&field, "the same board as before", position.same_state(before));
        findings.holds(&field, "the same history as before", position.history() == &history[..index]);
    }
}

/// Makes a move with every observer, and returns its values. Returns `None` if it is not legal.
fn make(findings: &mut Findings<'_>, field: &str, ply: &Value, position: &mut Position) -> Outcome<Option<Value>> {
    let raw: u16 = into("raw", ply["raw"].clone())?;
    if raw == NULL {
        findings.holds(field, "a side to move that is not in check", !position.in_check());
        if position.in_check() {
            return Ok(None);
        }
        position.do_null_move();
        return Ok(Some(json!({"m": "0000", "raw": NULL, "gc": 0})));
    }
    let Some(m) = Move::from_raw(raw).filter(|&m| position.is_legal(m)) else {
        findings.fails(field, &"a legal move", &raw);
        return Ok(None);
    };
    let (text, gives_check) = (m.uci(position.castling_mode()).to_string(), position.gives_check(m));
    let predicted = position.key_after(m);

    let mut piece = DirtyPiece::default();
    position.do_move_with(m, &mut piece);
    let observed = *position.board();
    position.undo_move();
    let mut threats = DirtyThreats::default();
    position.do_move_with(m, &mut threats);
    findings.holds(field, "the same board with any observer", position.same_state(&observed));
    findings.compare(format_args!("{field}.key50 by key_after"), &hex(position.key()), &hex(predicted));
    Ok(Some(json!({
        "m": text,
        "raw": raw,
        "gc": u8::from(gives_check),
        "dp": dirty_piece(&piece),
        "dt": dirty_threats(&threats),
    })))
}

/// Returns the values after a move.
fn values(position: &Position, ply_args: &[usize]) -> Value {
    let answers = |ask: &dyn Fn(usize) -> bool| ply_args.iter().map(|&ply| u8::from(ask(ply))).collect::<Value>();
    json!({
        "cap": code(position.state().captured()),
        "key": hex(position.raw_key()),
        "key50": hex(position.key()),
        "pk": hex(position.state().pawn_key()),
        "mk": hex(position.state().material_key()),
        "mp": hex(position.state().minor_piece_key()),
        "np": Color::ALL.map(|color| hex(position.state().non_pawn_key(color))),
        "npm": Color::ALL.map(|color| position.non_pawn_material(color)),
        "cr": position.state().castling_rights().bits(),
        "r50": position.halfmove_clock(),
        "pfn": position.state().plies_from_null(),
        "ep": square(position.ep_square()),
        "gp": position.game_ply(),
        "chk": set(position.checkers()),
        "rep": position.repetition(),
        "hr": u8::from(position.has_repeated()),
        "ir": answers(&|ply| position.repetition() != 0 && i64::from(position.repetition()) < ply as i64),
        "id": answers(&|ply| position.is_draw(ply)),
        "ur": answers(&|ply| position.upcoming_repetition(ply)),
    })
}

fn dirty_piece(found: &DirtyPiece) -> Value {
    let place = |change: Option<(Piece, Square)>| square(change.map(|(_, square)| square));
    let piece = |change: Option<(Piece, Square)>| code(change.map(|(piece, _)| piece));
    json!([
        code(found.piece),
        square(found.from),
        square(found.to),
        place(found.removed),
        piece(found.removed),
        place(found.added),
        piece(found.added),
    ])
}

fn dirty_threats(found: &DirtyThreats) -> Value {
    let mut list = found.raw_entries().to_vec();
    list.sort_unstable();
    json!({
        "us": found.us as u8,
        "pksq": found.previous_king.to_string(),
        "ksq": found.king.to_string(),
        "ted": set(found.threatened()),
        "ting": set(found.threatening()),
        "list": list,
    })
}
