//! A variant, a FEN and moves: `atomic: FEN moves e2e4 …`.

use gardez_variants::{Dialect, Variant, VariantBoard, VariantPosition};

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    let Some((name, rest)) = text.split_once(": ") else { return };
    let Some(variant) = Variant::from_name(name) else { return };
    let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
    let Ok(mut position) = VariantPosition::from_fen(variant, fen) else { return };
    let mut seen = Vec::new();
    check(position.board());
    for word in moves.split_ascii_whitespace() {
        let Ok(m) = position.parse_uci(word) else { break };
        assert_eq!(position.parse_san(&position.san(m)), Ok(m), "{text}");
        seen.push((position.to_string(), position.key(), m));
        position.do_move(m);
        check(position.board());
    }
    for (before, key, m) in seen.into_iter().rev() {
        assert_eq!(position.undo_move(), Some(m), "{text}");
        assert_eq!((position.to_string(), position.key()), (before, key), "{text}");
    }
}

/// Checks that both forms of the FEN are read as the same board, and that moves are listed as they are counted.
fn check(board: &VariantBoard) {
    for dialect in [Dialect::Lichess, Dialect::Libraries] {
        let fen = board.fen(dialect).to_string();
        assert_eq!(VariantBoard::from_fen(board.variant(), &fen).as_ref(), Ok(board), "{fen}");
    }
    assert_eq!(board.legal_moves().len(), board.legal_move_count() as usize, "{board:?}");
    let is_over = board.outcome().is_some_and(|outcome| outcome.is_variant_end());
    assert!(!is_over || !board.has_legal_moves(), "{board:?}");
}
