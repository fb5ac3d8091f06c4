//! The board on which nothing is checked: the same rules as `VariantBoard` in games, and no panic anywhere else.

use gardez_position::Board as ChessBoard;
use gardez_variants::{
    Bitboard, CastlingMode, Color, Dialect, FreeBoard, FreeMove, FreeProblems, Piece, PieceType, Square, Variant,
    VariantBoard,
};
use quickcheck::quickcheck;

fn free(board: &VariantBoard) -> FreeBoard {
    let mut free = FreeBoard { variant: board.variant(), ..FreeBoard::EMPTY };
    free.chess960 = board.castling_mode() == CastlingMode::Chess960;
    free.set_fen(&board.fen(Dialect::Libraries).to_string()).expect("a FEN that the crate wrote");
    free
}

fn legal_moves(free: &FreeBoard) -> Vec<FreeMove> {
    free.legal_moves(Bitboard::FULL, Bitboard::FULL)
}

/// The start position of a variant, or one of Chess960 with its pieces.
fn start(variant: Variant, number: u16) -> VariantBoard {
    if !variant.has_chess960() || number % 2 == 0 || variant == Variant::Antichess {
        return VariantBoard::start(variant);
    }
    let chess = ChessBoard::chess960(number % 960).expect("a number below 960").to_string();
    VariantBoard::from_fen(variant, &chess).expect("a start position")
}

/// A board with these pieces, each of which has a number, and castling rights nowhere.
fn edited(variant: Variant, pieces: &[(u8, u8)], has_kings: bool, is_black: bool) -> FreeBoard {
    let mut board = FreeBoard { variant, ..FreeBoard::EMPTY };
    let kings = if has_kings { &[(4, 5), (60, 11)][..] } else { &[] };
    for (square, piece) in pieces.iter().chain(kings) {
        board.put_piece(Square::ALL[usize::from(square % 64)], Piece::ALL[usize::from(piece % 12)], false);
    }
    if is_black {
        board.side_to_move = Color::Black;
    }
    board
}

/// What is wrong with a board of a game and its free board, if anything is.
fn difference(board: &VariantBoard) -> Option<String> {
    let free = free(board);
    let mode = if free.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let mut ours: Vec<_> = legal_moves(&free).iter().map(ToString::to_string).collect();
    let mut theirs: Vec<_> = board.legal_moves().iter().map(|m| m.uci(mode).to_string()).collect();
    ours.sort();
    theirs.sort();
    if ours != theirs || free.legal_move_count() != ours.len() {
        return Some(format!("legal moves {ours:?} {theirs:?}"));
    }
    // With a square that no pawn has passed, the board is not a position, and the slow rules answer.
    if free.ep_square.is_none() {
        let odd = FreeBoard { ep_square: Some(Square::A1), ..free };
        if legal_moves(&odd) != legal_moves(&free) {
            return Some(format!("slow rules: {:?} {:?}", legal_moves(&odd), legal_moves(&free)));
        }
    }
    // A capture that explodes the other king may leave the own king attacked.
    if free.in_check() != board.in_check() || board.outcome().is_none() && free.was_into_check() {
        return Some(String::from("checks"));
    }
    let end = board.outcome().filter(|end| end.is_variant_end());
    if free.variant_end() != end {
        return Some(format!("end {:?} {end:?}", free.variant_end()));
    }
    if !free.problems().is_empty() {
        return Some(format!("{:?}", free.problems()));
    }
    for &m in &board.legal_moves() {
        let text = m.uci(mode).to_string();
        let same = legal_moves(&free).into_iter().find(|same| same.to_string() == text)?;
        let mut after = free;
        let san = after.san_and_play(same, false);
        if san.as_deref().map(|san| san.trim_end_matches(['+', '#']))
            != Some(board.san(m).to_string().trim_end_matches(['+', '#']))
            || san.is_some_and(|san| free.parse_san(&san) != Ok(same))
        {
            return Some(format!("SAN of {m}"));
        }
        let read = VariantBoard::from_fen(board.variant(), &after.to_string());
        let expected = board.after(m);
        let counters = |board: &VariantBoard| (board.halfmove_clock(), board.fullmove_number());
        if read.as_ref() != Ok(&expected) || read.is_ok_and(|read| counters(&read) != counters(&expected)) {
            return Some(format!("after {m}: {after} for {expected}"));
        }
        if !free.is_legal(same) || !free.is_pseudo_legal(same) || free.is_into_check(same) {
            return Some(format!("{m} is legal"));
        }
    }
    None
}

