//! Checking suites.

use std::process::ExitCode;
use std::time::Instant;

use crate::suite::{Case, Count, Suite};
use crate::walk::divide_with;
use gardez_position::{FenErrorKind, Position, ReadFen};

use crate::program::args::{self, Args};
use crate::program::console::{Console, Stop};
use crate::program::effort::{Effort, LONG};
use crate::program::engine::Engine;
use crate::program::file;
use crate::program::refusal::refusal;
use crate::program::report::Report;

/// Checks every file, and reports the results.
pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitCode, Stop> {
    let mut check = Check { args, engine: Engine::new(args)?, nodes: 0 };
    let mut report = Report::new(args, console);
    let start = Instant::now();
    match each_case(args, &mut report, |report, case, read| check.case(report, case, read)) {
        Ok(()) => report.finish(Effort::since(start, check.nodes, 0)),
        Err(Stop::Output(error)) if report.has_wrong() => {
            gardez_io::output::report(&error);
            Ok(ExitCode::from(1))
        }
        Err(stop) => Err(stop),
    }
}

/// Calls `visit` with each position, or the reason for its refusal. Reports what cannot be read.
pub(crate) fn each_case(
    args: &Args,
    report: &mut Report<'_>,
    mut visit: impl FnMut(&mut Report<'_>, &Case, Result<ReadFen<Position>, String>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    for path in &args.suite {
        report.begin_file(&path.display().to_string());
        let mut text = Vec::new();
        if let Err(reason) = file::read(path, &mut text) {
            report.unreadable_file(reason);
            if text.is_empty() {
                continue;
            }
        }
        let total = Suite::new(&text).flatten().fold(0, |total: u64, case| total.saturating_add(wanted(args, &case)));
        if LONG <= total {
            report.console().begin(total, 0, "nodes");
        }
        for item in Suite::new(&text) {
            let case = match item {
                Ok(case) => case,
                Err(error) => {
                    report.unreadable_line(error.line, error.kind.to_string());
                    continue;
                }
            };
            let read = args.fen_reader(case.mode).read(&case.fen);
            let is_position = read.as_ref().map_or_else(|error| matches!(error.kind, FenErrorKind::Board(_)), |_| true);
            let read = read.map_err(|error| refusal(&case.fen, &error));
            match read {
                Err(reason) if !is_position => report.unreadable_line(case.line, reason),
                read => {
                    let done = report.reached().saturating_add(wanted(args, &case));
                    report.position();
                    visit(report, &case, read)?;
                    report.reach(done);
                }
            }
        }
        report.console().end();
        report.end_file()?;
    }
    Ok(())
}

fn wanted(args: &Args, case: &Case) -> u64 {
    let counts = case.counts.iter().filter(|count| args.is_wanted(**count));
    counts.fold(0, |total: u64, count| total.saturating_add(count.nodes))
}

/// A run over suites.
struct Check<'a> {
    args: &'a Args,
    engine: Engine,
    /// The nodes counted in all files.
    nodes: u128,
}

impl Check<'_> {
    /// Checks the counts of a position that are within the bounds.
    fn case(
        &mut self,
        report: &mut Report<'_>,
        case: &Case,
        read: Result<ReadFen<Position>, String>,
    ) -> Result<(), Stop> {
        let mut position = match read {
            Ok(read) => {
                report.problems(case, &read)?;
                read.position
            }
            Err(reason) => return report.refused(case, reason),
        };
        for &count in &case.counts {
            if !self.args.is_wanted(count) {
                report.skipped();
                continue;
            }
            let before = report.reached();
            let found = match self.args.engine {
                args::Engine::Count => self.count(&position, count, report)?,
                args::Engine::Position => walk(&mut position, count, report)?,
            };
            self.nodes += found;
            report.reach(before.saturating_add(count.nodes));
            report.checked(case, count, found)?;
        }
        Ok(())
    }

    fn count(&mut self, position: &Position, count: Count, report: &mut Report<'_>) -> Result<u128, Stop> {
        let mut job = self.engine.job(position, count.depth, count.nodes as f64)?;
        job.run(|event| {
            let nodes = event.divided.iter().fold(0, |sum: u128, (_, nodes)| sum.saturating_add(*nodes));
            report.reach(report.reached().saturating_add(u64::try_from(nodes).unwrap_or(u64::MAX)));
            Ok(())
        })
    }
}

fn walk(position: &mut Position, count: Count, report: &mut Report<'_>) -> Result<u128, Stop> {
    let found = divide_with::<Stop>(position, count.depth, |step| {
        report.reach(report.reached().saturating_add(step.nodes));
        Ok(())
    })?;
    Ok(found.into())
}
