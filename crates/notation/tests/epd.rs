//! Positions with operations: what is kept to the letter, what is typed, and where errors stand.

use gardez_notation::epd::{Epd, EpdErrorKind, Evaluation, Operand, Value, ValueError};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

fn epd(text: &str) -> Epd {
    text.parse().unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn a_line_is_written_as_it_was_read_in_every_dialect() {
    for text in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - id \"a \\\"b\\\" \\\\ \\c\"; noop; x y z;",
        "r3k2r/8/8/8/8/8/8/R3K2R b HAha - ce -35;",
        // The inner rook has its file, the others the usual letters.
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
    let mut values: Vec<_> = numbers.map(|number| Value::Evaluation(Evaluation::Centipawns(number))).into();
    values.extend(numbers.map(|number| Value::Evaluation(Evaluation::Mate(number))));
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
    position.set(Value::Evaluation(Evaluation::Mate(0)));
    assert!(position.to_string().ends_with("ce +M0;"));
}

#[test]
fn a_word_that_could_not_be_read_again_is_put_in_quotes() {
    for (text, is_quoted) in [("a", false), ("", true), ("a b", true), ("a;", true), ("a\"b", true), ("a\\b", false)] {
        let operand = Operand::word(text);
        assert_eq!((operand.is_quoted(), &*operand.text()), (is_quoted, text));
        let position = epd(&format!("{KINGS} op {operand};"));
        assert_eq!(position.operations[0].operands, [operand], "{text:?}");
    }
}

#[test]
fn errors_have_their_byte() {
    for (operations, at, kind) in [
        ("bm Kd2; 7", 8, EpdErrorKind::Opcode('7')),
        ("id \"ü\"; ü", 9, EpdErrorKind::Opcode('ü')),
        ("id \"a", 3, EpdErrorKind::UnclosedString),
        ("id a\"b\"", 4, EpdErrorKind::QuoteInWord),
        ("i\"d a", 1, EpdErrorKind::QuoteInWord),
    ] {
        let error = format!("{KINGS} {operations}").parse::<Epd>().expect_err(operations);
        assert_eq!((error.at, error.kind), (KINGS.len() + 1 + at, kind), "{operations}");
    }
}

#[test]
fn operands_of_a_wrong_type_are_told_apart() {
    for (operation, error) in [
        ("acd x", ValueError::Number),
        ("acd -1", ValueError::Number),
        ("ce 2147483648", ValueError::Number),
        ("ce +-1", ValueError::Number),
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
    assert!(matches!(position.value("bm"), Some(Err(ValueError::Move { index: 1, .. }))));
}
