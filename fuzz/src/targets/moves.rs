//! A position, and any 16 bits as a move.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

use gardez_position::{Move, MoveClass, Position};

use crate::input::{Numbers, board, first_line};

pub(super) fn moves(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let board = board(fen);
    let mut position = Position::from(board);
    let before = position.clone();
    let (legal, info) = (board.legal_moves(), board.check_info());
    let class = if board.in_check() { MoveClass::Evasions } else { MoveClass::NonEvasions };
    let pseudo_legal = board.moves().of(class).pseudo_legal().list();

    let mut numbers = Numbers(rest);
    while !numbers.is_empty() {
        let raw = numbers.u16();
        let Some(m) = Move::from_raw(raw) else { continue };
        let is_legal = legal.contains(&m);
        assert_eq!(board.is_legal(m), is_legal, "{m:?} in {board:?}");
        assert_eq!(board.with(&info).is_legal(m), is_legal, "{m:?} in {board:?}");
        let is_pseudo_legal = board.is_pseudo_legal(m);
        assert_eq!(is_pseudo_legal, board.with(&info).is_pseudo_legal(m), "{m:?} in {board:?}");
        assert!(is_pseudo_legal || !is_legal, "{m:?} in {board:?}");
        if is_pseudo_legal {
            assert!(pseudo_legal.contains(&m) || !is_legal, "{m:?} in {board:?}");
            assert_eq!(board.keeps_king_safe(m), board.with(&info).keeps_king_safe(m), "{m:?} in {board:?}");
        }
        // These answer for any move, and mean something for legal ones.
        let _ = (board.piece_on(m.from()), board.captured_piece(m), board.is_capture(m), board.is_capture_stage(m));
        let _ = board.check_kind(m);
        let found = board.find_move(m.from(), m.to(), m.promotion());
        assert!(found.is_ok_and(|found| legal.contains(&found)) || !is_legal, "{m:?} in {board:?}");
        assert_eq!(position.clone().play(m).is_ok(), is_legal, "{m:?} in {board:?}");

        let queries = || {
            let checks = (board.gives_check(m), board.with(&info).gives_check(m));
            let see = (board.see(m), board.with(&info).see(m));
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

/// Calls a function that may panic, as its documentation says. The hook, which ends a fuzz run, does not hear of it.
fn allowed<T>(call: impl FnOnce() -> T) -> Option<T> {
    ALLOWED.set(true);
    let result = catch_unwind(AssertUnwindSafe(call)).ok();
    ALLOWED.set(false);
    result
}

thread_local! {
    static ALLOWED: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the hook for panics from seeing a panic that is allowed.
pub fn ignore_allowed() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !ALLOWED.get() {
            hook(info);
        }
    }));
}
