//! Boards and histories beside those of `gardez_position`, and by lc0's own rules.

#![cfg(feature = "alloc")]

mod common;

use common::games;
use gardez_lc0::{Board, FenErrorKind, GameEnd, GameResult, Move, MoveList, PositionHistory, Side};
use gardez_position::Position;
use gardez_types::{CastlingMode, CastlingSide, File, MoveKind, PieceType, Square};
use quickcheck::quickcheck;

quickcheck! {
    fn legal_moves_are_those_of_a_position(choices: Vec<u8>) -> bool {
        let (position, history, _) = games(&choices);
        let board = history.last().board();
        let mut ours: Vec<_> = board.legal_moves().to_vec();
        let side = board.side_to_move();
        let mut theirs: Vec<_> = position.legal_moves().iter().map(|&m| Move::from_absolute(m, side)).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        ours == theirs && board.in_check() == position.in_check()
    }

    fn legal_is_what_leaves_the_king_safe(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        let safe = |m: &&Move| !board.after(**m).swap_colors().in_check();
        let expected: Vec<_> = board.pseudo_legal_moves().iter().filter(safe).copied().collect();
        *board.legal_moves() == *expected
    }

    fn a_history_of_a_position_is_the_history_of_its_moves(choices: Vec<u8>) -> bool {
        let (position, history, _) = games(&choices);
        let other = PositionHistory::from(&position);
        other.len() == history.len() && other.iter().zip(history.iter()).all(|(a, b)| {
            a.board().hash() == b.board().hash()
                && (a.repetitions(), a.cycle_length(), a.rule50(), a.game_ply())
                    == (b.repetitions(), b.cycle_length(), b.rule50(), b.game_ply())
        })
    }

    fn a_board_survives_going_to_a_position_and_back(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        let there = gardez_position::Board::try_from(board).expect("a board of a game");
        let back = Board::from(&there);
        back.hash() == board.hash() && back.legal_moves() == board.legal_moves()
    }

    fn a_fen_is_read_as_it_was_printed(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let fen = history.last().to_string();
        let again = PositionHistory::from_fen(&fen).expect("its own FEN");
        // A FEN does not tell the files of lost rights, on which depends how the others are written.
        let (again, last) = (again.last(), history.last());
        again.board().hash() == last.board().hash()
            && (again.rule50(), again.game_ply()) == (last.rule50(), last.game_ply())
    }

    fn moves_are_read_as_they_were_printed(choices: Vec<u8>) -> bool {
        let (_, history, _) = games(&choices);
        let board = history.last().board();
        let side = board.side_to_move();
        board.legal_moves().iter().all(|&m| {
            board.parse_move(&m.uci(side, CastlingMode::Chess960).to_string()) == Ok(m)
        })
    }

    fn taking_back_restores_the_history(choices: Vec<u8>) -> bool {
        let (_, mut history, moves) = games(&choices);
        let whole = history.clone();
        let kept = moves.len() / 2;
        for _ in kept..moves.len() {
            history.pop();
        }
        let mut trimmed = whole.clone();
        trimmed.trim(kept + 1);
        let is_same = history == trimmed;
        moves[kept..].iter().for_each(|&m| history.append(m));
        is_same && history == whole
    }

    fn any_text_is_a_board_or_an_error_with_a_place(text: String) -> bool {
        match Board::from_fen(&text) {
            Ok(read) => !read.to_string().is_empty(),
            Err(error) => text.get(error.span).is_some(),
        }
    }

    fn any_placement_can_be_played(cells: Vec<u8>, choices: Vec<u8>) -> bool {
        // Far from any game: any piece anywhere, with or without kings, and rights without rooks.
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
            // Whatever became of it, it can be printed and asked.
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
        "\
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
fn a_double_step_leaves_a_flag_only_where_a_pawn_attacks() {
    let start = board("4k3/8/8/8/3p4/8/2P1P1P1/4K3 w - - 0 1");
    let after = |text: &str| start.after(start.parse_move(text).expect("a move"));
    assert_eq!(after("e2e4").en_passant(), Square::E8.into());
    assert_eq!(after("c2c4").en_passant(), Square::C8.into());
    assert!(after("g2g4").en_passant().is_empty());
    // The reader of a FEN sets it always.
    assert_eq!(board("4k3/8/8/8/6P1/8/8/4K3 b - g3 0 1").en_passant(), Square::G8.into());
}

#[test]
fn a_lost_right_keeps_the_file_of_its_rook() {
    let start = board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 3 40");
    let after = start.after(start.parse_move("e1e2").expect("a move"));
    assert!(!after.castlings().contains(Side::Theirs, CastlingSide::QueenSide));
    assert_eq!(after.castlings().rook_file(Side::Theirs, CastlingSide::QueenSide), File::B);
    // So the boards differ, though their FENs are the same.
    let read = board(&format!("{} 0 1", after.fen()));
    assert_ne!(read, after);
    assert_eq!(read.hash(), after.hash());
}

#[test]
fn castling_is_read_in_both_spellings_and_printed_in_both() {
    let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (short, long) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let castling = board.parse_move(short).expect("castling");
        assert_eq!((castling.kind(), board.parse_move(long)), (MoveKind::Castling, Ok(castling)));
        assert_eq!(castling.uci(board.side_to_move(), CastlingMode::Standard).to_string(), short);
        assert_eq!(castling.uci(board.side_to_move(), CastlingMode::Chess960).to_string(), long);
    }
}

#[test]
fn rights_are_written_as_files_where_one_rook_is_not_at_the_edge() {
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
    let promotion = |text: &str| board.parse_move(text).expect("a move").promotion_piece();
    assert_eq!(["a7a8", "a7a8q"].map(promotion), [Some(PieceType::Knight), Some(PieceType::Queen)]);
}

#[test]
fn a_right_is_lost_where_its_rook_is_taken_and_nowhere_else_on_the_file() {
    let start = board("r3k2r/8/8/7p/8/8/7R/4K2R w kq - 0 1");
    let rights = |text: &str| start.after(start.parse_move(text).expect("a move")).castlings().to_string();
    assert_eq!(rights("h2h5"), "KQ");
    let open = board("r3k2r/8/8/8/8/8/8/4K2R w kq - 0 1");
    assert_eq!(open.after(open.parse_move("h1h8").expect("a move")).castlings().to_string(), "Q");
}

#[test]
fn a_single_minor_piece_mates_nobody_but_two_knights_may() {
    let may_mate = |men: &str| board(&format!("k7/8/8/8/8/8/8/{men} w - - 0 1")).has_mating_material();
    assert_eq!(["KN6", "KB1B4", "KNN5", "KBB5", "KR6"].map(may_mate), [false, false, true, true, true]);
    assert!(board("kn6/8/8/8/8/8/8/KN6 w - - 0 1").has_mating_material());
}

#[test]
fn a_piece_under_a_flag_is_no_pawn() {
    let board = board("1Qnkr3/3b4/p2P2p1/Pp3q2/1NP3pP/1KN5/8/3R4 w - b6 0 33");
    assert_eq!(board.parse_move("b8c7").map(Move::kind), Ok(MoveKind::Normal));
    assert_eq!(board.parse_move("a5b6").map(Move::kind), Ok(MoveKind::EnPassant));
}

#[test]
fn a_knight_under_a_flag_moves_like_a_knight() {
    let targets = |board: &Board, from: Square| {
        let moves = board.legal_moves();
        let mut texts: Vec<_> = moves.iter().filter(|m| m.from() == from).map(|m| m.to().to_string()).collect();
        texts.sort_unstable();
        texts.join(" ")
    };
    let before = board("4N3/8/8/3Pp3/8/8/8/K6k w - e6 0 1");
    assert_eq!(targets(&before, Square::E8), "c7 d6 f6 g7");
    assert_eq!(targets(&before, Square::D5), "d6 e6");
    // In a mirrored board the flags are on rank 1.
    let ours = board("k7/8/8/8/3pP3/8/8/K3N3 b - e3 0 1").swap_colors();
    assert_eq!(ours.en_passant(), Square::E1.into());
    assert_eq!(targets(&ours, Square::E1), "c2 d3 f3 g2");
}

#[test]
fn fens_are_refused_for_lc0s_reasons() {
    for (fen, kind, blamed) in [
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
        ("k7 w - - 2147483648", FenErrorKind::Rule50, "2147483648"),
        ("k7 w - - 0 x", FenErrorKind::Fullmove, ""),
        ("k7 w - - 0 1 x", FenErrorKind::ExtraCharacters, "x"),
    ] {
        let error = Board::from_fen(fen).expect_err(fen);
        assert_eq!(error.kind, kind, "{fen}");
        assert!(fen[error.span.clone()].starts_with(blamed), "{fen}: {error:?}");
    }
    let read = Board::from_fen("k7 w - - -2147483648 2147483647").expect("numbers of 32 bits");
    assert_eq!((read.rule50, read.fullmove), (i32::MIN, i32::MAX));
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
fn a_history_starts_behind_the_last_null_move() {
    let mut position = Position::start();
    for text in ["g1f3", "g8f6"] {
        position.do_move(position.parse_uci(text).expect("legal"));
    }
    position.do_null_move();
    position.do_move(position.parse_uci("f6g8").expect("legal"));
    let history = PositionHistory::from(&position);
    assert_eq!(history.len(), 2);
    assert!(history.starting().board().is_flipped());
    let after = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -";
    assert_eq!(history.last().board().fen().to_string(), after);
}

#[test]
fn what_cannot_be_a_position_is_told() {
    use gardez_position::FenErrorKind as Kind;
    let error = |fen: &str| gardez_position::Board::try_from(&board(fen)).err();
    assert!(matches!(error("k7/8/8/8/8/8/8/8 w - - 0 1"), Some(Kind::MissingKing(_))));
    assert_eq!(error("k6R/8/8/8/8/8/8/K7 w - - 0 1"), Some(Kind::OpponentInCheck));
    assert!(matches!(error("k7/8/8/8/8/8/8/4K3 w H - 0 1"), Some(Kind::CastlingRight(_))));
}
