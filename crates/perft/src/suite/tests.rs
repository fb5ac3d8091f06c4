//! Tests of the suite reader: each format, and every kind of error.

use alloc::string::ToString;
use alloc::vec::Vec;
use std::format;

use gardez_types::ErrorInfo;
use quickcheck::quickcheck;

use super::*;

const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

fn cases(text: &str) -> Vec<Case> {
    Suite::new(text.as_bytes()).collect::<Result<_, _>>().expect("every line can be read")
}

fn errors(text: impl AsRef<[u8]>) -> Vec<SuiteError> {
    Suite::new(text.as_ref()).filter_map(Result::err).collect()
}

fn only_error(text: impl AsRef<[u8]>) -> SuiteErrorKind {
    let errors = errors(text);
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].kind.clone()
}

fn counts(case: &Case) -> Vec<(u32, u64)> {
    case.counts.iter().map(|count| (count.depth, count.nodes)).collect()
}

#[test]
fn counts_by_depth_are_read_with_and_without_blanks_around_the_semicolons() {
    for fields in [" ;D1 15 ;D2 66", "; D1 15; D2 66", ";D1 15;D2 66", " ; D1  15 ;\tD2\t66 ; "] {
        let cases = cases(&format!("{ROOK}{fields}"));
        assert_eq!(cases.len(), 1);
        assert_eq!((cases[0].fen.as_str(), cases[0].mode), (ROOK, FenMode::Detect));
        assert_eq!(counts(&cases[0]), [(1, 15), (2, 66)], "{fields:?}");
    }
}

#[test]
fn one_depth_and_its_count_are_read_with_one_more_semicolon_at_the_end() {
    for fields in ["; 3; 1197", " ; 3; 1197;", ";3;1197", " ; 3 ; 1197 ; "] {
        assert_eq!(counts(&cases(&format!("{ROOK}{fields}"))[0]), [(3, 1197)], "{fields:?}");
    }
}

#[test]
fn a_block_ends_with_a_blank_line_another_block_or_the_text() {
    let text = format!(
        "id a\nepd {ROOK}\nperft 1 15\n# a comment\nperft 2 66\n\nepd {ROOK}\nperft 1 15\nid c\nepd {ROOK}\nperft 3 1197"
    );
    let cases = cases(&text);
    let ids: Vec<_> = cases.iter().map(|case| (case.line, case.id.as_deref())).collect();
    assert_eq!(ids, [(2, Some("a")), (7, None), (10, Some("c"))]);
    assert_eq!(counts(&cases[0]), [(1, 15), (2, 66)]);
    assert_eq!(counts(&cases[2]), [(3, 1197)]);
}

#[test]
fn formats_may_be_mixed_and_keep_their_order() {
    let text = format!(
        "epd {ROOK}\nperft 1 15\n{ROOK}; 2; 66\n\n  # blank before\nid b\nepd {ROOK}\nperft 3 1197\n{ROOK} ;D1 15"
    );
    let lines: Vec<_> = cases(&text).iter().map(|case| case.line).collect();
    assert_eq!(lines, [1, 3, 7, 9]);
}

#[test]
fn carriage_returns_nul_bytes_and_a_byte_order_mark_are_removed() {
    let text = format!("\u{feff}{ROOK}; D1 15\0\r\n{ROOK}; D2 66\0\0\n\0\r\n");
    let cases = cases(&text);
    assert_eq!(cases.len(), 2);
    assert_eq!((cases[0].fen.as_str(), counts(&cases[1])), (ROOK, Vec::from([(2, 66)])));
}

#[test]
fn a_mated_side_may_have_no_moves_to_count() {
    assert_eq!(counts(&cases("7k/5QQ1/8/8/8/8/8/K7 b - - ;D1 0")[0]), [(1, 0)]);
}

#[test]
fn a_line_that_cannot_be_read_does_not_stop_the_others() {
    let text = format!("{ROOK} ;D1 15\nnonsense\n{ROOK} ;D1\n{ROOK} ;D2 66");
    let read: Vec<_> =
        Suite::new(text.as_bytes()).map(|item| item.map_or_else(|e| -(e.line as i32), |c| c.line as i32)).collect();
    assert_eq!(read, [1, -2, -3, 4]);
}

