//! A position dereferences to its board, but does not lose its history by accident. Both are set up in the same way.

use crate::common::walk;
use gardez_position::{Board, CastlingMode, ErrorInfo, FenMode, Position, UciError};
use quickcheck::quickcheck;

quickcheck! {
    fn a_replayed_move_leaves_the_board_of_a_move_that_is_made(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for m in position.legal_moves() {
                let (made, mut replayed) = (position.board().after(m), *position.board());
                replayed.do_unpredictable_move(m);
                assert!(replayed.same_state(&made), "{m:?} on {position:?}");
                assert_eq!((replayed.state(), replayed.piece_array()), (made.state(), made.piece_array()));
            }
        });
        true
    }
}

#[test]
fn a_board_is_set_up_like_a_position() {
    assert_eq!(Board::default(), *Position::default().board());
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7";
    for mode in [FenMode::Standard, FenMode::Chess960, FenMode::Detect] {
        let position = Position::from_fen(fen, mode).expect("a FEN");
        assert!(Board::from_fen(fen, mode).expect("a FEN").same_state(&position));
    }
    assert_eq!(fen.parse::<Board>().map(|board| board.castling_mode()), Ok(CastlingMode::Standard));
    assert_eq!("no FEN".parse::<Board>(), "no FEN".parse::<Position>().map(|position| *position.board()));
}

#[test]
fn errors_have_a_kind_and_a_place() {
    let fen = Board::from_fen("8/8/8/8/8/8/8/8 x - - 0 1", FenMode::Detect).expect_err("no side to move");
    assert_eq!((fen.kind_name(), ErrorInfo::span(&fen)), ("side-to-move", Some(16..17)));

    let start = Position::start();
    let text = start.parse_uci("e2e9").expect_err("there are eight ranks");
    assert_eq!((text.kind_name(), text.span()), ("character", Some(3..4)));
    let illegal = start.parse_uci("e2e5").expect_err("a pawn steps at most two squares");
    assert!(matches!(illegal, UciError::Illegal(_)));
    assert_eq!((illegal.kind_name(), illegal.span()), ("no-such-move", None));

    let moves = Position::from_fen_and_moves(&start.to_string(), FenMode::Detect, ["e2e4", "e7e9"]);
    let error = moves.expect_err("there are eight ranks");
    assert_eq!((error.kind_name(), error.span()), ("character", Some(3..4)));

    let code = Board::from_endgame_code("KRxK", gardez_position::Color::White).expect_err("not a piece");
    assert_eq!((code.kind_name(), code.span()), ("unknown-piece", Some(2..3)));
    assert_eq!(code.to_string(), "expected one of KQRBNP, found 'x' at byte 2");
}
