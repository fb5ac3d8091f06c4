//! All of CI, one step after another, with a table of what became of each.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::process::{answers, cargo, is_plain, output, root, succeeds};
use crate::workspace::Workspace;
use crate::{bench, codegen, conform, instructions, msrv, perft, python_chess, tidy};

/// Suites are counted up to this many nodes per line, and to the second figure where time does not matter.
const MAX_NODES: [&str; 2] = ["300000", "20000000"];

/// A target with another kind of CPU.
const OTHER_TARGET: &str = "aarch64-unknown-linux-gnu";

/// So little is measured of each bench.
const SHORT: [&str; 8] =
    ["--quiet", "--warm-up-time", "0.05", "--measurement-time", "0.1", "--sample-size", "10", "--noplot"];

/// The profile in which the benches are compiled soonest.
const ANSWERS: &str = "answers";

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// The tool of this name is missing.
    Skipped(&'static str),
}

impl From<bool> for Outcome {
    fn from(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}

/// How much of CI is run, and what is made of missing tools.
pub(crate) struct Options {
    pub(crate) slow: bool,
    pub(crate) require_all: bool,
}

/// A step that has been run.
struct Report {
    name: &'static str,
    outcome: Outcome,
    seconds: f64,
}

/// A step: its name in the table, and what it does.
type Step = (&'static str, fn(&Options) -> Result<Outcome, String>);

const STEPS: &[Step] = &[
    ("format", format),
    ("clippy", clippy),
    ("tests", tests),
    ("documentation", documentation),
    ("crates alone", crates_alone),
    ("another CPU", another_cpu),
    ("codegen", |_| Ok(report(codegen::check(&root())))),
    ("tidy", |_| tidy::run(&root()).map(Outcome::from)),
    ("perft suites", perft_suites),
    ("conformance", conformance),
    ("python-chess", python_chess::step),
    ("benches", benches),
    ("instructions", |_| instructions()),
    ("msrv", old_compiler),
];

/// Runs every step, whatever became of those before it, and returns whether all is well.
pub(crate) fn run(options: &Options) -> bool {
    let mut reports = Vec::new();
    for &(name, step) in STEPS {
        println!("{}", heading(name, is_plain()));
        let start = Instant::now();
        let outcome = step(options).unwrap_or_else(|error| {
            eprintln!("error: {error}");
            Outcome::Failed
        });
        if let Outcome::Skipped(tool) = outcome {
            println!("skipped: {tool}");
        }
        reports.push(Report { name, outcome, seconds: start.elapsed().as_secs_f64() });
        println!();
    }
    print!("{}", table(&reports));
    println!("{}", closing_line(&reports));
    is_well(&reports, options.require_all)
}

fn heading(name: &str, is_plain: bool) -> String {
    if is_plain { format!("== {name}") } else { format!("\x1b[1m== {name}\x1b[0m") }
}

fn table(reports: &[Report]) -> String {
    let line = |report: &Report| {
        let outcome = match report.outcome {
            Outcome::Passed => "passed".into(),
            Outcome::Failed => "FAILED".into(),
            Outcome::Skipped(tool) => format!("skipped: {tool}"),
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

fn is_well(reports: &[Report], require_all: bool) -> bool {
    reports.iter().all(|report| match report.outcome {
        Outcome::Passed => true,
        Outcome::Failed => false,
        Outcome::Skipped(_) => !require_all,
    })
}

/// Prints why a check failed, if it did.
fn report(result: Result<(), String>) -> Outcome {
    result.inspect_err(|error| eprintln!("error: {error}")).is_ok().into()
}

/// Cargo with `arguments`, shown to the reader, in the colors of the surroundings.
fn shown(arguments: &[&str]) -> Command {
    println!("$ cargo {}", arguments.join(" "));
    let mut command = cargo();
    command.args(arguments);
    if is_plain() {
        command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
    }
    command
}

fn format(_: &Options) -> Result<Outcome, String> {
    if !answers(cargo().args(["fmt", "--version"])) {
        return Ok(Outcome::Skipped("rustfmt"));
    }
    Ok(succeeds(&mut shown(&["fmt", "--all", "--check"])).into())
}

fn clippy(_: &Options) -> Result<Outcome, String> {
    if !answers(cargo().args(["clippy", "--version"])) {
        return Ok(Outcome::Skipped("clippy"));
    }
    let arguments = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    Ok(succeeds(&mut shown(&arguments)).into())
}

fn tests(options: &Options) -> Result<Outcome, String> {
    let mut command = shown(&["test", "--workspace", "--all-features", "--no-fail-fast"]);
    if options.slow {
        // The comparison with peers goes over millions of positions.
        command.env("GARDEZ_SLOW", "1");
    }
    Ok(succeeds(&mut command).into())
}

fn documentation(_: &Options) -> Result<Outcome, String> {
    let mut command = shown(&["doc", "--workspace", "--no-deps", "--all-features"]);
    Ok(succeeds(command.env("RUSTDOCFLAGS", "-D warnings")).into())
}

/// Every published crate must compile by itself: features that a neighbor switches on must not be missed. That it links
/// is for the tests to show.
fn crates_alone(_: &Options) -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    let mut passed = true;
    for package in workspace.packages.iter().filter(|package| package.is_published) {
        let name = package.name.as_str();
        passed &= succeeds(&mut shown(&["check", "-p", name, "--no-default-features"]));
        if package.features.keys().any(|feature| *feature == "alloc") {
            passed &= succeeds(&mut shown(&["check", "-p", name, "--no-default-features", "--features", "alloc"]));
        }
        passed &= succeeds(&mut shown(&["check", "-p", name]));
    }
    Ok(passed.into())
}

/// The counting engine has code for one kind of CPU; the rest of it must do without.
fn another_cpu(_: &Options) -> Result<Outcome, String> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", OTHER_TARGET]))?;
    if !Path::new(libraries.trim()).is_dir() {
        println!("`rustup target add {OTHER_TARGET}` installs what is needed");
        return Ok(Outcome::Skipped("rust-std for aarch64"));
    }
    Ok(succeeds(&mut shown(&["check", "-p", "gardez", "-p", "gardez-perft", "--target", OTHER_TARGET])).into())
}

fn perft_suites(options: &Options) -> Result<Outcome, String> {
    let suites = suites(&root())?;
    let perft = perft::build()?;
    let max_nodes = MAX_NODES[usize::from(options.slow)];
    println!("$ cargo xtask perft --max-nodes {max_nodes} --ignore all --suite ({} files)", suites.len());
    let arguments = ["--max-nodes", max_nodes, "--ignore", "all", "--suite"];
    Ok(succeeds(Command::new(perft).current_dir(root()).args(arguments).args(suites)).into())
}

/// The committed samples; beside the project, where it lies among its data, the whole of it.
fn conformance(_: &Options) -> Result<Outcome, String> {
    let whole = ["../shared/vectors/stockfish", "../shared/vectors/lc0", "../shared/data"]
        .map(|directory| root().join(directory));
    let directories = match whole.iter().all(|directory| directory.is_dir()) {
        true => whole.to_vec(),
        false => vec![root().join("conformance/data")],
    };
    println!("$ cargo xtask conform ({} directories)", directories.len());
    let mut arguments: Vec<_> = directories.into_iter().map(PathBuf::into_os_string).collect();
    if !whole.iter().all(|directory| directory.is_dir()) {
        // Beside the whole of the data lie all tables.
        arguments.extend(["--syzygy".into(), root().join("crates/syzygy/tests/tables").into()]);
    }
    Ok(succeeds(conform::command(arguments).env("CARGO_TERM_PROGRESS_WHEN", "never")).into())
}

/// The committed suites, and others beside the project, where it lies among its data.
fn suites(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut suites = files(&root.join("crates/perft/suites"));
    if suites.is_empty() {
        return Err("crates/perft/suites holds no suite".into());
    }
    let contents: Vec<_> = suites.iter().map(fs::read).filter_map(Result::ok).collect();
    let is_new = |path: &PathBuf| fs::read(path).is_ok_and(|suite| !contents.contains(&suite));
    suites.extend(files(&root.join("../shared/data/perft")).into_iter().filter(is_new));
    suites.extend(Some(root.join("../shared/vectors/stockfish/perft.jsonl.gz")).filter(|file| file.is_file()));
    Ok(suites)
}

/// The files of a directory in the order of their names, except for what explains them.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<_> =
        entries.filter(|path| path.is_file() && path.extension().is_some_and(|e| e != "md")).collect();
    files.sort();
    files
}

/// Every bench asserts its answers; the times are short and without optimization across crates, and the ratios to the peers
/// for the reader of the log alone.
fn benches(_: &Options) -> Result<Outcome, String> {
    let flags = SHORT.map(OsString::from);
    println!("$ cargo xtask bench --rounds 1 -- {}, in the profile `{ANSWERS}`", SHORT.join(" "));
    let options =
        bench::Options { filter: None, rounds: 1, native: false, profile: ANSWERS, flags: flags.iter().collect() };
    bench::run(&options).map(Outcome::from)
}

/// Time on a shared machine is noise; the number of instructions is not.
fn instructions() -> Result<Outcome, String> {
    println!("$ cargo xtask instructions");
    Ok(match instructions::run(false)? {
        instructions::Comparison::Passed => Outcome::Passed,
        instructions::Comparison::Failed => Outcome::Failed,
        instructions::Comparison::Skipped(tool) => Outcome::Skipped(tool),
    })
}

/// The old compiler is used where it is at hand, and fetched only if time does not matter.
fn old_compiler(options: &Options) -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    match msrv::Toolchain::find(&workspace, options.slow) {
        Ok(toolchain) => msrv::check(&workspace, &toolchain),
        Err(reason) => {
            println!("{reason}");
            Ok(Outcome::Skipped("rustc-web"))
        }
    }
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
        assert!(is_well(&reports, false));
        assert!(!is_well(&reports, true));
    }

