//! All ways to list legal moves agree with the list of all legal moves, with and without a `CheckInfo`.

use std::ops::ControlFlow;

use crate::common::walk;
use gardez_bitboard::Bitboard;
use gardez_position::{Board, CheckKind, MoveClass, MoveList, MoveSet, Moves, Outcome, Position};
use gardez_types::{Color, Move, MoveKind, Piece, PieceType, Square};
use quickcheck::quickcheck;

const CLASSES: [MoveClass; 5] =
    [MoveClass::Captures, MoveClass::Quiets, MoveClass::Evasions, MoveClass::NonEvasions, MoveClass::QuietChecks];

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort();
    moves
}

/// Returns `true` if a legal move belongs to a class.
fn belongs(board: &Board, class: MoveClass, m: Move) -> bool {
    match class {
        MoveClass::Captures => board.is_capture_stage(m),
        MoveClass::Quiets => !board.is_capture_stage(m),
        MoveClass::Evasions => board.in_check(),
        MoveClass::NonEvasions => !board.in_check(),
        _ => !board.is_capture_stage(m) && board.after(m).in_check(),
    }
}

fn check_classes(board: &Board) {
    let all = board.legal_moves();
    for class in CLASSES {
        let wanted = sorted(all.iter().copied().filter(|&m| belongs(board, class, m)));
        assert_eq!(sorted(board.moves().of(class).list()), wanted, "{class:?} of {board:?}");
        let mut pseudo = board.moves().of(class).pseudo_legal().list();
        let info = board.check_info();
        assert!(pseudo.iter().all(|&m| board.keeps_king_safe(m) == board.with(&info).keeps_king_safe(m)));
        pseudo.retain(|m| board.keeps_king_safe(m));
        assert_eq!(sorted(pseudo), wanted, "pseudo-legal {class:?} of {board:?}");

        // Every list is added to what a list contains.
        let mut list = all.clone();
        board.moves().of(class).into(&mut list);
        assert_eq!(list[..all.len()], all[..]);
        assert_eq!(list[all.len()..], board.moves().of(class).list()[..]);
        list.truncate(1);
        let kept = list.len();
        board.moves().of(class).pseudo_legal().into(&mut list);
        assert_eq!(list[kept..], board.moves().of(class).pseudo_legal().list()[..]);
    }
    let mut divided = [MoveList::new(), MoveList::new()];
    let [captures, quiets] = &mut divided;
    board.with(&board.check_info()).moves().divide(captures, quiets);
    let classes = [MoveClass::Captures, MoveClass::Quiets].map(|class| sorted(board.moves().of(class).list()));
    assert_eq!(divided.map(sorted), classes, "{board:?}");
}

/// The positions that games reach too rarely: checks by every kind of piece, double checks, en passant that answers a
/// check or is pinned, promotions in check, castling that gives check.
const RARE: [&str; 12] = [
    "4k3/8/8/8/8/4r2n/8/N3K3 w - - 0 1",
    "4k3/8/8/8/8/4r2b/3P4/2R1K3 w - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "4k3/8/8/8/3pP2R/8/8/K3R2k b - e3 0 1",
    "3rk3/2P5/8/8/8/8/8/3K4 w - - 0 1",
    "2r1k3/1P6/8/8/8/8/8/2K5 w - - 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "7k/5P2/8/6N1/8/8/1B6/K6R w - - 0 1",
    "k7/8/8/3pP3/8/8/8/K6B w - d6 0 1",
    "rnbqkbnr/pp1ppppp/8/8/Q1p5/2P5/PP1PPPPP/RNB1KBNR w KQkq - 0 3",
];

#[test]
fn classes_divide_the_legal_moves_of_rare_positions() {
    let mut checks = 0;
    // Rare positions may name an en passant square that does not count.
    for fen in RARE {
        let Ok(position) = fen.parse::<Position>() else { continue };
        check_classes(&position);
        checks += usize::from(position.in_check());
        for m in position.legal_moves() {
            let after = position.after(m);
            check_classes(&after);
            checks += usize::from(after.in_check());
        }
    }
    assert!(checks > 10, "{checks} checks");
}

#[test]
fn a_quiet_move_that_does_not_answer_a_check_is_not_listed() {
    let board: Board = "4k3/8/8/8/8/4r2n/8/N3K3 w - - 0 1".parse().expect("a legal position");
    for list in [board.moves().quiets().list(), board.moves().quiets().pseudo_legal().list()] {
        assert!(list.iter().all(|m| m.from() == Square::E1), "{list:?}");
    }
}

