//! Files that are truncated, altered, or not of the kind of their name, and the command that checks them.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use conformance::{Kind, Options, Report, check, check_text, find};
use flate2::Compression;
use flate2::write::GzEncoder;
use gardez_zobrist::Generator;

fn sample(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)).expect("the sample is there")
}

/// The kind of the files of this name.
fn kind(name: &str) -> Kind {
    Kind::from_path(Path::new(name)).expect("a known name")
}

/// An empty directory for one test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may contain files of an earlier run.
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).expect("written");
    encoder.finish().expect("packed")
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conformance")).args(arguments).output().expect("it runs")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// The only damage of a report, as it is printed after the name of the file.
fn only_damage(report: &Report) -> String {
    assert_eq!((report.damaged, report.damages.len()), (1, 1), "{report:?}");
    report.damages[0].to_string()
}

#[test]
fn a_compressed_file_is_read_and_a_truncated_one_is_damaged() {
    let directory = directory("packed");
    let (path, whole) = (directory.join("flip.jsonl.gz"), packed(&sample("stockfish/flip.jsonl")));
    fs::write(&path, &whole).expect("written");
    let report = check(kind("flip.jsonl"), &path, &Options::default());
    assert!(report.is_clean() && report.records == 21, "{report:?}");

    for length in [0, 5, 20, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("written");
        let report = check(kind("flip.jsonl"), &path, &Options::default());
        assert!(only_damage(&report).contains("truncated or damaged"), "{length}: {report:?}");
        assert_eq!(report.differences, 0);
    }
    for at in [whole.len() / 3, whole.len() / 2, whole.len() - 5] {
        let mut altered = whole.clone();
        altered[at] ^= 0x10;
        fs::write(&path, &altered).expect("written");
        assert!(!check(kind("flip.jsonl"), &path, &Options::default()).is_clean(), "byte {at} altered");
    }
}

#[test]
fn the_damage_of_a_truncated_text_names_line_and_field() {
    let text = sample("stockfish/flip.jsonl");
    let first = text.iter().position(|&byte| byte == b'\n').expect("lines") + 1;
    let report = check_text(kind("flip.jsonl"), "flip.jsonl", &text[..first + 100], &Options::default());
    let damage = only_damage(&report);
    assert!(damage.starts_with("2: flipped: EOF while parsing a string"), "{damage}");
    assert_eq!(report.records, 2);

    let text = sample("polyglot/keys_spec.tsv");
    let report = check_text(kind("keys.tsv"), "keys_spec.tsv", &text[..text.len() - 3], &Options::default());
    assert!(report.damages[0].to_string().starts_with("10: polyglot key: expected 16"), "{report:?}");
    let report = check_text(kind("keys.tsv"), "keys_spec.tsv", &text[..text.len() - 1], &Options::default());
    assert!(only_damage(&report).contains("the last line has no line end"), "{report:?}");
    let report =
        check_text(kind("random64.txt"), "random64.txt", &sample("polyglot/random64.txt")[..1700], &Options::default());
    assert!(!report.is_clean());
}

#[test]
fn a_known_file_without_records_is_damaged() {
    for kind in
        [kind("games.jsonl"), kind("zobrist.json"), kind("keys.tsv"), kind("random64.txt"), kind("perft/any.epd")]
    {
        let report = check_text(kind, "name", b"", &Options::default());
        assert_eq!(only_damage(&report), " the file contains no record", "{kind:?}");
    }
    let report = check_text(kind("keys.tsv"), "keys.tsv", b"# fen\tpolyglot key\n", &Options::default());
    assert_eq!(only_damage(&report), " the file contains no record");
}

#[test]
fn a_misspelled_field_or_column_is_named() {
    let text = String::from_utf8(sample("stockfish/flip.jsonl")).expect("text");
    let altered = text.replacen("\"minor_key\"", "\"minorkey\"", 1);
    let report = check_text(kind("flip.jsonl"), "flip.jsonl", altered.as_bytes(), &Options::default());
    assert_eq!(only_damage(&report), "1: minorkey: this field is unknown");

    let text = String::from_utf8(sample("rules/repetition.tsv")).expect("text");
    let altered = text.replacen("halfmove clock", concat!("half", "-move clock"), 1);
    let report = check_text(kind("repetition.tsv"), "repetition.tsv", altered.as_bytes(), &Options::default());
    assert!(only_damage(&report).starts_with("1: halfmove clock: the column is called"), "{report:?}");
}

#[test]
fn a_file_of_arbitrary_bytes_is_damaged_and_does_not_cause_a_panic() {
    let kinds = [
        kind("positions.jsonl"),
        kind("games.jsonl"),
        kind("fen.jsonl"),
        kind("tables.json"),
        kind("keys.tsv"),
        kind("mutated.tsv"),
        kind("perft/any.epd"),
    ];
    for kind in kinds {
        for bytes in [&b"\xFF\xFE\n"[..], b"{}\n", b"[]\n", b"{\"fen\":\"x\"}\n", b"null\n", b"\n", b"\0\n", b"# \n#\n"]
        {
            let report = check_text(kind, "name", bytes, &Options::default());
            assert!(!report.is_clean(), "{kind:?}: {bytes:?}: {report:?}");
        }
    }
    let deep = "[".repeat(100_000);
    assert!(!check_text(kind("games.jsonl"), "games.jsonl", deep.as_bytes(), &Options::default()).is_clean());
}

