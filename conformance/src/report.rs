//! The settings of a check and its report: how much was compared, and what differs.

use std::fmt;
use std::path::PathBuf;

/// The settings of a run: what is checked, and how much is reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of differences, and of damages, that are reported in full for each file.
    pub show: usize,
    /// Node counts above this are not checked. The default is [`SUITE_NODES`] for suites, which may list counts that
    /// take days, and [`RECORD_NODES`] for Stockfish's records. Searches for a mate end after this number of positions, or
    /// 200,000.
    pub max_nodes: Option<u64>,
    /// The directory of the endgame tables. The default is the directory of the file that is checked or, if it
    /// contains none, `data/syzygy` in the directory that the environment variable `GARDEZ_DATA` names.
    pub syzygy: Option<PathBuf>,
}

/// The default bound for the node counts of suites.
pub const SUITE_NODES: u64 = 300_000;

/// The default bound for Stockfish's node counts. None of them is above it.
pub const RECORD_NODES: u64 = 1_000_000_000;

impl Default for Options {
    fn default() -> Self {
        Self { show: 5, max_nodes: None, syzygy: None }
    }
}

/// The result of checking one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The number of records: lines, positions of a suite, or 1 for a whole JSON file.
    pub records: u64,
    /// The number of moves, plies or numbers in the records, for the kinds for which
    /// [`Kind::parts`](crate::Kind::parts) returns a name.
    pub parts: u64,
    /// The number of values that were compared.
    pub comparisons: u64,
    /// The number of values that differ.
    pub differences: u64,
    /// The number of rows with another program's opinion that differ on purpose, for a listed reason.
    pub as_meant: u64,
    /// The number of node counts that were not checked because they are above the bound.
    pub above_bound: u64,
    /// The number of records that could not be read, or 1 for a file that cannot be read at all.
    pub damaged: u64,
    /// The first differences, up to [`Options::show`](crate::Options::show).
    pub shown: Vec<Difference>,
    /// The values that no search within the limit could decide.
    pub undecided: Vec<Difference>,
    /// The first damages, up to [`Options::show`](crate::Options::show).
    pub damages: Vec<Damage>,
}

impl Report {
    /// Adds the numbers of another file, and the values that are undecided there.
    pub fn add(&mut self, other: &Self) {
        self.records += other.records;
        self.comparisons += other.comparisons;
        self.differences += other.differences;
        self.as_meant += other.as_meant;
        self.above_bound += other.above_bound;
        self.damaged += other.damaged;
        self.undecided.extend_from_slice(&other.undecided);
    }

    /// Returns `true` if the file could be read, is not empty, and no value differs.
    pub const fn is_clean(&self) -> bool {
        self.differences == 0 && self.damaged == 0
    }
}

/// A value that is not as expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The line, counted from 1.
    pub line: u64,
    /// The path of the field in the record.
    pub field: String,
    /// The value in the file.
    pub expected: String,
    /// The value that the crates give.
    pub found: String,
    /// The subject of the record, usually a FEN.
    pub subject: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, field, expected, found, subject } = self;
        write!(f, "{line}: {field}: expected {expected}, found {found}")?;
        if subject.is_empty() { Ok(()) } else { write!(f, "\n    {subject}") }
    }
}

/// A place at which a file does not have the form of its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The line, counted from 1, or 0 for the whole file.
    pub line: u64,
    /// The path of the field in the record, or empty if no field can be named.
    pub field: String,
    /// The problem, as a text.
    pub what: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line != 0 {
            write!(f, "{}: ", self.line)?;
        } else {
            f.write_str(" ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.what)
    }
}

pub(crate) type Outcome<T = ()> = Result<T, RecordError>;

/// The error of reading a record, which says how it is damaged. The caller knows the line, and makes it a [`Damage`].
#[derive(PartialEq, Debug)]
pub(crate) struct RecordError {
    pub(crate) field: String,
    pub(crate) what: String,
}

impl RecordError {
    /// The end of a record of which a difference is noted already.
    pub(crate) const DIFFERENCE: Self = Self { field: String::new(), what: String::new() };

    pub(crate) fn new(field: impl Into<String>, what: impl Into<String>) -> Self {
        Self { field: field.into(), what: what.into() }
    }
}
