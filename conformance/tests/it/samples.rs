//! The samples in the repository, which every run of the tests checks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use conformance::{Kind, Options, Report, SUITE_NODES, check, find};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// The dialects of PGN, which are samples, too.
fn dialects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dialects")
}

/// The endgame tables in the crate that reads them.
fn tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/syzygy/tests/tables")
}

/// All samples with their reports.
static CHECKED: LazyLock<Vec<(Kind, PathBuf, Report)>> = LazyLock::new(|| {
    let known = [samples(), dialects()].map(|directory| find(&directory).expect("the samples are there").known);
    let check = |(kind, path): (Kind, PathBuf)| {
        let options = Options { max_nodes: Some(SUITE_NODES), syzygy: Some(tables()), ..Options::default() };
        let report = check(kind, &path, &options);
        (kind, path, report)
    };
    known.into_iter().flatten().map(check).collect()
});

#[test]
fn the_samples_have_no_differences() {
    for (_, path, report) in &*CHECKED {
        assert!(report.is_clean(), "{}: {report:#?}", path.display());
        let compared = report.comparisons + report.above_bound;
        assert!(report.records <= compared, "{} has fewer comparisons than records", path.display());
    }
}

#[test]
fn there_is_a_sample_of_every_kind() {
    for kind in Kind::all() {
        assert!(CHECKED.iter().any(|&(found, ..)| found == kind), "{kind:?}");
    }
}

#[test]
fn only_the_readme_of_the_samples_is_skipped() {
    for directory in [samples(), dialects()] {
        let found = find(&directory).expect("the samples are there");
        assert_eq!(found.skipped, [(directory.join("README.md"), "no kind of files has this name".to_owned())]);
    }
}

#[test]
fn a_star_stands_for_any_text_and_a_hash_for_digits_in_the_directories_of_a_kind() {
    let kind = |path: &str| Kind::from_path(Path::new(path)).ok();
    for (path, other) in [
        ("a.pgn", Some(".pgn")),
        ("training/game_12", Some("training/game_7.gz")),
        ("training/old_v3_17", Some("training/old_v3_17_as_v6")),
        ("perft/perft.jsonl.gz", Some("perft.jsonl")),
        ("a.pgn.txt", None),
        ("training/game_", None),
        ("training/game_1a", None),
        ("elsewhere/vectors.tsv", None),
    ] {
        assert_eq!(kind(path), other.and_then(kind), "{path}");
        assert_eq!(kind(path).is_some(), other.is_some(), "{path}");
    }
}

/// Binary files have no header that tells their kinds apart, and files of other programs' networks have the names of
/// Stockfish's.
#[test]
fn a_file_of_another_directory_is_not_taken_for_another_kind() {
    let kind = |path: &str| Kind::from_path(Path::new(path));
    for path in ["other/trace.jsonl.gz", "perft/book.bin", "vectors.tsv"] {
        let reason = kind(path).expect_err(path);
        assert!(
            reason.starts_with("no kind of files has this name outside of directories called "),
            "{path}: {reason}"
        );
    }
    assert_eq!(
        kind("other/halfkp.nnue"),
        Err("no kind of files has this name outside of directories called arch".into())
    );
    for path in [
        "arch/rnd_bullet_a.bin",
        "polyglot/book.bin",
        "nnue/trace.jsonl.gz",
        "arch/trace.jsonl.gz",
        "arch/bullet_simple32.bin",
        "formats/a.bin",
        "bad/a.bin",
    ] {
        assert!(kind(path).is_ok(), "{path}");
    }
}

#[test]
fn every_decision_has_a_file_a_row_and_a_reason_and_occurs_once() {
    let mut seen = BTreeSet::new();
    for line in include_str!("../../src/decisions.tsv").lines() {
        let (file, rest) = line.split_once('\t').expect("a file");
        let (row, reason) = rest.rsplit_once('\t').expect("a row and a reason");
        assert!(!file.is_empty() && !row.is_empty() && !reason.is_empty(), "{line}");
        assert!(seen.insert((file, row)), "{line}");
    }
}
