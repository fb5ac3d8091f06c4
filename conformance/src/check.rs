//! Checks a file and makes its report.

use std::path::Path;

use serde_json::Value;

use crate::file::Content;
use crate::findings::Findings;
use crate::json;
use crate::kinds::{Kind, Shape};
use crate::report::Options;
use crate::report::{Outcome, RecordError, Report};
use crate::rows::{Row, check_heading};

/// Compares every expected value of a file with the results of the crates. A file that cannot be read is a damage.
pub fn check(kind: Kind, path: &Path, options: &Options) -> Report {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    check_content(kind, &Content::read(path), Findings::new(options, &name, path.parent()))
}

/// Compares every expected value of a text that is not compressed, as the content of a file called `name`.
pub fn check_text(kind: Kind, name: &str, text: &[u8], options: &Options) -> Report {
    check_content(kind, &Content { bytes: text.to_vec(), cut: None }, Findings::new(options, name, None))
}

fn check_content(kind: Kind, content: &Content, mut findings: Findings<'_>) -> Report {
    match kind.shape() {
        Shape::JsonLines(compare) => {
            for (line, bytes) in content.lines() {
                record(&mut findings, line, bytes, compare);
            }
        }
        Shape::Json(compare) if content.cut.is_none() && !content.bytes.is_empty() => {
            record(&mut findings, 1, &content.bytes, compare);
        }
        Shape::Json(_) => {}
        Shape::Rows(heading, compare) => rows(&mut findings, content, heading, compare, |_| true),
        // Blank lines, and lines that contain only NUL bytes, are skipped.
        Shape::Lines(compare) => rows(&mut findings, content, "", compare, |line| {
            line.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != 0)
        }),
        Shape::Whole(compare) => {
            if let Err(error) = compare(&mut findings, &content.bytes) {
                findings.damage(1, error);
            }
        }
    }
    match &content.cut {
        Some(reason) => {
            let line = if content.bytes.is_empty() { 0 } else { content.last_line() };
            findings.damage(line, RecordError::new("", reason));
        }
        None if findings.is_empty() => findings.damage(0, RecordError::new("", "the file contains no record")),
        None => {}
    }
    findings.into_report()
}

fn record(findings: &mut Findings<'_>, line: u64, bytes: &[u8], compare: fn(&mut Findings<'_>, &mut Value) -> Outcome) {
    findings.begin_record(line);
    if let Err(error) = text(bytes).and_then(json::read).and_then(|mut value| compare(findings, &mut value)) {
        findings.damage(line, error);
    }
}

/// Compares each row of bytes after a heading, which `…` allows to be anything.
pub(crate) fn each_row(
    findings: &mut Findings<'_>,
    bytes: &[u8],
    heading: &str,
    compare: impl FnMut(&mut Findings<'_>, &Row<'_>) -> Outcome,
) -> Outcome {
    rows(findings, &Content { bytes: bytes.to_vec(), cut: None }, heading, compare, |_| true);
    Ok(())
}

fn rows(
    findings: &mut Findings<'_>,
    content: &Content,
    heading: &str,
    mut compare: impl FnMut(&mut Findings<'_>, &Row<'_>) -> Outcome,
    is_row: fn(&[u8]) -> bool,
) {
    if let (Some((_, line)), false) = (content.lines().next(), heading.is_empty()) {
        if let Err(error) = text(line).and_then(|line| check_heading(line, heading)) {
            // With other columns, the meaning of the rows is not known.
            return findings.damage(1, error);
        }
        findings.holds("heading", "the names of the columns", true);
    }
    let last = heading.split('\t').next_back().unwrap_or_default();
    // Without a heading, or with further columns, rows may have any length.
    let length = Some(heading.split('\t').count()).filter(|_| !["", "…"].contains(&last));
    let skipped = usize::from(!heading.is_empty());
    for (line, bytes) in content.lines().skip(skipped).filter(|(_, bytes)| is_row(bytes)) {
        findings.begin_record(line);
        let outcome = text(bytes).and_then(|text| {
            let row = Row::new(text, heading);
            if let Some(length) = length.filter(|length| *length != row.cells.len()) {
                let what = format!("expected {length} columns, found {}", row.cells.len());
                return Err(row.damage(row.cells.len(), what));
            }
            compare(findings, &row)
        });
        if let Err(error) = outcome {
            findings.damage(line, error);
        }
    }
    if content.cut.is_none() && !content.bytes.is_empty() && !content.bytes.ends_with(b"\n") {
        let what = "the last line has no line end: the file may be truncated";
        findings.damage(content.last_line(), RecordError::new(last, what));
    }
}

fn text(bytes: &[u8]) -> Outcome<&str> {
    let error = |error: std::str::Utf8Error| format!("not UTF-8 text at byte {}", error.valid_up_to());
    str::from_utf8(bytes).map_err(|what| RecordError::new("", error(what)))
}
