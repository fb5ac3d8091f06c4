//! The counters of all games, as text and as JSON.

use std::fmt;

use gardez::ErrorInfo;
use gardez::data::{RecordResults, RescoreReport};
use serde_json::{Value, json};

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
    /// Refused games and the reasons.
    refused: Vec<(String, Refusal)>,
    unreadable: Vec<String>,
}

impl Summary {
    pub(super) fn add(&mut self, game: &Game, done: Done) {
        match done {
            Done::Rescored { report, left_out } => {
                self.report += *report;
                self.left_out += left_out;
            }
            Done::Refused(reason) => self.refused.push((game.input.to_string(), reason)),
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
        for (file, reason) in self.refused.iter().take(MAX_SHOWN) {
            gardez_io::output::write_error(format_args!("refused: {file}: {reason}\n"));
        }
        if let Some(more) = self.refused.len().checked_sub(MAX_SHOWN + 1) {
            gardez_io::output::write_error(format_args!("refused: {} more games\n", more + 1));
        }
    }

    /// Returns the object for programs.
    pub(super) fn json(&self) -> Value {
        let report = &self.report;
        let results = |RecordResults { losses, draws, wins }: RecordResults| json!({ "losses": losses, "draws": draws, "wins": wins });
        let refused = self.refused.iter().map(|(file, reason)| {
            let error: &dyn ErrorInfo = reason;
            json!({ "file": file, "error": error })
        });
        json!({
            "games": report.games, "positions": report.positions, "left_out": self.left_out,
            "rescored": report.rescored, "delta": report.delta, "secondary": report.secondary,
            "secondary_by_dtz": report.secondary_by_dtz, "blunders": report.blunders, "boosted": report.boosted,
            "boosted_before": report.boosted_before, "boosted_after": report.boosted_after,
            "before": results(report.before), "after": results(report.after),
            "refused": refused.collect::<Vec<_>>(), "unreadable": self.unreadable,
        })
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
