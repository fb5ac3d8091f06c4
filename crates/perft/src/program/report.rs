//! The report on suites. Each finding is printed at once, or all are kept for one line of JSON.

use std::mem;
use std::process::ExitCode;

use crate::suite::{Case, Count};
use gardez_position::{Position, ReadFen};
use serde::Serialize;

use crate::program::args::Args;
use crate::program::console::{Console, Stop};
use crate::program::effort::Effort;
use crate::program::json;
use crate::program::refusal::remark;
use crate::program::tally::{Numbers, Refused, Unreadable, WithProblems, Wrong};

/// The number of unreadable lines of a file that are shown one by one. A file that is not a suite may have millions.
const MAX_UNREADABLE_SHOWN: u64 = 100;

/// The findings so far, and how to report them.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    console: &'a mut Console,
    json: bool,
    quiet: bool,
    has_several_files: bool,
    /// The current file and its numbers.
    file: String,
    numbers: Numbers,
    /// The numbers of all files before it.
    totals: Numbers,
    /// The findings that JSON lists.
    files: Vec<FileNumbers>,
    wrong: Vec<Wrong>,
    refused: Vec<Refused>,
    problems: Vec<WithProblems>,
    unreadable: Vec<Unreadable>,
    /// The nodes of the current file that the progress bar shows.
    reached: u64,
    /// A whole file could not be read, or an engine does not answer.
    has_failed: bool,
}

#[derive(Serialize, Debug)]
struct FileNumbers {
    file: String,
    #[serde(flatten)]
    numbers: Numbers,
}

/// The line of JSON.
#[derive(Serialize)]
struct Summary<'a> {
    files: &'a [FileNumbers],
    positions: u64,
    checked: u64,
    skipped: u64,
    wrong: &'a [Wrong],
    refused: &'a [Refused],
    problems: &'a [WithProblems],
    /// At most a hundred of each file; the numbers of the file include all.
    unreadable: &'a [Unreadable],
    nodes: u128,
    nodes_text: String,
    seconds: f64,
    nps: u64,
}

impl<'a> Report<'a> {
    /// Creates a report without findings.
    pub(crate) fn new(args: &Args, console: &'a mut Console) -> Self {
        Self {
            console,
            json: args.json,
            // A comparison prints what it finds.
            quiet: args.quiet || !args.compare.is_empty(),
            has_several_files: 1 < args.suite.len(),
            file: String::new(),
            numbers: Numbers::default(),
            totals: Numbers::default(),
            files: Vec::new(),
            wrong: Vec::new(),
            refused: Vec::new(),
            problems: Vec::new(),
            unreadable: Vec::new(),
            reached: 0,
            has_failed: false,
        }
    }

    pub(crate) fn console(&mut self) -> &mut Console {
        self.console
    }

    pub(crate) fn begin_file(&mut self, name: &str) {
        (self.file, self.numbers, self.reached) = (name.to_owned(), Numbers::default(), 0);
    }

    pub(crate) fn reached(&self) -> u64 {
        self.reached
    }

    pub(crate) fn reach(&mut self, nodes: u64) {
        self.reached = nodes;
        self.console.reached(nodes);
    }

    pub(crate) fn position(&mut self) {
        self.numbers.positions += 1;
    }

    pub(crate) fn skipped(&mut self) {
        self.numbers.skipped += 1;
    }

    /// Compares a count, and reports it if it is wrong.
    pub(crate) fn checked(&mut self, case: &Case, count: Count, found: u128) -> Result<(), Stop> {
        self.numbers.checked += 1;
        let Count { depth, nodes: expected } = count;
        if found == expected.into() {
            return Ok(());
        }
        self.numbers.wrong += 1;
        let (file, id, fen) = (self.file.clone(), case.id.clone(), case.fen.clone());
        let wrong = Wrong { file, line: case.line, id, fen, depth, expected, found };
        if self.json {
            self.wrong.push(wrong);
            return Ok(());
        }
        self.console.line(format_args!("{wrong}"))
    }

    pub(crate) fn compared(&mut self, is_wrong: bool) {
        self.numbers.checked += 1;
        self.numbers.wrong += u64::from(is_wrong);
    }

    /// Reports that an engine does not answer.
    pub(crate) fn failed(&mut self, reason: &str) {
        self.has_failed = true;
        self.console.error(reason);
    }

    pub(crate) fn refused(&mut self, case: &Case, reason: String) -> Result<(), Stop> {
        self.numbers.refused += 1;
        let refused = Refused { file: self.file.clone(), line: case.line, fen: case.fen.clone(), reason };
        match (self.json, self.quiet) {
            (true, _) => self.refused.push(refused),
            (false, true) => {}
            (false, false) => self.console.line(format_args!("{refused}"))?,
        }
        Ok(())
    }

