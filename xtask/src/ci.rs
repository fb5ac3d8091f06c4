//! All of CI, one step after another, with a table of the results.

#[cfg(test)]
mod agreement;

use std::env;
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::needs;
use crate::process::{Outcome, exit_code, git, is_plain, timed, within};
use crate::steps::{Effort, Step, steps};

/// Run the steps of CI and print the result of each
///
/// What a step needs is brought by `cargo xtask setup`. A step without it is
/// skipped by the name of what is missing. With --require-all, or where the
/// variable CI is set, a skip is a failure, except for the names with reasons in
/// xtask/skips.tsv and for what `setup` could not bring.
///
/// GARDEZ_DATA=DIRECTORY names a directory with large test data, which some steps
/// then use instead of the committed samples.
#[derive(Args)]
#[command(verbatim_doc_comment, after_help = help())]
pub(crate) struct Ci {
    /// Run only these steps
    #[arg(value_name = "STEP", value_parser = PossibleValuesParser::new(steps().map(|step| step.name)), hide_possible_values = true)]
    steps: Vec<String>,

    /// Run only steps that read a file that differs from this commit
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = "main", conflicts_with = "steps")]
    changed: Option<String>,

    /// Test more thoroughly
    #[arg(long)]
    slow: bool,

    /// Fail if a step is skipped without a listed reason
    #[arg(long)]
    require_all: bool,
}

/// The result of a step that has run, with its seconds on the clock and of processors.
type Report = (&'static str, Outcome, [f64; 2]);

impl Ci {
    /// Runs every chosen step, even after a failure.
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let effort = if self.slow { Effort::Slow } else { Effort::Usual };
        let mut reports = Vec::new();
        for step in steps().filter(chosen(&self.steps, changes(self.changed.as_deref())?.as_deref())) {
            println!(
                "{}",
                if is_plain() { format!("== {}", step.name) } else { format!("\x1b[1m== {}\x1b[0m", step.name) }
            );
            let (outcome, seconds) = timed(|| within(step.limit(effort), || step.run(effort)).flatten());
            let outcome = outcome.unwrap_or_else(|error| {
                eprintln!("error: {}: {error}", step.name);
                Outcome::Failed
            });
            println!();
            reports.push((step.name, outcome, seconds));
        }
        print!("{}", table(&reports));
        let (not_brought, is_strict) = (needs::not_brought(), self.require_all || env::var_os("CI").is_some());
        not_brought.iter().for_each(|name| println!("not brought: {name}"));
        let may_skip = |skip: &str| !is_strict || has_reason(skip) || not_brought.iter().any(|name| name == skip);
        Ok(exit_code(passes(&reports, may_skip)))
    }
}

fn changes(commit: Option<&str>) -> Result<Option<String>, String> {
    let Some(commit) = commit else { return Ok(None) };
    let base = git(&format!("merge-base {commit} HEAD"))?;
    let changed = git(&format!("diff --name-only {}", base.trim()))?;
    Ok(Some(changed + &git("ls-files --others --exclude-standard")?))
}

/// Returns the choice of steps: the named ones, those that read a changed file, or all.
fn chosen(names: &[String], changes: Option<&str>) -> impl Fn(&Step) -> bool {
    move |step| match changes {
        Some(changes) => changes.lines().any(|path| step.reads(path)),
        None => names.is_empty() || names.iter().any(|name| name == step.name),
    }
}

/// Returns the results of all steps, and their numbers.
fn table(reports: &[Report]) -> String {
    let (mut table, mut numbers) = (String::new(), [0; 3]);
    for (name, outcome, [clock, worked]) in reports {
        let (place, text) = match outcome {
            Outcome::Passed => (0, "passed".into()),
            Outcome::Failed => (1, "FAILED".into()),
            Outcome::Skipped(missing) => (2, format!("skipped: {missing}")),
        };
        numbers[place] += 1;
        table += &format!("{name:<14} {clock:>6.1} s {worked:>7.1} s of processors  {text}\n");
    }
    table + &format!("{} passed, {} failed, {} skipped\n", numbers[0], numbers[1], numbers[2])
}

/// Returns `true` if no step has failed, and every skip may be.
fn passes(reports: &[Report], may_skip: impl Fn(&str) -> bool) -> bool {
    reports.iter().all(|(_, outcome, _)| match outcome {
        Outcome::Passed => true,
        Outcome::Failed => false,
        Outcome::Skipped(missing) => may_skip(missing),
    })
}

/// Returns `true` if the committed list has a reason for a skip.
fn has_reason(missing: &str) -> bool {
    include_str!("../skips.tsv").lines().any(|line| line.split_once('\t').is_some_and(|(name, _)| name == missing))
}

fn help() -> String {
    let steps = steps().map(|step| format!("  {:<15}{}\n", step.name, step.about)).collect::<String>();
    format!("Steps:\n{steps}\nExamples:\n  cargo xtask ci format tidy\n  cargo xtask ci --changed HEAD~3")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(outcomes: &[Outcome]) -> Vec<Report> {
        outcomes.iter().map(|&outcome| ("step", outcome, [1.25, 2.0])).collect()
    }

    #[test]
    fn a_skip_does_not_count_as_passed_and_fails_without_a_reason() {
        let reports = reports(&[Outcome::Passed, Outcome::Skipped("clippy"), Outcome::Passed]);
        assert!(table(&reports).ends_with("\n2 passed, 0 failed, 1 skipped\n"));
        assert!(passes(&reports, |_| true) && passes(&reports, |skip| skip == "clippy"));
        assert!(!passes(&reports, has_reason));
        assert!(passes(&self::reports(&[Outcome::Skipped("git tag")]), has_reason));
    }

    #[test]
    fn one_failure_fails_all_and_the_table_names_it() {
        let reports = reports(&[Outcome::Failed, Outcome::Skipped("clippy")]);
        assert!(!passes(&reports, |_| true));
        let lines = ["FAILED", "skipped: clippy"]
            .map(|end| format!("step              1.2 s     2.0 s of processors  {end}\n"));
        assert_eq!(table(&reports), lines.concat() + "0 passed, 1 failed, 1 skipped\n");
    }

    #[test]
    fn steps_are_chosen_by_name_by_change_or_all() {
        let count = |names: &[&str], changes| {
            let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
            steps().filter(chosen(&names, changes)).count()
        };
        assert_eq!(count(&[], None), steps().count());
        assert_eq!(count(&["tidy", "format"], None), 2);
        assert_eq!((count(&[], Some("")), count(&[], Some("a\nCargo.toml\n"))), (0, steps().count()));
    }
}
