//! Checking suites.

use std::process::ExitCode;
use std::time::Instant;

use crate::suite::{Case, Count, Suite};
use crate::walk::divide_with;
use gardez_position::{FenErrorKind, Position};

use crate::program::args::{self, Args};
use crate::program::console::{Console, Stop};
use crate::program::effort::{Effort, LONG};
use crate::program::engine::Engine;
use crate::program::file;
use crate::program::refusal::refusal;
use crate::program::report::Report;

/// Checks every file, and reports the results.
pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitCode, Stop> {
    let engine = Engine::new(args)?;
    let mut check = Check { args, engine, report: Report::new(args, console), nodes: 0, reached: 0 };
    let start = Instant::now();
    match check.files() {
        Ok(()) => check.report.finish(Effort::since(start, check.nodes, 0)),
        Err(Stop::Output(error)) if check.report.has_wrong() => {
            gardez_io::output::report(&error);
            Ok(ExitCode::from(1))
        }
        Err(stop) => Err(stop),
    }
}

/// A run over suites.
struct Check<'a> {
    args: &'a Args,
    engine: Engine,
    report: Report<'a>,
    /// The nodes counted in all files.
    nodes: u128,
    /// The sum of the expected counts that were checked in this file.
    reached: u64,
}

impl Check<'_> {
    fn files(&mut self) -> Result<(), Stop> {
        for path in &self.args.suite {
            self.report.begin_file(&path.display().to_string());
            let mut text = Vec::new();
            let read = file::read(path, &mut text);
            let is_readable = read.is_ok() || !text.is_empty();
            if let Err(reason) = read {
                self.report.unreadable_file(reason);
            }
            if is_readable {
                self.file(&text)?;
            }
        }
        Ok(())
    }

    /// Checks everything that a suite lists.
    fn file(&mut self, text: &[u8]) -> Result<(), Stop> {
        let counts = Suite::new(text).flatten().flat_map(|case| case.counts).filter(|&count| self.is_wanted(count));
        let total = counts.fold(0, |total: u64, count| total.saturating_add(count.nodes));
        if LONG <= total {
            self.report.console().begin(total, 0, "nodes");
        }
        self.reached = 0;
        for item in Suite::new(text) {
            match item {
                Ok(case) => self.case(&case)?,
                Err(error) => self.report.unreadable_line(error.line, error.kind.to_string()),
            }
        }
        self.report.console().end();
        self.report.end_file()
    }

    /// Checks the counts of a position that are within the bounds.
    fn case(&mut self, case: &Case) -> Result<(), Stop> {
        let read = self.args.fen_reader(case.mode).read(&case.fen);
        if let Err(error) = &read
            && !is_position(error.kind)
        {
            self.report.unreadable_line(case.line, refusal(&case.fen, error));
            return Ok(());
        }
        self.report.position();
        let mut position = match read {
            Ok(read) => {
                self.report.problems(case, &read)?;
                read.position
            }
            Err(error) => return self.report.refused(case, refusal(&case.fen, &error)),
        };
        for &count in &case.counts {
            if !self.is_wanted(count) {
                self.report.skipped();
                continue;
            }
            let found = match self.args.engine {
                args::Engine::Count => self.count(&position, count)?,
                args::Engine::Position => self.walk(&mut position, count)?,
            };
            self.nodes += found;
            self.reached = self.reached.saturating_add(count.nodes);
            self.report.checked(case, count, found)?;
        }
        Ok(())
    }

    /// Counts with the counting engine.
    fn count(&mut self, position: &Position, count: Count) -> Result<u128, Stop> {
        let mut reached = self.reached;
        let mut job = self.engine.job(position, count.depth, count.nodes as f64)?;
        job.run(|event| {
            let nodes = event.divided.iter().fold(0, |sum: u128, (_, nodes)| sum.saturating_add(*nodes));
            reached = reached.saturating_add(u64::try_from(nodes).unwrap_or(u64::MAX));
            self.report.console().reached(reached);
            Ok(())
        })
    }

    /// Counts through the public position.
    fn walk(&mut self, position: &mut Position, count: Count) -> Result<u128, Stop> {
        let mut reached = self.reached;
        let found = divide_with::<Stop>(position, count.depth, |step| {
            reached = reached.saturating_add(step.nodes);
            self.report.console().reached(reached);
            Ok(())
        })?;
        Ok(found.into())
    }

    /// Returns `true` if a count is within the bounds that the user has set.
    fn is_wanted(&self, count: Count) -> bool {
        let Args { min_nodes, max_nodes, depth, .. } = self.args;
        min_nodes.is_none_or(|min| min <= count.nodes)
            && max_nodes.is_none_or(|max| count.nodes <= max)
            && depth.is_none_or(|max| count.depth <= max)
    }
}

/// Returns `true` if a FEN with this error describes a position, even though the position is refused.
fn is_position(error: FenErrorKind) -> bool {
    matches!(error, FenErrorKind::Board(_))
}
