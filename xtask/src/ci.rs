//! All of CI, one step after another, with a table of the results.

#[cfg(test)]
mod agreement;

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::outcome::Outcome;
use crate::process::{exit_code, is_plain, timed, within};
use crate::setup;
use crate::step::{Effort, STEPS, names};

/// The width of the list of steps in the help.
const HELP_COLUMNS: usize = 80;

/// Run the steps of CI and print the result of each
#[derive(Args)]
#[command(after_help = format!("{}\n\nExample: cargo xtask ci format tidy", list("Steps:", &names())))]
pub(crate) struct Ci {
    /// Run only these steps
    #[arg(value_name = "STEP", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    steps: Vec<String>,

    /// Test more thoroughly
    #[arg(long)]
    slow: bool,

    /// Fail if a step is skipped without a listed reason
    #[arg(long)]
    require_all: bool,
}

/// The result of a step that has run.
struct Report {
    name: &'static str,
    outcome: Outcome,
    /// On the clock, and of processors.
    seconds: [f64; 2],
}

impl Ci {
    /// Runs every chosen step, even after a failure.
    pub(crate) fn run(self) -> ExitCode {
        let effort = if self.slow { Effort::Slow } else { Effort::Usual };
        let mut reports = Vec::new();
        for step in STEPS.into_iter().filter(|step| is_chosen(step.name, &self.steps)) {
            println!("{}", heading(step.name, is_plain()));
            let start = Instant::now();
            let (outcome, worked) = timed(|| within(step.limit(effort), move || (step.run)(effort)));
            let outcome = outcome.flatten().unwrap_or_else(|error| {
                eprintln!("error: {}: {error}", step.name);
                Outcome::Failed
            });
            if let Outcome::Skipped(missing) = outcome {
                println!("skipped: {missing}");
            }
            reports.push(Report {
                name: step.name,
                outcome,
                seconds: [start.elapsed(), worked].map(|time| time.as_secs_f64()),
            });
            println!();
        }
        print!("{}", table(&reports));
        println!("{}", closing_line(&reports));
        let (not_brought, is_strict) = (setup::not_brought(), self.require_all || env::var_os("CI").is_some());
        not_brought.iter().for_each(|name| println!("not brought: {name}"));
        exit_code(passes(&reports, |skip| {
            !is_strict || has_reason(skip) || not_brought.iter().any(|name| name == skip)
        }))
    }
}

fn is_chosen(name: &str, steps: &[String]) -> bool {
    steps.is_empty() || steps.iter().any(|step| step == name)
}

fn heading(name: &str, is_plain: bool) -> String {
    if is_plain { format!("== {name}") } else { format!("\x1b[1m== {name}\x1b[0m") }
}

fn table(reports: &[Report]) -> String {
    let line = |report: &Report| {
        let outcome = match report.outcome {
            Outcome::Passed => "passed".into(),
            Outcome::Failed => "FAILED".into(),
            Outcome::Skipped(missing) => format!("skipped: {missing}"),
        };
        let [clock, worked] = report.seconds;
        format!("{:<14} {clock:>6.1} s {worked:>7.1} s of processors  {outcome}\n", report.name)
    };
    reports.iter().map(line).collect()
}

fn closing_line(reports: &[Report]) -> String {
    let count = |wanted: fn(&Outcome) -> bool| reports.iter().filter(|report| wanted(&report.outcome)).count();
    let passed = count(|outcome| *outcome == Outcome::Passed);
    let failed = count(|outcome| *outcome == Outcome::Failed);
    format!("{passed} passed, {failed} failed, {} skipped", reports.len() - passed - failed)
}

/// Returns `true` if no step has failed, and every skip may be.
fn passes(reports: &[Report], may_skip: impl Fn(&str) -> bool) -> bool {
    reports.iter().all(|report| match report.outcome {
        Outcome::Passed => true,
        Outcome::Failed => false,
        Outcome::Skipped(missing) => may_skip(missing),
    })
}

/// Returns `true` if the committed list has a reason for a skip.
fn has_reason(missing: &str) -> bool {
    include_str!("../skips.tsv").lines().any(|line| line.split_once('\t').is_some_and(|(name, _)| name == missing))
}

/// Returns the words below a title, in lines of at most 80 columns.
fn list(title: &str, words: &[&str]) -> String {
    let (mut text, mut column) = (title.to_owned(), HELP_COLUMNS);
    for word in words {
        if HELP_COLUMNS < column + 1 + word.len() {
            text.push_str("\n ");
            column = 1;
        }
        text = text + " " + word;
        column += 1 + word.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(outcomes: &[Outcome]) -> Vec<Report> {
        outcomes.iter().map(|&outcome| Report { name: "step", outcome, seconds: [1.25, 2.0] }).collect()
    }

    #[test]
    fn a_skipped_step_does_not_count_as_passed() {
        let reports = reports(&[Outcome::Passed, Outcome::Skipped("clippy"), Outcome::Passed]);
        assert_eq!(closing_line(&reports), "2 passed, 0 failed, 1 skipped");
        assert!(passes(&reports, |_| true));
        assert!(!passes(&reports, has_reason));
        assert!(passes(&reports, |skip| skip == "clippy"));
    }

    #[test]
    fn a_skip_with_a_reason_in_the_list_never_fails() {
        let reports = reports(&[Outcome::Skipped("git tag")]);
        assert_eq!(closing_line(&reports), "0 passed, 0 failed, 1 skipped");
        assert!(passes(&reports, has_reason));
    }

    #[test]
    fn one_failure_fails_all() {
        let reports = reports(&[Outcome::Passed, Outcome::Failed]);
        assert_eq!(closing_line(&reports), "1 passed, 1 failed, 0 skipped");
        assert!(!passes(&reports, |_| true));
    }

    #[test]
    fn the_table_names_the_missing_tool() {
        let table = table(&reports(&[Outcome::Failed, Outcome::Skipped("clippy")]));
        assert_eq!(
            table,
            "step              1.2 s     2.0 s of processors  FAILED\nstep              1.2 s     2.0 s of processors  skipped: clippy\n"
        );
    }

    #[test]
    fn without_a_choice_every_step_runs() {
        assert!(names().iter().all(|name| is_chosen(name, &[])));
        let chosen = ["tidy".to_owned(), "format".to_owned()];
        let count = names().iter().filter(|name| is_chosen(name, &chosen)).count();
        assert_eq!(count, 2);
    }

    #[test]
    fn names_of_steps_are_different_and_have_no_spaces() {
        let mut names = names();
        assert!(names.iter().all(|name| !name.contains(' ')));
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn plain_output_has_no_escapes() {
        assert_eq!(heading("tidy", true), "== tidy");
        assert!(heading("tidy", false).contains('\x1b'));
    }
}
