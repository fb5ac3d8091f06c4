//! The report of a conversion, for people and for programs.

use std::fmt::Write;

use gardez::ErrorInfo;
use gardez::data::Converted;
use gardez_formats::{Fact, Format};
use serde_json::{Value, json};

use crate::output::print_json;
use crate::packed::told;
use crate::stop::{Stop, print_error};

#[derive(Debug)]
pub(super) struct Report {
    pub(super) names: Vec<String>,
    pub(super) format: Format,
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
            let hint = match reason.as_str() {
                "position without an evaluation" => " (--missing-score)",
                "position without a result" => " (--missing-result)",
                _ => "",
            };
            let _ = writeln!(text, "{count:>9} left out: {reason}{hint}");
        }
        if *results_changed != 0 {
            let _ = writeln!(text, "{results_changed:>9} results changed by endgame tables");
        }
        if let facts @ [_, ..] = &self.facts(true)[..] {
            let _ = writeln!(text, "{} has no {}: lost", self.format, facts.join(", "));
        }
        if let facts @ [_, ..] = &self.facts(false)[..] {
            let _ = writeln!(text, "an input has no {}: written as none, 0 or a draw", facts.join(", "));
        }
        gardez_io::output::write_error(format_args!("{text}"));
    }

    /// Returns the facts that an input has and the outputs do not, or those that the outputs have and an input does not.
    fn facts(&self, of_input: bool) -> Vec<&'static str> {
        let has = |fact| self.done.files.iter().any(|file| file.entries != 0 && file.format.has(fact) == of_input);
        let differs = |&fact: &Fact| self.format.has(fact) != of_input && has(fact);
        Fact::ALL.into_iter().filter(differs).map(Fact::name).collect()
    }

    /// Prints a line for each input, each output, and the whole.
    pub(super) fn print_json(&self) -> Result<(), Stop> {
        let Converted { read, written, left_out, results_changed, files, .. } = &self.done;
        for file in files {
            let error = file.error.as_ref().map(|error| error as &dyn ErrorInfo);
            let mut line = json!({ "file": file.name, "entries": file.entries, "error": error });
            if let Some(format) = file.looks_like {
                line["looks_like"] = format.extension().into();
            }
            print_json(&line)?;
        }
        for (name, count) in self.names.iter().zip(written) {
            print_json(&json!({ "output": name, "written": count }))?;
        }
        print_json(&json!({
            "read": read, "written": written.iter().sum::<u64>(), "left_out": self::left_out(left_out),
            "results_changed": results_changed, "lost": self.facts(true), "missing": self.facts(false),
        }))
    }
}

pub(super) fn left_out(all: &[(String, u64)]) -> Vec<Value> {
    all.iter().map(|(reason, count)| json!({ "reason": reason, "count": count })).collect()
}
