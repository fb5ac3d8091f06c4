//! What the FEN reader accepts, what it refuses, and what it reports.

use gardez_position::{
    BoardError, EnPassantPolicy, FenErrorKind, FenMode, FenProblems, FenReader, FenStyle, Position,
    fen::UnknownProblemError,
};
use gardez_types::{CastlingMode, Color, Rank, Square};
use gardez_zobrist::Generator;

/// The error of the default reader, with the part of the text it points at.
fn refused(fen: &str) -> (FenErrorKind, String) {
    match Position::from_fen(fen, FenMode::Detect) {
        Ok(position) => panic!("{fen:?} was read as {position}"),
        Err(error) => (error.kind, error.text(fen).into()),
    }
}

fn accepted(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen:?}: {error}"))
}

#[test]
fn missing_fields_have_their_usual_values() {
    let whole = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for short in ["w", "w -", "w - -", "w - - 0", "w - - 0 1\n", "w - - 0 0", "w - -  0\t1", "w  -  - +0 001"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 {short}");
        assert_eq!(accepted(&fen).to_string(), whole, "{fen:?}");
    }
}

#[test]
fn syntax_errors_name_the_place() {
    let kings = |rest: &str| format!("4k3/8/8/8/8/8/8/4K3{rest}");
    for (fen, kind, text) in [
        ("", FenErrorKind::RankLength { rank: Rank::Eight, squares: 0 }, ""),
        ("startpos", FenErrorKind::UnknownPiece('s'), "s"),
        ("4k3/7/8/8/8/8/8/4K3 w", FenErrorKind::RankLength { rank: Rank::Seven, squares: 7 }, "7"),
        ("4k3/ppppppppp/8", FenErrorKind::RankLength { rank: Rank::Seven, squares: 9 }, "ppppppppp"),
        ("4k3/44/8/8/8/8/8/4K3 w", FenErrorKind::AdjacentDigits(Rank::Seven), "4"),
        ("4k3/8/8/8/8/8/4K3 w", FenErrorKind::MissingRanks { ranks: 7 }, " "),
        (&kings("/8 w"), FenErrorKind::TooManyRanks, "/"),
        (&kings(""), FenErrorKind::MissingSideToMove, ""),
        (&kings(" W - - 0 1"), FenErrorKind::SideToMove('W'), "W"),
        (&kings(" white - - 0 1"), FenErrorKind::MissingSpace('h'), "h"),
        (&kings(" w é - 0 1"), FenErrorKind::UnknownCastlingRight('é'), "é"),
        (&kings(" w - e9 0 1"), FenErrorKind::EnPassantSquare, "e9"),
        (&kings(" w - e3é 0 1"), FenErrorKind::EnPassantSquare, "e3é"),
        (&kings(" w - - x 1"), FenErrorKind::Counter, "x"),
        (&kings(" w - - -1 1"), FenErrorKind::Counter, "-"),
        (&kings(" w - - 65536 1"), FenErrorKind::CounterTooLarge { limit: 65_535 }, "65536"),
        (&kings(" w - - 0 99999999999999999999"), FenErrorKind::CounterTooLarge { limit: 1_000_000 }, {
            "99999999999999999999"
        }),
        (&kings(" w - - 0 1 bm Kd1;"), FenErrorKind::Operations, "bm Kd1;"),
        (&kings(" w - - 0 1 bm Kd1"), FenErrorKind::TrailingText, "bm Kd1"),
        (&kings("\tw\t-"), FenErrorKind::MissingSpace('\t'), "\t"),
    ] {
        assert_eq!(refused(fen), (kind, text.into()), "{fen:?}");
    }
}

