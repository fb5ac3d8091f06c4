//! FENs and moves as lc0 reads them, well-formed and malformed.

use gardez_lc0::{Board, ParseMoveError, Position};
use gardez_types::{CastlingMode, MoveKind};
use serde_json::{Value, json};

use crate::decisions::reason;
use crate::findings::Findings;
use crate::json::{hex, set, take};
use crate::lc0::{castling, start};
use crate::report::{Outcome, RecordError};

pub(crate) fn fen(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<u64>(record, "id")?;
    let text: String = take(record, "fen")?;
    findings.about(format!("{text:?}"));
    let found = match Board::from_fen(&text) {
        Err(error) => {
            findings.holds("fen", "a place within the input", text.get(error.span.clone()).is_some());
            json!({"ok": false, "error": format!("Bad fen string ({}): {text}", error.kind)})
        }
        Ok(read) => {
            let board = &read.board;
            // In one of its two ways to read a FEN, lc0 uses the move number as the ply.
            let verbatim = Position::new(*board, read.halfmove_clock, read.fullmove_number);
            let reset = Position::from_fen(&text).map_err(|error| RecordError::new("fen", error.to_string()))?;
            let position =
                |position: &Position| json!({"game_ply": position.game_ply(), "to_fen": position.to_string()});
            json!({
                "ok": true,
                "fen4": board.fen().to_string(),
                "rule50": read.halfmove_clock,
                "fullmove": read.fullmove_number,
                "castling": castling(board.castlings()),
                "flipped": board.is_flipped(),
                "ep": set(board.en_passant()),
                "ours": set(board.ours()),
                "theirs": set(board.theirs()),
                "hash": hex(board.hash()),
                "position_from_fen": position(&verbatim),
                "history_reset": position(&reset),
            })
        }
    };
    findings.same("", record, &found)
}

pub(crate) fn parse_move(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<u64>(record, "id")?;
    let fen: String = take(record, "fen")?;
    let text: String = take(record, "move")?;
    let history = start(findings, &fen)?;
    let board = history.last().board();
    let m = match board.parse_move(&text) {
        Ok(m) => m,
        Err(error) => {
            let error = format!("Invalid move ({}): {text}", name(error));
            return findings.same("", record, &json!({"ok": false, "error": error}));
        }
    };
    let side = board.side_to_move();
    // lc0's result for the one text that is read differently on purpose.
    let meant = [("raw", json!(11890)), ("en_passant", json!(true)), ("in_legal_moves", json!(false))];
    let reason = reason("parse_moves.jsonl", &format!("{fen} {text}"));
    let found = [json!(m.raw()), json!(m.kind() == MoveKind::EnPassant), json!(board.legal_moves().contains(&m))];
    for ((name, lc0), found) in meant.into_iter().zip(found) {
        let expected: Value = take(record, name)?;
        if reason.is_some() {
            findings.same(name, &expected, &lc0)?;
        }
        findings.opinion(reason, name, &expected.to_string(), &found, expected == found);
    }
    let promotion = m.promotion().map(|piece| piece.letter().to_ascii_lowercase().to_string());
    let found = json!({
        "ok": true,
        "castling": m.kind() == MoveKind::Castling,
        "promotion": promotion,
        "uci_king_takes_rook": m.uci(side, CastlingMode::Chess960).to_string(),
        "uci_standard": m.uci(side, CastlingMode::Standard).to_string(),
    });
    findings.same("", record, &found)
}

/// Returns lc0's text for an error.
const fn name(error: ParseMoveError) -> &'static str {
    match error {
        ParseMoveError::Length { .. } => "wrong move size",
        ParseMoveError::Square { .. } => "bad square",
        ParseMoveError::NoPiece(_) => "no piece to move",
        ParseMoveError::Promotion(_) => "invalid promotion",
        _ => "another error",
    }
}
