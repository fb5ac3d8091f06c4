//! What came of a file: how much was compared, and what was found to differ.

use std::fmt;

use serde::Serialize;

/// What came of checking one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// How many records the file holds: lines, positions of a suite, or one for a whole JSON file.
    pub records: u64,
    /// How many moves, plies or numbers the records tell of, for kinds of which [`Kind::parts`](crate::Kind::parts)
    /// names some.
    pub parts: u64,
    /// How many single values were compared.
    pub comparisons: u64,
    /// How many of them differ.
    pub differences: u64,
    /// How many rows of another program's opinions differ on purpose, for a reason that is on file.
    pub as_meant: u64,
    /// How many node counts were left out because they are above the bound.
    pub above_bound: u64,
    /// How many records could not be read, or 1 for a file that cannot be read at all.
    pub damaged: u64,
    /// The first differences.
    pub shown: Vec<Difference>,
    /// The first damages.
    pub damages: Vec<Damage>,
}

impl Report {
    /// True if the file could be read, holds something, and nothing differs.
    pub const fn is_clean(&self) -> bool {
        self.differences == 0 && self.damaged == 0
    }
}

/// A value that is not as expected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The line, counted from 1.
    pub line: u64,
    /// The field and where it stands in the record.
    pub field: String,
    /// What the file expects.
    pub expected: String,
    /// What the crates say.
    pub found: String,
    /// What the record is about, mostly a FEN.
    pub subject: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, field, expected, found, subject } = self;
        write!(f, "{line}: {field}: expected {expected}, found {found}")?;
        if subject.is_empty() { Ok(()) } else { write!(f, "\n    {subject}") }
    }
}

/// A place where a file is not what its kind must be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Damage {
    /// The line, counted from 1; 0 where the file as a whole is meant.
    pub line: u64,
    /// The field and where it stands in the record; empty where none can be named.
    pub field: String,
    /// What is wrong.
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

/// A damage whose line is not known where it is found.
#[derive(Debug)]
pub(crate) struct TableErrorKind {
    pub(crate) field: String,
    pub(crate) what: String,
}

impl TableErrorKind {
    pub(crate) fn new(field: impl Into<String>, what: impl Into<String>) -> Self {
        Self { field: field.into(), what: what.into() }
    }
}