#[test]
fn a_fen_at_the_beginning_of_a_text_ends_where_its_fields_end() {
    let kings = "4k3/8/8/8/8/8/8/4K3";
    for (fields, rest, halfmove_clock) in [
        (" w - -", " bm Kd2", 0),
        (" w - -", "", 0),
        (" w - -", " 7", 0),
        (" w - -", " 7 seven", 0),
        (" w - -", " +7 8", 0),
        (" w - - 7 8", " 9", 7),
        (" w - - 7\t8", "\n", 7),
        (" w", "", 0),
        (" w -", " ", 0),
    ] {
        let text = format!("{kings}{fields}{rest}");
        let (read, end) = FenReader::new().read_prefix(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!((&text[end..], read.position.halfmove_clock()), (rest, halfmove_clock), "{text:?}");
    }
    for (text, kind, part) in [
        (" w - -bm Kd2", FenErrorKind::MissingSpace('b'), "b"),
        (" w - bm Kd2", FenErrorKind::EnPassantSquare, "bm"),
        (" w - - 65536 1 bm", FenErrorKind::CounterTooLarge { limit: 65_535 }, "65536"),
        (" w - - 0 1000001", FenErrorKind::CounterTooLarge { limit: 1_000_000 }, "1000001"),
    ] {
        let text = format!("{kings}{text}");
        let error = FenReader::new().read_prefix(&text).expect_err(&text);
        assert_eq!((error.kind, error.text(&text)), (kind, part), "{text:?}");
    }
}

#[test]
fn an_error_of_the_pieces_has_its_place_whatever_follows_the_fen() {
    for (text, part) in [
        ("4k3/8/8/8/8/8/8/p3K3 w - - c0 \"1/2/3/4/5/6/7/8/9\";", "p"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - id a1a2b3//8888888888888888888888888888888888888888;", "p"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - K/K/K/K/K/K/K/K/K", "K"),
    ] {
        let error = FenReader::new().read_prefix(text).expect_err(text);
        assert_eq!((error.text(text), error.span.end < text.find(' ').unwrap_or(0) + 1), (part, true), "{text}");
    }
}

#[test]
fn what_breaks_an_invariant_is_refused() {
    for (fen, kind) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", BoardError::MissingKing(Color::Black)),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", BoardError::SeveralKings(Color::White)),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", BoardError::PawnOnBackRank(Square::A1)),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", BoardError::OpponentInCheck(Color::Black)),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", BoardError::OpponentInCheck(Color::Black)),
    ] {
        let error = FenReader::new().read(fen).expect_err(fen);
        assert_eq!((error.kind, error.problem()), (kind.into(), None), "{fen}");
    }
}