#[test]
fn an_altered_byte_does_not_make_a_check_panic() {
    let count = if env::var_os("GARDEZ_SLOW").is_some() { 4_000 } else { 50 };
    let mut generator = Generator::new(3);
    let found = find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data")).expect("the samples are there");
    // An empty file has no byte to alter.
    let is_empty = |path: &Path| fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0);
    for (kind, path) in found.known.into_iter().filter(|(_, path)| !is_empty(path)) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read(&path).expect("it is there");
        // Only two lines from a random place, so that each check is fast.
        let lines: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').collect();
        for _ in 0..count {
            let first = generator.next_u64() as usize % lines.len();
            let mut some = lines[first..lines.len().min(first + 2)].concat();
            let at = generator.next_u64() as usize % some.len();
            some[at] =
                if generator.next_u64().is_multiple_of(2) { b'0' } else { b' ' } + (generator.next_u64() % 64) as u8;
            let report = check_text(kind, &name, &some, &Options { max_nodes: Some(10_000), ..Options::default() });
            assert!(report.records != 0 || report.damaged != 0, "{kind:?}: {report:?}");
        }
    }
}

#[test]
fn a_depth_that_would_take_years_to_count_is_a_difference_at_once() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let report =
        check_text(kind("perft/any.epd"), "a.epd", format!("{start} ;D64 20\n").as_bytes(), &Options::default());
    assert_eq!((report.comparisons, report.differences), (1, 1));
    assert!(report.shown[0].found.ends_with(" or more"), "{report:?}");
}

#[test]
fn a_damaged_record_does_not_hide_the_others() {
    let text = String::from_utf8(sample("stockfish/display.jsonl")).expect("text");
    let altered = format!("nonsense\n{}", text.replacen("Key: ", "Kay: ", 2));
    let report = check_text(kind("display.jsonl"), "display.jsonl", altered.as_bytes(), &Options::default());
    assert_eq!((report.records, report.damaged, report.differences), (11, 1, 2), "{report:?}");
    assert_eq!(report.shown[0].line, 2);
    let few = check_text(
        kind("display.jsonl"),
        "display.jsonl",
        altered.as_bytes(),
        &Options { show: 1, ..Options::default() },
    );
    assert_eq!((few.differences, few.shown.len()), (2, 1));
}

#[test]
fn a_row_that_differs_on_purpose_is_counted_separately_and_must_differ() {
    let text = b"true\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
        false\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0\n";
    let name = "chessjs-validate.tsv";
    let report = check_text(kind("chessjs-validate.tsv"), name, text, &Options::default());
    assert!(report.is_clean() && report.as_meant == 1, "{report:?}");

    let agreed = String::from_utf8_lossy(text).replace("false", "true");
    let report = check_text(kind("chessjs-validate.tsv"), name, agreed.as_bytes(), &Options::default());
    assert_eq!((report.differences, report.as_meant), (1, 0), "{report:?}");
    assert!(report.shown[0].expected.contains("because a listed reason says"), "{report:?}");
}

#[test]
fn the_exit_code_of_the_command_is_0_1_or_2() {
    let directory = directory("command");
    let root = text(&directory).to_owned();
    assert_eq!(run(&[&root]).status.code(), Some(2), "no known file");
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(run(&["--shw", &root]).status.code(), Some(2));
    assert_eq!(run(&["no such directory"]).status.code(), Some(2));
    assert_eq!(run(&["--help"]).status.code(), Some(0));

    let vectors = directory.join("vectors");
    fs::create_dir(&vectors).expect("a directory");
    fs::write(vectors.join("notes.txt"), "unknown").expect("written");
    let display = sample("stockfish/display.jsonl");
    fs::write(vectors.join("display.jsonl"), &display).expect("written");
    let output = run(&[&root]);
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{out}");
    assert!(out.contains("display.jsonl") && out.contains("skipped: ") && out.contains("notes.txt"), "{out}");

    fs::write(vectors.join("flip.jsonl"), "").expect("written");
    let output = run(&[&root]);
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("flip.jsonl: the file contains no record"), "{out}");

    fs::remove_file(vectors.join("flip.jsonl")).expect("removed");
    let altered = String::from_utf8(display).expect("text").replacen("Checkers: ", "Checker: ", 1);
    fs::write(vectors.join("display.jsonl"), altered).expect("written");
    let output = run(&[&root]);
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("display.jsonl:1: display: expected"), "{out}");
    // An argument may also be a single file.
    assert_eq!(run(&[text(&vectors.join("display.jsonl"))]).status.code(), Some(1));
}