/// How a move gives check, by the pieces that attack the king afterwards.
fn kind_by_attackers(board: &Board, m: Move) -> Option<CheckKind> {
    let after = board.after(m);
    let landed = after.by_color(board.side_to_move()) - board.by_color(board.side_to_move());
    let (direct, discovered) = (after.checkers() & landed, after.checkers() - landed);
    match (direct.is_empty(), discovered.is_empty()) {
        (true, true) => None,
        (false, true) => Some(CheckKind::Direct),
        (true, false) => Some(CheckKind::Discovered),
        (false, false) => Some(CheckKind::Double),
    }
}

fn check_moves(board: &Board) {
    let info = board.check_info();
    for m in board.legal_moves() {
        // In Chess960 a castling rook may stay on its square, so the square alone does not show what moved.
        if m.kind() != MoveKind::Castling {
            assert_eq!(board.check_kind(m), kind_by_attackers(board, m), "{m:?} in {board:?}");
        }
        assert_eq!(board.check_kind(m).is_some(), board.gives_check(m), "{m:?} in {board:?}");
        assert_eq!(board.captured_piece(m), board.after(m).state().captured(), "{m:?} in {board:?}");
        assert_eq!(board.with(&info).see(m), board.see(m), "{m:?} in {board:?}");
        for threshold in [-500, -1, 0, 1, 208] {
            assert_eq!(board.with(&info).see_ge(m, threshold), board.see(m) >= threshold, "{m:?} in {board:?}");
        }
    }
}

#[test]
fn all_kinds_of_checks_are_known() {
    for fen in RARE {
        let Ok(position) = fen.parse::<Position>() else { continue };
        check_moves(&position);
    }
}

/// The slider blockers of a square, one slider at a time.
fn slow_blockers(board: &Board, sliders: Bitboard, square: Square) -> (Bitboard, Bitboard) {
    let snipers: Bitboard = (sliders & board.occupied())
        .into_iter()
        .filter(|&sniper| {
            let piece = board.piece_on(sniper).expect("a slider");
            let reaches = gardez_bitboard::attacks(piece.piece_type(), sniper, Bitboard::EMPTY).contains(square);
            reaches && matches!(piece.piece_type(), PieceType::Bishop | PieceType::Rook | PieceType::Queen)
        })
        .collect();
    let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for sniper in snipers {
        let between: Vec<Square> =
            (gardez_bitboard::between(sniper, square) & (board.occupied() - snipers)).into_iter().collect();
        if let [blocker] = between[..] {
            blockers.insert(blocker);
            let color = |square| board.piece_on(square).map(Piece::color);
            if color(blocker) == color(square) {
                pinners.insert(sniper);
            }
        }
    }
    (blockers, pinners)
}

/// Compares what a set of moves says, and what is left of it, with the list of its moves.
fn check_narrowed(set: MoveSet, moves: &[Move], squares: Bitboard) {
    assert_eq!(set.origin().is_some(), set.pawn_step().is_none());
    if let Some((step, steps)) = set.pawn_step() {
        let from = |to: Square| (0..steps).try_fold(to, |square, _| square.step(step.opposite()));
        assert!(moves.iter().all(|m| from(m.to()) == Some(m.from())));
    }
    let promoted: Vec<_> = set.promotion_pieces().collect();
    assert!(moves.iter().all(|m| m.promotion().is_none_or(|piece| promoted.contains(&piece))));
    assert_eq!(promoted.is_empty(), moves.iter().all(|m| m.promotion().is_none()));

    let listed = |set: MoveSet| set.into_iter().collect::<Vec<_>>();
    let kept: Vec<Move> = moves.iter().copied().filter(|m| squares.contains(m.to())).collect();
    assert_eq!((listed(set & squares), (set & squares).is_empty()), (kept.clone(), kept.is_empty()));
    let mut folded = vec![];
    (set & squares).into_iter().for_each(|m| folded.push(m));
    assert_eq!((folded, (set & squares).len()), (kept.clone(), kept.len()));
    for &m in moves {
        let others: Vec<Move> = moves.iter().copied().filter(|&other| other != m).collect();
        assert_eq!((listed(set.without(m)), set.without(m).contains(m)), (others.clone(), false));
        assert_eq!(set.without(m).targets(), others.iter().map(|m| m.to()).collect());
        for other in (0..16).filter_map(|bit| Move::from_raw(m.raw() ^ 1 << bit)) {
            assert_eq!(set.contains(other), moves.contains(&other), "{other:?} in {set:?}");
        }
    }
    let none = moves.iter().fold(set, |set, &m| set.without(m));
    assert!(none.is_empty() && none.into_iter().next().is_none());
}

