//! Reads a FEN. If it is accepted, the position and all positions after a move must be valid, and its own FEN must give the
//! same position.
#![no_main]

use gardez_position::{FenMode, FenProblems, FenReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for problems in [FenProblems::empty(), FenProblems::all()] {
        let Ok(read) = FenReader::new().ignore(problems).read_board(text) else { continue };
        let board = read.position;
        assert_eq!(board.check_invariants(), Ok(()), "{text}");
        let reader = FenReader::new().mode(FenMode::from(board.castling_mode())).ignore(problems);
        let again = reader.read_board(&board.to_string()).map(|again| again.position.to_string());
        assert_eq!(again.as_ref(), Ok(&board.to_string()), "{text}");
        for m in board.legal_moves() {
            assert_eq!(board.after(m).check_invariants(), Ok(()), "{text}: {m:?}");
        }
    }
});
