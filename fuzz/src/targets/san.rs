//! A move in SAN: a FEN, and the text on the next line.

use gardez_notation::san::{self, San};

use crate::input::{board, first_line, text};

pub(super) fn run(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let (board, text) = (board(fen), text(rest));
    let strict = san::parse(&board, text);
    let Ok(parsed) = san::parse_lenient(&board, text) else {
        assert!(strict.is_err(), "{text}");
        return;
    };
    let Some(m) = parsed.mv else { return };
    assert!(board.is_legal(m), "{text}");
    assert_eq!(parsed.repairs.is_empty(), *San::new(&board, m) == *text, "{text}");
    assert_eq!(strict.is_ok(), parsed.repairs.is_empty(), "{text}");
}
