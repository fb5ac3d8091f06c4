//! The output: a table with a line for each file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conformance::{Kind, Report};

/// Up to this number of unknown files in a directory are listed one by one. More are only counted.
const LISTED: usize = 5;

#[derive(Clone, Copy, Default, Debug)]
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
    /// The width of the column of files.
    width: usize,
    files: usize,
    is_clean: bool,
    totals: Totals,
}

impl Output {
    /// Starts the output for these files.
    pub(crate) fn new<'a>(files: impl Iterator<Item = &'a Path>) -> Self {
        let width = files.map(|path| path.display().to_string().chars().count()).max().unwrap_or(0).max(5);
        let output = Self { width, files: 0, is_clean: true, totals: Totals::default() };
        output.line(&["file", "records", "comparisons", "differences"].map(String::from), "");
        output
    }

    /// Prints the report of a file.
    pub(crate) fn file(&mut self, kind: Kind, file: &Path, report: &Report) {
        let &Report { records, parts, comparisons, differences, as_meant, above_bound, damaged, .. } = report;
        self.files += 1;
        self.is_clean &= report.is_clean();
        self.totals.records += records;
        self.totals.comparisons += comparisons;
        self.totals.differences += differences;
        self.totals.as_meant += as_meant;
        self.totals.above_bound += above_bound;
        self.totals.damaged += damaged;
        let file = file.display().to_string();
        self.line(
            &[file.clone(), grouped(records), grouped(comparisons), grouped(differences)],
            &notes((parts, kind.parts().unwrap_or_default()), as_meant, above_bound, damaged),
        );
        for damage in &report.damages {
            print(&format!("  damaged: {file}:{damage}\n"));
        }
        count_rest(damaged, report.damages.len(), "damages");
        for difference in &report.shown {
            print(&format!("  {file}:{difference}\n"));
        }
        count_rest(differences, report.shown.len(), "differences");
    }

    /// Prints the totals and the skipped files, and returns whether all values are as expected.
    pub(crate) fn finish(self, skipped: &[(PathBuf, String)]) -> bool {
        let totals = self.totals;
        self.line(
            &[
                format!("total, {} files", self.files),
                grouped(totals.records),
                grouped(totals.comparisons),
                grouped(totals.differences),
            ],
            &notes((0, ""), totals.as_meant, totals.above_bound, totals.damaged),
        );
        print(&skipped_lines(skipped));
        self.is_clean
    }

    fn line(&self, [file, records, comparisons, differences]: &[String; 4], notes: &str) {
        let width = self.width;
        let line = format!("{file:width$}  {records:>9}  {comparisons:>11}  {differences:>11}  {notes}");
        print(&format!("{}\n", line.trim_end()));
    }
}

fn count_rest(count: u64, printed: usize, what: &str) {
    if printed as u64 != count {
        print(&format!("  and {} more {what}\n", grouped(count - printed as u64)));
    }
}

/// Returns the last column of the table: further counts that are not zero.
fn notes(parts: (u64, &str), as_meant: u64, above_bound: u64, damaged: u64) -> String {
    let notes = [parts, (damaged, "damaged"), (as_meant, "differ on purpose"), (above_bound, "counts above the bound")];
    let notes = notes.iter().filter(|&&(count, _)| count != 0);
    notes.map(|&(count, what)| format!("{} {what}", grouped(count))).collect::<Vec<_>>().join(", ")
}

/// Returns a line for each unknown file, or one line for a directory that contains many of them.
pub(crate) fn skipped_lines(skipped: &[(PathBuf, String)]) -> String {
    let mut directories = BTreeMap::<_, Vec<_>>::new();
    for (path, reason) in skipped {
        directories.entry((path.parent().unwrap_or(path), reason)).or_default().push(path.display().to_string());
    }
    let mut lines = String::new();
    for ((directory, reason), mut files) in directories {
        if LISTED < files.len() {
            files = vec![format!("{}, {} files", directory.display(), files.len())];
        }
        files.iter().for_each(|file| lines += &format!("skipped: {file}: {reason}\n"));
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
