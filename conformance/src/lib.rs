//! Compares the results of the Gardez crates with files of expected values.
//!
//! | files | contents |
//! |---|---|
//! | `stockfish/*`, `lc0/*` | values that Stockfish and lc0 printed |
//! | `perft/*` | suites of node counts |
//! | `features/*` | inputs of networks that trainers and engines listed |
//! | `nnue/*` | values that engines computed with networks |
//! | `polyglot/*`, `rules/*`, `fen/*`, `epd/*`, `san/*`, `pgn/*`, `openings/*`, `syzygy/*`, `formats/*` | keys, counts, moves, games and verdicts made by others |
//!
//! The name of a file determines its kind ([`Kind::from_path`]). [`find`] collects the files below a directory, and
//! [`check`] compares every expected value of a file with the results of the crates.
//!
//! A check fails if a value differs, or if the file is damaged: truncated, altered, or not of the expected form. Some
//! files contain opinions of other programs. The rows in which Gardez differs on purpose are listed with a reason. A
//! row that is listed but does not differ is a failure as well.
//!
//! ```
//! use std::path::Path;
//!
//! use conformance::{Kind, Options, check};
//!
//! let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/stockfish/display.jsonl");
//! let kind = Kind::from_path(&path).expect("a known name");
//! let report = check(kind, &path, &Options::default());
//! assert!(report.is_clean() && report.records <= report.comparisons);
//! ```

mod check;
mod codecs;
mod decisions;
mod file;
mod findings;
mod found;
mod games;
mod json;
mod kinds;
mod lc0;
mod nnue;
mod packed;
mod report;
mod rows;
mod setup;

pub use check::{check, check_text};
pub use found::{Found, find};
pub use kinds::Kind;
pub use report::{Damage, Difference, Options, RECORD_NODES, Report, SUITE_NODES};
