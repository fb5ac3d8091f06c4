//! The legal moves of a position, each with its effects.

use gardez_position::{Board, Position};
use gardez_types::{Color, Move, MoveKind, Piece};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The thresholds of the exchange test, in the order of its characters.
const THRESHOLDS: [i32; 9] = [-1000, -500, -100, 0, 1, 100, 300, 500, 900];

/// The fields of each move, in this order.
const FIELDS: [&str; 9] =
    ["uci", "raw", "gives_check", "captured", "flags", "see", "see_max", "child_key", "child_digest"];

/// Compares the set of moves and the values of each move. Returns whether an en passant capture is expected among them.
pub(super) fn compare(findings: &mut Findings<'_>, expected: &Node<'_>, position: &mut Position) -> Outcome<bool> {
    let mode = position.castling_mode();
    let mut unexpected: Vec<_> = position.legal_moves().into_iter().map(|m| (m.uci(mode).to_string(), m)).collect();
    let mut has_en_passant = false;
    for item in expected.list()? {
        findings.part();
        let fields = item.tuple(FIELDS)?;
        let [uci, raw, ..] = &fields;
        has_en_passant |= raw.number_as::<u16>()? >> 14 == MoveKind::EnPassant as u16;
        let item = item.named(uci.text()?);
        match unexpected.iter().position(|(text, _)| text == uci.text().unwrap_or_default()) {
            Some(index) => {
                findings.holds(item.path, "a legal move", true);
                one(findings, &item, position, unexpected.swap_remove(index).1)?;
            }
            None => findings.fails(item.path, &"a legal move", &"none"),
        }
    }
    for (text, _) in unexpected {
        findings.fails(expected.path, &"no other legal moves", &text);
    }
    Ok(has_en_passant)
}

/// Compares the values of one legal move.
fn one(findings: &mut Findings<'_>, item: &Node<'_>, position: &mut Position, m: Move) -> Outcome {
    let [_, raw, gives_check, captured, flags, see, see_max, key, digest] = item.tuple(FIELDS)?;
    findings.number(&raw, m.raw())?;
    findings.holds(item.path, "true from is_legal", position.is_legal(m));
    findings.holds(item.path, "true from is_pseudo_legal", position.is_pseudo_legal(m));
    findings.flag(&gives_check, position.gives_check(m))?;
    findings.number(&flags, u8::from(position.is_capture(m)) | u8::from(position.is_capture_stage(m)) << 1)?;
    exchange(findings, &see, position, m)?;
    findings.number(&see_max, position.see(m))?;

    let before = position.clone();
    let after = position.board().after(m);
    position.do_move(m);
    findings.number(&captured, code(position.state().captured()))?;
    for child in [&after, position.board()] {
        findings.hex(&key, child.raw_key())?;
        findings.hex(&digest, self::digest(child))?;
    }
    findings.hex_of(format_args!("{} by key_after", key.path), after.key(), before.key_after(m));
    findings.holds(item.path, "the same board from after and do_move", position.same_state(&after));
    match position.check_invariants() {
        Ok(()) => findings.holds(item.path, "every invariant", true),
        Err(broken) => findings.fails(item.path, &"every invariant", &broken),
    }
    findings.holds(item.path, "the move from undo_move", position.undo_move() == Some(m));
    findings.holds(item.path, "the same position after undo_move", position.same_history(&before));
    Ok(())
}

fn exchange(findings: &mut Findings<'_>, see: &Node<'_>, position: &Position, m: Move) -> Outcome {
    let text = see.text()?;
    if text.len() != THRESHOLDS.len() || text.bytes().any(|byte| byte != b'0' && byte != b'1') {
        return Err(see.error(format!("expected nine characters, each 0 or 1, found {text:?}")));
    }
    for (expected, threshold) in text.bytes().zip(THRESHOLDS) {
        let found = position.see_ge(m, threshold);
        findings.compare(format_args!("{} at {threshold}", see.path), &u8::from(expected == b'1'), &u8::from(found));
    }
    Ok(())
}

/// The partial keys of a board, combined in one number.
fn digest(board: &Board) -> u64 {
    board.pawn_key()
        ^ board.material_key().rotate_left(13)
        ^ board.minor_piece_key().rotate_left(26)
        ^ board.non_pawn_key(Color::White).rotate_left(39)
        ^ board.non_pawn_key(Color::Black).rotate_left(52)
}

/// The number of a piece, or 0 for none.
pub(super) fn code(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| piece as u8)
}
