//! Checking suites.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cli::{Run, command, file, perft, suite};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Three checkers, which no move gives; white's king has one way out.
const TRIPLE_CHECK: &str = "k3r3/8/8/8/8/5n2/8/r3K3 w - - 0 1";

fn check(path: &Path, arguments: &[&str]) -> Run {
    perft([&["--suite", path.to_str().expect("text")], arguments].concat())
}

#[test]
fn the_suites_of_the_crate_are_right_and_counts_above_the_bound_are_skipped() {
    for name in ["perftsuite.epd", "qbb.txt", "leorik-test.txt", "fischer.epd", "perft-small.epd", "chess960.jsonl"] {
        let run = check(&suite(name), &["--max-nodes", "10000"]);
        assert!(run.stdout.contains(" wrong 0, "), "{run:?}");
        assert!(run.stderr.lines().all(|line| line == "error: no count was checked"), "{run:?}");
        assert_eq!(run.code, Some(if run.stdout.contains(" checked 0, ") { 2 } else { 0 }));
    }
}

#[test]
fn a_report_has_a_line_per_file_and_the_totals() {
    let a = file("report-a.epd", format!("{START} ;D1 20 ;D2 400 ;D3 8902"));
    let b = file("report-b.epd", format!("{START}; 4; 197281"));
    let run = perft(["--suite".as_ref(), a.as_os_str(), b.as_os_str(), "--max-nodes".as_ref(), "1000".as_ref()]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let numbers = "positions 1, refused 0, with problems 0, counts checked 2, wrong 0, skipped 1, unreadable lines 0";
    assert!(run.stdout.contains(&format!("report-a.epd: {numbers}\n")), "{run:?}");
    assert!(
        run.stdout.contains("\ntotal: positions 2, refused 0, with problems 0, counts checked 2, wrong 0, skipped 2, "),
        "{run:?}"
    );
    assert!(run.stdout.contains("\nnodes     420\n") && run.stdout.contains("\nnodes/s "), "{run:?}");
}

#[test]
fn a_bound_on_the_depth_skips_deeper_counts() {
    let path = file("depth.epd", format!("{START} ;D1 20 ;D2 400 ;D3 8902"));
    assert!(check(&path, &["--depth", "2"]).stdout.contains("checked 2, wrong 0, skipped 1"));
}

#[test]
fn bounds_on_the_nodes_skip_smaller_and_larger_counts() {
    let path = file("bounds.epd", format!("{START} ;D1 20 ;D2 400 ;D3 8902"));
    assert!(
        check(&path, &["--min-nodes", "400", "--max-nodes", "400"]).stdout.contains("checked 1, wrong 0, skipped 2")
    );
    assert!(check(&path, &["--min-nodes", "21"]).stdout.contains("checked 2, wrong 0, skipped 1"));
}

#[test]
fn a_wrong_count_is_reported_with_fen_depth_and_both_numbers() {
    let path = file("wrong.epd", format!("{START} ;D1 20 ;D2 401 ;D3 8902"));
    let run = check(&path, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let expected = format!("wrong: {}:1: depth 2, expected 401, found 400: {START}", path.display());
    assert_eq!(run.stdout.lines().next(), Some(expected.as_str()));
    assert!(run.stdout.contains("checked 3, wrong 1, skipped 0"));
    assert_eq!(check(&path, &["--quiet"]).stdout, format!("{expected}\n"));
}

#[test]
fn a_wrong_count_outweighs_an_unreadable_line() {
    let path = file("both.epd", format!("nonsense\n{START} ;D1 21"));
    assert_eq!(check(&path, &[]).code, Some(1));
}

#[test]
fn a_suite_line_that_cannot_be_read_is_named_and_does_not_stop_the_run() {
    let path = file("unreadable.epd", format!("{START} ;D1 20\nnonsense\n{START} ;D1 x\n{START} ;D2 400"));
    let run = check(&path, &[]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 2));
    assert!(run.stderr.contains(&format!("error: {}:2: expected a FEN with counts", path.display())), "{run:?}");
    assert!(run.stderr.contains(":3: expected a count of nodes below 2^64, found \"x\""), "{run:?}");
    assert!(
        run.stdout.contains(
            "positions 2, refused 0, with problems 0, counts checked 2, wrong 0, skipped 0, unreadable lines 2"
        )
    );
}

#[test]
fn a_position_with_a_problem_is_counted_with_a_note_unless_it_is_refused() {
    let path = file("problem.epd", format!("{START} ;D1 20\n{TRIPLE_CHECK} ;D1 1"));
    let run = check(&path, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let note = "impossible check: no move can have given the check by the pieces on a1, f3, e8";
    assert_eq!(run.stdout.lines().next(), Some(&*format!("note: {}:2: {note}", path.display())), "{run:?}");
    let numbers = "positions 2, refused 0, with problems 1, counts checked 2, wrong 0, skipped 0";
    assert!(run.stdout.contains(numbers), "{run:?}");

    for refusing in [&["--strict"][..], &["--refuse", "castling-rights,impossible-check"], &["--refuse", "all"]] {
        let run = check(&path, refusing);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "a refusal alone is not a failure");
        let line = run.stdout.lines().next().expect("a line");
        assert!(line.starts_with(&format!("refused: {}:2: no move can have", path.display())), "{run:?}");
        assert!(line.contains("--refuse impossible-check"), "{run:?}");
        assert!(run.stdout.contains("positions 2, refused 1, with problems 0, counts checked 1, wrong 0"), "{run:?}");
    }
    let numbers = "refused 0, with problems 1, counts checked 2, ";
    assert!(check(&path, &["--refuse", "too-many-pieces"]).stdout.contains(numbers));
}

#[test]
fn a_position_that_breaks_an_invariant_is_refused() {
    let path = file("refused.epd", format!("{START} ;D1 20\n4k3/8/8/8/8/8/8/4RK2 w - - 0 1 ;D1 15"));
    let run = check(&path, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains(":2: black's king can be captured (white to move)"), "{run:?}");
    assert!(run.stdout.contains("positions 2, refused 1, with problems 0, counts checked 1, wrong 0"), "{run:?}");
}

#[test]
fn nothing_checked_is_a_failure() {
    let refused = file("only-refused.epd", "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0");
    let skipped = file("only-skipped.epd", format!("{START} ;D3 8902"));
    let empty = file("empty.epd", "");
    for path in [refused, skipped, empty] {
        let run = check(&path, &["--max-nodes", "100"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), "error: no count was checked\n"));
    }
}

