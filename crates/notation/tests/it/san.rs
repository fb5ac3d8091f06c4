//! Moves as text: what is printed, what is read, and which errors are reported.

use gardez_notation::ErrorInfo;
use gardez_notation::lan::{self, Lan, LanStyle};
use gardez_notation::san::{self, Repairs, San, SanError};
use gardez_position::{Board, Position};
use gardez_types::{CastlingMode, Move};
use quickcheck::quickcheck;

fn board(fen: &str) -> Board {
    *fen.parse::<Position>().expect("a position").board()
}

/// The position after some random moves from a start position.
fn played(number: u16, choices: &[u8]) -> Position {
    let mut position = if number % 3 == 0 {
        Position::start()
    } else {
        Board::chess960(number % 960).map(Position::from).expect("below 960")
    };
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.do_move(moves[usize::from(choice) % moves.len()]);
    }
    position
}

quickcheck! {
    fn printed_moves_are_read_again_and_no_two_moves_share_a_text(number: u16, choices: Vec<u8>) -> bool {
        let position = played(number, &choices);
        let mut texts = Vec::new();
        for m in position.legal_moves() {
            let text = San::new(&position, m);
            assert_eq!(san::parse(&position, &text), Ok(m), "{text} in {position}");
            assert!(!texts.contains(&text), "{text} in {position}");
            texts.push(text);
            for style in [LanStyle::Hyphen, LanStyle::Dense] {
                let text = Lan::new(&position, m, style);
                assert_eq!(lan::parse(&position, &text), Ok(m), "{text} in {position}");
            }
            let uci = m.uci(CastlingMode::Standard).to_string();
            if position.parse_uci(&uci) == Ok(m) {
                assert_eq!(san::parse_lenient(&position, &uci).map(|read| read.mv), Ok(Some(m)), "{uci} in {position}");
            }
        }
        true
    }

    fn origins_are_those_of_the_legal_moves(number: u16, choices: Vec<u8>) -> bool {
        use gardez_bitboard::Bitboard;
        use gardez_types::{MoveKind, PieceType, Square};
        let position = played(number, &choices);
        let moves = position.legal_moves();
        for piece_type in PieceType::ALL {
            for to in Square::ALL {
                let expected: Bitboard = moves
                    .iter()
                    .filter(|m| m.kind() != MoveKind::Castling && m.to() == to)
                    .filter(|&&m| position.piece_on(m.from()).is_some_and(|piece| piece.piece_type() == piece_type))
                    .map(|m| m.from())
                    .collect();
                assert_eq!(position.legal_origins(piece_type, to, Bitboard::FULL), expected, "{piece_type:?} to {to} in {position}");
            }
        }
        true
    }

    fn any_text_is_read_or_refused(text: String, number: u16, choices: Vec<u8>) -> bool {
        let position = played(number, &choices);
        let _ = san::parse_lenient(&position, &text);
        true
    }
}

