//! Positions with operations: how they are read and written, their typed values, and the places of errors.

use gardez_notation::ErrorInfo;
use gardez_notation::epd::{Epd, EpdErrorKind, Operand, Score, Value, ValueError};
use gardez_position::{FenProblems, FenReader};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

fn epd(text: &str) -> Epd {
    text.parse().unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn a_line_is_written_exactly_as_it_was_read_in_every_dialect() {
    for text in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - id \"a \\\"b\\\" \\\\ \\c\"; noop; x y z;",
        "r3k2r/8/8/8/8/8/8/R3K2R b HAha - ce -35;",
        // The inner rook has the letter of its file, the others have the usual letters.
        "r3k2r/8/8/8/8/8/8/RR2K3 w Bkq - acd 3;",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Kd8;",
        "4k3/8/8/8/8/8/8/4K3 w - - 3 7 bm Kd2;",
    ] {
        assert_eq!(epd(text).to_string(), text);
    }
}

#[test]
fn every_value_is_read_again_as_it_was_set() {
    let numbers = [i32::MIN, -1, 0, 1, i32::MAX];
    let mut values: Vec<_> = numbers.map(|number| Value::Evaluation(Score::Centipawns(number))).into();
    values.extend(numbers.map(|number| Value::Evaluation(Score::Mate(number))));
    values.extend(numbers.map(Value::DirectMate));
    values.extend([Value::AnalysisNodes(u64::MAX), Value::AnalysisDepth(u32::MAX), Value::Comment(9, String::new())]);
    values.extend(["", " a ", "a;b", "\"", "\\", "\\\"", "ü"].map(|text| Value::Id(text.into())));
    for value in values {
        let mut position = epd(KINGS);
        position.set(value.clone());
        let again = epd(&position.to_string());
        assert_eq!(again.values().collect::<Vec<_>>(), [Ok(value)], "{position}");
    }
    let mut position = epd(KINGS);
    position.set(Value::Evaluation(Score::Mate(0)));
    assert!(position.to_string().ends_with("ce +M0;"));
}

#[test]
fn a_word_that_could_not_be_read_again_is_put_in_quotes() {
    for (text, is_quoted) in [("a", false), ("", true), ("a b", true), ("a;", true), ("a\"b", true), ("a\\b", false)] {
        let operand = Operand::from_word(text);
        assert_eq!((operand.is_quoted(), &*operand.text()), (is_quoted, text));
        let position = epd(&format!("{KINGS} op {operand};"));
        assert_eq!(position.operations[0].operands, [operand], "{text:?}");
    }
}

#[test]
fn errors_have_their_place() {
    for (operations, at, part, kind) in [
        ("bm Kd2; 7", 8, "7", EpdErrorKind::Opcode('7')),
        ("id \"ü\"; ü", 9, "ü", EpdErrorKind::Opcode('ü')),
        ("id \"a", 3, "\"a", EpdErrorKind::UnclosedString),
        ("id a\"b\"", 4, "\"", EpdErrorKind::QuoteInWord),
        ("i\"d a", 1, "\"", EpdErrorKind::QuoteInWord),
    ] {
        let line = format!("{KINGS} {operations}");
        let error = line.parse::<Epd>().expect_err(operations);
        let start = KINGS.len() + 1 + at;
        assert_eq!((error.text(&line), error.span()), (part, Some(start..start + part.len())), "{operations}");
        assert!(error.to_string().ends_with(&format!(" at byte {start}")), "{error}");
        assert_eq!(error.kind, kind, "{operations}");
    }
    // Errors of the position have the place in the line as well.
    let line = "4k3/8/8/8/8/8/8/4X3 w - - bm Kd2;";
    let error = line.parse::<Epd>().expect_err("X is not a piece");
    assert_eq!((error.kind_name(), error.text(line)), ("unknown-piece", "X"));
}

#[test]
fn each_wrong_operand_has_its_error() {
    let number = |found: &str| ValueError::Number { found: found.into() };
    for (operation, error) in [
        ("acd x", number("x")),
        ("acd -1", number("-1")),
        ("ce 2147483648", number("2147483648")),
        ("ce +-1", number("+-1")),
        ("ce", ValueError::Count { found: 0 }),
        ("acd 1 2", ValueError::Count { found: 2 }),
        ("sm Kd2 Kd1", ValueError::Count { found: 2 }),
        ("bm Kd2 --", ValueError::NullMove { index: 1 }),
        ("c1", ValueError::Count { found: 0 }),
    ] {
        let position = epd(&format!("{KINGS} {operation};"));
        assert_eq!(position.values().collect::<Vec<_>>(), [Err(error)], "{operation}");
    }
    let position = epd(&format!("{KINGS} bm Kd2 Ke5;"));
    let error = position.value("bm").expect("there is a bm").expect_err("e5 is too far");
    assert!(matches!(error, ValueError::Move { index: 1, .. }), "{error}");
    assert_eq!((error.kind_name(), error.span()), ("illegal", None));
}

