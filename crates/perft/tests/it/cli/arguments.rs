//! Wrong arguments are reported on one line that says what was expected.

use crate::cli::perft;

#[test]
fn a_wrong_depth_is_reported_with_its_bounds() {
    for depth in ["x", "-1", "65", "99999999999999999999", "1.5", ""] {
        let run = perft(["--depth", depth]);
        let expected = format!(
            "error: invalid value '{depth}' for '--depth <PLIES>': expected a number of plies from 0 to 64 (see --help)"
        );
        if !depth.is_empty() {
            assert_eq!(run.only_error(), expected);
        }
        assert!(run.only_error().contains("--depth <PLIES>"));
    }
}

#[test]
fn numbers_out_of_range_are_reported_with_their_bounds() {
    assert!(perft(["--start960", "960"]).only_error().contains("expected a number from 0 to 959"));
    assert!(
        perft(["--suite", "x", "--max-nodes", "1e6"]).only_error().contains("expected a number of nodes below 2^64")
    );
}

#[test]
fn an_unknown_name_is_reported_with_the_known_ones() {
    assert!(perft(["--position", "kiwi"]).only_error().contains("possible values: start, kiwipete, position3"));
    let run = perft(["--refuse", "check"]);
    let names =
        "expected castling-rights, too-many-pieces, promoted-surplus, impossible-check, stale-en-passant, or all";
    assert!(run.only_error().contains(names), "{run:?}");
}

#[test]
fn arguments_that_exclude_each_other_are_reported() {
    for pair in [
        &["--fen", "x", "--position", "start"][..],
        &["--fen", "x", "--suite", "x"],
        &["--start960", "1", "--position", "start"],
        &["--divide", "--no-divide"],
        &["--divide", "--suite", "x"],
        &["--verify", "--threads", "2"],
        &["--verify", "--hash", "16"],
        &["--verify", "--no-hash"],
    ] {
        assert!(perft(pair).only_error().contains("cannot be used with"), "{pair:?}");
    }
    assert!(perft(["--max-nodes", "1"]).only_error().contains("--suite <FILE>..."));
    assert!(perft(["--suite"]).only_error().contains("--suite <FILE>..."));
}

#[test]
fn a_fen_without_quotes_is_reported_as_too_many_arguments() {
    let run = perft("--fen 8/8/8/8/8/K7/P7/k7 w - - 0 1".split(' '));
    assert_eq!(run.only_error(), "error: unexpected argument 'w' found (see --help)");
}

#[test]
fn a_mistyped_argument_is_reported_with_the_right_one() {
    assert!(perft(["--divid"]).only_error().contains("'--divide'"));
}

#[test]
fn help_and_version_are_not_errors() {
    for argument in ["--help", "-h", "--version"] {
        let run = perft([argument]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{argument}");
        assert!(run.stdout.contains("perft"));
    }
    assert!(perft(["--help"]).stdout.contains("Examples:"));
}

#[test]
fn a_value_with_control_characters_is_reported_as_plain_text() {
    let run = perft(["--depth", "\u{1b}[2J"]);
    assert!(run.only_error().starts_with(r"error: invalid value '\u{1b}[2J' for '--depth <PLIES>'"), "{run:?}");
}
