//! Values in a binary format of `serde`: they are read as they are written, and sets and moves are numbers.

use crate::common::walk;
use gardez_bitboard::Bitboard;
use gardez_position::{Board, EnPassantPolicy, FenStyle, MoveList, Position};
use gardez_types::{CastlingRights, Move};
use postcard::{from_bytes, to_allocvec};
use quickcheck::quickcheck;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn written(value: &impl Serialize) -> Vec<u8> {
    to_allocvec(value).expect("bytes")
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> T {
    from_bytes(bytes).expect("a value")
}

quickcheck! {
    fn a_set_is_a_number_of_64_bits(bits: u64) -> bool {
        let bytes = written(&Bitboard::from_bits(bits));
        bytes == written(&bits) && read::<Bitboard>(&bytes).bits() == bits
    }

    fn a_number_is_read_as_a_move_if_it_is_one(raw: u16) -> bool {
        let bytes = written(&raw);
        let m = Move::from_raw(raw);
        from_bytes::<Move>(&bytes).ok() == m && m.is_none_or(|m| written(&m) == bytes)
    }

    fn boards_and_lists_of_moves_are_read_as_they_are_written(start: u16, choices: Vec<u8>) -> bool {
        let position = walk(start, &choices, |_| {});
        let board = *position.board();
        let moves: MoveList = board.legal_moves();
        // The last move is not written.
        let is_same = |read: &Board| {
            *read == board
                && read.same_clocks(&board)
                && read.castling_mode() == board.castling_mode()
                && (read.ep_square(), read.raw_key()) == (board.ep_square(), board.raw_key())
                && read.state().double_push() == board.state().double_push()
        };
        let rights = board.castling_rights();
        // The length of the list takes up to two bytes, a move up to three.
        let bytes = written(&moves);
        assert!(bytes.len() <= 2 + 3 * moves.len(), "{} bytes for {} moves", bytes.len(), moves.len());
        // The length of the text takes one byte, and a word after the FEN at most nine.
        let fen = board.fen(FenStyle::Shredder).with_en_passant(EnPassantPolicy::Always).to_string();
        assert!((1 + fen.len()..=1 + fen.len() + 9).contains(&written(&board).len()), "{board}");
        read::<MoveList>(&bytes) == moves
            && is_same(&read(&written(&board)))
            && is_same(read::<Position>(&written(&position)).board())
            && read::<CastlingRights>(&written(&rights)) == rights
    }
}

#[test]
fn numbers_are_short() {
    assert_eq!(written(&Bitboard::EMPTY), [0]);
    assert_eq!(written(&Bitboard::from_bits(127)), [127]);
    assert_eq!(written(&Bitboard::FULL).len(), 10);
    let m = Move::from_raw(796).expect("e2e4");
    assert_eq!(written(&m), [0x9c, 0x06]);
    assert!(from_bytes::<Move>(&written(&u16::MAX)).is_err(), "no move has the kind castling and a promotion");
}