    pub(crate) fn problems(&mut self, case: &Case, read: &ReadFen<Position>) -> Result<(), Stop> {
        let mut kinds = read.problem_kinds().peekable();
        if kinds.peek().is_none() {
            return Ok(());
        }
        self.numbers.problems += 1;
        if self.json {
            let (file, fen, problems) = (self.file.clone(), case.fen.clone(), read.problems().names().collect());
            self.problems.push(WithProblems { file, line: case.line, fen, problems });
        } else if !self.quiet {
            for kind in kinds {
                self.console.line(format_args!("note: {}:{}: {}", self.file, case.line, remark(kind)))?;
            }
        }
        Ok(())
    }

    /// Reports a line that cannot be read, unless the file has had too many.
    pub(crate) fn unreadable_line(&mut self, line: usize, reason: String) {
        self.numbers.unreadable += 1;
        if self.numbers.unreadable <= MAX_UNREADABLE_SHOWN {
            self.unreadable(Unreadable { file: self.file.clone(), line: Some(line), reason });
        } else if self.numbers.unreadable == MAX_UNREADABLE_SHOWN + 1 {
            self.console.error(&format!("{}: more unreadable lines are counted but not shown", self.file));
        }
    }

    pub(crate) fn unreadable_file(&mut self, reason: String) {
        self.has_failed = true;
        self.unreadable(Unreadable { file: self.file.clone(), line: None, reason });
    }

    fn unreadable(&mut self, unreadable: Unreadable) {
        self.console.error(&unreadable.to_string());
        if self.json {
            self.unreadable.push(unreadable);
        }
    }

    /// Reports the numbers of the file, which has been read to its end.
    pub(crate) fn end_file(&mut self) -> Result<(), Stop> {
        let numbers = mem::take(&mut self.numbers);
        let file = mem::take(&mut self.file);
        self.totals += numbers;
        match (self.json, self.quiet) {
            (true, _) => self.files.push(FileNumbers { file, numbers }),
            (false, true) => {}
            (false, false) => self.console.line(format_args!("{file}: {numbers}"))?,
        }
        Ok(())
    }

    pub(crate) fn finish(mut self, effort: Effort) -> Result<ExitCode, Stop> {
        let Numbers { positions, checked, skipped, .. } = self.totals;
        if self.json {
            let Effort { nodes, seconds, .. } = effort;
            let summary = Summary {
                files: &self.files,
                positions,
                checked,
                skipped,
                wrong: &self.wrong,
                refused: &self.refused,
                problems: &self.problems,
                unreadable: &self.unreadable,
                nodes,
                nodes_text: nodes.to_string(),
                seconds,
                nps: effort.nps(),
            };
            self.console.line(format_args!("{}", json::line(&summary)))?;
        } else if !self.quiet {
            if self.has_several_files {
                self.console.line(format_args!("total: {}", self.totals))?;
            }
            self.console.line(format_args!(""))?;
            effort.print(self.console)?;
        }
        Ok(self.exit_code("no count was checked"))
    }

    /// Reports the number of comparisons. Returns the exit code.
    pub(crate) fn finish_comparison(mut self, args: &Args) -> Result<ExitCode, Stop> {
        self.totals += mem::take(&mut self.numbers);
        let Numbers { checked, wrong, .. } = self.totals;
        if !args.json && !args.quiet {
            self.console.line(format_args!("compared {checked}, wrong {wrong}"))?;
        }
        Ok(self.exit_code("no position to compare: none has a count of at most --max-nodes"))
    }

    /// Returns 1 if a count is wrong; otherwise 2 if something could not be read or, which it reports, nothing was checked.
    fn exit_code(&mut self, nothing: &str) -> ExitCode {
        let is_empty = self.totals.checked == 0;
        if is_empty && !self.has_errors() {
            self.console.error(nothing);
        }
        let code = if self.has_errors() || is_empty { 2 } else { 0 };
        ExitCode::from(if self.has_wrong() { 1 } else { code })
    }

    /// Returns `true` if a line or a file could not be read. The error has already been printed.
    fn has_errors(&self) -> bool {
        self.has_failed || 0 < self.totals.unreadable
    }

    /// Returns `true` if a wrong count was found in any file so far.
    pub(crate) fn has_wrong(&self) -> bool {
        0 < self.totals.wrong + self.numbers.wrong
    }
}