#[cfg(feature = "zstd")]
#[test]
fn a_suite_packed_with_zstandard_is_unpacked() {
    let text = format!("{START} ;D1 20\n");
    // A frame with one block of plain bytes, and no checksum.
    let size = text.len() as u32;
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x20, size as u8];
    frame.extend_from_slice(&(size << 3 | 1).to_le_bytes()[..3]);
    frame.extend_from_slice(text.as_bytes());
    let run = check(&file("packed.epd.zst", frame), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.stdout.contains("counts checked 1, wrong 0"), "{run:?}");
}

#[test]
fn a_wrong_header_of_gzip_is_not_accepted() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(format!("{START} ;D1 20\n").as_bytes()).expect("a vector can be written");
    let mut packed = encoder.finish().expect("a vector can be written");
    packed[3] = 2;
    packed.splice(10..10, [0, 0]);
    let run = check(&file("header.epd.gz", packed), &[]);
    assert!(run.stderr.contains("header.epd.gz: cannot read the suite"), "{run:?}");
}

#[test]
fn the_lines_before_damage_are_checked() {
    // A stored block of gzip, whose last line is cut.
    let text = format!("{START} ;D1 20\n{START} ;D2 400\n{START} ;D3 8902\n");
    let length = (text.len() as u16).to_le_bytes();
    let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1, length[0], length[1], !length[0], !length[1]];
    let run = check(&file("cut.epd.gz", [&head, &text.as_bytes()[..text.len() - 3]].concat()), &[]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{run:?}");
    assert!(run.stderr.contains("cut.epd.gz: cannot read the suite: "), "{run:?}");
    assert!(run.stdout.contains("counts checked 2, wrong 0"), "{run:?}");
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_does_not_stop_the_run() {
    let good = file("good.epd", format!("{START} ;D1 20"));
    let broken = file("broken.epd.gz", [0x1F, 0x8B, 8, 0, 1, 2, 3]);
    let directory = good.parent().expect("a directory");
    for (path, reason) in [
        (Path::new("no-such-suite.epd"), "no-such-suite.epd: cannot open the suite"),
        (directory, "expected a suite, found a directory"),
        (&broken, "broken.epd.gz: cannot read the suite"),
    ] {
        let run = perft(["--suite".as_ref(), path.as_os_str(), good.as_os_str()]);
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{run:?}");
        assert!(run.stderr.contains(reason), "{run:?}");
        assert!(run.stdout.contains("counts checked 1,"), "{run:?}");
    }
}

#[test]
fn lines_that_are_not_utf8_are_reported_up_to_a_limit() {
    let path = file("no-text.epd", b"\xFF\xFE\n\x80\n# a comment \xFF\n8/8/8/8/8/K7/P7/k7 w - - 0 1 ;D1 3\n");
    let run = check(&path, &[]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 2), "{run:?}");
    assert!(run.stderr.contains(":1: expected UTF-8") && run.stderr.contains(":2: expected UTF-8"), "{run:?}");
    assert!(run.stdout.contains("counts checked 1,"), "{run:?}");

    let many = check(&file("many.bin", b"\xFF\n".repeat(5000)), &["--json"]);
    assert!(many.stderr.lines().count() < 110, "{}", many.stderr.lines().count());
    assert_eq!(many.json()["files"][0]["unreadable"], 5000);
}

