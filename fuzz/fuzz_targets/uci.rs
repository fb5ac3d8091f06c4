//! Reads a FEN and the moves after it, as in the UCI command `position`. After the moves are made and undone, the
//! FEN of the position must be the same.
#![no_main]

use gardez_position::{FenMode, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let Ok(mut position) = Position::from_fen(fen, FenMode::Detect) else { return };
    let before = position.to_string();
    let mut made = 0;
    for word in moves.split_ascii_whitespace() {
        let Ok(m) = position.parse_uci(word) else { break };
        assert_eq!(position.parse_uci(&m.uci(position.castling_mode()).to_string()), Ok(m));
        position.do_move(m);
        made += 1;
    }
    for _ in 0..made {
        assert!(position.undo_move().is_some());
    }
    assert_eq!(position.to_string(), before);
});
