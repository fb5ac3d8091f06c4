//! The samples in the repository, which every run of the tests checks.

use std::path::{Path, PathBuf};

use conformance::{Kind, Options, Report, SUITE_NODES, check, find};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// The endgame tables in the crate that reads them.
fn tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/syzygy/tests/tables")
}

fn checked() -> Vec<(Kind, PathBuf, Report)> {
    let found = find(&samples()).expect("the samples are there");
    let check = |(kind, path): (Kind, PathBuf)| {
        let options = Options { max_nodes: Some(SUITE_NODES), syzygy: Some(tables()), ..Options::default() };
        let report = check(kind, &path, &options);
        (kind, path, report)
    };
    found.known.into_iter().map(check).collect()
}

#[test]
fn the_samples_have_no_differences() {
    for (_, path, report) in checked() {
        assert!(report.is_clean(), "{}: {report:#?}", path.display());
        let compared = report.comparisons + report.above_bound;
        assert!(report.records <= compared, "{} has fewer comparisons than records", path.display());
    }
}

#[test]
fn there_is_a_sample_of_every_kind() {
    let checked = checked();
    for kind in Kind::all() {
        assert!(checked.iter().any(|&(found, ..)| found == kind), "{kind:?}");
    }
}

#[test]
fn only_the_readme_of_the_samples_is_skipped() {
    let found = find(&samples()).expect("the samples are there");
    assert_eq!(found.skipped, [samples().join("README.md")]);
}
