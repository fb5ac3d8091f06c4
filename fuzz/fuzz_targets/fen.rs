//! Reads a FEN. If it is accepted, the position and all positions after a move must be valid, and its own FEN must give
//! the same position.
#![no_main]

use gardez_position::{FenMode, FenProblems, FenReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (read, strictly) = (FenReader::new().read_board(text), FenReader::new().strict().read_board(text));
    let problems = read.as_ref().map(|read| read.problems());
    assert_eq!(strictly.is_ok(), problems == Ok(FenProblems::empty()), "{text}");
    let Ok(read) = read else { return };
    let board = read.position;
    assert_eq!(board.check_invariants(), Ok(()), "{text}");
    let reader = FenReader::new().with_mode(FenMode::from(board.castling_mode()));
    let again = reader.read_board(&board.to_string()).map(|again| again.position.to_string());
    assert_eq!(again.as_ref(), Ok(&board.to_string()), "{text}");
    for m in board.legal_moves() {
        assert_eq!(board.after(m).check_invariants(), Ok(()), "{text}: {m:?}");
    }
});
