//! The output: a table with a line for each file, or one line of JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use conformance::{Kind, Options, Report};
use serde::Serialize;

/// Up to this number of unknown files in a directory are listed one by one. More are only counted.
const LISTED: usize = 5;

/// A file and its report.
#[derive(Serialize, Debug)]
pub(crate) struct Entry {
    pub(crate) file: String,
    #[serde(flatten)]
    pub(crate) report: Report,
}

/// The report of the whole run, as a line of JSON.
#[derive(Serialize, Debug)]
struct Summary<'a> {
    files: &'a [Entry],
    skipped: &'a [PathBuf],
    max_nodes: Option<u64>,
    #[serde(flatten)]
    totals: Totals,
    seconds: f64,
}

#[derive(Clone, Copy, Default, Serialize, Debug)]
struct Totals {
    records: u64,
    comparisons: u64,
    differences: u64,
    as_meant: u64,
    above_bound: u64,
    damaged: u64,
}

/// The standard output of a run.
#[derive(Debug)]
pub(crate) struct Output {
    json: bool,
    /// The width of the column of files.
    width: usize,
    entries: Vec<Entry>,
    totals: Totals,
    start: Instant,
}

impl Output {
    /// Starts the output for these files.
    pub(crate) fn new<'a>(json: bool, files: impl Iterator<Item = &'a Path>) -> Self {
        let width = files.map(|path| path.display().to_string().chars().count()).max().unwrap_or(0).max(5);
        let output = Self { json, width, entries: Vec::new(), totals: Totals::default(), start: Instant::now() };
        output.line(&["file", "records", "comparisons", "differences"].map(String::from), "");
        output
    }

    /// Prints the report of a file.
    pub(crate) fn file(&mut self, kind: Kind, entry: Entry) {
        let Report { records, parts, comparisons, differences, as_meant, above_bound, damaged, .. } = entry.report;
        self.totals.records += records;
        self.totals.comparisons += comparisons;
        self.totals.differences += differences;
        self.totals.as_meant += as_meant;
        self.totals.above_bound += above_bound;
        self.totals.damaged += damaged;
        self.line(
            &[entry.file.clone(), grouped(records), grouped(comparisons), grouped(differences)],
            &notes((parts, kind.parts().unwrap_or_default()), as_meant, above_bound, damaged),
        );
        if !self.json {
            for damage in &entry.report.damages {
                print(&format!("  damaged: {}:{damage}\n", entry.file));
            }
            self.count_rest(damaged, entry.report.damages.len(), "damages");
            for difference in &entry.report.shown {
                print(&format!("  {}:{difference}\n", entry.file));
            }
            self.count_rest(differences, entry.report.shown.len(), "differences");
        }
        self.entries.push(entry);
    }

    fn count_rest(&self, count: u64, printed: usize, what: &str) {
        if printed as u64 != count {
            print(&format!("  and {} more {what}\n", grouped(count - printed as u64)));
        }
    }

    /// Prints the totals and the skipped files, and returns whether all values are as expected.
    pub(crate) fn finish(self, skipped: &[PathBuf], options: &Options) -> Result<bool, String> {
        let totals = self.totals;
        let is_clean = self.entries.iter().all(|entry| entry.report.is_clean());
        if self.json {
            let seconds = self.start.elapsed().as_secs_f64();
            let summary = Summary { files: &self.entries, skipped, max_nodes: options.max_nodes, totals, seconds };
            let line = serde_json::to_string(&summary).map_err(|error| format!("a path is not UTF-8: {error}"))?;
            print(&format!("{line}\n"));
            return Ok(is_clean);
        }
        let total = format!("total, {} files", self.entries.len());
        self.line(
            &[total, grouped(totals.records), grouped(totals.comparisons), grouped(totals.differences)],
            &notes((0, ""), totals.as_meant, totals.above_bound, totals.damaged),
        );
        for line in skipped_lines(skipped) {
            print(&line);
        }
        Ok(is_clean)
    }

    fn line(&self, [file, records, comparisons, differences]: &[String; 4], notes: &str) {
        if !self.json {
            let width = self.width;
            let line = format!("{file:width$}  {records:>9}  {comparisons:>11}  {differences:>11}  {notes}");
            print(&format!("{}\n", line.trim_end()));
        }
    }
}

/// Returns the last column of the table: further counts that are not zero.
fn notes(parts: (u64, &str), as_meant: u64, above_bound: u64, damaged: u64) -> String {
    let notes = [parts, (damaged, "damaged"), (as_meant, "differ on purpose"), (above_bound, "counts above the bound")];
    let notes = notes.iter().filter(|&&(count, _)| count != 0);
    notes.map(|&(count, what)| format!("{} {what}", grouped(count))).collect::<Vec<_>>().join(", ")
}

/// Returns a line for each unknown file, or one line for a directory that contains many of them.
fn skipped_lines(skipped: &[PathBuf]) -> Vec<String> {
    let mut directories = BTreeMap::<&Path, Vec<&Path>>::new();
    for path in skipped {
        directories.entry(path.parent().unwrap_or(path)).or_default().push(path);
    }
    let mut lines = Vec::new();
    for (directory, files) in directories {
        if files.len() <= LISTED {
            lines.extend(files.iter().map(|path| format!("skipped: {}\n", path.display())));
        } else {
            lines.push(format!("skipped: {}, {} files\n", directory.display(), files.len()));
        }
    }
    lines
}

/// Returns a number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index != 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Prints to the standard output. Errors are ignored: if the reader is gone, the exit code still gives the result.
fn print(text: &str) {
    gardez_io::output::write_or_exit(format_args!("{text}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn unknown_files_are_listed_or_counted() {
        let few = ["a/x", "a/y"].map(PathBuf::from);
        assert_eq!(skipped_lines(&few), ["skipped: a/x\n", "skipped: a/y\n"]);
        let many: Vec<_> = (0..6).map(|number| PathBuf::from(format!("b/{number}"))).collect();
        assert_eq!(skipped_lines(&many), ["skipped: b, 6 files\n"]);
    }
}
