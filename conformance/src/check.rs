//! Checks a file and makes its report.

use std::path::Path;
use std::str;

use crate::Options;
use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::json::{Json, Node};
use crate::kind::Kind;
use crate::kinds::{Row, perft};
use crate::report::{RecordError, Report};
use crate::shape::{FirstLine, Shape, Table};

/// Compares every expected value of a file with the results of the crates.
///
/// If the file cannot be read, the report contains a damage.
pub fn check(kind: Kind, path: &Path, options: &Options) -> Report {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let with_directory = Options { syzygy: path.parent().map(Path::to_path_buf), ..options.clone() };
    let options = if options.syzygy.is_some() { options } else { &with_directory };
    let mut findings = Findings::new(options);
    findings.directory = path.parent().map(Path::to_path_buf);
    check_content(kind, &name, &Content::read(path), findings)
}

/// Compares every expected value of a text as if it were the content of a file called `name`. The text must not be
/// compressed.
pub fn check_text(kind: Kind, name: &str, text: &[u8], options: &Options) -> Report {
    check_content(kind, name, &Content { bytes: text.to_vec(), cut: None }, Findings::new(options))
}

fn check_content(kind: Kind, name: &str, content: &Content, mut findings: Findings<'_>) -> Report {
    match kind.shape() {
        Shape::JsonLines(compare) => json_lines(&mut findings, content, compare),
        Shape::Json(compare) => json_file(&mut findings, content, compare),
        Shape::Rows(table) => rows(&mut findings, content, name, table),
        Shape::Suite => perft::check_suite(&mut findings, content),
        Shape::Whole(compare) => {
            if let Err(error) = compare(&mut findings, name, &content.bytes) {
                findings.damage(1, error);
            }
        }
    }
    match &content.cut {
        Some(reason) if content.bytes.is_empty() => findings.damage(0, RecordError::new("", reason)),
        Some(reason) => findings.damage(content.last_line(), RecordError::new("", reason)),
        None if findings.is_empty() => findings.damage(0, RecordError::new("", "the file contains no record")),
        None => {}
    }
    findings.into_report()
}

type Compare = fn(&mut Findings<'_>, &Node<'_>) -> Outcome;

fn json_lines(findings: &mut Findings<'_>, content: &Content, compare: Compare) {
    for (line, bytes) in content.lines() {
        findings.begin_record(line);
        if let Err(error) = record(findings, bytes, compare) {
            findings.damage(line, error);
        }
    }
}

fn json_file(findings: &mut Findings<'_>, content: &Content, compare: Compare) {
    if content.cut.is_none() && !content.bytes.is_empty() {
        findings.begin_record(1);
        if let Err(error) = record(findings, &content.bytes, compare) {
            findings.damage(1, error);
        }
    }
}

fn record(findings: &mut Findings<'_>, bytes: &[u8], compare: Compare) -> Outcome {
    let value = Json::read(text(bytes)?)?;
    compare(findings, &Node::record(&value))
}

fn rows(findings: &mut Findings<'_>, content: &Content, file: &str, table: &Table) {
    let columns: &'static [&'static str] = match table.first_line {
        FirstLine::Columns(columns) | FirstLine::Names(columns) => columns,
        FirstLine::Row | FirstLine::Remark => &[],
    };
    let directory = findings.directory.clone();
    let mut lines = content.lines();
    if !matches!(table.first_line, FirstLine::Row) && !content.bytes.is_empty() {
        let line = lines.next().and_then(|(_, line)| str::from_utf8(line).ok()).unwrap_or_default();
        let line = match table.first_line {
            FirstLine::Names(_) => Some(line),
            _ => line.strip_prefix("# "),
        };
        if let Err(error) = header(line, columns) {
            // With other columns, the meaning of the rows is not known.
            findings.damage(1, error);
            return;
        }
    }
    let means_something =
        |bytes: &[u8]| !table.skips_blank_lines || bytes.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != 0);
    for (index, (line, bytes)) in lines.filter(|(_, bytes)| means_something(bytes)).enumerate() {
        findings.begin_record(line);
        let outcome = text(bytes).and_then(|text| {
            let cells: Vec<_> = text.split('\t').collect();
            if !columns.is_empty() && cells.len() != columns.len() {
                let name = columns.get(cells.len()).copied().unwrap_or_default();
                return Err(RecordError::new(
                    name,
                    format!("expected {} columns, found {}", columns.len(), cells.len()),
                ));
            }
            (table.compare)(findings, &Row { file, directory: directory.as_deref(), index, text, cells, columns })
        });
        if let Err(error) = outcome {
            findings.damage(line, error);
        }
    }
    if content.cut.is_some() {
        return;
    }
    if !content.ends_with_line() {
        let field = columns.last().copied().unwrap_or_default();
        findings.damage(
            content.last_line(),
            RecordError::new(field, "the last line has no line end: the file may be truncated"),
        );
    }
    if let Some(rows) = table.rows.filter(|&rows| rows != findings.records() && findings.records() != 0) {
        let what = format!("expected {rows} rows, found {}", findings.records());
        findings.damage(content.last_line(), RecordError::new("", what));
    }
}

/// Checks the line that names the columns, if they have names. Remarks in parentheses are not part of a name.
fn header(line: Option<&str>, expected: &[&str]) -> Outcome {
    let Some(names) = line else {
        return Err(RecordError::new(expected.first().copied().unwrap_or_default(), "the first line is not a heading"));
    };
    if expected.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = names.split('\t').map(|name| name.split(" (").next().unwrap_or_default()).collect();
    for (index, &wanted) in expected.iter().enumerate() {
        match names.get(index) {
            None => return Err(RecordError::new(wanted, "this column is missing")),
            Some(&found) if found != wanted => {
                return Err(RecordError::new(wanted, format!("the column is called {found:?} instead")));
            }
            Some(_) => {}
        }
    }
    match names.get(expected.len()) {
        Some(&unknown) => Err(RecordError::new(unknown, "this column is unknown")),
        None => Ok(()),
    }
}

fn text(bytes: &[u8]) -> Outcome<&str> {
    str::from_utf8(bytes)
        .map_err(|error| RecordError::new("", format!("not UTF-8 text at byte {}", error.valid_up_to())))
}
