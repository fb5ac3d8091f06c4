//! Boards for fuzzing: whatever the bytes are, the position is valid.

use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use gardez_bitboard::Bitboard;
use gardez_position::{Board, Position};
use gardez_types::{CastlingRights, Generator, Move, Square};

fn bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut generator = Generator::new(seed);
    (0..length).map(|_| generator.next_u64() as u8).collect()
}

#[test]
fn any_bytes_are_a_valid_position_that_a_fen_describes() {
    let mut boards = HashSet::new();
    for seed in 1..300 {
        let bytes = bytes(seed, seed as usize);
        let position = Position::arbitrary(&mut Unstructured::new(&bytes)).expect("a position");
        position.check_invariants().expect("a valid position");
        let board = Board::arbitrary(&mut Unstructured::new(&bytes)).expect("a board");
        assert!(board.same_state(&position) && board.problems().is_empty(), "{board}");
        assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        boards.insert(board);
    }
    assert!(boards.len() > 200, "only {} boards", boards.len());
}

#[test]
fn any_bytes_are_values_of_the_vocabulary() {
    let (mut squares, mut moves, mut rights) = (Bitboard::EMPTY, HashSet::new(), HashSet::new());
    let bytes = bytes(7, 40_000);
    let mut bytes = Unstructured::new(&bytes);
    for _ in 0..2000 {
        squares |= Bitboard::from(Square::arbitrary(&mut bytes).expect("a square"));
        let m = Move::arbitrary(&mut bytes).expect("a move");
        assert_eq!(Move::from_raw(m.raw()), Some(m));
        moves.insert(m);
        rights.insert(CastlingRights::arbitrary(&mut bytes).expect("a set of rights"));
        Bitboard::arbitrary(&mut bytes).expect("a set");
    }
    assert!(squares == Bitboard::FULL && moves.len() > 500, "{} moves", moves.len());
    assert_eq!(rights.len(), 16, "each set of rights");
}
