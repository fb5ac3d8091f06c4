//! All of CI, one step after another, with a table of the results.

#[cfg(test)]
mod agreement;
mod dependencies;
mod packages;
mod semver;
mod steps;

use std::process::Command;
use std::time::Instant;

use crate::process::{cargo, is_plain, root};
use crate::{codegen, python_chess, tidy};

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// The tool or the data of this name is missing on this machine.
    Skipped(&'static str),
    /// The project does not have the thing of this name yet, on any machine.
    NotYet(&'static str),
}

impl From<bool> for Outcome {
    fn from(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}

/// Which steps of CI run, how thorough they are, and whether a missing tool is a failure.
pub(crate) struct Options {
    /// The names of the steps to run, or nothing for all.
    pub(crate) steps: Vec<String>,
    pub(crate) slow: bool,
    pub(crate) require_all: bool,
}

/// The result of a step that has run.
struct Report {
    name: &'static str,
    outcome: Outcome,
    seconds: f64,
}

/// A step: its name in the table, and the function that runs it.
type Step = (&'static str, fn(&Options) -> Result<Outcome, String>);

const STEPS: [Step; 18] = [
    ("format", steps::format),
    ("clippy", steps::clippy),
    ("tests", steps::tests),
    ("documentation", steps::documentation),
    ("crates-alone", steps::crates_alone),
    ("packages", packages::step),
    ("another-cpu", steps::another_cpu),
    ("codegen", |_| Ok(report(codegen::check(&root())))),
    ("tidy", |_| tidy::run(&root()).map(Outcome::from)),
    ("perft-suites", steps::perft_suites),
    ("conformance", steps::conformance),
    ("python-chess", python_chess::step),
    ("benches", steps::benches),
    ("instructions", steps::instructions),
    ("msrv", steps::old_compiler),
    ("cargo-deny", dependencies::cargo_deny),
    ("advisories", dependencies::advisories),
    ("semver", semver::step),
];

/// The names of all steps, in the order in which they run.
pub(crate) fn names() -> [&'static str; STEPS.len()] {
    STEPS.map(|(name, _)| name)
}

/// Runs every chosen step, even after a failure, and returns whether CI passes.
pub(crate) fn run(options: &Options) -> bool {
    let mut reports = Vec::new();
    for (name, step) in STEPS.into_iter().filter(|(name, _)| is_chosen(name, &options.steps)) {
        println!("{}", heading(name, is_plain()));
        let start = Instant::now();
        let outcome = step(options).unwrap_or_else(|error| {
            eprintln!("error: {error}");
            Outcome::Failed
        });
        if let Outcome::Skipped(missing) | Outcome::NotYet(missing) = outcome {
            println!("skipped: {missing}");
        }
        reports.push(Report { name, outcome, seconds: start.elapsed().as_secs_f64() });
        println!();
    }
    print!("{}", table(&reports));
    println!("{}", closing_line(&reports));
    passes(&reports, options.require_all)
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
            Outcome::Skipped(missing) | Outcome::NotYet(missing) => format!("skipped: {missing}"),
        };
        format!("{:<14} {:>6.1} s  {outcome}\n", report.name, report.seconds)
    };
    reports.iter().map(line).collect()
}

fn closing_line(reports: &[Report]) -> String {
    let count = |wanted: fn(&Outcome) -> bool| reports.iter().filter(|report| wanted(&report.outcome)).count();
    let passed = count(|outcome| *outcome == Outcome::Passed);
    let failed = count(|outcome| *outcome == Outcome::Failed);
    format!("{passed} passed, {failed} failed, {} skipped", reports.len() - passed - failed)
}

fn passes(reports: &[Report], require_all: bool) -> bool {
    reports.iter().all(|report| match report.outcome {
        // No installation can change that the project does not have something yet.
        Outcome::Passed | Outcome::NotYet(_) => true,
        Outcome::Failed => false,
        Outcome::Skipped(_) => !require_all,
    })
}

/// Prints why a check failed, if it did.
fn report(result: Result<(), String>) -> Outcome {
    result.inspect_err(|error| eprintln!("error: {error}")).is_ok().into()
}

/// Prints a command line and returns the command: cargo with `arguments`, with colors only where the output has them.
fn shown(arguments: &[&str]) -> Command {
    println!("$ cargo {}", arguments.join(" "));
    let mut command = cargo();
    command.args(arguments);
    if is_plain() {
        command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(outcomes: &[Outcome]) -> Vec<Report> {
        outcomes.iter().map(|outcome| Report { name: "step", outcome: outcome.clone(), seconds: 1.25 }).collect()
    }

    #[test]
    fn a_skipped_step_does_not_count_as_passed() {
        let reports = reports(&[Outcome::Passed, Outcome::Skipped("clippy"), Outcome::Passed]);
        assert_eq!(closing_line(&reports), "2 passed, 0 failed, 1 skipped");
        assert!(passes(&reports, false));
        assert!(!passes(&reports, true));
    }

    #[test]
    fn a_step_that_no_machine_can_run_yet_is_skipped_and_never_fails() {
        let reports = reports(&[Outcome::NotYet("git tag")]);
        assert_eq!(closing_line(&reports), "0 passed, 0 failed, 1 skipped");
        assert!(passes(&reports, true));
    }

    #[test]
    fn one_failure_fails_all() {
        let reports = reports(&[Outcome::Passed, Outcome::Failed]);
        assert_eq!(closing_line(&reports), "1 passed, 1 failed, 0 skipped");
        assert!(!passes(&reports, false));
    }

    #[test]
    fn the_table_names_the_missing_tool() {
        let table = table(&reports(&[Outcome::Failed, Outcome::Skipped("clippy")]));
        assert_eq!(table, "step              1.2 s  FAILED\nstep              1.2 s  skipped: clippy\n");
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
