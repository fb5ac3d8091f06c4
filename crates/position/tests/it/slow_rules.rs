//! Compares the fast rules with the slow ones, on random arrangements that no game reaches.

use std::collections::BTreeSet;

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardWithCheckers, Builder, EnPassantPolicy, MoveClass};
use gardez_types::{CastlingSide, Color, Direction, File, Move, MoveKind, Piece, PieceType, Rank, Square};
use gardez_zobrist::Generator;

use crate::slow::SlowBoard;

/// A random position with castling rights, double pushes and pawns about to promote, or `None` if it is not legal.
fn random_board(random: &mut Generator) -> Option<Board> {
    let us = Color::ALL[random.next_below(2)];
    let mut squares = [None; 64];
    let mut builder = Builder::new().with_side_to_move(us);
    let place = |squares: &mut [Option<Piece>; 64], square: Square, piece| {
        let is_free = squares[square as usize].is_none();
        squares[square as usize].get_or_insert(piece);
        is_free
    };
    for color in Color::ALL {
        let home = |random: &mut Generator| Square::new(File::ALL[random.next_below(8)], color.back_rank());
        let king = if random.next_below(4) > 0 { home(random) } else { Square::ALL[random.next_below(64)] };
        place(&mut squares, king, Piece::new(color, PieceType::King)).then_some(())?;
        let mut rights = vec![];
        for rook in [home(random), home(random)] {
            let side = CastlingSide::from_squares(king, rook);
            if place(&mut squares, rook, Piece::new(color, PieceType::Rook))
                && king.rank() == color.back_rank()
                && !rights.contains(&side)
            {
                builder = builder.with_castling_rook(color, rook);
                rights.push(side);
            }
        }
    }
    if random.next_below(4) > 0 {
        let file = File::ALL[random.next_below(8)];
        let [stepped, passed, origin] =
            [Rank::Five, Rank::Six, Rank::Seven].map(|rank| Square::new(file, rank.relative_to(us)));
        if [stepped, passed, origin].iter().all(|&square| squares[square as usize].is_none()) {
            squares[stepped as usize] = Some(Piece::new(!us, PieceType::Pawn));
            for neighbor in [Direction::East, Direction::West].into_iter().filter_map(|side| stepped.step(side)) {
                place(&mut squares, neighbor, Piece::new(us, PieceType::Pawn));
            }
            builder = builder.with_double_push(passed);
        }
    }
    for _ in 0..random.next_below(14) {
        let (color, piece_type) = (Color::ALL[random.next_below(2)], PieceType::ALL[random.next_below(5)]);
        let square = match piece_type {
            // The ranks where pawns start, and where they capture pawns that have just made a double push.
            PieceType::Pawn => {
                let rank = [Rank::Two, Rank::Five, Rank::Seven][random.next_below(3)];
                Square::new(File::ALL[random.next_below(8)], rank.relative_to(color))
            }
            _ => Square::ALL[random.next_below(64)],
        };
        place(&mut squares, square, Piece::new(color, piece_type));
    }
    for square in Square::ALL {
        builder = squares[square as usize].map_or(builder.clone(), |piece| builder.with_piece(square, piece));
    }
    builder.build_board().ok()
}

fn random_boards(boards: usize) -> impl Iterator<Item = Board> {
    let mut random = Generator::new(20);
    core::iter::from_fn(move || Some(random_board(&mut random))).flatten().take(boards)
}

#[test]
fn the_legal_moves_are_those_of_the_slow_rules() {
    let mut kinds = [0; 4];
    for board in random_boards(1_500) {
        let slow = SlowBoard::from_board(&board);
        let wanted = slow.legal_moves();
        let listed = board.legal_moves();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), wanted, "{board:?}");
        assert_eq!((listed.len(), board.legal_move_count()), (wanted.len(), wanted.len()), "{board:?}");
        assert_eq!(board.in_check(), slow.in_check(), "{board:?}");
        let class = if board.in_check() { MoveClass::Evasions } else { MoveClass::NonEvasions };
        let mut pseudo: Vec<_> = board.moves().of(class).pseudo_legal().list().into_iter().collect();
        pseudo.retain(|&m| board.keeps_king_safe(m));
        assert_eq!(pseudo.into_iter().collect::<BTreeSet<_>>(), wanted, "{board:?}");
        for class in [MoveClass::Captures, MoveClass::Quiets, MoveClass::QuietChecks] {
            let belongs = |&&m: &&Move| match class {
                MoveClass::Captures => slow.is_capture_stage(m),
                MoveClass::Quiets => !slow.is_capture_stage(m),
                _ => !slow.is_capture_stage(m) && slow.after(m).in_check(),
            };
            let of_class: BTreeSet<_> = wanted.iter().filter(belongs).copied().collect();
            let listed = board.moves().of(class).list();
            assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), of_class, "{class:?} of {board:?}");
            assert_eq!(listed.len(), of_class.len(), "{class:?} of {board:?}");
            let mut pseudo = board.moves().of(class).pseudo_legal().list();
            pseudo.retain(|m| board.keeps_king_safe(m));
            assert_eq!(pseudo.into_iter().collect::<BTreeSet<_>>(), of_class, "{class:?} of {board:?}");
        }
        assert_eq!(board.has_legal_moves(), !wanted.is_empty(), "{board:?}");
        listed.iter().for_each(|m| kinds[m.kind() as usize] += 1);
    }
    assert!(kinds.iter().all(|&moves| moves > 20), "each kind of move was met: {kinds:?}");
}