    #[test]
    fn one_failure_fails_all() {
        let reports = reports(&[Outcome::Passed, Outcome::Failed]);
        assert_eq!(closing_line(&reports), "1 passed, 1 failed, 0 skipped");
        assert!(!is_well(&reports, false));
    }

    #[test]
    fn the_table_names_the_missing_tool() {
        let table = table(&reports(&[Outcome::Failed, Outcome::Skipped("clippy")]));
        assert_eq!(table, "step              1.2 s  FAILED\nstep              1.2 s  skipped: clippy\n");
    }

    #[test]
    fn a_suite_that_lies_in_two_places_is_run_once() {
        let directory = std::env::temp_dir().join(format!("gardez-ci-{}", std::process::id()));
        let (committed, beside) = (directory.join("main/crates/perft/suites"), directory.join("shared/data/perft"));
        for (place, name, text) in [
            (&committed, "a.epd", "1"),
            (&committed, "README.md", "2"),
            (&beside, "a.epd", "1"),
            (&beside, "b.epd", "3"),
        ] {
            fs::create_dir_all(place).expect("the temporary directory can be written");
            fs::write(place.join(name), text).expect("the temporary directory can be written");
        }
        let suites = suites(&directory.join("main"));
        fs::remove_dir_all(&directory).expect("the temporary directory can be removed");
        let names: Vec<_> = suites.iter().flatten().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["a.epd", "b.epd"]);
    }

    #[test]
    fn plain_output_has_no_escapes() {
        assert_eq!(heading("tidy", true), "== tidy");
        assert!(heading("tidy", false).contains('\x1b'));
    }
}
