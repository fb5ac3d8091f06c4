//! A FEN and the moves after it, as in the UCI command `position`.

use gardez_position::{FenMode, Position};

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let Ok(mut position) = Position::from_fen(fen, FenMode::Detect) else { return };
    let before = position.clone();
    let mut made = 0;
    let mut words = moves.split_ascii_whitespace();
    for word in words.by_ref() {
        let Ok(m) = position.parse_uci(word) else { break };
        assert!(position.is_legal(m), "{text}");
        assert_eq!(position.parse_uci(&m.uci(position.castling_mode()).to_string()), Ok(m));
        position.do_move(m);
        made += 1;
    }
    let whole = Position::from_fen_and_moves(fen, FenMode::Detect, moves.split_ascii_whitespace());
    match whole {
        Ok(whole) => assert!(whole.same_history(&position), "{text}"),
        Err(_) => assert!(made < moves.split_ascii_whitespace().count(), "{text}"),
    }
    for _ in 0..made {
        assert!(position.undo_move().is_some());
    }
    assert!(position.same_history(&before), "{text}");
}
