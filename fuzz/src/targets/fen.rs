//! FENs, by every reader.

use gardez_position::{Board, FenMode, FenProblems, FenReader, Position};

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let text = text(bytes);
    let (read, strictly) = (FenReader::new().read_board(text), FenReader::new().strict().read_board(text));
    let problems = read.as_ref().map(|read| read.problems());
    assert_eq!(strictly.is_ok(), problems == Ok(FenProblems::empty()), "{text}");
    let Ok(read) = read else {
        assert!(Position::from_fen(text, FenMode::Detect).is_err(), "{text}");
        return;
    };
    let board = read.position;
    assert_eq!(board.check_invariants(), Ok(()), "{text}");
    assert_eq!(text.parse::<Board>(), Ok(board), "{text}");
    let reader = FenReader::new().with_mode(FenMode::from(board.castling_mode()));
    let written = board.to_string();
    let again = reader.read_board(&written).map(|again| again.position.to_string());
    assert_eq!(again.as_ref(), Ok(&written), "{text}");
    // The reader of a prefix stops exactly at the end of a FEN.
    let longer = format!("{written} ;");
    assert!(FenReader::new().read_prefix(&longer).is_ok_and(|(_, end)| longer[..end].trim_end() == written), "{text}");
    for m in board.legal_moves() {
        assert_eq!(board.after(m).check_invariants(), Ok(()), "{text}: {m:?}");
    }
}
