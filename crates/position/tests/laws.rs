//! Laws of positions: what a random game does and undoes, and what a FEN says and says again.

use gardez_position::{Board, FenMode, FenStyle, Position};
use gardez_types::CastlingMode;
use quickcheck::quickcheck;

/// Plays `choices[i] % moves.len()` from the start position with this number, passing where 255 is chosen.
fn walk(start: u16, choices: &[u8], mut visit: impl FnMut(&mut Position)) -> Position {
    let mut position = Position::double_chess960(start % 960, start / 7 % 960).expect("both below 960");
    if start % 3 == 0 {
        position = Position::start();
    }
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        if choice == 255 && !position.in_check() {
            position.do_null_move();
        } else {
            position.do_move(moves[usize::from(choice) % moves.len()]);
        }
        visit(&mut position);
    }
    position
}

quickcheck! {
    fn undoing_a_game_restores_every_position_field_by_field(start: u16, choices: Vec<u8>) -> bool {
        let mut seen = vec![];
        let mut position = walk(start, &choices, |position| seen.push(position.clone()));
        while let Some(expected) = seen.pop() {
            if position != expected {
                return false;
            }
            let undone = position.undo_move().is_some() || position.undo_null_move();
            assert!(undone, "a move was made");
        }
        position.history().is_empty() && position.undo_move().is_none() && !position.undo_null_move()
    }

    fn the_incremental_key_equals_the_key_from_scratch_after_every_move(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| assert_eq!(position.check_invariants(), Ok(()), "{position:?}"));
        true
    }

    fn a_fen_read_and_written_is_the_same_text_and_board(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let fen = position.to_string();
            let mode = match position.castling_mode() {
                CastlingMode::Standard => FenMode::Standard,
                CastlingMode::Chess960 => FenMode::Chess960,
            };
            let read = Position::from_fen(&fen, mode).expect("its own FEN");
            assert_eq!(read.to_string(), fen);
            assert_eq!(read.raw_key(), position.raw_key());
            assert_eq!(read.checkers(), position.checkers());
            for style in [FenStyle::Shredder, FenStyle::XFen] {
                let other = Position::from_fen(&position.fen(style).to_string(), mode).expect("another dialect");
                assert_eq!(other, read);
            }
        });
        true
    }

    fn a_copied_board_goes_the_same_way_as_the_position(start: u16, choices: Vec<u8>) -> bool {
        let mut board: Option<Board> = None;
        walk(start, &choices, |position| {
            let after = match (board, position.last_move()) {
                (Some(before), Some(m)) => before.after(m),
                (Some(before), None) => before.after_null(),
                (None, _) => *position.board(),
            };
            assert_eq!(after, *position.board());
            board = Some(after);
        });
        true
    }

    fn every_legal_move_is_read_back_from_its_text(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let moves = position.legal_moves();
            assert_eq!(moves.len(), position.legal_move_count());
            for m in moves {
                // King takes rook names castling beyond doubt.
                let text = m.uci(CastlingMode::Chess960).to_string();
                assert_eq!(position.parse_uci(&text), Ok(m), "{text} in {position:?}");
                assert!(position.is_legal(m));
            }
        });
        true
    }
}