#[test]
fn a_problem_is_read_and_reported_and_refused_by_its_name_or_by_strict_readers() {
    for (fen, name, read_as) in [
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling-rights", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling-rights", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", "castling-rights", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"),
        ("4k3/8/8/8/4K3/8/8/R6R w KQ - 0 1", "castling-rights", "4k3/8/8/8/4K3/8/8/R6R w - - 0 1"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "too-many-pieces", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "promoted-surplus", "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
        ("4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1", "promoted-surplus", "4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1"),
        ("4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", "impossible-check", "4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", "impossible-check", "4k3/8/8/3pP3/8/8/8/r3K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "stale-en-passant", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ] {
        let problem: FenProblems = name.parse().expect("a known name");
        let read = FenReader::new().read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!((read.problems(), read.position.to_string().as_str()), (problem, read_as));
        assert_eq!(read.position.check_invariants(), Ok(()));
        let dropped = FenProblems::CASTLING_RIGHTS | FenProblems::STALE_EN_PASSANT;
        assert_eq!(read.position.problems(), problem - dropped, "{fen}");

        for reader in [FenReader::new().refuse(problem), FenReader::new().strict()] {
            let error = reader.read(fen).expect_err(fen);
            assert_eq!(error.problem(), Some(problem), "{fen}: {error}");
            assert!(read.problem_kinds().any(|kind| error.kind == kind.into()), "{fen}: {error}");
        }
        assert!(FenReader::new().refuse(FenProblems::all() - problem).read(fen).is_ok(), "{fen}");
    }
    assert_eq!("impossible".parse::<FenProblems>(), Err(UnknownProblemError));
    assert_eq!("all".parse(), Ok(FenProblems::all()));
    let names = "castling-rights, too-many-pieces, promoted-surplus, impossible-check, stale-en-passant";
    assert_eq!(FenProblems::all().to_string(), names);
}

#[test]
fn all_problems_of_a_text_are_reported_at_once() {
    // Rights without rooks, e6 without a pawn, a second queen next to eight pawns, and a check by two pieces.
    let fen = "4k3/8/8/8/8/3n4/PPPPPPPP/QQ2K2r w KQ e6 0 1";
    let read = FenReader::new().read(fen).expect("it can be played on");
    let listed: Vec<_> = read.problem_kinds().collect();
    assert_eq!(
        listed,
        [
            BoardError::CastlingRight { color: Color::White, rook: Square::A1 },
            BoardError::CastlingRight { color: Color::White, rook: Square::H1 },
            BoardError::StaleEnPassantSquare(Square::E6),
            BoardError::PromotedSurplus { color: Color::White, promoted: 1, missing: 0 },
            BoardError::ImpossibleCheck { checkers: read.position.checkers() },
        ]
    );
    assert_eq!(listed[4].to_string(), "no move can have given the check by the pieces on h1, d3");
    let names = ["castling-rights", "promoted-surplus", "impossible-check", "stale-en-passant"];
    assert!(read.problems().names().eq(names), "{}", read.problems());
}

#[test]
fn checks_are_possible_if_a_move_can_have_given_them() {
    for (fen, is_possible, why) in [
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", true, "by the pawn that stepped"),
        ("8/8/7k/8/3Pp3/8/8/K1B5 b - d3 0 1", true, "by the bishop whose diagonal it opened"),
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", false, "the step opened no line of the queen"),
        ("8/8/8/8/8/1n2k3/2n5/K7 w - - 0 1", false, "two knights have not moved at once"),
        ("B2Q4/8/2k2K2/3P4/5p2/8/P3N3/5r2 b - - 0 1", false, "the pawn hid neither the bishop nor the queen"),
        ("R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", false, "from both ends of a rank"),
        ("R3k3/3P4/8/8/8/8/8/4K3 b - - 0 1", false, "the pawn did not come from the eighth rank"),
        ("3Rk3/8/8/8/8/8/8/4K3 b - - 0 1", true, "the rook came up the file"),
        ("2NRk3/2PN4/8/8/8/8/8/4K3 b - - 0 1", true, "a pawn captured from e7 and became the rook"),
        ("2NRk3/2PNp3/8/8/8/8/8/4K3 b - - 0 1", false, "the rook has nowhere to come from"),
        ("4k3/8/8/8/8/8/8/R3K2r w Q - 0 1", true, "the rook came down the file"),
    ] {
        let board = *accepted(fen).board();
        assert!(board.in_check(), "{fen}");
        assert_eq!(board.problems().is_empty(), is_possible, "{fen}: {why}");
    }
}

#[test]
fn an_en_passant_square_that_no_step_left_is_dropped_and_reported() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    for square in [Square::D6, Square::A2, Square::E3] {
        let fen = format!("{start} {square} 0 1");
        let read = FenReader::new().read(&fen).expect("dropped");
        assert_eq!((read.dropped_ep(), read.problems()), (Some(square), FenProblems::STALE_EN_PASSANT));
        assert_eq!(read.position.raw_key(), Position::start().raw_key());
        let error = FenReader::new().strict().read(&fen).expect_err("strict");
        assert_eq!(error.kind, BoardError::StaleEnPassantSquare(square).into());
        assert_eq!(error.text(&fen), square.to_string());
    }
}

#[test]
fn the_policy_decides_which_en_passant_square_is_kept() {
    let no_capture = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let pinned = "7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1";
    let legal = "7k/8/8/K1pP4/8/8/8/8 w - c6 0 1";
    for (policy, counts) in [
        (EnPassantPolicy::Legal, [false, false, true]),
        (EnPassantPolicy::PseudoLegal, [false, true, true]),
        (EnPassantPolicy::Always, [true, true, true]),
    ] {
        for (fen, counts) in [no_capture, pinned, legal].into_iter().zip(counts) {
            let kept = FenReader::new().with_en_passant(policy).read(fen).expect("a FEN").position;
            assert_eq!(kept.ep_square().is_some(), counts, "{policy:?} {fen}");
            assert_eq!(kept.to_string() == fen, counts);
            assert_eq!(kept.check_invariants(), Ok(()));
            // A position that was read under the default policy can be printed under this one.
            let printed = accepted(fen).fen(FenStyle::XFen).with_en_passant(policy).to_string();
            assert_eq!(printed == fen, counts, "{printed}");
        }
    }
}

