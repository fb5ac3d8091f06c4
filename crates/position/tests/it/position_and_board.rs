//! A position dereferences to its board, but does not lose its history by accident. Both are set up in the same way.

use std::path::Path;

use crate::common::walk;
use gardez_position::observers::NodeCounter;
use gardez_position::{Board, CastlingMode, ErrorInfo, FenMode, Move, Position, Square, UciError};
use quickcheck::quickcheck;

/// The names of the methods in `text` whose signature fits, in `impl` blocks of the type `name`.
fn methods(text: &str, name: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut names = vec![];
    for block in text.split("\nimpl").skip(1) {
        if !block.trim_start().starts_with(&format!("{name} {{")) {
            continue;
        }
        for method in block.split("\n    pub fn ").skip(1) {
            let signature = method.split('{').next().expect("a body follows");
            if fits(signature) {
                names.push(method.split(['(', '<']).next().expect("a name").to_owned());
            }
        }
    }
    names
}

/// The text of all source files in a folder and its folders.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).expect("the folder of the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text += &sources(&path);
        } else {
            text += &std::fs::read_to_string(&path).expect("a source file");
        }
    }
    text
}

#[test]
fn every_method_of_a_board_that_returns_a_board_is_a_method_of_a_position_too() {
    let text = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let returns = |signature: &str| signature.contains("-> Self") || signature.contains("-> Board");
    let of_board = methods(&text, "Board", |signature| signature.contains("&self") && returns(signature));
    let of_position = methods(&text, "Position", |signature| signature.contains("&self") && returns(signature));
    for expected in ["after", "after_with", "after_null", "swap_colors"] {
        assert!(of_board.iter().any(|name| name == expected), "{expected} was not found in the sources");
    }
    for name in of_board {
        assert!(of_position.contains(&name), "position.{name}() returns a board without the history");
    }
}

#[test]
fn a_position_made_from_another_can_undo_its_moves() {
    let start = Position::start();
    let m = Move::normal(Square::E2, Square::E4);

    let mut after: Position = start.after(m);
    assert_eq!(after.undo_move(), Some(m));
    assert!(after.same_history(&start));

    let mut nodes = NodeCounter::default();
    let mut after: Position = start.after_with(m, &mut nodes);
    assert_eq!((nodes.0, after.undo_move()), (1, Some(m)));
    assert!(after.same_history(&start));

    let mut after: Position = start.after_null();
    assert!(after.undo_null_move() && after.same_history(&start));
}

#[test]
fn a_repetition_is_still_a_repetition_after_the_colors_are_swapped() {
    let mut position = Position::start();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        position.do_move(position.parse_uci(text).expect("legal"));
    }
    let swapped: Position = position.swap_colors();
    assert_eq!((position.repetition(), swapped.repetition()), (4, 4));
    assert_eq!(position.board().swap_colors().rule50(), swapped.rule50());
}

quickcheck! {
    fn swapping_the_colors_swaps_every_board_of_the_history(start: u16, choices: Vec<u8>) -> bool {
        let mut position = walk(start, &choices, |_| ());
        let mut swapped = position.swap_colors();
        assert_eq!(swapped.history().len(), position.history().len());
        loop {
            assert_eq!(swapped.to_string(), position.board().swap_colors().to_string());
            assert_eq!(swapped.key(), position.board().swap_colors().key());
            assert_eq!(swapped.check_invariants(), Ok(()));
            assert_eq!(swapped.repetition(), position.repetition());
            let undone = position.undo_move();
            assert_eq!(swapped.undo_move().is_some(), undone.is_some());
            if undone.is_none() && !position.undo_null_move() {
                return !swapped.undo_null_move();
            }
            if undone.is_none() {
                assert!(swapped.undo_null_move());
            }
        }
    }

    fn a_position_after_a_move_is_the_position_that_makes_the_move(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for m in position.legal_moves().into_iter().take(3) {
                let after = position.after(m);
                assert!(after.same_state(&position.board().after(m)));
                position.do_move(m);
                assert!(after.same_history(position));
                position.undo_move();
            }
        });
        true
    }

    fn a_replayed_move_leaves_the_board_of_a_move_that_is_made(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for m in position.legal_moves() {
                let (made, mut replayed) = (position.board().after(m), *position.board());
                replayed.replay(m);
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
