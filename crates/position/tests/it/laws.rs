//! Properties of all positions, tested with random games.

use crate::common::walk;
use gardez_bitboard::{Bitboard, piece_attacks};
use gardez_position::{
    Board, EnPassantPolicy, FenMode, FenReader, FenStyle, MoveClass, Position, Threats, material_key,
};
use gardez_types::{CastlingMode, Color, Generator, Move, MoveKind, Piece, PieceType};
use quickcheck::quickcheck;

/// Compares the threats of both sides with the attacks of one piece after the other.
fn assert_threats(board: &Board) {
    for color in Color::ALL {
        let occupied = board.occupied() - board.king(!color).into();
        let attacks_of = |piece_type| {
            let attacks = |square| piece_attacks(Piece::new(color, piece_type), square, occupied);
            board.pieces(color, piece_type).into_iter().map(attacks).fold(Bitboard::EMPTY, |all, attacks| all | attacks)
        };
        let threats = Threats::from_board(board, color);
        assert_eq!(threats.by_type, PieceType::ALL.map(attacks_of), "{color}: {board:?}");
        assert_eq!(threats.all, threats.by_type.into_iter().fold(Bitboard::EMPTY, |all, set| all | set), "{board:?}");
    }
    assert_eq!(board.threats(), Threats::from_board(board, !board.side_to_move()));
    assert_eq!(board.check_info_and_threats(), (board.check_info(), board.threats()));
}

