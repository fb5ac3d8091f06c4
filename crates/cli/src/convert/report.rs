//! The report of a conversion, for people and for programs.

use std::fmt::Write;

use gardez::data::Converted;
use serde_json::{Value, json};

use crate::output::print_json;
use crate::packed::{Line, told};
use crate::stop::{Stop, print_error};

/// The report of a conversion.
#[derive(Debug)]
pub(super) struct Report {
    /// The names of the outputs.
    pub(super) names: Vec<String>,
    pub(super) done: Converted,
}

impl Report {
    /// Prints what is wrong, and the numbers unless `is_quiet`.
    pub(super) fn print(&self, is_quiet: bool) {
        let Converted { read, written, left_out, results_changed, files, .. } = &self.done;
        files.iter().filter(|file| file.error.is_some()).for_each(|file| print_error(&told(file)));
        if is_quiet {
            return;
        }
        let mut text = format!("{read} entries read, {} written\n", written.iter().sum::<u64>());
        // Writing to a text in memory does not fail.
        if let [_, _, ..] = &self.names[..] {
            for (name, count) in self.names.iter().zip(written) {
                let _ = writeln!(text, "{count:>9} written to {name}");
            }
        }
        for (reason, count) in left_out {
            let _ = writeln!(text, "{count:>9} left out: {reason}");
        }
        if *results_changed != 0 {
            let _ = writeln!(text, "{results_changed:>9} results changed by endgame tables");
        }
        gardez_io::output::write_error(format_args!("{text}"));
    }

    /// Prints a line for each input, each output, and the whole.
    pub(super) fn print_json(&self) -> Result<(), Stop> {
        let Converted { read, written, left_out, results_changed, files, .. } = &self.done;
        files.iter().try_for_each(|file| print_json(&Line::from(file)))?;
        for (name, count) in self.names.iter().zip(written) {
            print_json(&json!({ "output": name, "written": count }))?;
        }
        print_json(&json!({
            "read": read, "written": written.iter().sum::<u64>(), "left_out": self::left_out(left_out),
            "results_changed": results_changed,
        }))
    }
}

/// Returns what was left out, in JSON.
pub(super) fn left_out(all: &[(String, u64)]) -> Vec<Value> {
    all.iter().map(|(reason, count)| json!({ "reason": reason, "count": count })).collect()
}
