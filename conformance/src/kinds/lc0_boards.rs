//! Boards of lc0: sets, castling, hashes, attacks, moves, and the boards after the moves.

use gardez_lc0::{Board, Move, PositionHistory};
use gardez_position::BoardError;
use gardez_types::{CastlingMode, MoveKind, Square};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{hex, into, merged, set, take};
use crate::lc0::{castling, start, text};
use crate::report::Outcome;

/// One of this many records contains the boards after the moves.
const CHILDREN_PERIOD: u64 = 5;

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let id: u64 = take(record, "id")?;
    take::<String>(record, "kind")?;
    let fen: String = take(record, "fen")?;
    let history = start(findings, &fen)?;
    let position = history.last();
    let board = position.board();
    let (info, moves, side) = (board.king_attack_info(), board.legal_moves(), board.side_to_move());
    let raw = |moves: &[Move]| moves.iter().map(|m| m.raw()).collect::<Value>();
    let mut found = json!({
        "rule50": position.halfmove_clock(),
        "fullmove": position.game_ply() / 2 + 1,
        "double_check": info.double_check,
        "pinned": set(info.pinned),
        "attack_lines": set(info.attack_lines),
        "mating_material": board.has_mating_material(),
        "n_pseudo": board.pseudo_legal_moves().len(),
        "pseudo_raw": raw(&board.pseudo_legal_moves()),
        "legal_raw": raw(&moves),
        "legal": moves.iter().map(|&m| text(m, side)).collect::<Value>(),
        "mirror": sets(&board.swap_colors()),
    });
    // Both texts of each castling move, if there is one.
    let forms = moves
        .iter()
        .filter(|m| m.kind() == MoveKind::Castling)
        .map(|m| [CastlingMode::Chess960, CastlingMode::Standard].map(|mode| m.uci(side, mode).to_string()).to_vec());
    let forms: Value = forms.collect();
    findings.holds(
        "castle_forms",
        "if and only if there is castling",
        record.get("castle_forms").is_some() == (forms != json!([])),
    );
    if forms != json!([]) {
        found["castle_forms"] = forms;
    }
    if id.is_multiple_of(CHILDREN_PERIOD) {
        let child = |m: &Move| {
            let child = board.after(*m);
            json!([hex(child.hash()), u8::from(board.is_zeroing(*m)), child.fen().to_string()])
        };
        found["children"] = moves.iter().map(child).collect();
    }
    findings.parts(moves.len());
    findings.same("", record, &merged(found, sets(board)))?;
    findings.holds("attack_lines", "if and only if the king is in check", info.in_check() == board.in_check());
    for (m, text) in moves.iter().zip(into::<Vec<String>>("legal", record["legal"].clone())?) {
        findings.holds("legal", "a text of this move", board.parse_move(&text) == Ok(*m));
    }
    let twice = board.swap_colors().swap_colors();
    findings.holds("mirror", "the same board after swapping colors twice", twice == *board);
    compare_with_position(findings, &history)
}

/// Returns the fields of a board, also with colors swapped.
fn sets(board: &Board) -> Value {
    json!({
        "fen4": board.fen().to_string(),
        "flipped": board.is_flipped(),
        "ours": set(board.ours()),
        "theirs": set(board.theirs()),
        "pawns": set(board.pawns()),
        "ep": set(board.en_passant()),
        "knights": set(board.knights()),
        "bishops": set(board.bishops()),
        "rooks": set(board.rooks()),
        "queens": set(board.queens()),
        "kings": set(board.kings()),
        "castling": merged(castling(board.castlings()), json!({"str": board.castlings().to_string()})),
        "hash": hex(board.hash()),
        "in_check": board.in_check(),
        "attacked_by_theirs": set(Square::ALL.into_iter().filter(|&square| board.is_under_attack(square)).collect()),
    })
}

/// Checks that a position of `gardez_position` is converted there and back without loss, with the same legal moves.
fn compare_with_position(findings: &mut Findings<'_>, history: &PositionHistory) -> Outcome {
    let board = history.last().board();
    let absolute = match gardez_position::Board::try_from(board) {
        // lc0 accepts boards on which a king can be captured.
        Err(BoardError::OpponentInCheck(_)) => {
            findings.holds("fen", "the opponent in check", board.swap_colors().in_check());
            return Ok(());
        }
        result => findings.unless_error("fen", "a position", result)?,
    };
    let back = Board::from(&absolute);
    let is_same = back.fen().to_string() == board.fen().to_string() && back.hash() == board.hash();
    findings.holds("fen", "the same board after conversion to a position and back", is_same);

    let side = board.side_to_move();
    let mut ours: Vec<_> = board.legal_moves().iter().map(|m| m.raw()).collect();
    let mut theirs: Vec<_> = absolute.legal_moves().iter().map(|&m| Move::from_absolute(m, side).raw()).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    findings.holds("fen", "the legal moves of a position", ours == theirs);
    for m in absolute.legal_moves() {
        let child = board.after(Move::from_absolute(m, side));
        let is_same = child.hash() == Board::from(&absolute.after(m)).hash();
        findings.holds("fen", "the same board after a move", is_same);
    }
    Ok(())
}
