//! A game, and everything that is known about its last position, compared with what it must be.
//!
//! The slow definitions are `crates/position/tests/slow`, the board set up again from its parts, and second crates.

mod text;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use gardez_lc0::{
    self as lc0, Encoder, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory, decode_board, decode_move,
};
use gardez_position::{Board, BoardParts, Move, MoveClass, PackedBoard, Position};
use gardez_syzygy::{ProbeError, Tablebase, Wdl};

use crate::input::{Numbers, start};
use crate::seeds::home;
use crate::slow::SlowBoard;

/// Checks a game: the first bytes choose the start position, and each other one a move.
pub(super) fn game(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    let mut position = start(&mut numbers);
    let mut moves = vec![];
    while !numbers.is_empty() {
        let legal = position.legal_moves();
        if legal.is_empty() || position.halfmove_clock() >= 150 {
            break;
        }
        let m = legal[numbers.below(legal.len())];
        position.do_move(m);
        moves.push(m);
    }
    everything(&position);
    text::game_is_read_again(&position, &moves);
}

fn everything(position: &Position) {
    let board = position.board();
    assert_eq!(board.check_invariants(), Ok(()), "{board:?}");
    moves_are_those_of_the_slow_rules(board);
    after_each_move(position);
    keys_are_those_of_a_board_set_up_again(board);
    null_moves(position);
    mirrored(board);
    packed(board);
    text::fens(position);
    text::moves(board);
    network_inputs(position);
    replies_are_counted(board);
    tables(position);
}

/// Compares the lists of moves by class, and the answers about single moves.
pub(super) fn moves_are_those_of_the_slow_rules(board: &Board) {
    let slow = SlowBoard::from_board(board);
    let wanted = slow.legal_moves();
    let listed = board.legal_moves();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), wanted, "{board:?}");
    assert_eq!((listed.len(), board.legal_move_count()), (wanted.len(), wanted.len()), "{board:?}");
    assert_eq!((board.in_check(), board.has_legal_moves()), (slow.in_check(), !wanted.is_empty()), "{board:?}");
    for class in [MoveClass::Captures, MoveClass::Quiets, MoveClass::QuietChecks] {
        let belongs = |m: &&Move| match class {
            MoveClass::Captures => slow.is_capture_stage(**m),
            MoveClass::Quiets => !slow.is_capture_stage(**m),
            _ => !slow.is_capture_stage(**m) && slow.after(**m).in_check(),
        };
        let of_class: BTreeSet<_> = wanted.iter().filter(belongs).copied().collect();
        let listed: BTreeSet<_> = board.moves().of(class).list().iter().copied().collect();
        assert_eq!(listed, of_class, "{class:?} of {board:?}");
        let mut pseudo = board.moves().of(class).pseudo_legal().list();
        pseudo.retain(|m| board.keeps_king_safe(m));
        assert_eq!(pseudo.iter().copied().collect::<BTreeSet<_>>(), of_class, "{class:?} of {board:?}");
    }
    let info = board.check_info();
    for &m in &wanted {
        let after = board.after(m);
        let slow_after = slow.after(m);
        assert_eq!(SlowBoard::from_board(&after), slow_after, "{m:?} in {board:?}");
        let checks = slow_after.in_check();
        assert_eq!((board.gives_check(m), board.with(&info).gives_check(m)), (checks, checks), "{m:?} in {board:?}");
        assert_eq!(board.check_kind(m).is_some(), checks, "{m:?} in {board:?}");
        assert!(board.is_legal(m) && board.with(&info).is_legal(m), "{m:?} in {board:?}");
        assert_eq!(board.key_after(m), after.key(), "{m:?} in {board:?}");
        assert_eq!(board.find_move(m.from(), m.to(), m.promotion()), Ok(m), "{board:?}");
        let value = board.see(m);
        assert_eq!(board.with(&info).see(m), value, "{m:?} in {board:?}");
        assert!(board.see_ge(m, value) && !board.see_ge(m, value + 1), "{m:?} in {board:?}");
        assert!(board.with(&info).see_ge(m, value), "{m:?} in {board:?}");
    }
}

/// Makes and undoes moves in a position and in a board, and compares the states.
fn after_each_move(position: &Position) {
    let mut played = position.clone();
    for m in position.legal_moves() {
        played.do_move(m);
        let mut board = *position.board();
        board.do_move(m);
        assert!(played.same_state(&board) && played.same_state(&position.board().after(m)), "{m:?} in {position:?}");
        assert_eq!(board.check_invariants(), Ok(()), "{m:?} in {position:?}");
        assert_eq!(played.undo_move(), Some(m));
        assert!(played.same_history(position), "{m:?} in {position:?}");
    }
}

fn all_keys(board: &Board) -> [u64; 8] {
    let non_pawn = [
        board.state().non_pawn_key(gardez_position::Color::White),
        board.state().non_pawn_key(gardez_position::Color::Black),
    ];
    let [white, black] = non_pawn;
    let (pawn, minor, material) =
        (board.state().pawn_key(), board.state().minor_piece_key(), board.state().material_key());
    [board.key(), board.raw_key(), pawn, minor, material, white, black, board.polyglot_key()]
}

