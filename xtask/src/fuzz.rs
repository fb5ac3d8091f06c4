//! Runs the fuzz targets with coverage, and replays their seeds in CI.
//!
//! The targets are functions of the package `fuzz`, which is a workspace of its own. Its program `libfuzzer` contains all
//! of them, so one build with instruments serves every target.

mod coverage;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::{Args, value_parser};

use crate::outcome::Outcome;
use crate::process::{answers, cargo, exit_code, host, output, root, shown, succeeds};
use coverage::Statistics;

/// The manifest of the workspace of the targets.
const MANIFEST: &str = "fuzz/Cargo.toml";

/// What instruments the code: an edge counter and the operands of comparisons for libFuzzer, and the address sanitizer.
/// Debug assertions bring overflow checks with them.
const INSTRUMENTS: &str = "\
--cfg fuzzing -Cdebug-assertions -Ccodegen-units=1 -Zsanitizer=address -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Run fuzz targets with coverage (needs a C++ compiler)
///
/// Compiles all targets with libFuzzer, the address sanitizer and debug
/// assertions. The compiler at hand is used: its unstable options are made
/// available by setting RUSTC_BOOTSTRAP=1 for this build, so no nightly
/// compiler is needed.
///
/// Inputs that reach new code are kept in fuzz/corpus, inputs that fail in
/// fuzz/artifacts. A run fails on a panic, on an error of the sanitizer, on an
/// input that takes a second, and on more than 512 MiB. What ran is added to
/// docs/reliability.json, with the commit; a plus sign after it says that there
/// were changes which are not in the commit. Minutes count the work of a processor,
/// so a busy machine takes longer and does the same.
///
/// With --missing, targets run only for the time that their present version has
/// not run yet, the one with the least first. A run that was interrupted
/// continues with the next target.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo xtask fuzz fen uci            run two targets for a minute each
  cargo xtask fuzz --all --minutes 10 --missing
                                      run all until each has had 10 minutes
  cargo xtask fuzz --seeds            write the seeds to fuzz/corpus"
)]
pub(crate) struct Fuzz {
    /// Run these targets
    #[arg(value_name = "TARGET", required_unless_present_any = ["all", "seeds"])]
    targets: Vec<String>,

    /// Run every target
    #[arg(long, conflicts_with = "targets")]
    all: bool,

    /// How long each target runs, in minutes of a processor
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,

    /// Only for as long as the target has not run yet
    #[arg(long)]
    missing: bool,

    /// Write seeds to fuzz/corpus, with some from GARDEZ_DATA
    #[arg(long)]
    seeds: bool,
}

/// Change seeds and play random games for hours
///
/// Runs the fuzz targets without instruments, at the speed of a release build,
/// with inputs that are changed seeds; a third of them in a second program with
/// debug assertions and overflow checks. Also compares everything that is known
/// about the positions of random games with slow definitions. Fails on a panic,
/// on an input that takes a second, and on more than 512 MiB. An input that
/// fails is written to fuzz/findings.
///
/// Every minute, the number of inputs is added to docs/reliability.json; at the
/// end, the table of docs/reliability.md is written again.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo xtask soak --hours 8          run everything
  cargo xtask soak --minutes 1 pgn    run one target"
)]
pub(crate) struct Soak {
    /// Run only these targets; `random games` is one of them
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,

    /// How many hours
    #[arg(long, value_name = "N", default_value_t = 0)]
    hours: u64,

    /// How many minutes more; one if neither is given
    #[arg(long, value_name = "M", default_value_t = 0)]
    minutes: u64,

    /// Number of threads; by default that of the processors
    #[arg(long, value_name = "T", value_parser = value_parser!(u64).range(1..))]
    threads: Option<u64>,