#[test]
fn a_bad_count_in_a_block_does_not_affect_the_others() {
    let text = format!("id a\nepd {ROOK}\nperft 1 x\nperft 2 66\n\nid b\nepd {ROOK}\nperft 1");
    let read: Vec<_> = Suite::new(text.as_bytes()).collect();
    assert_eq!(read.len(), 3, "{read:?}");
    assert_eq!(
        read[0].clone().expect_err("x is not a number").to_string(),
        "line 3: expected a count of nodes below 2^64, found \"x\""
    );
    assert_eq!(counts(read[1].as_ref().expect("a good count")), [(2, 66)]);
    assert_eq!(read[2].clone().expect_err("no count").kind, SuiteErrorKind::Field { found: "1".into() });
}

#[test]
fn depths_range_from_one_to_the_maximum() {
    assert_eq!(counts(&cases(&format!("{ROOK}; 64; 1"))[0]), [(MAX_DEPTH, 1)]);
    for depth in ["0", "65", "-1", "+1", "4294967297", "99999999999999999999999", "1.0", "e"] {
        let expected = SuiteErrorKind::Depth { found: depth.into() };
        assert_eq!(only_error(format!("{ROOK}; {depth}; 20")), expected);
        assert_eq!(only_error(format!("{ROOK} ;D{depth} 20")), expected);
        assert_eq!(errors(format!("epd {ROOK}\nperft {depth} 20"))[0].kind, expected);
    }
}

#[test]
fn counts_fit_into_64_bits() {
    assert_eq!(counts(&cases(&format!("{ROOK}; 9; 18446744073709551615"))[0]), [(9, u64::MAX)]);
    for nodes in ["18446744073709551616", "-1", "+1", "1e3", "1,000", "x"] {
        let expected = SuiteErrorKind::Nodes { found: nodes.into() };
        assert_eq!(only_error(format!("{ROOK}; 1; {nodes}")), expected);
        assert_eq!(only_error(format!("{ROOK} ;D1 {nodes}")), expected);
    }
}

#[test]
fn the_missing_part_is_named() {
    assert_eq!(only_error(format!("{ROOK} ;")), SuiteErrorKind::NoCounts);
    assert_eq!(only_error(format!("epd {ROOK}")), SuiteErrorKind::NoCounts);
    assert_eq!(only_error("id a\n\n"), SuiteErrorKind::IdWithoutPosition);
    assert_eq!(only_error("id a\nperft 1 20"), SuiteErrorKind::CountWithoutPosition);
    assert_eq!(only_error("perft 1 20"), SuiteErrorKind::CountWithoutPosition);
    assert_eq!(only_error(ROOK), SuiteErrorKind::Shape { found: ROOK.into() });
    assert_eq!(only_error(";D1 20"), SuiteErrorKind::Shape { found: ";D1 20".into() });
    assert_eq!(only_error(format!("{ROOK} ;D1 20 ; ;D2 400")), SuiteErrorKind::Field { found: "".into() });
    assert_eq!(only_error(format!("{ROOK}; 1; 20; 2; 400")), SuiteErrorKind::Field { found: "1".into() });
}

#[test]
fn a_line_that_is_not_utf8_is_an_error_unless_it_is_a_comment() {
    assert_eq!(only_error(b"4k3/\xFF w ;D1 20"), SuiteErrorKind::NotUtf8 { at: 4 });
    assert_eq!(errors(b"# M\xFCller"), []);
}

#[test]
fn an_error_has_the_byte_range_of_its_line() {
    let text = "\u{feff}# x\nnonsense\r\nid a\nepd 8/8 w\n\n".to_string();
    let bytes = [text.as_bytes(), b"ab\xFF\n"].concat();
    let errors = errors(&bytes);
    let found: Vec<_> = errors.iter().map(|error| (error.line, error.kind_name(), error.span())).collect();
    assert_eq!(found, [(2, "shape", Some(7..16)), (4, "no-counts", Some(22..31)), (6, "not-utf8", Some(35..36)),]);
    assert_eq!(&bytes[22..31], b"epd 8/8 w");
}

#[test]
fn a_long_line_is_shortened_in_the_error() {
    let SuiteErrorKind::Shape { found } = only_error("é".repeat(100_000)) else { panic!("it has no shape") };
    assert_eq!(found.chars().count(), 101);
}