#[test]
fn a_packed_suite_is_unpacked() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(format!("{START} ;D1 20 ;D2 400").as_bytes()).expect("written");
    let path = file("packed.epd.gz", encoder.finish().expect("packed"));
    let run = check(&path, &[]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("counts checked 2,"), "{run:?}");
}

#[test]
fn json_reports_the_suites_on_one_line() {
    let path = file("json.epd", format!("{START} ;D1 20 ;D2 401 ;D3 8902\n{TRIPLE_CHECK} ;D1 1\nnonsense"));
    let run = check(&path, &["--json", "--max-nodes", "1000"]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(1), 1), "{run:?}");
    let json = run.json();
    assert_eq!((&json["positions"], &json["checked"], &json["skipped"]), (&2.into(), &3.into(), &1.into()));
    assert_eq!(json["wrong"][0]["fen"], START);
    assert_eq!((&json["wrong"][0]["expected"], &json["wrong"][0]["found"]), (&401.into(), &400.into()));
    assert_eq!((&json["wrong"][0]["depth"], &json["wrong"][0]["line"]), (&2.into(), &1.into()));
    assert_eq!((&json["problems"][0]["fen"], &json["problems"][0]["line"]), (&TRIPLE_CHECK.into(), &2.into()));
    assert_eq!(json["problems"][0]["problems"], serde_json::json!(["impossible-check"]));
    assert_eq!((&json["files"][0]["problems"], &json["files"][0]["refused"]), (&1.into(), &0.into()));
    assert_eq!(json["unreadable"][0]["line"], 3);
    let strictly = check(&path, &["--json", "--max-nodes", "1000", "--strict"]).json();
    assert_eq!((&strictly["refused"][0]["fen"], &strictly["refused"][0]["line"]), (&TRIPLE_CHECK.into(), &2.into()));
    assert_eq!(strictly["problems"], serde_json::json!([]));
    assert_eq!((&json["nodes"], &json["files"][0]["checked"]), (&421.into(), &3.into()));
    assert!(json["seconds"].is_f64() && json["nps"].is_u64());
}

#[test]
fn chess960_can_be_forced_on_a_suite() {
    let path = file("chess960.epd", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568");
    assert_eq!(check(&path, &["--chess960"]).code, Some(0));
}

#[test]
fn a_reader_that_closes_does_not_hide_a_wrong_count() {
    let path = file("closed.epd", format!("{START} ;D1 21\n").repeat(10_000));
    let arguments = ["--suite".as_ref(), path.as_os_str()];
    let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(1), Vec::new()));
}

#[test]
fn a_text_that_is_not_a_fen_is_an_unreadable_line_and_a_failure() {
    let path = file("no-fen.epd", format!("hello ;D1 20\n{START} ;D1 20"));
    let run = check(&path, &["--quiet"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.lines().count()), (Some(2), "", 1), "{run:?}");
    assert!(run.stderr.starts_with(&format!("error: {}:1: expected a piece", path.display())), "{run:?}");
    assert!(
        check(&path, &[]).stdout.contains(
            "positions 1, refused 0, with problems 0, counts checked 1, wrong 0, skipped 0, unreadable lines 1"
        )
    );
}

#[test]
fn a_suite_may_come_from_the_standard_input() {
    let path = file("standard-input.epd", format!("{START} ;D1 20"));
    let output = command(["--suite", "-"]).stdin(File::open(path).expect("a file")).output().expect("it runs");
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert!(stdout.starts_with("-: positions 1, refused 0, with problems 0, counts checked 1, wrong 0,"), "{stdout}");
}