#[test]
fn threats_contain_the_attacks_of_more_pieces_than_a_side_usually_has() {
    let mut generator = Generator::new(33);
    let mut boards = 0;
    for _ in 0..20_000 {
        let mut squares = ['1'; 64];
        for piece in "qqqrrrbbbnnpNKk".chars() {
            squares[generator.next_u64() as usize % 64] = piece;
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let one_by_one = ranks.join("/");
        let ranks = (2..=8).rev().fold(one_by_one, |fen, empty| fen.replace(&"1".repeat(empty), &empty.to_string()));
        if let Ok(board) = format!("{ranks} w - - 0 1").parse::<Board>() {
            assert_threats(&board);
            assert_threats(&board.swap_colors());
            boards += 1;
        }
    }
    assert!(boards > 500, "{boards} boards");
}

quickcheck! {
    fn undoing_a_game_restores_every_position_field_by_field(start: u16, choices: Vec<u8>) -> bool {
        let mut seen = vec![];
        let mut position = walk(start, &choices, |position| seen.push(position.clone()));
        while let Some(expected) = seen.pop() {
            if !position.same_history(&expected) {
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
            let mode = FenMode::from(position.castling_mode());
            let read = Position::from_fen(&fen, mode).expect("its own FEN");
            assert_eq!(read.to_string(), fen);
            assert_eq!(read.raw_key(), position.raw_key());
            assert_eq!(read.checkers(), position.checkers());
            for style in [FenStyle::Shredder, FenStyle::XFen] {
                let other = Position::from_fen(&position.fen(style).to_string(), mode).expect("another dialect");
                assert!(other.same_state(&read), "{fen}");
            }
        });
        true
    }

    fn a_position_of_a_game_has_no_problems(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            assert!(position.problems().is_empty(), "{position:?}: {}", position.problems());
            for policy in [EnPassantPolicy::Legal, EnPassantPolicy::Always] {
                let fen = position.fen(FenStyle::XFen).with_en_passant(policy).to_string();
                assert!(FenReader::new().strict().read(&fen).is_ok(), "{fen}");
            }
        });
        true
    }

    fn threats_are_the_attacks_on_a_board_without_the_king_that_they_threaten(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| assert_threats(position));
        true
    }

    fn making_moves_on_boards_and_on_positions_gives_the_same_boards(start: u16, choices: Vec<u8>) -> bool {
        let mut board: Option<Board> = None;
        walk(start, &choices, |position| {
            let after = match (board, position.last_move()) {
                (Some(before), Some(m)) => before.after(m),
                (Some(before), None) => before.after_null(),
                (None, _) => *position.board(),
            };
            assert!(after.same_state(position), "{position:?}");
            board = Some(after);
        });
        true
    }

    fn the_legal_moves_are_the_pseudo_legal_moves_that_are_legal(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let class = if position.in_check() { MoveClass::Evasions } else { MoveClass::NonEvasions };
            let mut filtered: Vec<_> = position.moves().of(class).pseudo_legal().list().into_iter().collect();
            filtered.retain(|&m| position.is_legal(m));
            let mut legal: Vec<_> = position.legal_moves().into_iter().collect();
            filtered.sort();
            legal.sort();
            assert_eq!(filtered, legal, "{position:?}");
        });
        true
    }

    fn captures_and_quiets_make_up_all_moves_and_share_none(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let captures = position.moves().captures().pseudo_legal().list();
            let quiets = position.moves().quiets().pseudo_legal().list();
            for &m in &captures {
                assert!(position.is_capture_stage(m) || position.is_capture(m), "{m:?}");
                assert!(!quiets.contains(&m), "{m:?}");
            }
            assert!(quiets.iter().all(|&m| !position.is_capture_stage(m)));
            if !position.in_check() {
                let all = position.moves().of(MoveClass::NonEvasions).pseudo_legal().list();
                assert_eq!(all.len(), captures.len() + quiets.len());
                assert!(captures.iter().chain(&quiets).all(|m| all.contains(m)));
            }
        });
        true
    }

    fn a_move_of_any_number_is_legal_exactly_if_it_is_listed(start: u16, choices: Vec<u8>, numbers: Vec<u16>) -> bool {
        walk(start, &choices, |position| {
            let legal = position.legal_moves();
            for m in numbers.iter().copied().filter_map(Move::from_raw) {
                assert_eq!(position.is_legal(m), legal.contains(&m), "{m:?} in {position:?}");
                assert!(position.is_pseudo_legal(m) || !position.is_legal(m));
            }
        });
        true
    }

    fn the_material_key_follows_from_the_numbers_of_pieces(start: u16, choices: Vec<u8>) -> bool {
        let end = walk(start, &choices, |_| {});
        let counts = Piece::ALL.map(|piece| end.count(piece.color(), piece.piece_type()) as u8);
        material_key(&counts) == end.state().material_key()
    }

    fn predictions_about_a_move_hold_after_it(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let info = position.check_info();
            for m in position.legal_moves() {
                let after = position.board().after(m);
                assert_eq!(position.gives_check(m), after.in_check(), "{m:?} in {position:?}");
                assert_eq!(position.with(&info).gives_check(m), after.in_check(), "{m:?} in {position:?}");
                assert_eq!(position.key_after(m), after.key(), "{m:?} in {position:?}");
                assert_eq!(position.is_capture(m), after.state().captured().is_some(), "{m:?} in {position:?}");
                assert!(position.see_ge(m, position.see(m)));
                assert!(!position.see_ge(m, position.see(m) + 1));
            }
        });
        true
    }

    fn moves_by_source_and_target_are_those_of_the_whole_list(
        start: u16,
        choices: Vec<u8>,
        sources: u64,
        targets: u64
    ) -> bool {
        let (sources, targets) = (Bitboard::from_bits(sources), Bitboard::from_bits(targets));
        walk(start, &choices, |position| {
            let mut wanted: Vec<_> = position.legal_moves().into_iter().collect();
            wanted.retain(|m| sources.contains(m.from()) && targets.contains(m.to()));
            let mut listed: Vec<_> = position.moves().from(sources).to(targets).list().into_iter().collect();
            wanted.sort();
            listed.sort();
            assert_eq!(listed, wanted, "{position:?}");
        });
        true
    }

    fn swapping_the_colors_swaps_everything(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let swapped = position.swap_colors();
            assert_eq!(swapped.check_invariants(), Ok(()));
            assert_eq!(swapped.legal_move_count(), position.legal_move_count());
            assert_eq!(swapped.swap_colors().to_string(), position.to_string());
            assert_eq!(swapped.swap_colors().raw_key(), position.raw_key());
            assert_eq!(swapped.blockers(Color::White), position.blockers(Color::Black).flip_vertical());
            assert_eq!(swapped.pinners(Color::White), position.pinners(Color::Black).flip_vertical());
        });
        true
    }

    fn check_info_agrees_with_the_single_methods(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let info = position.check_info();
            assert_eq!(info.checkers, position.checkers());
            assert_eq!(info.blockers, Color::ALL.map(|color| position.blockers(color)));
            assert_eq!(info.pinners, Color::ALL.map(|color| position.pinners(color)));
        });
        true
    }

    fn a_trimmed_copy_finds_the_same_repetitions(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let mut trimmed = position.recent(position.halfmove_clock().into());
            assert!(trimmed.history().len() <= usize::from(position.halfmove_clock()));
            assert_eq!(trimmed.repetition(), position.repetition());
            assert_eq!(trimmed.has_repeated(), position.has_repeated());
            assert_eq!((0..9).map(|ply| trimmed.upcoming_repetition(ply)).collect::<Vec<_>>(), {
                (0..9).map(|ply| position.upcoming_repetition(ply)).collect::<Vec<_>>()
            });
            for m in position.legal_moves().into_iter().take(1) {
                trimmed.do_move(m);
                assert_eq!(trimmed.undo_move(), Some(m));
            }
            while trimmed.undo_move().is_some() || trimmed.undo_null_move() {}
            assert!(trimmed.history().is_empty());
        });
        true
    }

    fn upcoming_repetition_is_true_if_a_move_repeats_a_position(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            // At this ply, every repetition is after the root.
            let predicted = position.upcoming_repetition(usize::MAX);
            let mut repeats = false;
            for m in position.legal_moves() {
                position.do_move(m);
                repeats |= position.repetition() != 0 && m.kind() == MoveKind::Normal;
                position.undo_move();
            }
            assert!(predicted || !repeats, "a repetition was not predicted: {position:?}");
        });
        true
    }

    fn every_legal_move_is_read_back_from_its_text(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            let moves = position.legal_moves();
            assert_eq!(moves.len(), position.legal_move_count());
            for m in moves {
                // This form of castling is unambiguous.
                let text = m.uci(CastlingMode::Chess960).to_string();
                assert_eq!(position.parse_uci(&text), Ok(m), "{text} in {position:?}");
                assert!(position.is_legal(m));
            }
        });
        true
    }
}
