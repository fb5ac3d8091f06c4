//! How the records of a file are laid out.

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;
use crate::kinds::Row;

/// The layout of the records of a file, and the function that compares one.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// A JSON object in each line.
    JsonLines(fn(&mut Findings<'_>, &Node<'_>) -> Outcome),
    /// One JSON object.
    Json(fn(&mut Findings<'_>, &Node<'_>) -> Outcome),
    /// A row in each line.
    Rows(&'static Table),
    /// A perft suite.
    Suite,
    /// Another layout. The function starts the records itself. Its text argument is the name of the file.
    Whole(fn(&mut Findings<'_>, &str, &[u8]) -> Outcome),
}

/// A file of rows.
pub(crate) struct Table {
    /// The content of the first line.
    pub(crate) first_line: FirstLine,
    /// Whether blank lines, and lines that contain only NUL bytes, are skipped.
    pub(crate) skips_blank_lines: bool,
    /// The number of rows that the file must have, if it is known.
    pub(crate) rows: Option<u64>,
    /// Compares a row.
    pub(crate) compare: fn(&mut Findings<'_>, &Row<'_>) -> Outcome,
}

/// The content of the first line of a file of rows.
pub(crate) enum FirstLine {
    /// A row like any other line.
    Row,
    /// A remark after `# `.
    Remark,
    /// The names of the columns after `# `.
    Columns(&'static [&'static str]),
    /// The names of the columns and nothing else.
    Names(&'static [&'static str]),
}