fn lenient(fen: &str, text: &str) -> (String, Repairs) {
    let board = board(fen);
    let read = san::parse_lenient(&board, text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
    (read.mv.map_or("--".into(), |m: Move| m.uci(board.castling_mode()).to_string()), read.repairs)
}

const PROMOTION: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";

#[test]
fn promotions_are_read_in_every_form_and_the_form_is_reported() {
    for text in ["a8Q+", "a8(Q)+", "a8/Q+", "a8=q+", "a8q+"] {
        assert_eq!(lenient(PROMOTION, text), ("a7a8q".into(), Repairs::PROMOTION_FORM), "{text}");
    }
    for text in ["a8B", "a8=b", "a8b"] {
        assert_eq!(lenient(PROMOTION, text), ("a7a8b".into(), Repairs::PROMOTION_FORM), "{text}");
    }
    assert_eq!(lenient(PROMOTION, "a8=Q"), ("a7a8q".into(), Repairs::MISSING_CHECK_MARK));
    assert_eq!(lenient(PROMOTION, "a8=N+"), ("a7a8n".into(), Repairs::WRONG_CHECK_MARK));
    assert_eq!(lenient(PROMOTION, "a7-a8=Q+"), ("a7a8q".into(), Repairs::LONG_FORM));
}

#[test]
fn castling_is_read_with_zeros_small_letters_and_squares() {
    for text in ["0-0", "o-o", "O-o"] {
        assert_eq!(lenient(CASTLING, text).0, "e1g1", "{text}");
        assert!(lenient(CASTLING, text).1.contains(Repairs::CASTLING_LETTERS));
    }
    assert_eq!(lenient(CASTLING, "0-0-0").0, "e1c1");
    for text in ["e1g1", "e1h1", "Ke1-g1"] {
        assert_eq!(lenient(CASTLING, text), ("e1g1".into(), Repairs::LONG_FORM), "{text}");
    }
}

#[test]
fn figurines_long_forms_and_suffixes_are_read() {
    assert_eq!(lenient(START, "♘f3"), ("g1f3".into(), Repairs::FIGURINE));
    assert_eq!(lenient(START, "e2-e4"), ("e2e4".into(), Repairs::LONG_FORM));
    assert_eq!(lenient(START, "e2e4"), ("e2e4".into(), Repairs::LONG_FORM));
    assert_eq!(lenient(START, "Ngf3"), ("g1f3".into(), Repairs::OVER_DISAMBIGUATED));
    assert_eq!(lenient(START, "nf3"), ("g1f3".into(), Repairs::LOWER_CASE_PIECE));
    assert_eq!(lenient(START, "Pe4!?"), ("e2e4".into(), Repairs::PAWN_LETTER | Repairs::ANNOTATION));
    for text in ["exd6e.p.", "exd6ep", "exd6 e.p."] {
        assert!(lenient(EN_PASSANT, text).1.contains(Repairs::EN_PASSANT_SUFFIX), "{text}");
    }
    assert_eq!(lenient(EN_PASSANT, "ed6"), ("e5d6".into(), Repairs::MISSING_CAPTURE_MARK));
    assert_eq!(lenient(EN_PASSANT, "e:d6"), ("e5d6".into(), Repairs::CAPTURE_FORM));
    assert_eq!(lenient(START, "--"), ("--".into(), Repairs::empty()));
    assert_eq!(lenient(START, "0000"), ("--".into(), Repairs::NULL_MOVE_FORM));
}

#[test]
fn the_strict_reader_accepts_only_the_printed_text() {
    let start = board(START);
    assert!(san::parse(&start, "Nf3").is_ok());
    for text in ["a8=Q#+", "a8=Q+#", "a8=Q++", "a8=Q+ +", "a8=Q+#+"] {
        let read = san::parse(&board(PROMOTION), text);
        assert!(matches!(read, Err(SanError::NotCanonical { .. })), "{text}: {read:?}");
    }
    for text in ["Ngf3", "Nf3+", "nf3", "Ng1f3", " Nf3", "Nf3 ", "Nxf3", "e2e4", "Nf3!", "--", "0000", "Pe4"] {
        assert!(matches!(san::parse(&start, text), Err(SanError::NotCanonical { .. })), "{text}");
    }
}

#[test]
fn ambiguous_illegal_and_malformed_texts_have_their_own_errors() {
    let knights = board("k7/8/8/8/8/8/8/K1N1N3 w - - 0 1");
    let error = san::parse(&knights, "Nd3").expect_err("two knights go there");
    assert_eq!(error.to_string(), "ambiguous move: c1d3, e1d3");

    // 4  . . . . r . . .
    // 3  . . . . . . . .
    // 2  . . . . N . . .
    // 1  . . . . K . . .
    let pinned = board("k7/8/8/8/4r3/8/4N3/4K3 w - - 0 1");
    let error = san::parse(&pinned, "Nd4").expect_err("the knight is pinned");
    assert_eq!(error.candidates(), [Move::normal(E2, D4)]);
    assert_eq!(
        error.to_string(),
        "illegal move: the move from e2 to d4 leaves the king attacked: the rook on e4 pins the piece"
    );
    use gardez_types::Square::{D4, E2};

    let start = board(START);
    let error = san::parse(&start, "Nf4").expect_err("no knight reaches f4");
    assert_eq!((error.kind_name(), error.candidates()), ("illegal", &[][..]));
    assert_eq!(error.to_string(), "illegal move: no white knight can reach f4");
    for (text, at) in [("", 0), ("Kz9", 1), ("e", 1), ("N", 1), ("e4e", 3), ("hello", 2), ("Nf3x", 4), ("a8(Q", 4)] {
        let error = san::parse(&start, text).expect_err(text);
        assert_eq!(error, SanError::Malformed { span: at..text.len() }, "{text}");
        assert_eq!((error.kind_name(), error.span()), ("malformed", Some(at..text.len())), "{text}");
    }
    let error = |text| san::parse(&start, text).expect_err("not a move").to_string();
    assert_eq!(error("hello"), "not a move: unexpected text at byte 2");
    assert_eq!(error("e4e"), "not a move: text ends at byte 3");
    assert_eq!(error("--"), "expected a move, found a null move");
    // 8  . . . . . . . r
    // 7  . . . . P . . K
    let pinned = san::parse(&board("7r/r3P2K/8/8/8/8/8/k7 w - - 0 1"), "e8").expect_err("the pawn is pinned");
    let queens = pinned.candidates().iter().map(|m| m.promotion()).collect::<Vec<_>>();
    assert_eq!((queens.len(), queens.contains(&None)), (4, false), "{pinned}");
    let promotion = san::parse(&board(PROMOTION), "a8").expect_err("a piece is missing");
    assert_eq!(promotion.candidates().len(), 4);
}

#[test]
fn a_pinned_piece_needs_no_disambiguation() {
    // The knight on e2 is pinned, so only the other knight can move to c3.
    let board = board("k7/8/8/8/4r3/8/4N3/1N2K3 w - - 0 1");
    let m = board.parse_uci("b1c3").expect("legal");
    assert_eq!(San::new(&board, m).as_str(), "Nc3");
}

#[test]
fn the_origin_is_printed_as_far_as_it_is_needed_the_file_first() {
    for (fen, uci, text) in [
        ("k7/8/8/8/8/8/8/K1N1N3 w - - 0 1", "c1d3", "Ncd3"),
        ("k7/8/8/2N5/8/8/8/K1N5 w - - 0 1", "c1d3", "N1d3"),
        // Three knights: another knight shares the file, and another the rank, so both are printed.
        ("k7/8/8/2N5/8/8/8/K1N1N3 w - - 0 1", "c1d3", "Nc1d3"),
        ("k7/8/8/2N5/8/8/8/K1N1N3 w - - 0 1", "e1d3", "Ned3"),
        ("k7/8/8/2N5/8/8/8/K1N1N3 w - - 0 1", "c5d3", "N5d3"),
        // Queens on two and on three corners of a square, with check.
        ("8/8/8/8/7Q/1k6/8/K6Q w - - 0 1", "h4e1", "Q4e1"),
        ("8/8/8/8/4Q2Q/1k6/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        // Promotion with capture and mate; en passant with check; castling with check.
        ("1n4k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "axb8=Q#"),
        ("8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6+"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ] {
        let board = board(fen);
        let m = board.parse_uci(uci).expect("legal");
        assert_eq!(San::new(&board, m).as_str(), text, "{fen}");
        assert_eq!(san::parse(&board, text), Ok(m), "{fen}");
    }
}

#[test]
fn every_figurine_is_its_piece() {
    let board = board("4k3/8/8/8/3R4/8/4P3/QNB1K3 w - - 0 1");
    for (white, black, text) in [
        ('♔', '♚', "Kf1"),
        ('♕', '♛', "Qa2"),
        ('♖', '♜', "Rd5"),
        ('♗', '♝', "Bd2"),
        ('♘', '♞', "Na3"),
        ('♙', '♟', "Pe4"),
    ] {
        let expected = san::parse_lenient(&board, text).map(|read| read.mv);
        assert!(expected.is_ok());
        for symbol in [white, black] {
            let figurine = format!("{symbol}{}", &text[1..]);
            assert_eq!(san::parse_lenient(&board, &figurine).map(|read| read.mv), expected, "{figurine}");
        }
    }
}

/// Returns the candidates of a text that fits no legal move.
fn refused(board: &Board, text: &str) -> Vec<Move> {
    match san::parse_lenient(board, text) {
        Err(SanError::Illegal { candidates, .. }) => candidates,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn an_illegal_text_says_why() {
    // 8  . . . . k . . .
    // 6  b . . . . . . .    The bishop attacks f1.
    // 2  . . . . N . . P
    // 1  R N . . K . . R
    let board = board("4k3/8/b7/8/8/8/4N2P/RN2K2R w KQ - 0 1");
    let why = |text: &str| san::parse_lenient(&board, text).expect_err(text).to_string();
    assert_eq!(why("O-O-O"), "illegal move: the king cannot castle: a piece on b1 is in the way");
    assert_eq!(why("Rh5"), "illegal move: the piece on h1 cannot make this move to h5: a piece on h2 is in the way");
    assert_eq!(why("gxh3"), "illegal move: no white pawn on the g-file can reach h3");
    assert_eq!(
        why("hxg3"),
        "illegal move: the piece on h2 cannot make this move to g3: a pawn moves so only to capture, and there is nothing to \
         capture"
    );
    assert_eq!(why("Qd4"), "illegal move: no white queen can reach d4");
    assert_eq!(why("Ne2f2"), "illegal move: no white knight on e2 can reach f2");
    assert_eq!(why("R1d4"), "illegal move: no white rook on rank 1 can reach d4");
}

#[test]
fn a_misspelled_move_suggests_the_legal_ones_that_are_near() {
    let position = board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    let suggest = |text: &str| -> Vec<_> {
        let moves = san::suggest(&position, text);
        moves.into_iter().map(|m| San::new(&position, m).to_string()).collect()
    };
    assert_eq!(suggest("Qxf8#"), ["Qxf7#"]);
    assert_eq!(suggest("h5f8"), ["Qf3", "Qf5", "Qxf7#"]);
    assert_eq!(suggest("nothing like a move"), [""; 0]);
    assert_eq!(suggest(""), [""; 0]);
    for m in &position.legal_moves() {
        let text = San::new(&position, *m).to_string();
        assert_eq!(suggest(&text), [text.as_str()], "a legal move is nearest to itself");
    }
}

#[test]
fn a_move_that_leaves_the_king_attacked_is_a_candidate_of_the_error() {
    use gardez_types::Square::{D6, E2, E3, E4, E5};
    // 2  K . . . P . . r
    let pinned = board("7k/8/8/8/8/8/K3P2r/8 w - - 0 1");
    for (text, m) in [("e3", Move::normal(E2, E3)), ("e4", Move::normal(E2, E4))] {
        assert_eq!(refused(&pinned, text), [m], "{text}");
    }
    for text in ["e5", "exd3", "Ke2"] {
        assert_eq!(refused(&pinned, text), [], "{text}");
    }
    // 5  K . . p P . . r: both pawns would leave the rank.
    let uncovered = board("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2");
    assert_eq!(refused(&uncovered, "exd6"), [Move::en_passant(E5, D6)]);
    // Castling captures nothing.
    assert!(matches!(san::parse_lenient(&board(CASTLING), "e1xg1"), Err(SanError::Illegal { .. })));
}

#[test]
fn long_forms_mark_en_passant_as_a_capture() {
    let board = board(EN_PASSANT);
    let m = board.parse_uci("e5d6").expect("legal");
    assert_eq!(Lan::new(&board, m, LanStyle::Hyphen).as_str(), "e5xd6");
    assert_eq!(Lan::new(&board, m, LanStyle::Dense).as_str(), "e5xd6");
    assert_eq!(lan::parse(&board, "e5xd6"), Ok(m));
    assert!(lan::parse(&board, "e5-d6").is_err());
}

#[test]
fn an_en_passant_capture_is_not_read_from_another_origin() {
    // 5  . . . p P . . .     only e5 can capture on d6
    let board = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert!(san::parse(&board, "exd6").is_ok());
    for text in ["xd6", "cxd6", "c5xd6", "e3d6"] {
        assert_eq!(refused(&board, text), [], "{text}");
    }
}
