//! Boards and histories compared with `gardez_position`, and the rules that only lc0 has.

use crate::common::games;
use gardez_lc0::{
    Board, ErrorInfo, FenErrorKind, GameEnd, GameResult, Move, MoveList, ParseMoveError, PositionHistory, Side,
};
use gardez_position::Position;
use gardez_types::{CastlingMode, CastlingSide, Color, File, MoveKind, PieceType, Square};
use quickcheck::quickcheck;

quickcheck! {
    fn legal_moves_are_those_of_the_position_crate(choices: Vec<u8>) -> bool {
        let (position, history, _) = games(&choices);
        let board = history.last().board();
        let mut ours: Vec<_> = board.legal_moves().to_vec();
        let color = board.side_to_move();
        let mut theirs: Vec<_> = position.legal_moves().iter().map(|&m| Move::from_absolute(m, color)).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        ours == theirs && board.in_check() == position.in_check()
    }

    fn legal_moves_are_the_pseudo_legal_moves_that_leave_the_king_safe(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        let safe = |m: &&Move| !board.after(**m).swap_colors().in_check();
        let expected: Vec<_> = board.pseudo_legal_moves().iter().filter(safe).copied().collect();
        *board.legal_moves() == *expected
    }

    fn pushing_a_move_is_pushing_what_the_side_to_move_sees(choices: Vec<u8>) -> bool {
        let (position, mut history, _) = games(&choices);
        let color = position.side_to_move();
        position.legal_moves().iter().all(|&m| {
            history.push(m);
            let pushed = history.pop();
            history.push_relative(Move::from_absolute(m, color));
            pushed == history.pop()
        })
    }

    fn a_converted_history_equals_the_history_of_the_same_moves(choices: Vec<u8>) -> bool {
        let (position, history, _) = games(&choices);
        let other = PositionHistory::from(&position);
        other.len() == history.len() && other.iter().zip(history.iter()).all(|(a, b)| {
            a.board().hash() == b.board().hash()
                && (a.repetitions(), a.cycle_length(), a.halfmove_clock(), a.game_ply())
                    == (b.repetitions(), b.cycle_length(), b.halfmove_clock(), b.game_ply())
        })
    }

    fn a_conversion_and_its_inverse_restore_a_board(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        let converted = gardez_position::Board::try_from(board).expect("a board of a game");
        let back = Board::from(&converted);
        back.hash() == board.hash() && back.legal_moves() == board.legal_moves()
    }

    fn a_printed_fen_is_read_as_the_same_position(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let fen = history.last().to_string();
        let again = PositionHistory::from_fen(&fen).expect("its own FEN");
        // A FEN does not contain the rook files of lost rights, so only the hashes must be equal.
        let (again, last) = (again.last(), history.last());
        again.board().hash() == last.board().hash()
            && (again.halfmove_clock(), again.game_ply()) == (last.halfmove_clock(), last.game_ply())
    }

    fn a_printed_move_is_read_as_the_same_move(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        let color = board.side_to_move();
        board.legal_moves().iter().all(|&m| {
            board.parse_move(&m.uci(color, CastlingMode::Chess960).to_string()) == Ok(m)
        })
    }

    fn taking_moves_back_restores_the_history(choices: Vec<u8>) -> bool {
        let (_, mut history, moves) = games(&choices);
        let whole = history.clone();
        let kept = moves.len() / 2;
        for _ in kept..moves.len() {
            history.pop();
        }
        let mut trimmed = whole.clone();
        trimmed.trim(kept + 1);
        let is_same = history == trimmed;
        moves[kept..].iter().for_each(|&m| history.push_relative(m));
        is_same && history == whole
    }

    fn any_text_gives_a_board_or_an_error_with_a_span_in_the_text(text: String) -> bool {
        match Board::from_fen(&text) {
            Ok(read) => !read.to_string().is_empty(),
            Err(error) => text.get(error.span).is_some(),
        }
    }

    fn any_placement_can_be_played(cells: Vec<u8>, choices: Vec<u8>) -> bool {
        // Unlike in a game: any piece anywhere, with or without kings, and rights without rooks.
        let letters = b"PNBRQKpnbrqk";
        let mut fen = String::new();
        for (index, cell) in cells.iter().chain([0_u8; 64].iter()).take(64).enumerate() {
            if index % 8 == 0 && index > 0 {
                fen.push('/');
            }
            let letter = letters.get(usize::from(*cell) % 40).copied().unwrap_or(b'1');
            let is_back_rank = !(8..56).contains(&index);
            let letter = if is_back_rank && letter.eq_ignore_ascii_case(&b'p') { b'Q' } else { letter };
            fen.push(char::from(letter));
        }
        fen.push_str(if choices.len() % 2 == 0 { " w HAha - 0 1" } else { " b HAha - 0 1" });
        let Ok(read) = Board::from_fen(&fen) else { return false };
        let mut board = read.board;
        for choice in choices {
            let moves = board.pseudo_legal_moves();
            assert!(moves.len() < MoveList::CAPACITY && board.legal_moves().len() <= moves.len());
            if moves.is_empty() {
                break;
            }
            board = board.after(moves[usize::from(choice) % moves.len()]);
            // None of these may panic.
            let _ = (board.fen().to_string(), board.hash(), board.has_mating_material(), format!("{board:?}"));
        }
        true
    }
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a FEN").board
}