#[test]
fn a_position_that_cannot_arise_is_read_unless_the_reader_refuses_it() {
    let (double_check, no_rook) = ("8/8/8/8/8/1n2k3/2n5/K7 w - - id \"a\";", "4k3/8/8/8/8/8/8/4K3 w K - id \"a\";");
    assert_eq!(epd(double_check).board.problems(), FenProblems::IMPOSSIBLE_CHECK);
    assert!(epd(no_rook).board.castling_rights().is_empty());
    for (text, problem) in [(double_check, FenProblems::IMPOSSIBLE_CHECK), (no_rook, FenProblems::CASTLING_RIGHTS)] {
        let error = Epd::read(text, &FenReader::new().refuse(problem)).expect_err(text);
        assert!(matches!(error.kind, EpdErrorKind::Position(error) if error.problem() == Some(problem)), "{text}");
    }
}

#[test]
fn epds_are_equal_if_their_texts_are() {
    use gardez_position::{Board, EnPassantPolicy, FenStyle};

    let boards = [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 3 7",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2",
        "r3k2r/8/8/8/8/8/8/RR2K3 w Bkq - 0 1",
    ];
    let mut epds = Vec::new();
    for fen in boards {
        let board: Board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for style in [FenStyle::Standard, FenStyle::Shredder, FenStyle::XFen] {
            for policy in [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always] {
                for has_counters in [false, true] {
                    let mut epd = Epd::new(board);
                    (epd.style, epd.en_passant, epd.has_counters) = (style, policy, has_counters);
                    let id = epd.clone();
                    epd.set(Value::Id("a".into()));
                    epds.extend([id, epd]);
                }
            }
        }
    }
    for one in &epds {
        let text = one.to_string();
        assert_eq!(format!("{one:?}"), text);
        assert_eq!(epd(&text), *one, "it is read as it was written");
        for other in &epds {
            assert_eq!(one == other, text == other.to_string(), "{one} and {other}");
        }
    }
}

#[test]
fn every_problem_of_a_file_has_its_place_and_its_kind() {
    use gardez_notation::epd::Checker;
    use gardez_notation::pgn::Severity;

    type Found<'a> = (&'a str, &'a str, Severity);
    let rows: [(&str, &[Found<'_>]); 15] = [
        ("bm Kd2; id \"a\";", &[]),
        ("bm Kd2; id \"a\";", &[("repeated-id", "id \"a\"", Severity::Note)]),
        ("id a;", &[("unquoted", "id a", Severity::Note), ("repeated-id", "id a", Severity::Note)]),
        ("bm Ke2;", &[("other-answer", "bm Ke2", Severity::Note)]),
        ("bm Kd2 Ke3; c0 \"\";", &[("illegal", "Ke3", Severity::Error)]),
        (
            "bm Kd2; am Ke2 Kd2;",
            &[("best-and-avoided", "am Ke2 Kd2", Severity::Error), ("other-answer", "bm Kd2", Severity::Note)],
        ),
        ("ce 1; ce 2;", &[("repeated-opcode", "ce 2", Severity::Note)]),
        ("bm Kd2 + id \"b\";", &[("missing-semicolon", "id", Severity::Error)]),
        ("ce 1", &[("missing-last-semicolon", "", Severity::Note)]),
        ("c0 two words; id \"\";", &[("unquoted", "c0 two words", Severity::Note)]),
        ("c9 \"e1d2 e1e3\";", &[("illegal", "e1e3", Severity::Error)]),
        ("c9 \"e1d2 is best\";", &[]),
        ("bm #2;", &[("mate", "bm #2", Severity::Note)]),
        ("id \"a;", &[("unclosed-string", "\"a;", Severity::Error)]),
        ("3 1 hmvc 2; fmvn 1;", &[("counter", "hmvc 2", Severity::Note)]),
    ];
    let mut checker = Checker::default();
    for (number, (operations, expected)) in (1..).zip(rows) {
        let (line, mut found) = (format!("{KINGS} {operations}"), Vec::new());
        checker.check(&line, number, |problem| {
            found.push((problem.kind.kind_name(), line[problem.span].to_owned(), problem.kind.severity()));
        });
        let expected: Vec<_> =
            expected.iter().map(|&(kind, part, severity)| (kind, part.to_owned(), severity)).collect();
        // Answers that differ are reported of the first of several lines; `am` alone is an answer, too.
        found.retain(|(kind, ..)| *kind != "other-answer" || expected.iter().any(|(known, ..)| known == kind));
        assert_eq!(found, expected, "{operations}");
    }
}

#[test]
fn merged_lines_have_the_moves_of_both_and_a_game_has_them_as_lines() {
    let standard = |operations: &str| {
        let mut position = epd(&format!("{KINGS} {operations}"));
        position.standardize();
        position
    };
    let mut one = standard("id x; bm Ke1-d2; ce 5");
    one.merge(&standard("bm Kf2 Kd2; id \"y\"; acd 3; c9 \"1-0\"; c0 \"good\"; pv Kf2 Kd7;"));
    let text = format!("{KINGS} acd 3; bm Kd2 Kf2; c0 \"good\"; c9 \"1-0\"; ce 5; id \"x\"; pv Kf2 Kd7;");
    assert_eq!(one.to_string(), text);
    let again = standard(one.to_string().strip_prefix(KINGS).expect("the position"));
    assert_eq!(again, one, "the standard form is read as it was written");
    let game = one.to_game().to_string();
    assert!(game.contains("[Event \"x\"]\n") && game.contains("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n"), "{game}");
    assert!(game.ends_with("\n{ good [%eval 0.05,3] } 1. Kd2 (1. Kf2 Kd7) 1-0\n"), "{game}");
}