    /// The seed of the random numbers; another one gives other inputs
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Soak {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let minutes = (60 * self.hours + self.minutes).max(1).to_string();
        let seed = self.seed.to_string();
        let commit = commit()?;
        if !succeeds(cargo().args(["build", "--locked", "--profile", CHECKED]).args(SOAK)) {
            return Err("the targets do not compile with assertions".into());
        }
        let mut command = soak();
        command.args(["--minutes", &minutes, "--seed", &seed, "--commit", &commit, "--checked"]);
        command.arg(directory()?.join(CHECKED).join("soak")).args(&self.targets);
        if let Some(threads) = self.threads {
            command.args(["--threads", &threads.to_string()]);
        }
        Ok(exit_code(succeeds(&mut command)))
    }
}

impl Fuzz {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        Ok(exit_code(self.outcome()?.is_success()))
    }

    /// Runs all targets, even after one has found an input that fails.
    fn outcome(&self) -> Result<Outcome, String> {
        if self.seeds {
            let corpus = fuzz("corpus");
            println!("seeds are written to {}", corpus.display());
            return Ok(succeeds(soak().arg("--seeds").arg(corpus)).into());
        }
        let list = output(soak().arg("--list"))?;
        let mut targets = choose(&list, &self.targets)?;
        let seconds = (60.0 * self.minutes).max(1.0) as u64;
        if self.missing {
            targets.retain(|target| target.seconds < seconds);
            targets.sort_by_key(|target| target.seconds);
        }
        let commit = commit()?;
        if !answers(Command::new("c++").arg("--version")) {
            return Ok(Outcome::Skipped("c++"));
        }
        let program = build()?;
        let seeds = fuzz("target/seeds");
        output(soak().arg("--seeds").arg(&seeds))?;
        let mut passed = true;
        for target in targets {
            let Target { name, max_len, dictionary, .. } = target;
            let [corpus, artifacts] = ["corpus", "artifacts"].map(|directory| fuzz(directory).join(name));
            for directory in [&corpus, &artifacts] {
                fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
            }
            let seconds = if self.missing { seconds - target.seconds } else { seconds };
            let dictionary = dictionary.map(|name| fuzz("dictionaries").join(name).with_extension("dict"));
            let run = coverage::Run { program: &program, name, max_len, dictionary, seconds };
            let statistics = run.start(&corpus, &seeds.join(name), &artifacts, |statistics| {
                let Statistics { edges, inputs, milliseconds, problem, .. } = statistics;
                let numbers =
                    [*edges, *inputs, *milliseconds, problem.is_some().into()].map(|number| number.to_string());
                output(soak().args(["--record", &commit, name]).args(numbers)).map(drop)
            })?;
            println!("{}", line(name, &statistics));
            passed &= statistics.problem.is_none();
        }
        Ok(passed.into())
    }
}

/// Returns the step of CI: compiles all targets on the stable compiler, without libFuzzer, and replays seeds and inputs
/// that once failed.
pub(crate) fn replay() -> Outcome {
    succeeds(&mut shown(&["test", "--locked", "--manifest-path", MANIFEST])).into()
}

fn fuzz(path: &str) -> PathBuf {
    root().join("fuzz").join(path)
}

/// The program of the long run, which also knows the list of targets and the totals.
const SOAK: [&str; 4] = ["--manifest-path", MANIFEST, "--bin", "soak"];

/// The profile with debug assertions and overflow checks.
const CHECKED: &str = "checked";

fn soak() -> Command {
    let mut command = cargo();
    command.args(["run", "--quiet", "--locked", "--release"]).args(SOAK).arg("--");
    command
}

/// Returns the directory in which cargo builds the targets.
fn directory() -> Result<PathBuf, String> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1", "--locked", "--manifest-path", MANIFEST];
    let metadata: serde_json::Value =
        serde_json::from_str(&output(cargo().args(arguments))?).map_err(|error| format!("cargo metadata: {error}"))?;
    metadata["target_directory"].as_str().map(PathBuf::from).ok_or_else(|| "cargo metadata names no directory".into())
}

/// Returns the commit that is checked out, with a plus sign if the code differs from it.
fn commit() -> Result<String, String> {
    let git = |arguments: &[&str]| output(Command::new("git").current_dir(root()).args(arguments));
    let changes = git(&["status", "--porcelain", "--", ":!docs"])?;
    let sign = if changes.is_empty() { "" } else { "+" };
    Ok(format!("{}{sign}", git(&["rev-parse", "--short=10", "HEAD"])?.trim()))
}