#[test]
fn black_sees_the_board_upside_down() {
    let board = board("4k3/8/8/8/8/8/4P3/4K2R b - - 0 1");
    assert!(board.is_flipped());
    assert_eq!(board.our_king(), Square::E1);
    assert_eq!(board.piece_on(Square::E7), Some((Side::Theirs, PieceType::Pawn)));
    assert_eq!(
        format!("{board:?}"),
        "
8  . . . . k . . r
7  . . . . p . . .
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  . . . . . . . .
1  . . . . K . . .
   a b c d e f g h
black to move, castling -, en passant -"
    );
}

#[test]
fn a_double_push_sets_a_flag_only_if_a_pawn_attacks_the_passed_square() {
    let start = board("4k3/8/8/8/3p4/8/2P1P1P1/4K3 w - - 0 1");
    let after = |text: &str| start.after(start.parse_move(text).expect("a move"));
    assert_eq!(after("e2e4").en_passant(), Square::E8.into());
    assert_eq!(after("c2c4").en_passant(), Square::C8.into());
    assert!(after("g2g4").en_passant().is_empty());
    // Reading a FEN always sets it.
    assert_eq!(board("4k3/8/8/8/6P1/8/8/4K3 b - g3 0 1").en_passant(), Square::G8.into());
}

#[test]
fn a_lost_right_keeps_the_file_of_its_rook() {
    let start = board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 3 40");
    let after = start.after(start.parse_move("e1e2").expect("a move"));
    assert!(!after.castlings().contains(Side::Theirs, CastlingSide::QueenSide));
    assert_eq!(after.castlings().rook_file(Side::Theirs, CastlingSide::QueenSide), File::B);
    // The boards differ, although their FENs are the same.
    let read = board(&format!("{} 0 1", after.fen()));
    assert_ne!(read, after);
    assert_eq!(read.hash(), after.hash());
}

#[test]
fn castling_is_read_and_printed_in_both_notations() {
    let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (short, long) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let castling = board.parse_move(short).expect("castling");
        assert_eq!((castling.kind(), board.parse_move(long)), (MoveKind::Castling, Ok(castling)));
        assert_eq!(castling.uci(board.side_to_move(), CastlingMode::Standard).to_string(), short);
        assert_eq!(castling.uci(board.side_to_move(), CastlingMode::Chess960).to_string(), long);
    }
}

#[test]
fn rights_are_printed_as_files_if_a_rook_is_not_on_the_a_or_h_file() {
    for (black, white, rights) in
        [("r3k2r", "R3K2R", "Qk"), ("r3k1r1", "R3K1R1", "GAga"), ("rr2k3", "4K1RR", "Ha"), ("rr2k3", "4K1RR", "Hb")]
    {
        let read = board(&format!("{black}/8/8/8/8/8/8/{white} w {rights} - 0 1"));
        let expected = if rights == "Ha" { "Kq" } else { rights };
        assert_eq!(read.castlings().to_string(), expected);
    }
}

