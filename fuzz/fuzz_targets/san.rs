//! Reads the text of a move. If it is accepted, the move must be legal. If it needs no repair, it must be the text that
//! is printed.
#![no_main]

use gardez_notation::san::{self, San};
use gardez_position::FenReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (fen, text) = input;
    let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let reader = FenReader::new();
    let Ok(read) = reader.read_board(fen).or_else(|_| reader.read_board(start)) else { return };
    let board = read.position;
    let Ok(parsed) = san::parse_lenient(&board, text) else { return };
    let Some(m) = parsed.mv else { return };
    assert!(board.is_legal(m), "{text}");
    assert_eq!(parsed.repairs.is_empty(), *San::new(&board, m) == *text, "{text}");
    assert_eq!(san::parse(&board, text).is_ok(), parsed.repairs.is_empty(), "{text}");
});