fn keys_are_those_of_a_board_set_up_again(board: &Board) {
    let again = Board::from_parts(&BoardParts::from(board)).expect("the parts of a board");
    assert_eq!(all_keys(&again), all_keys(board), "{board:?}");
    assert!(again == *board && again.same_clocks(board), "{board:?}");
}

fn null_moves(position: &Position) {
    if position.in_check() {
        return;
    }
    let mut passed = position.clone();
    passed.do_null_move();
    assert_eq!(passed.check_invariants(), Ok(()), "{position:?}");
    assert!(passed.same_state(&position.board().after_null()), "{position:?}");
    let again = Board::from_parts(&BoardParts::from(passed.board())).expect("the parts of a board");
    assert_eq!(all_keys(&again), all_keys(&passed), "{position:?}");
    assert!(passed.undo_null_move() && passed.same_history(position), "{position:?}");
}

/// Checks that the other color's view has the same number of moves and that turning it again gives the same board.
fn mirrored(board: &Board) {
    let swapped = board.swap_colors();
    assert_eq!(swapped.check_invariants(), Ok(()), "{board:?}");
    assert_eq!(swapped.legal_move_count(), board.legal_move_count(), "{board:?}");
    assert!(swapped.swap_colors() == *board, "{board:?}");
}

fn packed(board: &Board) {
    let Ok(packed) = board.packed() else { return };
    let again = Board::try_from(&PackedBoard::from_bytes(packed.to_bytes())).expect("a board that was packed");
    assert_eq!(again, *board);
    assert_eq!(again.packed(), Ok(packed), "{board:?}");
}

/// Compares lc0's board, its moves, its planes and back, and the policy indices of all moves.
fn network_inputs(position: &Position) {
    let board = position.board();
    let mut history = PositionHistory::from(position);
    let ours = *history.last().board();
    let legal = ours.legal_moves();
    let absolute = legal.iter().filter_map(|m| m.to_absolute(board.side_to_move()));
    let listed: BTreeSet<_> = board.legal_moves().iter().copied().collect();
    assert_eq!(absolute.collect::<BTreeSet<_>>(), listed, "{board:?}");
    for &m in &listed {
        let m = lc0::Move::from_absolute(m, board.side_to_move());
        assert!(ours.is_legal_move(m, &ours.king_attack_info()), "{m:?} in {board:?}");
    }
    for format in [InputFormat::Classical, InputFormat::Canonical] {
        let encoder = Encoder::new(format);
        let (planes, transform) = encoder.encode(&history);
        let before = planes.untransformed(transform);
        let read = decode_board(format, &before).expect("planes of a board");
        if read.board.is_flipped() == ours.is_flipped() {
            assert_eq!((read.board.ours(), read.board.theirs()), (ours.ours(), ours.theirs()), "{board:?}");
        }
        let mut indices = BTreeSet::new();
        for &m in &legal {
            let index = PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0).expect("a legal move");
            assert_eq!(index.among(&legal, transform, PolicyIndexing::Lc0), Some(m), "{board:?}");
            assert!(indices.insert(index), "two moves have {index:?} in {board:?}");
        }
        // One move is made and read back from the planes before and after it.
        if let Some(&m) = legal.get(usize::from(board.halfmove_clock()) % legal.len().max(1)) {
            history.push_relative(m);
            let (planes, after) = encoder.encode(&history);
            assert_eq!(decode_move(&planes.untransformed(after), &before), Ok(m.flip_vertical()), "{board:?}");
            history.pop();
        }
    }
}

/// Compares with the counting engine, which has its own board and rules.
fn replies_are_counted(board: &Board) {
    let replies: usize = board.legal_moves().iter().map(|&m| board.after(m).legal_move_count()).sum();
    assert_eq!(gardez_count::count(board, 2), replies as u128, "{board:?}");
}

static TABLES: LazyLock<Tablebase> = LazyLock::new(|| {
    let committed = home().join("../crates/syzygy/tests/tables");
    let large = std::env::var_os("GARDEZ_DATA").map(|data| std::path::Path::new(&data).join("data/syzygy"));
    let directories = large.into_iter().filter(|directory| directory.is_dir()).chain([committed]);
    Tablebase::open(directories).expect("directories of tables")
});

/// Checks that a value of a table is the best value after a move, and is the same for the other color.
fn tables(position: &Position) {
    let board = position.board();
    if board.occupied().len() > 5 || !board.castling_rights().is_empty() {
        return;
    }
    let probe = |board: &Board| match TABLES.probe_wdl(board) {
        Err(ProbeError::Table(error)) => panic!("{error}"),
        other => other.ok(),
    };
    let Some(value) = probe(board) else { return };
    assert_eq!(probe(&board.swap_colors()), Some(value), "{board:?}");
    let replies: Option<Vec<Wdl>> = board.legal_moves().iter().map(|&m| probe(&board.after(m))).collect();
    if let Some(best) = replies.as_ref().and_then(|replies| replies.iter().map(|reply| -reply.raw()).max()) {
        assert_eq!(value.raw(), best, "{board:?}");
    } else if replies.is_some() {
        assert_eq!(value, if board.in_check() { Wdl::Loss } else { Wdl::Draw }, "{board:?}");
    }
    if let Ok(distance) = TABLES.probe_dtz(board) {
        assert_eq!(distance.plies().signum(), i32::from(value.raw()).signum(), "{board:?}");
    }
}
