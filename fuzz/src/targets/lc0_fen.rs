//! A FEN as lc0 reads it, and moves after it.

use gardez_lc0::{Board, Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory, Transform};

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut history = match PositionHistory::from_fen(fen) {
        Ok(history) => history,
        Err(error) => {
            assert!(fen.get(error.span).is_some(), "{fen:?}");
            return;
        }
    };
    // A board is printed exactly if it has no castling rights, whose rooks may be missing, and has both kings. A
    // missing king is treated as a king on a1, and is printed there.
    let board = *history.last().board();
    let placement = fen.trim_start_matches(' ').split(' ').next().unwrap_or_default();
    if board.castlings().is_empty() && placement.contains('K') && placement.contains('k') {
        let again = Board::from_fen(&format!("{} 0 1", board.fen())).map(|read| read.board.hash());
        assert_eq!(again.ok(), Some(board.hash()), "{fen:?}");
    }
    for word in moves.split(' ') {
        let Ok(m) = history.last().board().parse_move(word) else { break };
        history.push_relative(m);
    }
    let board = *history.last().board();
    for &m in &board.legal_moves() {
        let _ = board.after(m).legal_moves();
        let _ = PolicyIndex::from_move(m, Transform::NONE, PolicyIndexing::Lc0);
    }
    for format in InputFormat::ALL {
        for fill in FillMode::ALL {
            let _ = Encoder::new(format).with_fill(fill).encode(&history);
        }
    }
}