#[cfg(feature = "json")]
#[test]
fn json_lines_list_their_counts_from_depth_1() {
    let text = r#"{"fen":"4k3/8/8/8/8/8/8/4K2R w H - 0 1","c960":1,"cat":"known","perft":[15,66]}
{"id":"\u0061","fen":"x","c960":0,"perft":[1]}
{"fen":"x","perft":[1]}"#;
    let cases = cases(text);
    assert_eq!((counts(&cases[0]), cases[0].mode), (Vec::from([(1, 15), (2, 66)]), FenMode::Chess960));
    assert_eq!((cases[1].id.as_deref(), cases[1].mode), (Some("a"), FenMode::Standard));
    assert_eq!((cases[2].line, cases[2].mode), (3, FenMode::Detect));
}

#[cfg(feature = "json")]
#[test]
fn json_that_is_not_a_perft_line_is_explained() {
    let message = |text: &str| only_error(text).to_string();
    assert!(message(r#"{"fen":"x"}"#).ends_with("missing field `perft` at column 11"), "{}", message(r#"{"fen":"x"}"#));
    assert!(message(r#"{"fen":"x","perft":[18446744073709551616]}"#).contains("expected u64"));
    assert!(message(r#"{"fen":"x","perft":[-1]}"#).contains("expected u64"));
    assert!(message(r#"{"fen":"x","c960":2,"perft":[1]}"#).ends_with("\"c960\" is 2 instead of 0 or 1"));
    assert!(message(&"{\"a\":".repeat(100_000)).contains("EOF"));
    assert_eq!(only_error(r#"{"fen":"x","perft":[]}"#), SuiteErrorKind::NoCounts);
    let deep = format!(r#"{{"fen":"x","perft":{:?}}}"#, [1; 65]);
    assert_eq!(only_error(deep), SuiteErrorKind::Depth { found: "65".into() });
}

#[cfg(not(feature = "json"))]
#[test]
fn json_needs_its_feature() {
    assert_eq!(only_error(r#"{"fen":"x","perft":[1]}"#), SuiteErrorKind::JsonFeature);
}

/// A text of fragments of suites, which gets further into the reader than random bytes.
fn assembled(choices: &[u8]) -> Vec<u8> {
    const PIECES: [&[u8]; 18] = [
        b"\n",
        b"\n\n",
        b" ",
        b";",
        b"id x",
        b"epd 8/8 w",
        b"perft ",
        b"perft 1 20",
        b"D1 20",
        b"3",
        b"20",
        b"99999999999999999999",
        b"#",
        b"{",
        b"{\"fen\":\"x\",\"perft\":[1]}",
        b"\0",
        b"\r\n",
        b"\xFF",
    ];
    choices.iter().flat_map(|&choice| PIECES[usize::from(choice) % PIECES.len()]).copied().collect()
}

/// Checks that each item has a line that exists, that counts are within bounds, and that errors are in their line.
fn is_consistent(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').count();
    let items: Vec<_> = Suite::new(text).collect();
    let numbers: Vec<_> =
        items.iter().map(|item| item.as_ref().map_or_else(|error| error.line, |case| case.line)).collect();
    let bounded =
        items.iter().flatten().flat_map(|case| &case.counts).all(|count| (1..=MAX_DEPTH).contains(&count.depth));
    let begins: Vec<_> = core::iter::once(0)
        .chain(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
        .collect();
    let in_their_line = items.iter().filter_map(|item| item.as_ref().err()).all(|error| {
        let span = error.span().expect("every error has a place");
        begins[error.line - 1] <= span.start && !text[begins[error.line - 1]..span.end].contains(&b'\n')
    });
    bounded && in_their_line && items.len() <= lines && numbers.iter().all(|number| (1..=lines).contains(number))
}

quickcheck! {
    fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) -> bool {
        is_consistent(&bytes)
    }

    fn any_lines_of_suite_words_are_read_without_a_panic(choices: Vec<u8>) -> bool {
        is_consistent(&assembled(&choices))
    }

    fn a_good_line_is_read_after_any_other(choices: Vec<u8>) -> bool {
        let mut text = assembled(&choices);
        text.extend_from_slice(b"\n8/8/8/8/8/K7/P7/k7 w - - 0 1 ;D1 3");
        let last = Suite::new(&text).last();
        last.is_some_and(|item| item.is_ok_and(|case| counts(&case) == [(1, 3)]))
    }
}
