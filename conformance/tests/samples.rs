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
    for kind in [
        Kind::Positions,
        Kind::UnreachablePositions,
        Kind::PseudoLegal,
        Kind::Games,
        Kind::Fen,
        Kind::UndefinedFen,
        Kind::PerftRecords,
        Kind::Attacks,
        Kind::Flip,
        Kind::Display,
        Kind::EndgameCodes,
        Kind::Zobrist,
        Kind::Tables,
        Kind::PerftSuite,
        Kind::PolyglotNumbers,
        Kind::PolyglotKeys,
        Kind::Repetition,
        Kind::MutatedFens,
        Kind::ValidatedFens,
        Kind::DestructionTest,
        Kind::Syzygy,
        Kind::San,
        Kind::San960,
        Kind::SanTexts,
        Kind::Notations,
        Kind::Pgn,
        Kind::PgnCounts,
        Kind::PgnVerdicts,
        Kind::Openings,
        Kind::Epd,
        Kind::Exchanges,
        Kind::PolyglotBook,
        Kind::Lc0Boards,
        Kind::Lc0Encodings,
        Kind::Lc0Fens,
        Kind::Lc0Histories,
        Kind::Lc0ParseMoves,
        Kind::Lc0Bitboards,
        Kind::Lc0PolicyMap,
        Kind::Lc0PolicyPositions,
        Kind::Lc0HeadMaps,
        Kind::Lc0PeerTests,
        Kind::Lc0Pgn,
        Kind::Lc0Training,
        Kind::Lc0Chunk,
    ] {
        assert!(checked.iter().any(|&(found, ..)| found == kind), "{kind:?}");
    }
}

#[test]
fn only_the_readme_of_the_samples_is_skipped() {
    let found = find(&samples()).expect("the samples are there");
    assert_eq!(found.skipped, [samples().join("README.md")]);
}
