//! The problems of PGN files: printed with their places, and counted.

use gardez::notation::pgn::{Problem, Severity};

use crate::progress::Progress;

/// The number of problems that are printed; a file that is not a PGN may have millions.
const MAX_SHOWN: u64 = 20;

/// The problems so far.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) notes: u64,
    pub(crate) errors: u64,
    /// The first error.
    pub(crate) first: Option<Problem>,
    /// `true` if notes are printed, too.
    shows_notes: bool,
    shown: u64,
}

impl Findings {
    /// Returns no problems yet.
    pub(crate) fn new(shows_notes: bool) -> Self {
        Self { notes: 0, errors: 0, first: None, shows_notes, shown: 0 }
    }

    /// Counts a problem of a file, and prints it.
    pub(crate) fn add(&mut self, file: &str, problem: &Problem, progress: &Progress) {
        let is_error = problem.kind.severity() == Severity::Error;
        let (name, count) = if is_error { ("error", &mut self.errors) } else { ("note", &mut self.notes) };
        *count += 1;
        if is_error && self.first.is_none() {
            self.first = Some(problem.clone());
        }
        if is_error || self.shows_notes {
            self.shown += 1;
            match self.shown {
                ..=MAX_SHOWN => {
                    let Problem { kind, game, line, column, offset, .. } = problem;
                    progress.line(&format!("{name}: {file}:{line}:{column}: game {game}, byte {offset}: {kind}"));
                }
                n if n == MAX_SHOWN + 1 => progress.line("note: further problems are only counted"),
                _ => {}
            }
        }
    }
}
