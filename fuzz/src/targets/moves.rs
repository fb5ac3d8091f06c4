//! A position, and any 16 bits as a move.

use gardez_position::{Move, MoveClass, Position};

use crate::input::{Numbers, board, first_line};
use crate::panics::allowed;

pub(super) fn run(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let board = board(fen);
    let mut position = Position::from(board);
    let before = position.clone();
    let (legal, info) = (board.legal_moves(), board.check_info());
    let class = if board.in_check() { MoveClass::Evasions } else { MoveClass::NonEvasions };
    let pseudo_legal = board.pseudo_legal_moves(class);

    let mut numbers = Numbers(rest);
    while !numbers.is_empty() {
        let raw = numbers.u16();
        let Some(m) = Move::from_raw(raw) else { continue };
        let is_legal = legal.contains(&m);
        assert_eq!(board.is_legal(m), is_legal, "{m:?} in {board:?}");
        assert_eq!(board.is_legal_with(&info, m), is_legal, "{m:?} in {board:?}");
        let is_pseudo_legal = board.is_pseudo_legal(m);
        assert_eq!(is_pseudo_legal, board.is_pseudo_legal_with(&info, m), "{m:?} in {board:?}");
        assert!(is_pseudo_legal || !is_legal, "{m:?} in {board:?}");
        if is_pseudo_legal {
            assert!(pseudo_legal.contains(&m) || !is_legal, "{m:?} in {board:?}");
            assert_eq!(board.keeps_king_safe(m), board.keeps_king_safe_with(&info, m), "{m:?} in {board:?}");
        }
        // These answer for any move, and mean something for legal ones.
        let _ = (board.moved_piece(m), board.captured_piece(m), board.is_capture(m), board.is_capture_stage(m));
        let _ = (board.is_capture_or_promotion(m), board.is_advanced_pawn_push(m), board.check_kind(m));
        let found = board.find_move(m.from(), m.to(), m.promotion_piece());
        assert!(found.is_ok_and(|found| legal.contains(&found)) || !is_legal, "{m:?} in {board:?}");
        assert_eq!(position.clone().play(m).is_ok(), is_legal, "{m:?} in {board:?}");

        let queries = || {
            let checks = (board.gives_check(m), board.gives_check_with(&info, m));
            let see = (board.see(m), board.see_with(&info, m));
            (checks, see, board.see_ge(m, 0), board.key_after(m))
        };
        if is_legal {
            let (checks, see, gains, key) = queries();
            position.do_move(m);
            assert_eq!(checks, (position.in_check(), position.in_check()), "{m:?} in {board:?}");
            assert_eq!(key, position.key(), "{m:?} in {board:?}");
            assert_eq!((see.0, gains), (see.1, see.0 >= 0), "{m:?} in {board:?}");
            assert_eq!(position.undo_move(), Some(m));
            assert!(position.same_history(&before), "{m:?} in {board:?}");
        } else {
            // A move that is not legal may panic, or leave a position that breaks an invariant, and nothing worse.
            let mut scratch = position.clone();
            let _ = allowed(queries);
            let _ = allowed(|| {
                scratch.do_move(m);
                scratch.undo_move()
            });
        }
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    const FENS: [&str; 5] = [
        "",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ];
    let mut seeds = vec![];
    for fen in FENS {
        let mut seed = format!("{fen}\n").into_bytes();
        seed.extend(board(fen).legal_moves().iter().take(40).flat_map(|m| m.raw().to_le_bytes()));
        seeds.push(seed);
    }
    seeds
}
