//! The counters of all games, as text and as JSON.

use std::fmt;

use gardez::ErrorInfo;
use gardez::data::{RecordResults, RescoreReport};
use serde::Serialize;

use crate::rescore::game::{Done, Refusal};
use crate::rescore::names::Game;
use crate::stop::print_error;

/// The number of refused games that are printed.
const MAX_SHOWN: usize = 20;

/// The work done so far.
#[derive(Default)]
pub(super) struct Summary {
    report: RescoreReport,
    left_out: u64,
    refused: Vec<Refused>,
    unreadable: Vec<String>,
}

/// A game that was refused.
struct Refused {
    file: String,
    reason: Refusal,
}

impl Summary {
    /// Adds a game.
    pub(super) fn add(&mut self, game: &Game, done: Done) {
        match done {
            Done::Rescored { report, left_out } => {
                self.report += *report;
                self.left_out += left_out;
            }
            Done::Refused(reason) => {
                self.refused.push(Refused { file: game.input.to_string(), reason });
            }
            Done::Unreadable(message) => self.unreadable.push(message),
        }
    }

    /// Returns `true` if every file could be read.
    pub(super) fn is_complete(&self) -> bool {
        self.unreadable.is_empty()
    }

    /// Returns `true` if no game was refused.
    pub(super) fn is_fine(&self) -> bool {
        self.refused.is_empty()
    }

    /// Prints the files that could not be read, and the first refused games.
    pub(super) fn print_refusals(&self) {
        for message in &self.unreadable {
            print_error(message);
        }
        for refused in self.refused.iter().take(MAX_SHOWN) {
            gardez_io::output::write_error(format_args!("refused: {}: {}\n", refused.file, refused.reason));
        }
        if let Some(more) = self.refused.len().checked_sub(MAX_SHOWN + 1) {
            gardez_io::output::write_error(format_args!("refused: {} more games\n", more + 1));
        }
    }

    /// Returns all of it as one line.
    pub(super) fn json(&self) -> String {
        let report = &self.report;
        let refused = self.refused.iter().map(|refused| RefusedLine { file: &refused.file, error: &refused.reason });
        let line = Line {
            games: report.games,
            positions: report.positions,
            left_out: self.left_out,
            rescored: report.rescored,
            delta: report.delta,
            secondary: report.secondary,
            secondary_by_dtz: report.secondary_by_dtz,
            blunders: report.blunders,
            boosted: report.boosted,
            boosted_before: report.boosted_before,
            boosted_after: report.boosted_after,
            before: report.before.into(),
            after: report.after.into(),
            refused: refused.collect(),
            unreadable: self.unreadable.iter().map(String::as_str).collect(),
        };
        serde_json::to_string(&line).expect("it can be written as JSON")
    }
}

impl fmt::Display for Summary {
    /// Returns a line for each of lc0's counters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        let mut line = |name: &str, number: u64| writeln!(f, "{name:32} {number:>12}");
        line("games", report.games)?;
        line("refused games", self.refused.len() as u64)?;
        line("positions", report.positions)?;
        line("records left out", self.left_out)?;
        line("rescores", report.rescored)?;
        line("cumulative change", report.delta)?;
        line("secondary rescores", report.secondary)?;
        line("secondary rescores with DTZ", report.secondary_by_dtz)?;
        line("blunders", report.blunders)?;
        line("policy values boosted", report.boosted)?;
        for (name, results) in [("before", report.before), ("after", report.after)] {
            let RecordResults { losses, draws, wins } = results;
            writeln!(f, "first records {name:18} {losses:>12} lost {draws:>8} drawn {wins:>8} won")?;
        }
        let boosted: u64 = report.boosted_before.iter().sum();
        if boosted != 0 {
            writeln!(f, "\nsum of the boosted probabilities, tenths: part of the positions")?;
            for (name, bins) in [("before", report.boosted_before), ("after", report.boosted_after)] {
                write!(f, "{name:6}")?;
                for bin in bins {
                    write!(f, " {:.3}", bin as f64 / boosted as f64)?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// The counters in JSON.
#[derive(Serialize)]
struct Line<'a> {
    games: u64,
    positions: u64,
    /// Records that were marked for deletion.
    left_out: u64,
    rescored: u64,
    delta: u64,
    secondary: u64,
    secondary_by_dtz: u64,
    blunders: u64,
    boosted: u64,
    boosted_before: [u64; 11],
    boosted_after: [u64; 11],
    before: Results,
    after: Results,
    refused: Vec<RefusedLine<'a>>,
    unreadable: Vec<&'a str>,
}

/// Results of first records in JSON.
#[derive(Serialize)]
struct Results {
    losses: u64,
    draws: u64,
    wins: u64,
}

impl From<RecordResults> for Results {
    fn from(RecordResults { losses, draws, wins }: RecordResults) -> Self {
        Self { losses, draws, wins }
    }
}

/// A refused game in JSON.
#[derive(Serialize)]
struct RefusedLine<'a> {
    file: &'a str,
    error: &'a dyn ErrorInfo,
}