#[test]
fn the_board_after_a_move_is_that_of_the_slow_rules() {
    let (mut checks, mut en_passant) = ([0; 4], [0; 2]);
    for board in random_boards(1_500) {
        let slow = SlowBoard::from_board(&board);
        for m in board.legal_moves() {
            let (wanted, after) = (slow.after(m), board.after(m));
            assert_eq!(SlowBoard::from_board(&after), wanted, "{m:?} in {board:?}");
            assert_eq!(board.gives_check(m), wanted.in_check(), "{m:?} in {board:?}");
            assert_eq!(board.key_after(m), after.key(), "{m:?} in {board:?}");
            checks[m.kind() as usize] += usize::from(wanted.in_check());
            if wanted.double_push.is_some() {
                let can_capture = wanted.legal_moves().iter().any(|m| m.kind() == MoveKind::EnPassant);
                assert_eq!(after.ep_square().is_some(), can_capture, "{m:?} in {board:?}");
                assert_eq!(after.ep_square_by(EnPassantPolicy::Legal), after.ep_square());
                en_passant[usize::from(can_capture)] += 1;
            }
        }
    }
    assert!(
        checks.iter().chain(&en_passant).all(|&times| times > 1),
        "{checks:?} checks, {en_passant:?} double pushes"
    );
}

#[test]
fn pseudo_legal_steps_are_those_of_the_slow_rules() {
    for board in random_boards(500).filter(|board| !board.in_check()) {
        let is_step = |m: Move| matches!(m.kind(), MoveKind::Normal | MoveKind::Promotion);
        let (mut wanted, mut found) =
            (SlowBoard::from_board(&board).pseudo_legal_moves(), board.moves().pseudo_legal().list());
        wanted.retain(|&m| is_step(m));
        found.retain(is_step);
        assert_eq!(found.len(), wanted.len(), "{board:?}");
        assert_eq!(BTreeSet::from_iter(found), wanted, "{board:?}");
    }
}

#[test]
fn a_piece_is_pinned_if_a_slider_attacks_the_king_without_it() {
    let mut pinned = 0;
    for board in random_boards(300) {
        let slow = SlowBoard::from_board(&board);
        for (square, piece) in board.piece_map().filter(|(_, piece)| piece.piece_type() != PieceType::King) {
            let mut without = SlowBoard::from_board(&board);
            without.squares[square as usize] = None;
            for color in Color::ALL {
                let king = slow.king(color);
                let is_uncovered = board.piece_map().any(|(from, attacker)| {
                    from != square
                        && attacker.color() != color
                        && without.attacks(from, attacker).contains(&king)
                        && !slow.attacks(from, attacker).contains(&king)
                });
                assert!(
                    !is_uncovered || piece.color() != color || board.blockers(color).contains(square),
                    "{square} in {board:?}"
                );
                pinned += usize::from(is_uncovered && piece.color() == color);
            }
        }
    }
    assert!(pinned > 20, "{pinned}");
}

#[test]
fn a_legal_move_is_found_between_its_squares() {
    for board in random_boards(500) {
        for m in board.legal_moves() {
            assert_eq!(board.move_between(m.from(), m.to(), m.promotion()), Some(m), "{board:?}");
        }
    }
}

#[test]
fn the_origins_of_a_move_are_those_of_the_slow_rules() {
    for board in random_boards(200) {
        let slow = SlowBoard::from_board(&board);
        let moves = slow.legal_moves();
        for (piece_type, to) in PieceType::ALL.iter().flat_map(|&kind| Square::ALL.map(|to| (kind, to))) {
            let piece = Some(Piece::new(slow.us, piece_type));
            let leads_there =
                |m: &&Move| m.kind() != MoveKind::Castling && m.to() == to && slow.piece_on(m.from()) == piece;
            let wanted: Bitboard = moves.iter().filter(leads_there).map(|m| m.from()).collect();
            let found = board.legal_origins(piece_type, to, Bitboard::FULL);
            assert_eq!(found, wanted, "{piece_type} to {to} in {board:?}");
            assert_eq!(BoardWithCheckers::from(board).legal_origins(piece_type, to, Bitboard::FULL), wanted);
        }
        for side in CastlingSide::ALL {
            let castles =
                |m: &&Move| m.kind() == MoveKind::Castling && CastlingSide::from_squares(m.from(), m.to()) == side;
            assert_eq!(board.legal_castling(side).as_ref(), moves.iter().find(castles), "{board:?}");
        }
    }
}