#[test]
fn a_promotion_without_a_letter_becomes_a_knight() {
    let board = board("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let promotion = |text: &str| board.parse_move(text).expect("a move").promotion();
    assert_eq!(["a7a8", "a7a8q"].map(promotion), [Some(PieceType::Knight), Some(PieceType::Queen)]);
}

#[test]
fn a_right_is_lost_if_its_rook_is_captured_but_not_by_other_captures_on_the_file() {
    let start = board("r3k2r/8/8/7p/8/8/7R/4K2R w kq - 0 1");
    let rights = |text: &str| start.after(start.parse_move(text).expect("a move")).castlings().to_string();
    assert_eq!(rights("h2h5"), "KQ");
    let open = board("r3k2r/8/8/8/8/8/8/4K2R w kq - 0 1");
    assert_eq!(open.after(open.parse_move("h1h8").expect("a move")).castlings().to_string(), "Q");
}

#[test]
fn a_single_minor_piece_is_not_mating_material_but_two_knights_are() {
    let may_mate = |pieces: &str| board(&format!("k7/8/8/8/8/8/8/{pieces} w - - 0 1")).has_mating_material();
    assert_eq!(["KN6", "KB1B4", "KNN5", "KBB5", "KR6"].map(may_mate), [false, false, true, true, true]);
    assert!(board("kn6/8/8/8/8/8/8/KN6 w - - 0 1").has_mating_material());
}

#[test]
fn a_piece_on_a_flagged_square_is_not_a_pawn() {
    let board = board("1Qnkr3/3b4/p2P2p1/Pp3q2/1NP3pP/1KN5/8/3R4 w - b6 0 33");
    assert_eq!(board.parse_move("b8c7").map(Move::kind), Ok(MoveKind::Normal));
    assert_eq!(board.parse_move("a5b6").map(Move::kind), Ok(MoveKind::EnPassant));
}

#[test]
fn a_knight_on_a_flagged_square_moves_like_a_knight() {
    let targets = |board: &Board, from: Square| {
        let moves = board.legal_moves();
        let mut texts: Vec<_> = moves.iter().filter(|m| m.from() == from).map(|m| m.to().to_string()).collect();
        texts.sort_unstable();
        texts.join(" ")
    };
    let before = board("4N3/8/8/3Pp3/8/8/8/K6k w - e6 0 1");
    assert_eq!(targets(&before, Square::E8), "c7 d6 f6 g7");
    assert_eq!(targets(&before, Square::D5), "d6 e6");
    // With the colors swapped, the flags are on rank 1.
    let ours = board("k7/8/8/8/3pP3/8/8/K3N3 b - e3 0 1").swap_colors();
    assert_eq!(ours.en_passant(), Square::E1.into());
    assert_eq!(targets(&ours, Square::E1), "c2 d3 f3 g2");
}

#[test]
fn fens_are_refused_for_the_same_reasons_as_in_lc0() {
    for (fen, kind, part) in [
        ("8/8/8/8/8/8/8/8/8 w", FenErrorKind::TooManyRanks, "/"),
        ("kkkkkkkkk/8 w", FenErrorKind::PieceOutOfBoard, "k"),
        ("44/54 w", FenErrorKind::TooManyFiles, "4"),
        ("k\u{e9} w", FenErrorKind::NotAPiece, "\u{e9}"),
        ("8/8/8/8/8/8/8/P7 w", FenErrorKind::PawnOnBackRank, "P"),
        ("k7 x", FenErrorKind::SideToMove, "x"),
        ("k7 w Z", FenErrorKind::CastlingCharacter, "Z"),
        ("k7/8/8/8/8/8/8/4K3 w K", FenErrorKind::MissingRook, "K"),
        ("k7 w - e6", FenErrorKind::EnPassantSquareExpected, "e"),
        ("k7 w - e3 0", FenErrorKind::EnPassantRank, "e3"),
        ("k7 w - e6 0", FenErrorKind::NoPawnToCapture, "e6"),
        ("k7 w - -- 0", FenErrorKind::SpaceExpected, "-"),
        ("k7 b--", FenErrorKind::MissingSpace, "-"),
        ("k7 w- - 0 1", FenErrorKind::MissingSpace, "-"),
        ("k7 white - - 0 1", FenErrorKind::MissingSpace, "h"),
        ("k7 w -- 0 1", FenErrorKind::MissingSpace, "-"),
        ("k7 w -K - 0 1", FenErrorKind::MissingSpace, "K"),
        ("k7 w - - 2147483648", FenErrorKind::HalfmoveClock, "2147483648"),
        ("k7 w - - 0 x", FenErrorKind::FullmoveNumber, ""),
        ("k7 w - - 0 1 x", FenErrorKind::ExtraCharacters, "x"),
    ] {
        let error = Board::from_fen(fen).expect_err(fen);
        assert_eq!((error.kind, error.kind_name()), (kind, kind.kind_name()), "{fen}");
        assert_eq!(error.span(), Some(error.span.clone()));
        assert!(fen[error.span.clone()].starts_with(part), "{fen}: {error:?}");
    }
    let read = Board::from_fen("k7 w - - -2147483648 2147483647").expect("numbers of 32 bits");
    assert_eq!((read.halfmove_clock, read.fullmove_number), (i32::MIN, i32::MAX));
}

#[test]
fn texts_that_are_not_moves_are_refused_with_the_part_that_is_wrong() {
    let board = board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (text, error, part, message) in [
        ("e1e", ParseMoveError::Length { found: 3 }, "e1e", "not a move: expected 4 or 5 bytes, found 3"),
        ("i1e2", ParseMoveError::Square { start: 0, end: 2 }, "i1", "not a move: expected a square at byte 0"),
        ("e1e9", ParseMoveError::Square { start: 2, end: 4 }, "e9", "not a move: expected a square at byte 2"),
        // The span does not end within a character.
        (
            "e\u{e9}e1",
            ParseMoveError::Square { start: 0, end: 3 },
            "e\u{e9}",
            "not a move: expected a square at byte 0",
        ),
        (
            "e1e\u{e9}",
            ParseMoveError::Square { start: 2, end: 5 },
            "e\u{e9}",
            "not a move: expected a square at byte 2",
        ),
        ("d1d2", ParseMoveError::NoPiece(Square::D1), "d1", "the side to move has no piece on d1"),
        ("a7a8k", ParseMoveError::Promotion('k'), "k", "not a move: expected one of q, r, b, n at byte 4, found 'k'"),
    ] {
        let found = board.parse_move(text).expect_err(text);
        assert_eq!((found, found.to_string()), (error, message.to_string()), "{text}");
        assert_eq!(found.span().and_then(|span| text.get(span)), Some(part), "{text}");
    }
}

#[test]
fn mate_counts_before_the_fifty_move_rule() {
    let end = |fen: &str| PositionHistory::from_fen(fen).expect("a FEN").last().game_end();
    assert_eq!(end("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80").map(GameEnd::result), Some(GameResult::WhiteWins));
    assert_eq!(end("6k1/5ppp/8/8/8/8/8/R5K1 w - - 100 80"), Some(GameEnd::Rule50));
    assert_eq!(end("6k1/8/8/8/8/8/8/5NK1 w - - 100 80"), Some(GameEnd::Material));
    assert_eq!(end("k7/2Q5/1K6/8/8/8/8/8 b - - 0 80"), Some(GameEnd::Stalemate));
    assert_eq!(end("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None);
    assert_eq!(GameResult::WhiteWins.swap_colors(), GameResult::BlackWins);
    assert_eq!(GameResult::Draw.swap_colors(), GameResult::Draw);
}

#[test]
fn a_converted_history_starts_after_the_last_null_move() {
    let mut position = Position::start();
    for text in ["g1f3", "g8f6"] {
        position.do_move(position.parse_uci(text).expect("legal"));
    }
    position.do_null_move();
    position.do_move(position.parse_uci("f6g8").expect("legal"));
    let history = PositionHistory::from(&position);
    assert_eq!(history.len(), 2);
    assert!(history[0].board().is_flipped());
    let after = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -";
    assert_eq!(history.last().board().fen().to_string(), after);
}

#[test]
fn a_board_that_is_not_a_position_is_refused_with_the_reason() {
    use gardez_position::BoardError;
    let error = |fen: &str| gardez_position::Board::try_from(&board(fen)).err();
    assert!(matches!(error("k7/8/8/8/8/8/8/8 w - - 0 1"), Some(BoardError::MissingKing(_))));
    assert_eq!(error("k6R/8/8/8/8/8/8/K7 w - - 0 1"), Some(BoardError::OpponentInCheck(Color::Black)));
    assert!(matches!(error("k7/8/8/8/8/8/8/4K3 w H - 0 1"), Some(BoardError::CastlingRight { .. })));
}
