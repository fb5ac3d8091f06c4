//! All of CI, in two lanes of steps, with a table of the results.

#[cfg(test)]
mod agreement;

use std::env;
use std::fs::{self, File};
use std::process::{Command, ExitCode};
use std::thread;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::needs;
use crate::process::{Outcome, cannot, exit_code, git, is_plain, timed, within};
use crate::steps::{Effort, Step, steps};
use crate::workspace::Workspace;

/// Run the steps of CI and print the result of each
///
/// `cargo xtask setup` installs what the steps need. A step without it is
/// skipped by the name of what is missing. With --require-all, or where the
/// variable CI is set, a skip is a failure, except for the names with reasons in
/// xtask/skips.tsv and for what `setup` could not bring. Steps that build in
/// directories of their own run beside the others, and print after them.
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

/// Steps whose builds have a directory of their own: they need not wait for those of the others.
const BESIDE: [&str; 6] = ["web", "python", "scale", "fuzz", "conformance", "miri"];

/// The result of a step that has run, with its seconds on the clock and of processors.
type Report = (&'static str, Outcome, [f64; 2]);

impl Ci {
    /// Runs every chosen step, even after a failure.
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let changes = changes(self.changed.as_deref())?;
        let steps = steps().filter(chosen(&self.steps, changes.as_deref()));
        let (mut beside, mut here): (Vec<_>, Vec<_>) = steps.partition(|step| BESIDE.contains(&step.name));
        if here.is_empty() {
            (here, beside) = (beside, here);
        }
        let others = || here.into_iter().map(|step| self.report(step)).collect::<Vec<_>>();
        let (reports, printed, other_rows, other_passes) = self.beside(&beside, others)?;

        print!("{printed}{}", table(&(reports.iter().map(row).collect::<String>() + &other_rows)));
        let (not_brought, is_strict) = (needs::not_brought(), self.require_all || env::var_os("CI").is_some());
        not_brought.iter().for_each(|name| println!("not brought: {name}"));
        let may_skip = |skip: &str| !is_strict || has_reason(skip) || not_brought.iter().any(|name| name == skip);
        Ok(exit_code(passes(&reports, may_skip) && other_passes))
    }

    /// Runs steps in a process of their own, and the others meanwhile. Returns what others return, what the steps print, the
    /// rows of their table, and whether all may pass.
    fn beside<T: Send>(
        &self,
        steps: &[Step],
        others: impl FnOnce() -> T + Send,
    ) -> Result<(T, String, String, bool), String> {
        if steps.is_empty() {
            return Ok((others(), String::new(), String::new(), true));
        }
        let path = Workspace::load()?.target.join("beside.txt");
        let names: Vec<_> = steps.iter().map(|step| step.name).collect();
        println!("beside the others: {}, which write to {}\n", names.join(", "), path.display());
        let file = File::create(&path).map_err(cannot(&path))?;
        let mut command = Command::new(env::current_exe().map_err(cannot(&path))?);
        command.stderr(file.try_clone().map_err(cannot(&path))?).stdout(file).arg("ci").args(names);
        command.args(self.slow.then_some("--slow")).args(self.require_all.then_some("--require-all"));
        let mut process = command.spawn().map_err(cannot(&path))?;
        // A limit of time ends what its thread has started.
        let reports = thread::scope(|scope| scope.spawn(others).join()).expect("it does not panic");
        let passes = process.wait().is_ok_and(|status| status.success());
        let text = String::from_utf8_lossy(&fs::read(&path).map_err(cannot(&path))?).into_owned();
        // The table is behind the last empty line.
        let (printed, table) = text.rsplit_once("\n\n").unwrap_or((&text, ""));
        let rows = table.split_inclusive('\n').filter(|line| line.contains(OF_PROCESSORS));
        Ok((reports, format!("{printed}\n\n"), rows.collect(), passes))
    }

    fn report(&self, step: Step) -> Report {
        let effort = if self.slow { Effort::Slow } else { Effort::Usual };
        let [bold, plain] = if is_plain() { [""; 2] } else { ["\x1b[1m", "\x1b[0m"] };
        println!("{bold}== {}{plain}", step.name);
        let (outcome, seconds) = timed(|| within(step.limit(effort), || step.run(effort)).flatten());
        let outcome = outcome.unwrap_or_else(|error| {
            eprintln!("error: {}: {error}", step.name);
            Outcome::Failed
        });
        println!();
        (step.name, outcome, seconds)
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

/// The text before the result of a step in every row.
const OF_PROCESSORS: &str = " s of processors  ";

/// Returns the row of a step in the table.
fn row((name, outcome, [clock, worked]): &Report) -> String {
    let text = match outcome {
        Outcome::Passed => "passed".into(),
        Outcome::Failed => "FAILED".into(),
        Outcome::Skipped(missing) => format!("skipped: {missing}"),
    };
    format!("{name:<14} {clock:>6.1} s {worked:>7.1}{OF_PROCESSORS}{text}\n")
}

/// Returns the rows of all steps, and the numbers of their results.
fn table(rows: &str) -> String {
    let [passed, failed, skipped] =
        ["passed", "FAILED", "skipped"].map(|text| rows.matches(&format!("{OF_PROCESSORS}{text}")).count());
    format!("{rows}{passed} passed, {failed} failed, {skipped} skipped\n")
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

    fn rows(reports: &[Report]) -> String {
        reports.iter().map(row).collect()
    }

    #[test]
    fn a_skip_does_not_count_as_passed_and_fails_without_a_reason() {
        let reports = reports(&[Outcome::Passed, Outcome::Skipped("clippy"), Outcome::Passed]);
        assert!(table(&rows(&reports)).ends_with("\n2 passed, 0 failed, 1 skipped\n"));
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
        assert_eq!(table(&rows(&reports)), lines.concat() + "0 passed, 1 failed, 1 skipped\n");
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