#[test]
fn all_three_dialects_mean_the_same() {
    // 8  r . . k . r . r   X-FEN names the inner rook by its file
    let placement = "r2k1r1r/8/8/8/8/8/8/R2K1R1R";
    let shredder = accepted(&format!("{placement} w FAfa - 0 1"));
    assert_eq!(shredder.castling_mode(), CastlingMode::Chess960);
    assert_eq!(accepted(&format!("{placement} w FQfq - 0 1")), shredder);
    assert_eq!(shredder.fen(FenStyle::XFen).to_string(), format!("{placement} w FQfq - 0 1"));
    assert_eq!(shredder.to_string(), format!("{placement} w FAfa - 0 1"));
    let outer = accepted(&format!("{placement} w KQkq - 0 1"));
    assert_ne!(outer, shredder);
    assert_eq!(outer.castling_rook(Color::White, gardez_types::CastlingSide::KingSide), Some(Square::H1));
}

#[test]
fn the_mode_is_detected_from_the_rights() {
    assert_eq!(accepted("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").castling_mode(), CastlingMode::Standard);
    assert_eq!(accepted("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1").castling_mode(), CastlingMode::Chess960);
    assert_eq!(accepted("r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1").castling_mode(), CastlingMode::Standard);
    let asked = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", FenMode::Chess960).expect("a FEN");
    assert_eq!(asked.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
}

#[test]
fn a_text_with_a_right_that_cannot_be_is_not_chess960() {
    for (fen, read, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 20),
        ("rnbq1rk1/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "rnbq1rk1/8/8/8/8/8/8/R3K2R b KQ - 0 1", 42),
        // All letters can be right.
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", 26),
        // The file of a rook says that it is Chess960.
        ("6k1/8/8/8/8/8/8/R5K1 w KA - 0 1", "6k1/8/8/8/8/8/8/R5K1 w A - 0 1", 18),
    ] {
        let position = accepted(fen);
        assert_eq!(position.to_string(), read);
        assert_eq!(position.legal_moves().len(), moves, "{fen}");
        assert_eq!(position.raw_key(), accepted(read).raw_key());
        position.check_invariants().expect("sound");
    }
}

#[test]
fn a_fen_is_read_as_web_pages_and_lists_write_it() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for text in [fen.replace(' ', "_"), format!("{fen};"), format!("{fen} ; \r\n"), fen.replace(" 0 1", ";")] {
        assert_eq!(accepted(&text).to_string(), fen);
    }
    for (text, kind, at) in [
        (fen.replace(' ', "%20"), FenErrorKind::PercentEncoded, "%"),
        (fen.replace('/', "%2F"), FenErrorKind::PercentEncoded, "%"),
        (fen.replace("0 1", "bm e5; id \"1\";"), FenErrorKind::Operations, "b"),
        (fen.replace("0 1", "b e5"), FenErrorKind::Counter, "b"),
        (format!("{fen}; x"), FenErrorKind::MissingSpace(';'), ";"),
    ] {
        assert_eq!(refused(&text), (kind, at.to_owned()), "{text}");
    }
}

#[test]
fn an_error_reads_as_a_clause_with_its_place() {
    let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenMode::Detect).expect_err("no side x");
    assert_eq!(error.to_string(), "expected w or b for the side to move, found 'x' (at byte 20)");
    let error = FenReader::new().strict().read("4k3/8/8/8/8/8/8/4K3 w K - 0 1").expect_err("no rook");
    assert_eq!(error.to_string(), "white cannot have the right to castle with a rook on h1 (at byte 22)");
}