quickcheck! {
    fn games_of_all_variants_go_on_alike(number: u16, choices: Vec<u8>) -> bool {
        Variant::ALL.into_iter().all(|variant| {
            let mut board = start(variant, number);
            for (ply, &choice) in choices.iter().enumerate() {
                // Some positions of each game, and not the same in each.
                if ply % 16 == usize::from(number % 16) {
                    if let Some(what) = difference(&board) {
                        panic!("{board:?}: {what}");
                    }
                }
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.do_move(moves[usize::from(choice) % moves.len()]);
            }
            true
        })
    }

    fn a_position_that_can_be_played_is_a_board(number: u16, choices: Vec<u8>) -> bool {
        let mut board = ChessBoard::chess960(number % 960).expect("a number below 960");
        choices.into_iter().all(|choice| {
            let free: FreeBoard = board.to_string().parse().expect("a FEN");
            let free = FreeBoard { chess960: true, ..free };
            let of_board = FreeBoard::from(&board);
            // A FEN names the square of a double push only where a capture is legal.
            let is_same = FreeBoard { ep_square: free.ep_square, chess960: true, ..of_board } == free;
            let holds = is_same && [free, of_board].iter().all(|free| free.to_board().as_ref() == Ok(&board));
            let moves = board.legal_moves();
            if !moves.is_empty() {
                board.do_move(moves[usize::from(choice) % moves.len()]);
            }
            holds
        })
    }

    fn a_board_has_moves_exactly_if_some_are_listed(pieces: Vec<(u8, u8)>, has_kings: bool, is_black: bool) -> bool {
        Variant::ALL.into_iter().all(|variant| {
            let board = edited(variant, &pieces, has_kings, is_black);
            board.has_legal_moves() != legal_moves(&board).is_empty()
        })
    }

    fn a_move_is_legal_exactly_if_it_is_listed(pieces: Vec<(u8, u8)>, has_kings: bool, is_black: bool, ep: u8) -> bool {
        let board = edited(Variant::Chess, &pieces, has_kings, is_black);
        let board = FreeBoard { ep_square: Square::from_index(ep), ..board };
        let listed = legal_moves(&board);
        assert_eq!(board.legal_move_count(), listed.len(), "{board}");
        let theirs = board.by_color(!board.side_to_move);
        let captures: Vec<_> = listed.iter().copied().filter(|m| theirs.contains(m.to)).collect();
        assert_eq!(board.legal_moves(Bitboard::FULL, theirs), captures, "{board}");
        let squares = || Square::ALL.into_iter();
        squares().flat_map(|from| squares().map(move |to| FreeMove::new(from, to))).all(|m| {
            [None, Some(PieceType::Knight), Some(PieceType::King)].into_iter().all(|promotion| {
                let m = FreeMove { promotion, ..m };
                board.is_legal(m) == listed.contains(&m)
            })
        })
    }

    fn no_fields_make_a_method_panic(sets: (u64, u64, u64, u64), more: (u64, u64, u64, u64), rest: Vec<u8>) -> bool {
        Variant::ALL.into_iter().all(|variant| {
            let at = |index: usize| rest.get(index).copied().unwrap_or_default();
            let (a, b, c, d) = sets;
            let (e, f, g, castling) = more;
            let mut board = FreeBoard {
                types: [a, b, c, d, e, f].map(Bitboard::from_bits),
                colors: [g, !g].map(Bitboard::from_bits),
                promoted: Bitboard::from_bits(a & b),
                castling: Bitboard::from_bits(castling),
                pockets: [[at(0), at(1), at(2), at(3), at(4)], [at(5); 5]],
                checks_left: [at(6) % 5, at(7) % 5],
                ep_square: Square::from_index(at(8)),
                side_to_move: if at(9) % 2 == 0 { Color::White } else { Color::Black },
                chess960: at(10) % 2 == 0,
                variant,
                ..FreeBoard::EMPTY
            };
            for index in 0..rest.len() {
                let square = |byte: u8| Square::from_index(byte % 64).unwrap_or(Square::A1);
                let piece = |byte: u8| PieceType::from_raw(byte % 16);
                let (promotion, drop) = (piece(at(index)), piece(at(index + 3)));
                let m = FreeMove { promotion, drop, ..FreeMove::new(square(at(index)), square(at(index + 1))) };
                let count = board.legal_move_count();
                let flags = [board.is_legal(m), board.is_pseudo_legal(m), board.is_into_check(m), board.gives_check(m)];
                let kinds = [board.is_capture(m), board.is_castling(m), board.is_irreversible(m), board.repeats(&board)];
                let texts = (board.to_string(), board.parse_san("Nf3").is_ok(), board.castling_shredder());
                let ends = (board.variant_end(), Color::ALL.map(|color| board.has_insufficient_material_for(color)));
                let problems = (board.problems(), board.to_board().is_ok(), board.has_chess960_castling());
                std::hint::black_box((count, flags, kinds, texts, ends, problems));
                if at(index) % 2 == 0 {
                    _ = board.san_and_play(m, at(index) % 4 == 0);
                } else {
                    board.play(m);
                }
            }
            true
        })
    }
}

