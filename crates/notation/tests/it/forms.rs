//! Forms that people write in games although they are not in the standard.

use gardez_notation::pgn::{GameResult, Nag, ProblemKind, ReadGame, Reader, Severity};
use gardez_notation::san::Repairs;

fn games(text: &str) -> Vec<ReadGame> {
    Reader::from_bytes(text.as_bytes()).games().map(|read| read.expect("a slice does not fail")).collect()
}

#[test]
fn each_repaired_move_is_reported() {
    let read = &games("1. e2e4 e7-e5 2. ♘f3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. b4 Bxb4 6. c3 Ba5 7. d4 exd4 8. Qb3+ *")[0];
    assert_eq!(read.game.len(), 15);
    let repairs: Vec<_> = read.problems.iter().map(|problem| problem.kind.clone()).collect();
    let expected = [
        Repairs::LONG_FORM,
        Repairs::LONG_FORM,
        Repairs::FIGURINE,
        Repairs::CASTLING_LETTERS,
        Repairs::WRONG_CHECK_MARK,
    ];
    assert_eq!(repairs, expected.map(ProblemKind::Repaired));
    let numbers = &games("1. 5254 57-55 2. 7163 2836 *")[0].problems;
    assert!(
        numbers.len() == 4 && numbers.iter().all(|problem| problem.kind == ProblemKind::Repaired(Repairs::NUMBERS))
    );
    assert!(numbers[0].to_string().ends_with("squares as numbers (ICCF)"), "{}", numbers[0]);
}

#[test]
fn blanks_and_ellipses_beyond_ascii_separate_words() {
    for text in [
        "1.\u{a0}e4 e5\u{a0}2.\u{202f}Nf3\u{3000}Nc6 *",
        "1. e4 1… e5 2. Nf3 2…Nc6 *",
        "1. e4…e5 \u{feff}2. ♘f3…\u{a0}…Nc6 \u{a0} *\u{feff}",
        "[A \"b\"]\n\n\u{feff}1. e4 e5 2. Nf3\u{2003}\u{200b}Nc6 *",
    ] {
        let read = &games(text)[0];
        let errors = read.problems.iter().filter(|problem| problem.kind.severity() == Severity::Error).count();
        assert_eq!((read.game.len(), errors), (4, 0), "{text:?}: {:?}", read.problems);
    }
    let latin1 = Reader::from_bytes(b"1.\xa0e4 e5\xa02. Nf3 \xbd-\xbd").read_game().expect("no error").expect("a game");
    assert_eq!((latin1.game.len(), latin1.game.result), (3, GameResult::Draw));
}

#[test]
fn evaluation_signs_and_words_are_read_as_their_glyphs() {
    for (sign, glyph) in [
        ("=", 10),
        ("∞", 13),
        ("+=", 14),
        ("+/=", 14),
        ("=+", 15),
        ("=/+", 15),
        ("±", 16),
        ("+/-", 16),
        ("-/+", 17),
        ("+-", 18),
        ("-+", 19),
        ("RR", 145),
        ("N", 146),
        ("D", 220),
    ] {
        let read = &games(&format!("1. e4 {sign} Nf6 2. Nf3 Nc6 *"))[0];
        let e4 = read.game.main_line().next().expect("a move");
        assert_eq!((read.game.len(), &read.game.node(e4).nags[..]), (4, &[Nag::from_raw(glyph)][..]), "{sign}");
        assert_eq!(read.problems[0].kind, ProblemKind::Sign, "{sign}");
    }
    for (text, expected) in [("$", None), ("$0", Some(0)), ("$255", Some(255)), ("$256", None), ("$99999999999", None)]
    {
        let read = &games(&format!("1. e4 {text} *"))[0];
        let e4 = read.game.main_line().next().expect("a move");
        let found = read.game.node(e4).nags.first().map(|nag| nag.raw());
        assert_eq!((found, read.problems.is_empty()), (expected, expected.is_some()), "{text}");
    }
}

#[test]
fn promotions_in_parentheses_are_not_variations() {
    let fen = "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/p6K/8 w - - 0 1\"]\n\n";
    for moves in ["1. a8(Q)+ Kg7 *", "1. Kg3 a1(n) 2. a8(R)+ *", "1. Kg3 (1. a8(B) a1(q)) a1(b) *"] {
        let read = &games(&format!("{fen}{moves}"))[0];
        let errors = read.problems.iter().filter(|problem| problem.kind.severity() == Severity::Error).count();
        assert_eq!(errors, 0, "{moves}: {:?}", read.problems);
        assert!(
            read.game.node(read.game.root()).children().iter().all(|&id| !read.game.node(id).children().is_empty())
        );
    }
}

#[test]
fn a_line_end_in_a_comment_is_a_blank_and_an_empty_line_stays_whatever_ends_them() {
    for end in ["\n", "\r", "\r\n"] {
        let read = &games(&format!("1. e4 {{ a{end}b {end}{end} c  d\te }} *"))[0];
        let e4 = read.game.main_line().next().expect("a move");
        assert_eq!(read.game.node(e4).comments, ["a b\n\nc  d e"], "{end:?}");
    }
}
