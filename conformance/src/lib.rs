//! Holds the Gardez crates against files of expected values.
//!
//! Four sorts of files are known: vectors that the reference programs printed (`stockfish/*.jsonl.gz`, `lc0/*`), suites of node
//! counts (`perft/*`), and lists of keys, clocks and verdicts made by others (`polyglot`, `rules`, `fen`, `epd`). A file
//! is recognized by its name ([`Kind::of`]); [`find`] collects the files below a directory, and [`check`] compares every
//! expected value of one with what the crates say.
//!
//! A value that differs is a difference, and a file that is cut, altered or not of the shape it must have is damaged;
//! both fail. Where a file holds another program's opinion, the rows in which Gardez means to differ are listed with a
//! reason, and a row that is listed but does not differ fails as well.
//!
//! ```
//! use std::path::Path;
//!
//! use conformance::{Kind, Options, check};
//!
//! let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/stockfish/display.jsonl");
//! let kind = Kind::of(&path).expect("a name that is known");
//! let report = check(kind, &path, &Options::default());
//! assert!(report.is_clean() && report.records <= report.comparisons);
//! ```

use std::path::PathBuf;

mod check;
mod file;
mod findings;
mod json;
mod kind;
mod kinds;
mod report;
mod tree;

pub use check::{check, check_text};
pub use kind::Kind;
pub use report::{Damage, Difference, Report};
pub use tree::{Found, find};

/// How far to go, and how much to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many differences, and how many damages, of a file are told in full.
    pub show: usize,
    /// Node counts above this are left out. By default [`SUITE_NODES`] for a suite, which may list counts that take
    /// days, and [`RECORD_NODES`] for the records of the reference.
    pub max_nodes: Option<u64>,
    /// Where the endgame tables are. By default they are looked for beside the file that is about them.
    pub syzygy: Option<PathBuf>,
}

/// Node counts of suites are checked up to this by default.
pub const SUITE_NODES: u64 = 300_000;

/// Node counts of the reference are checked up to this by default; there are no greater ones.
pub const RECORD_NODES: u64 = 1_000_000_000;

impl Default for Options {
    fn default() -> Self {
        Self { show: 5, max_nodes: None, syzygy: None }
    }
}

/// What reading a record yields, unless the record is damaged.
type Outcome<T = ()> = Result<T, report::TableErrorKind>;