/// Compares all uses of each choice of moves, with and without a check info, and the choice with a filter.
fn check_choices(board: &Board, sources: Bitboard, targets: Bitboard) {
    let info = board.check_info();
    for class in CLASSES.map(Some).into_iter().chain([None]) {
        for (is_pseudo_legal, is_limited) in [(false, false), (false, true), (true, false), (true, true)] {
            let choose = |mut moves: Moves<'_>, is_limited| {
                moves = class.map_or(moves, |class| moves.of(class));
                moves = if is_pseudo_legal { moves.pseudo_legal() } else { moves };
                if is_limited { sorted(moves.from(sources).to(targets).list()) } else { sorted(moves.list()) }
            };
            let mut wanted = choose(board.moves(), false);
            wanted.retain(|m| !is_limited || (sources.contains(m.from()) && targets.contains(m.to())));
            let context = || format!("{class:?}, {is_pseudo_legal}, {is_limited}: {board:?}");
            for mut moves in [board.moves(), board.with(&info).moves()] {
                assert_eq!(choose(moves, is_limited), wanted, "{}", context());
                moves = class.map_or(moves, |class| moves.of(class));
                moves = if is_pseudo_legal { moves.pseudo_legal() } else { moves };
                moves = if is_limited { moves.to(targets).from(sources) } else { moves };
                assert_eq!((moves.count(), moves.any()), (wanted.len(), !wanted.is_empty()), "{}", context());
                let (mut scored, mut visited) = (Vec::<(Move, i32)>::new(), vec![]);
                moves.into(&mut scored);
                assert_eq!(sorted(scored.into_iter().map(|(m, _)| m)), wanted, "{}", context());
                let _ = moves.visit::<()>(|set| {
                    visited.extend(set);
                    ControlFlow::Continue(())
                });
                assert_eq!(sorted(visited), wanted, "{}", context());
                let (mut captures, mut quiets) = (vec![], vec![]);
                moves.divide(&mut captures, &mut quiets);
                assert!(captures.iter().all(|&m| board.is_capture_stage(m)), "{}", context());
                assert!(!quiets.iter().any(|&m| board.is_capture_stage(m)), "{}", context());
                assert_eq!(sorted(captures.into_iter().chain(quiets)), wanted, "{}", context());
            }
        }
    }
}

