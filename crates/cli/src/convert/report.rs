//! What a conversion has done, for people and for programs.

use std::fmt::Write;

use gardez_formats::UnrepresentableError;
use serde::Serialize;
use serde_json::{Value, json};

use crate::output::print_json;
use crate::stop::{Stop, print_error};

/// What a conversion has done.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) read: u64,
    /// The number of entries in each output.
    pub(super) written: Vec<u64>,
    /// Why entries are left out, with their numbers.
    pub(super) left_out: Vec<LeftOut>,
    /// The number of results that endgame tables have changed.
    pub(super) results_set: u64,
    /// A line for each input.
    pub(super) inputs: Vec<Value>,
    /// A line for each damaged input.
    pub(super) damage: Vec<String>,
    /// True if an input could not be read, although its bytes may be right.
    pub(super) has_failed_stream: bool,
}

/// Entries that are left out.
#[derive(Serialize, Debug)]
pub(super) struct LeftOut {
    reason: String,
    count: u64,
}

impl Report {
    /// Adds entries that are left out, if there are any.
    pub(super) fn leave_out(&mut self, reason: impl Into<String>, count: u64) {
        if count != 0 {
            self.left_out.push(LeftOut { reason: reason.into(), count });
        }
    }

    /// Prints what is wrong, and the numbers unless `is_quiet`.
    pub(super) fn print(&self, names: &[String], is_quiet: bool) {
        self.damage.iter().for_each(|damage| print_error(damage));
        if is_quiet {
            return;
        }
        let written: u64 = self.written.iter().sum();
        let mut text = format!("{} entries read, {written} written\n", self.read);
        // Writing to a text in memory does not fail.
        if let [_, _, ..] = names {
            for (name, count) in names.iter().zip(&self.written) {
                let _ = writeln!(text, "{count:>9} written to {name}");
            }
        }
        for LeftOut { reason, count } in &self.left_out {
            let _ = writeln!(text, "{count:>9} left out: {reason}");
        }
        if self.results_set != 0 {
            let _ = writeln!(text, "{:>9} results changed by endgame tables", self.results_set);
        }
        gardez_io::output::write_error(format_args!("{text}"));
    }

    /// Prints a line for each input, each output, and the whole.
    pub(super) fn print_json(&self, names: &[String]) -> Result<(), Stop> {
        self.inputs.iter().try_for_each(print_json)?;
        for (name, count) in names.iter().zip(&self.written) {
            print_json(&json!({ "output": name, "written": count }))?;
        }
        let written: u64 = self.written.iter().sum();
        print_json(&json!({
            "read": self.read, "written": written, "left_out": self.left_out, "results_changed": self.results_set,
        }))
    }
}

/// The entries that a format cannot hold: the first one of each kind, and their number.
#[derive(Debug, Default)]
pub(super) struct Misfits(Vec<(UnrepresentableError, u64)>);

impl Misfits {
    pub(super) fn add(&mut self, error: UnrepresentableError, count: u64) {
        use gardez::ErrorInfo;
        match self.0.iter_mut().find(|(first, _)| first.kind_name() == error.kind_name()) {
            Some((_, known)) => *known += count,
            None => self.0.push((error, count)),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (String, u64)> {
        self.0.iter().map(|(error, count)| (error.to_string(), *count))
    }
}
