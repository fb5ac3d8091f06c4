//! Rows of cells between tabs.

use std::fmt::Display;
use std::str::FromStr;

use crate::report::{Outcome, RecordError};

/// A line of a file of rows.
pub(crate) struct Row<'a> {
    /// The whole line.
    pub(crate) text: &'a str,
    /// The cells between tabs.
    pub(crate) cells: Vec<&'a str>,
    /// The names of the columns between tabs, or nothing if they have none.
    pub(crate) heading: &'a str,
}

impl<'a> Row<'a> {
    pub(crate) fn new(text: &'a str, heading: &'a str) -> Self {
        Self { text, cells: text.split('\t').collect(), heading }
    }

    pub(crate) fn name(&self, column: usize) -> &'a str {
        self.heading.split('\t').nth(column).unwrap_or_default().trim_start_matches("# ")
    }

    /// Returns the cell of the column with this name, if there is one.
    pub(crate) fn cell(&self, name: &str) -> Option<&'a str> {
        let column = self.heading.split('\t').position(|found| found == name)?;
        self.cells.get(column).copied()
    }

    /// Returns the first cells, which must be there.
    pub(crate) fn first<const N: usize>(&self) -> Outcome<[&'a str; N]> {
        let few = || self.damage(self.cells.len(), format!("expected {N} columns, found {}", self.cells.len()));
        self.cells.first_chunk().copied().ok_or_else(few)
    }

    pub(crate) fn parse<T: FromStr>(&self, column: usize) -> Outcome<T> {
        let cell = self.cells.get(column).copied().unwrap_or_default();
        cell.parse().map_err(|_| self.damage(column, format!("unexpected value {cell:?}")))
    }

    pub(crate) fn damage(&self, column: usize, what: impl Display) -> RecordError {
        RecordError::new(self.name(column), what.to_string())
    }
}

/// Checks the line that names the columns. If the first name begins with `# `, so does the line; `…` stands for anything.
/// Remarks in parentheses are not part of a name.
pub(crate) fn check_heading(line: &str, expected: &str) -> Outcome {
    let mut names = line.split('\t').map(|name| name.split(" (").next().unwrap_or_default());
    for wanted in expected.split('\t') {
        let short = wanted.trim_start_matches("# ");
        match names.next() {
            _ if wanted == "…" => return Ok(()),
            None => return Err(RecordError::new(short, "this column is missing")),
            Some(found) if wanted == "# …" && found.starts_with("# ") => return Ok(()),
            Some(found) if found != wanted => {
                return Err(RecordError::new(short, format!("the column is called {found:?} instead")));
            }
            Some(_) => {}
        }
    }
    names.next().map_or(Ok(()), |unknown| Err(RecordError::new(unknown, "this column is unknown")))
}
