//! The output: a table with a line for each file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conformance::{Kind, Report};

/// Up to this number of unknown files in a directory are listed one by one. More are only counted.
const LISTED: usize = 5;

/// The standard output of a run.
#[derive(Debug)]
pub(crate) struct Output {
    /// The width of the column of files.
    width: usize,
    files: usize,
    /// The sums of all files.
    totals: Report,
}

impl Output {
    pub(crate) fn new<'a>(files: impl Iterator<Item = &'a Path>) -> Self {
        let width = files.map(|path| path.display().to_string().chars().count()).max().unwrap_or(0).max(5);
        let output = Self { width, files: 0, totals: Report::default() };
        output.line("file", &["records", "comparisons", "differences"].map(String::from), "");
        output
    }

    pub(crate) fn file(&mut self, kind: Kind, file: &Path, report: &Report) {
        self.files += 1;
        self.totals.add(report);
        let file = file.display().to_string();
        self.report(&file, report, kind.parts());
        for damage in &report.damages {
            print(&format!("  damaged: {file}:{damage}\n"));
        }
        count_rest(report.damaged, report.damages.len(), "damages");
        for difference in &report.shown {
            print(&format!("  {file}:{difference}\n"));
        }
        count_rest(report.differences, report.shown.len(), "differences");
        for undecided in &report.undecided {
            print(&format!("  undecided: {file}:{undecided}\n"));
        }
    }

    /// Prints the totals and the skipped files, and returns whether all values are as expected.
    pub(crate) fn finish(self, skipped: &[(PathBuf, String)]) -> bool {
        self.report(&format!("total, {} files", self.files), &self.totals, None);
        print(&skipped_lines(skipped));
        self.totals.is_clean()
    }

    /// Prints a line of the table, with further counts that are not zero in its last column.
    fn report(&self, name: &str, report: &Report, parts: Option<&str>) {
        let notes = [
            (report.parts, parts.unwrap_or_default()),
            (report.damaged, "damaged"),
            (report.as_meant, "differ on purpose"),
            (report.above_bound, "counts above the bound"),
            (report.undecided.len() as u64, "undecided"),
        ];
        let notes = notes.iter().filter(|(count, what)| *count != 0 && !what.is_empty());
        let notes: Vec<_> = notes.map(|(count, what)| format!("{} {what}", grouped(*count))).collect();
        let numbers = [report.records, report.comparisons, report.differences].map(grouped);
        self.line(name, &numbers, &notes.join(", "));
    }

    fn line(&self, file: &str, [records, comparisons, differences]: &[String; 3], notes: &str) {
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