#[test]
fn problems_are_listed_together() {
    let read = |variant, fen: &str| {
        let mut board = FreeBoard { variant, ..FreeBoard::EMPTY };
        board.set_fen(fen).expect("a FEN");
        board.problems()
    };
    type Problem = FreeProblems;
    // 7  . . . . . . . .
    // 1  R . . Q k . . P
    assert_eq!(
        read(Variant::Chess, "8/8/8/8/8/8/8/R2Qk2P w KQ e6 0 1"),
        Problem::NO_WHITE_KING
            | Problem::PAWNS_ON_BACK_RANK
            | Problem::CASTLING_RIGHTS
            | Problem::EN_PASSANT_SQUARE
            | Problem::OPPONENT_IN_CHECK
    );
    assert_eq!(read(Variant::Atomic, "8/8/8/8/8/8/8/4k3 w - - 0 1"), Problem::empty());
    assert_eq!(read(Variant::Horde, "P7/8/8/8/4k3/8/8/P7 w - - 0 1"), Problem::PAWNS_ON_BACK_RANK);
    assert_eq!(read(Variant::RacingKings, "K6k/8/8/8/8/8/8/8 b - - 0 1"), Problem::RACE_OVER);
    assert_eq!(read(Variant::RacingKings, "8/8/8/8/8/8/KP4k1/8 w - - 0 1"), Problem::RACE_MATERIAL);
}

#[test]
fn castling_has_no_promotion_and_one_form() {
    let board: FreeBoard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a FEN");
    let castling = |to, promotion| FreeMove { promotion, ..FreeMove::new(Square::E1, to) };
    let king = Some(PieceType::King);
    for (chess960, to, promotion, is_legal, written) in [
        (false, Square::G1, None, true, "e1g1"),
        (false, Square::H1, None, true, "e1g1"),
        (false, Square::G1, king, false, "e1g1"),
        (false, Square::H1, king, false, "e1h1k"),
        (true, Square::G1, None, false, "e1h1"),
        (true, Square::H1, None, true, "e1h1"),
        (true, Square::H1, king, false, "e1h1k"),
    ] {
        let (board, m) = (FreeBoard { chess960, ..board }, castling(to, promotion));
        assert_eq!((board.is_legal(m), board.is_pseudo_legal(m)), (is_legal, is_legal), "{m} {chess960}");
        assert_eq!(board.written(m).to_string(), written, "{m} {chess960}");
    }
}

#[test]
fn errors_name_the_text() {
    for (fen, expected) in [
        ("", "empty fen: \"\""),
        ("8/8/8/8/8/8/8 w - - 0 1", "expected 8 rows in position part of fen: \"8/8/8/8/8/8/8\""),
        ("8/8/8/8/8/8/8/44 w", "two subsequent digits in position part of fen: \"8/8/8/8/8/8/8/44\""),
        ("8/8/8/8/8/8/8/8 w - - -1 1", "half-move clock cannot be negative: \"8/8/8/8/8/8/8/8 w - - -1 1\""),
        ("8/8/8/8/8/8/8/8 w KQX - 0 1", "invalid castling part in fen: \"8/8/8/8/8/8/8/8 w KQX - 0 1\""),
    ] {
        assert_eq!(fen.parse::<FreeBoard>().expect_err(fen).to_string(), expected);
    }
}

#[test]
fn a_square_with_a_king_and_a_rook_at_once_gives_no_castling() {
    let (e1, none) = (Bitboard::from(Square::E1), Bitboard::EMPTY);
    let types = [none, none, none, e1, none, e1];
    let board = FreeBoard { types, colors: [e1, none], castling: e1, ..FreeBoard::EMPTY };
    let moves = board.legal_moves(Bitboard::FULL, Bitboard::FULL);
    assert!(moves.iter().all(|&m| m.from == Square::E1 && m.to != Square::E1), "{moves:?}");
}

#[test]
fn a_king_that_is_taken_at_home_takes_its_castling_rights_along() {
    for (fen, m, expected) in [
        ("r3k2r/8/8/8/4R3/8/8/R3K2R w KQkq - 0 1", (Square::E4, Square::E8), "KQ"),
        ("r3k2r/8/8/8/4R2k/8/8/R3K2R w KQkq - 0 1", (Square::E4, Square::H4), "KQkq"),
    ] {
        let mut free = FreeBoard::EMPTY;
        free.set_fen(fen).expect("a FEN");
        free.play(FreeMove::new(m.0, m.1));
        assert_eq!(free.to_string().split(' ').nth(2), Some(expected), "{fen}");
    }
}

#[test]
fn drops_come_by_pieces_and_between_the_squares_of_both_sets() {
    let mut free = FreeBoard { variant: Variant::Crazyhouse, ..FreeBoard::EMPTY };
    free.set_fen("4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1").expect("a FEN");
    let squares = Bitboard::from_square(Square::A4) | Bitboard::from_square(Square::B4);
    let texts = |from, to| free.legal_moves(from, to).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts(Bitboard::FULL, squares), ["N@a4", "N@b4", "Q@a4", "Q@b4"]);
    assert_eq!(texts(squares, Bitboard::from_square(Square::B4)), ["N@b4", "Q@b4"]);
}
