//! The problems of PGN files: printed with their places, and counted.

use gardez::data::files::GamePart;
use gardez::notation::pgn::{Problem, Severity};

use crate::progress::Progress;

/// The number of problems that are printed; a file that is not a PGN may have millions.
const MAX_SHOWN: u64 = 20;

/// The problems of a part of a PGN.
#[derive(Debug)]
pub(crate) struct Problems {
    notes: u64,
    errors: u64,
    /// `true` if notes are printed, too.
    shows_notes: bool,
    /// The first of those that are printed.
    first: Vec<Problem>,
}

impl Problems {
    /// Returns no problems yet.
    pub(crate) const fn new(shows_notes: bool) -> Self {
        Self { notes: 0, errors: 0, shows_notes, first: Vec::new() }
    }

    /// Counts a problem.
    pub(crate) fn add(&mut self, problem: &Problem) {
        let is_error = is_error(problem);
        *if is_error { &mut self.errors } else { &mut self.notes } += 1;
        if (is_error || self.shows_notes) && self.first.len() as u64 <= MAX_SHOWN {
            self.first.push(problem.clone());
        }
    }
}

/// The problems so far.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) notes: u64,
    pub(crate) errors: u64,
    /// The first error.
    pub(crate) first: Option<Problem>,
    shown: u64,
}

impl Findings {
    /// Counts the problems of a part of a file, and prints them.
    pub(crate) fn add(&mut self, file: &str, part: &GamePart, problems: Problems, progress: &Progress) {
        self.notes += problems.notes;
        self.errors += problems.errors;
        for problem in problems.first.into_iter().map(|problem| part.moved(problem)) {
            self.shown += 1;
            match self.shown {
                ..=MAX_SHOWN => {
                    let Problem { kind, game, line, column, offset, .. } = &problem;
                    let name = if is_error(&problem) { "error" } else { "note" };
                    progress.line(&format!("{name}: {file}:{line}:{column}: game {game}, byte {offset}: {kind}"));
                }
                n if n == MAX_SHOWN + 1 => progress.line("note: further problems are only counted"),
                _ => {}
            }
            if self.first.is_none() && is_error(&problem) {
                self.first = Some(problem);
            }
        }
    }
}

fn is_error(problem: &Problem) -> bool {
    problem.kind.severity() == Severity::Error
}
