//! The shortcut of `Board::checkers` and the checks of `Board::check_info` agree with all attackers of the king.

use gardez_position::{Bitboard, Board, Color, FenMode, MoveKind, Position};
use gardez_types::Generator;

/// Start positions in which castling, en passant captures, promotions and discovered checks are possible within a few
/// plies.
const STARTS: [&str; 10] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    // Castling gives check, and so does each promotion.
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // A capture en passant uncovers a bishop, a rook on the file, and a rook on the rank.
    "7k/8/8/3pP3/8/2B5/8/K7 w - d6 0 1",
    "4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 1",
    "8/8/8/R2pP2k/8/8/8/K7 w - d6 0 1",
    // Kings that give discovered checks, and batteries.
    "q3k3/8/8/3R4/2B1K3/8/6n1/b6r b - - 0 1",
    "bb1qrkrn/2pppppp/p4n2/1p6/1P6/P4N2/2PPPPPP/BB1QRKRN w GEge - 0 5",
];

/// The pieces that give check, without a shortcut.
fn attackers(board: &Board) -> Bitboard {
    let us = board.side_to_move();
    board.attackers_to(board.king(us)) & board.by_color(!us)
}

fn check(board: &Board) {
    assert_eq!(board.checkers(), attackers(board), "{board:?}");
    assert_eq!(board.in_check(), !attackers(board).is_empty(), "{board:?}");
    let info = board.check_info();
    assert_eq!(info.checkers, attackers(board), "{board:?}");
    assert_eq!(info.blockers, Color::ALL.map(|color| board.blockers(color)), "{board:?}");
    assert_eq!(info.pinners, Color::ALL.map(|color| board.pinners(color)), "{board:?}");
}

/// The number of checks by moves of each kind.
type Checks = [usize; 4];

/// Makes and undoes each move, on the position and on copies of its board.
fn check_children(position: &mut Position, checks: &mut Checks) {
    for m in position.legal_moves() {
        position.do_move(m);
        check(position);
        checks[m.kind() as usize] += usize::from(position.in_check());
        for other in [position.swap_colors().into(), Position::from(*position.board()), position.recent(4)] {
            check(&other);
            assert_eq!(other.in_check(), position.in_check(), "{position:?}");
        }
        if !position.in_check() {
            // Now the side that has just moved is to move again.
            position.do_null_move();
            check(position);
            check(&position.swap_colors());
            assert!(position.undo_null_move());
            check(position);
        }
        assert_eq!(position.undo_move(), Some(m));
        check(position);
        let mut child = *position.board();
        child.do_move(m);
        check(&child);
    }
}

#[test]
fn the_shortcut_by_the_last_move_finds_all_checkers() {
    let mut random = Generator::new(0x9e37_79b9_7f4a_7c15);
    let mut checks = Checks::default();
    let games = if std::env::var_os("GARDEZ_SLOW").is_some() { 2000 } else { 60 };
    for game in 0..games {
        let mut position = match game % 12 {
            10 => Position::start(),
            11 => Board::double_chess960(game as u16 * 7 % 960, game as u16 * 31 % 960)
                .map(Position::from)
                .expect("both below 960"),
            start => Position::from_fen(STARTS[start], FenMode::Detect).expect("a FEN"),
        };
        check(&position);
        for _ in 0..120 {
            check_children(&mut position, &mut checks);
            let choice = random.next_below(1 << 31);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if choice % 16 == 0 && !position.in_check() {
                position.do_null_move();
            } else {
                position.do_move(moves[choice / 16 % moves.len()]);
            }
        }
        // All the way back.
        loop {
            check(&position);
            check(position.recent(4).board());
            if position.undo_move().is_none() && !position.undo_null_move() {
                break;
            }
        }
    }
    for kind in [MoveKind::Normal, MoveKind::Promotion, MoveKind::EnPassant, MoveKind::Castling] {
        assert!(checks[kind as usize] >= 5, "{kind:?}: {} checks", checks[kind as usize]);
    }
}

#[test]
fn checkers_are_found_without_a_last_move() {
    // 7  k . . . . . . .
    // 2  K Q . . . . . .     White to move. Neither king is in check.
    let board = Board::from_endgame_code("KQvK", Color::White).expect("an endgame code");
    check(&board);
    // 7  k r . . . . . .
    // 2  K . . . . . . .
    check(&Board::from_endgame_code("KvKR", Color::White).expect("an endgame code"));
}