/// FENs to be damaged: all dialects, en passant, many pieces, few pieces.
const VALID: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
    "2rkr2b/8/5P2/8/4q3/8/8/1R1KR1q1 w EBec - 24 66",
    "3rk1rr/1n6/5R2/7P/3P3r/6p1/8/1RBK1R2 b KQgq - 3 117",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/8/8/6k1/6p1/6K1 w - - 99 150",
    "1r2k1r1/1bQn4/5p2/p1p3n1/P1P3pR/NR1P1P2/4p3/4KB2 b - - 100 35",
    "rkn2r2/1R3r2/8/8/N7/8/8/1RR3KR b KCkq - 4 78",
    "7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1",
];

/// A valid FEN with some of its bytes changed, cut out, doubled, or spliced with another one.
fn damaged(random: &mut Generator) -> String {
    const BYTES: &[u8] = b"pnbrqkPNBRQK12345678/ wb-KQkqAHah09+\t\n\0\xc3\xa9x";
    let mut bytes = VALID[random.next_below(VALID.len())].as_bytes().to_vec();
    for _ in 0..=random.next_below(3) {
        let (at, to) = (random.next_below(bytes.len().max(1)), random.next_below(bytes.len().max(1)));
        let (from, to) = (at.min(to), at.max(to));
        match random.next_below(11) {
            // A change of this kind often leaves a FEN, of another position.
            6.. if bytes.get(from).is_some_and(u8::is_ascii_alphabetic) => {
                bytes[from] = b"pnbrqkPNBRQKwbacfh"[random.next_below(18)];
            }
            6.. if to < bytes.len() => bytes.swap(from, to),
            0 if !bytes.is_empty() => bytes[at] = BYTES[random.next_below(BYTES.len())],
            1 if !bytes.is_empty() => bytes[at] ^= 1 << random.next_below(8),
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(from..to)),
            4 => bytes.insert(at, BYTES[random.next_below(BYTES.len())]),
            _ => {
                let other = VALID[random.next_below(VALID.len())].as_bytes();
                bytes.truncate(at);
                bytes.extend_from_slice(&other[random.next_below(other.len())..]);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn two_hundred_thousand_damaged_fens_are_read_as_valid_boards_or_refused_with_their_place() {
    let mut random = Generator::new(7);
    let (strict, lenient) = (FenReader::new().strict(), FenReader::new());
    let (mut read, mut refused) = (0, 0);
    for _ in 0..200_000 {
        let fen = damaged(&mut random);
        let (by_strict, by_lenient) = (strict.read(&fen), lenient.read(&fen));
        let has_no_problem = by_lenient.as_ref().is_ok_and(|read| read.problems().is_empty());
        assert_eq!(by_strict.is_ok(), has_no_problem, "{fen:?}");
        match by_lenient {
            Ok(found) => {
                read += 1;
                let position = found.position;
                assert_eq!(position.check_invariants(), Ok(()), "{fen:?}");
                assert_eq!(position.legal_moves().len(), position.legal_move_count());
                let again = lenient
                    .clone()
                    .with_mode(position.castling_mode().into())
                    .read(&position.to_string())
                    .expect("its own FEN");
                assert_eq!(again.position.raw_key(), position.raw_key(), "{fen:?}");
                for m in position.legal_moves() {
                    assert_eq!(position.after(m).check_invariants(), Ok(()), "{fen:?} {m:?}");
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.span.end <= fen.len() && fen.is_char_boundary(error.span.start), "{fen:?}: {error:?}");
                assert!(fen.is_char_boundary(error.span.end), "{fen:?}: {error:?}");
            }
        }
    }
    assert!(read > 10_000 && refused > 10_000, "both kinds were met: {read} read, {refused} refused");
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_a_position_as_its_fen() {
    let start = Position::start();
    let text = serde_json::to_string(&start).expect("a string");
    assert_eq!(text, format!("\"{start}\""));
    assert_eq!(serde_json::from_str::<Position>(&text).expect("a position"), start);
    assert!(serde_json::from_str::<Position>("\"8/8\"").is_err());
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_boards_lists_and_outcomes_in_a_stable_form() {
    use gardez_position::{Board, Color, MoveList, Outcome};

    let board: Board = "6k1/P7/8/3pP3/8/8/8/4K2R w K d6 0 31".parse().expect("a board");
    let text = serde_json::to_string(&board).expect("text");
    assert_eq!(text, "\"6k1/P7/8/3pP3/8/8/8/4K2R w K d6 0 31\"");
    assert!(serde_json::from_str::<Board>(&text).expect("a board").same_state(&board));
    assert!(serde_json::from_str::<Board>("\"8/8\"").is_err());

    let moves: MoveList = board.legal_moves();
    let text = serde_json::to_string(&moves).expect("a sequence");
    for part in ["\"a7a8q\"", "\"e5d6 en-passant\"", "\"e1h1 castling\""] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(serde_json::from_str::<MoveList>(&text).expect("a list"), moves);
    let many = |count| format!("[{}]", vec!["\"e2e4\""; count].join(","));
    assert_eq!(
        serde_json::from_str::<MoveList>(&many(MoveList::CAPACITY)).expect("a full list").len(),
        MoveList::CAPACITY
    );
    assert!(serde_json::from_str::<MoveList>(&many(MoveList::CAPACITY + 1)).is_err());

    for (outcome, word) in [
        (Outcome::Checkmate { winner: Color::White }, "white-checkmates"),
        (Outcome::Checkmate { winner: Color::Black }, "black-checkmates"),
        (Outcome::Stalemate, "stalemate"),
        (Outcome::InsufficientMaterial, "insufficient-material"),
        (Outcome::SeventyFiveMoves, "seventy-five-moves"),
        (Outcome::FivefoldRepetition, "fivefold-repetition"),
        (Outcome::FiftyMoves, "fifty-moves"),
        (Outcome::ThreefoldRepetition, "threefold-repetition"),
    ] {
        let text = serde_json::to_string(&outcome).expect("a word");
        assert_eq!(text, format!("\"{word}\""));
        assert_eq!(serde_json::from_str::<Outcome>(&text).expect("an outcome"), outcome);
    }
    assert!(serde_json::from_str::<Outcome>("\"checkmate\"").is_err());
}

#[cfg(feature = "serde")]
#[test]
fn boards_come_back_from_serde_in_every_mode_and_under_every_policy() {
    use gardez_position::{Board, EnPassantPolicy};

    let fens = [
        // A double push that no pawn can capture, one that a pinned pawn attacks, and one that can be captured.
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        "7k/8/8/KPp4r/8/8/8/8 w - c6 0 2",
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2",
        // Castling rights of standard chess, an inner rook, and none.
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/RR2K3 w Bkq - 3 7",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - - 65535 1000000",
        // Nine pawns, a right without its rook, a square that no pawn can have passed, and an impossible check.
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "k3r3/8/8/8/8/5n2/8/r3K3 w K e6 0 1",
    ];
    for fen in fens {
        for mode in [FenMode::Standard, FenMode::Chess960, FenMode::Detect] {
            for policy in [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always] {
                let reader = FenReader::new().with_mode(mode).with_en_passant(policy);
                let read = reader.read_board(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).position;
                let position = Position::from(read);
                let text = serde_json::to_string(&position).expect("a text");
                let board: Board = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert!(board.same_state(&read), "{fen} in {mode:?}, {policy:?}: {text}");
                assert_eq!((board.raw_key(), board.to_string()), (read.raw_key(), read.to_string()));
                let again: Position = serde_json::from_str(&text).expect("the same text");
                assert!(again.same_history(&position));
            }
        }
    }
    for refused in
        ["startpos", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 chess961", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 en-passant en-passant"]
    {
        assert!(serde_json::from_str::<Board>(&format!("\"{refused}\"")).is_err(), "{refused}");
    }
}

#[test]
fn the_fen_after_a_move_at_the_largest_number_is_read_again() {
    let mut late = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 65534 1000000", FenMode::Detect).expect("a position");
    for (text, expected) in [("a1a2", "65535 1000000"), ("e8e7", "65535 1000000"), ("a2a1", "65535 1000000")] {
        late.do_move(late.parse_uci(text).expect("a legal move"));
        let fen = late.to_string();
        assert!(fen.ends_with(expected), "{fen}");
        let again: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(again == late && again.same_clocks(&late));
    }
    assert_eq!(late.game_ply(), 2_000_001);
}
