//! A move in long algebraic notation: a FEN, and the text on the next line.

use gardez_notation::lan::{self, Lan, LanStyle};
use gardez_notation::san;

use crate::input::{board, first_line, text};

pub(super) fn run(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let (board, text) = (board(fen), text(rest));
    let Ok(m) = lan::parse(&board, text) else { return };
    assert!(board.is_legal(m), "{text}");
    let styles = [LanStyle::Hyphen, LanStyle::Dense].map(|style| Lan::new(&board, m, style));
    assert!(styles.iter().any(|lan| **lan == *text), "{text}");
    for lan in styles {
        assert_eq!(lan::parse(&board, &lan), Ok(m), "{text}");
        assert_eq!(san::parse_lenient(&board, &lan).map(|parsed| parsed.mv), Ok(Some(m)), "{text}");
    }
}