quickcheck! {
    fn generators_with_a_check_info_make_the_same_moves(start: u16, choices: Vec<u8>, sources: u64, targets: u64) -> bool {
        walk(start, &choices, |position| {
            check_choices(position, Bitboard::from_bits(sources), Bitboard::from_bits(targets));
        });
        true
    }

    fn classes_divide_the_legal_moves(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| check_classes(position));
        true
    }

    fn facts_about_legal_moves_hold(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| check_moves(position));
        true
    }

    fn any_move_is_legal_with_a_check_info_if_it_is_legal_without(start: u16, choices: Vec<u8>, raws: Vec<u16>) -> bool {
        walk(start, &choices, |position| {
            let (info, legal) = (position.check_info(), position.legal_moves());
            let near = legal.iter().filter_map(|m| Move::from_raw(m.raw() ^ raws.first().map_or(1, |raw| 1 << (raw % 16))));
            for m in raws.iter().copied().filter_map(Move::from_raw).chain(legal.iter().copied()).chain(near) {
                assert_eq!(position.is_legal(m), legal.contains(&m), "{m:?} in {position:?}");
                assert_eq!(position.with(&info).is_legal(m), legal.contains(&m), "{m:?} in {position:?}");
                assert_eq!(position.with(&info).is_pseudo_legal(m), position.is_pseudo_legal(m), "{m:?} in {position:?}");
            }
        });
        true
    }

    fn visited_sets_contain_the_listed_moves(start: u16, choices: Vec<u8>, sources: u64, targets: u64, stop: u8) -> bool {
        let (sources, targets) = (Bitboard::from_bits(sources), Bitboard::from_bits(targets));
        walk(start, &choices, |position| {
            let mut sets: Vec<MoveSet> = vec![];
            let flow = position.moves().from(sources).to(targets).visit::<()>(|set| {
                sets.push(set);
                ControlFlow::Continue(())
            });
            assert_eq!(flow, ControlFlow::Continue(()));
            for set in &sets {
                let moves: Vec<Move> = set.into_iter().collect();
                assert!(!moves.is_empty() && moves.len() == set.len() && moves.len() == set.into_iter().len());
                assert_eq!(moves.iter().map(|m| m.to()).collect::<Bitboard>(), set.targets());
                assert!(moves.iter().all(|m| set.origin().is_none_or(|from| m.from() == from)));
                check_narrowed(*set, &moves, Bitboard::from_bits(targets.bits().rotate_left(stop.into())));
                assert!(moves.iter().all(|&m| position.piece_on(m.from()).map(Piece::piece_type) == Some(set.piece_type())));
            }
            let moves = sets.iter().flat_map(|&set| set);
            assert_eq!(sorted(moves), sorted(position.moves().from(sources).to(targets).list()), "{position:?}");

            // Stopped after some sets, the visitor is not called again.
            let (mut left, mut visits) = (usize::from(stop % 8), 0);
            let flow = position.moves().from(sources).to(targets).visit(|set| {
                visits += 1;
                if left == 0 {
                    return ControlFlow::Break(set);
                }
                left -= 1;
                ControlFlow::Continue(())
            });
            assert_eq!(flow.break_value(), sets.get(usize::from(stop % 8)).copied());
            assert_eq!(visits, sets.len().min(usize::from(stop % 8) + 1));
        });
        true
    }

    fn visited_classes_contain_the_listed_moves(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for class in CLASSES {
                let (mut legal, mut pseudo_legal) = (vec![], vec![]);
                let _ = position.moves().of(class).visit::<()>(|set| {
                    assert!(set.into_iter().all(|m| position.piece_on(m.from()).map(Piece::piece_type) == Some(set.piece_type())));
                    legal.extend(set);
                    ControlFlow::Continue(())
                });
                let _ = position.moves().of(class).pseudo_legal().visit::<()>(|set| {
                    pseudo_legal.extend(set);
                    ControlFlow::Continue(())
                });
                assert_eq!(sorted(legal), sorted(position.moves().of(class).list()), "{class:?} in {position:?}");
                assert_eq!(sorted(pseudo_legal), sorted(position.moves().of(class).pseudo_legal().list()), "{class:?} in {position:?}");
                let first = position.moves().of(class).visit(ControlFlow::Break);
                assert_eq!(first.is_break(), !position.moves().of(class).list().is_empty());
            }
        });
        true
    }

    fn mates_are_positions_without_legal_moves(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let visit = |board: &Board| {
                let count = board.legal_moves().len();
                assert_eq!(board.has_legal_moves(), count > 0, "{board:?}");
                assert_eq!(board.is_checkmate(), count == 0 && board.in_check(), "{board:?}");
                assert_eq!(board.is_stalemate(), count == 0 && !board.in_check(), "{board:?}");
                let winner = !board.side_to_move();
                assert_eq!(board.is_checkmate(), board.mate() == Some(Outcome::Checkmate { winner }));
            };
            visit(position);
            position.legal_moves().iter().for_each(|&m| visit(&position.board().after(m)));
        });
        true
    }
}

quickcheck! {
    fn blockers_and_pinners_are_those_found_one_by_one(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for color in Color::ALL {
                let found = slow_blockers(position, position.by_color(!color), position.king(color));
                assert_eq!(found, (position.blockers(color), position.pinners(!color)));
            }
            assert!(Square::ALL.iter().all(|&square| position.piece_array()[square as usize] == position.piece_on(square)));
        });
        true
    }
}

#[test]
fn a_list_is_sorted_and_changed_in_place() {
    let mut list: MoveList = Board::start().legal_moves();
    list.sort();
    assert!(list.is_sorted());
    list.swap(0, 19);
    list.truncate(30);
    assert_eq!(list.len(), 20);
    list.retain(|m| m.from() == Square::B1);
    assert_eq!(list.len(), 2);
    list.push(Move::normal(Square::E2, Square::E4));
    assert_eq!(list.last(), Some(&Move::normal(Square::E2, Square::E4)));
}