/// Compiles the program of libFuzzer and returns its path.
fn build() -> Result<PathBuf, String> {
    let host = &host()?;
    let arguments = ["build", "--locked", "--release", "--manifest-path", MANIFEST, "--target-dir"];
    println!("$ RUSTC_BOOTSTRAP=1 RUSTFLAGS=\"{INSTRUMENTS}\" cargo build --features libfuzzer --target {host}");
    let mut command = cargo();
    command.args(arguments).arg(fuzz("target/coverage"));
    command.args(["--features", "libfuzzer", "--bin", "libfuzzer", "--target", host.as_str()]);
    // With a target, the flags are not used for build scripts and macros.
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", INSTRUMENTS);
    if !succeeds(&mut command) {
        return Err("the targets do not compile with instruments".into());
    }
    Ok(fuzz("target/coverage").join(host).join("release/libfuzzer"))
}

/// A target in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Target<'a> {
    name: &'a str,
    /// The longest input.
    max_len: &'a str,
    /// How long its present version has run with coverage.
    seconds: u64,
    dictionary: Option<&'a str>,
}

impl<'a> Target<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split(' ');
        let (name, max_len, seconds) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
        Some(Self { name, max_len, seconds, dictionary: words.next() })
    }
}

/// Returns the targets of a list that are wanted, or all if none is named.
fn choose<'a>(list: &'a str, wanted: &[String]) -> Result<Vec<Target<'a>>, String> {
    let read = |line| Target::parse(line).ok_or_else(|| format!("a target: {line}"));
    let mut targets = list.lines().map(read).collect::<Result<Vec<_>, _>>()?;
    if let Some(unknown) = wanted.iter().find(|wanted| targets.iter().all(|target| target.name != wanted.as_str())) {
        let names: Vec<_> = targets.iter().map(|target| target.name).collect();
        return Err(format!("`{unknown}` is not a fuzz target: {}", names.join(", ")));
    }
    targets.retain(|target| wanted.is_empty() || wanted.iter().any(|wanted| wanted == target.name));
    Ok(targets)
}

fn line(name: &str, statistics: &Statistics) -> String {
    let Statistics { edges, inputs, milliseconds, megabytes, problem } = statistics;
    let rate = 1000 * inputs / (*milliseconds).max(1);
    let line = format!("{name:<14} {edges:>6} edges {rate:>8} a second {inputs:>10} inputs {megabytes:>4} MB");
    problem.as_ref().map_or_else(|| line.clone(), |problem| format!("{line}\nFINDING {name}: {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "book 1024 60\nepd 512 0 epd\nfen 256 7 fen\n";

    fn names(wanted: &[&str]) -> Result<String, String> {
        let wanted: Vec<_> = wanted.iter().copied().map(String::from).collect();
        let names: Vec<_> = choose(LIST, &wanted)?.iter().map(|target| target.name).collect();
        Ok(names.join(" "))
    }

    #[test]
    fn without_a_choice_every_target_runs() {
        assert_eq!(names(&[]).as_deref(), Ok("book epd fen"));
        assert_eq!(names(&["fen", "book"]).as_deref(), Ok("book fen"));
    }

    #[test]
    fn an_unknown_target_is_refused() {
        assert_eq!(names(&["fan"]).as_deref(), Err(&"`fan` is not a fuzz target: book, epd, fen".to_owned()));
    }

    #[test]
    fn a_target_has_a_longest_input_and_its_time_and_may_have_a_dictionary() {
        let book = Target { name: "book", max_len: "1024", seconds: 60, dictionary: None };
        assert_eq!(Target::parse("book 1024 60"), Some(book));
        assert_eq!(Target::parse("epd 512 0 epd").and_then(|target| target.dictionary), Some("epd"));
        assert_eq!(Target::parse("epd 512 epd"), None);
    }
}
