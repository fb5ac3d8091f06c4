//! Runs the fuzz targets with coverage, and replays their seeds in CI.
//!
//! The targets are functions of the package `fuzz`, which is a workspace of its own. Its program `libfuzzer` contains
//! all of them, so one build with instruments serves every target.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::{Args, value_parser};

use crate::outcome::Outcome;
use crate::process::{answers, cargo, commit, exit_code, host, output, root, shown, succeeds, timed};

/// The time that no input may take.
const SLOW: Duration = Duration::from_secs(1);

/// The manifest of the workspace of the targets.
const MANIFEST: &str = "fuzz/Cargo.toml";

/// The flags that instrument the code: an edge counter and the operands of comparisons for libFuzzer, and the address
/// sanitizer. Debug assertions bring overflow checks with them.
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
/// with inputs that are changed seeds; a third of the time with debug assertions
/// and overflow checks. Also compares everything that is known
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

    /// Number of threads; by default one for each processor
    #[arg(long, value_name = "T", value_parser = value_parser!(u64).range(1..))]
    threads: Option<u64>,

    /// The seed of the random numbers; another one gives other inputs
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Soak {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let seconds = 60 * (60 * self.hours + self.minutes).max(1);
        let (seed, commit) = (self.seed.to_string(), commit()?);
        let mut passed = true;
        for (profile, seconds) in [("release", 2 * seconds / 3), ("checked", seconds / 3)] {
            let mut command = soak(profile);
            command.args(["--seconds", &seconds.to_string(), "--seed", &seed, "--commit", &commit]);
            if let Some(threads) = self.threads {
                command.args(["--threads", &threads.to_string()]);
            }
            passed &= succeeds(command.args(&self.targets));
        }
        Ok(exit_code(passed))
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
            return Ok(succeeds(soak("release").arg("--seeds").arg(corpus)).into());
        }
        let list = output(soak("release").arg("--list"))?;
        let mut targets = choose(&list, &self.targets)?;
        let wanted = (60.0 * self.minutes).max(1.0) as u64;
        if self.missing {
            targets.retain(|target| target.seconds < wanted);
            targets.sort_by_key(|target| target.seconds);
        }
        let commit = commit()?;
        if !answers(Command::new("c++").arg("--version")) {
            return Ok(Outcome::Skipped("c++"));
        }
        let program = build()?;
        let seeds = fuzz("target/seeds");
        output(soak("release").arg("--seeds").arg(&seeds))?;
        let mut passed = true;
        for target in targets {
            let mut seconds = if self.missing { wanted - target.seconds } else { wanted };
            // A run that had to wait for a processor is followed by another. Each is recorded when it ends.
            let mut is_fine = true;
            while 0 < seconds && is_fine {
                let (report, time) = target.start(&program, &seeds, seconds)?;
                let milliseconds = time.as_millis().max(1) as u64;
                let Numbers { edges, inputs, problem } = report;
                let rate = 1000 * inputs / milliseconds;
                println!("{:<14} {edges:>6} edges {rate:>8} a second {inputs:>10} inputs", target.name);
                let findings = u64::from(problem.is_some());
                let numbers = [edges, inputs, milliseconds, findings].map(|number| number.to_string());
                output(soak("release").args(["--record", &commit, target.name]).args(numbers))?;
                if let Some(problem) = problem {
                    println!("FINDING {}: {problem}", target.name);
                    is_fine = false;
                }
                seconds = seconds.saturating_sub((milliseconds / 1000).max(1));
            }
            passed &= is_fine;
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

fn soak(profile: &str) -> Command {
    let mut command = cargo();
    command.args(["run", "--quiet", "--locked", "--profile", profile]).args(SOAK).arg("--");
    command
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
    /// The time that its present version has run with coverage.
    seconds: u64,
}

impl<'a> Target<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split(' ');
        Some(Self { name: words.next()?, max_len: words.next()?, seconds: words.next()?.parse().ok()? })
    }

    /// Runs libFuzzer for this many seconds, with the corpus and the seeds of the target, and adds to the corpus.
    /// Returns what it reports, and how long it worked.
    fn start(&self, program: &Path, seeds: &Path, seconds: u64) -> Result<(Numbers, Duration), String> {
        let [corpus, artifacts] = ["corpus", "artifacts"].map(|directory| fuzz(directory).join(self.name));
        for directory in [&corpus, &artifacts] {
            fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        let libfuzzer = || {
            let mut command = Command::new(program);
            // Freed memory is kept for some time, to find its use; it must fit into the limit.
            command.env("ASAN_OPTIONS", "detect_odr_violation=0:quarantine_size_mb=32");
            command.env("GARDEZ_TARGET", self.name);
            command
        };
        let before = slow_inputs(&artifacts);
        let mut command = libfuzzer();
        command.args([&corpus, &seeds.join(self.name)]).args([
            format!("-artifact_prefix={}/", artifacts.display()),
            format!("-dict={}", seeds.join(self.name).with_extension("dict").display()),
            format!("-max_total_time={seconds}"),
            format!("-max_len={}", self.max_len),
            format!("-report_slow_units={}", SLOW.as_secs()),
            "-malloc_limit_mb=512".into(),
            "-rss_limit_mb=512".into(),
            // On a busy machine, an input that takes this long has no end; one that takes a second is run again.
            "-timeout=120".into(),
            "-print_final_stats=1".into(),
        ]);
        let (result, time) = timed(|| command.output());
        let result = result.map_err(|error| format!("libFuzzer: {error}"))?;
        let mut numbers = Numbers::read(&String::from_utf8_lossy(&result.stderr));
        if result.status.success() {
            numbers.problem = None;
        } else {
            let what = numbers.problem.unwrap_or_else(|| result.status.to_string());
            numbers.problem = Some(format!("{what}, see {}", artifacts.display()));
        }
        for input in slow_inputs(&artifacts).iter().filter(|input| !before.contains(input)) {
            // The first run may make what the target needs, and a busy machine takes longer.
            let report = libfuzzer().args([input; 4]).output().map_err(|error| format!("libFuzzer: {error}"))?;
            let time = quickest(&String::from_utf8_lossy(&report.stderr)).unwrap_or(SLOW);
            if time >= SLOW {
                numbers.problem = Some(format!("{} takes {} ms", input.display(), time.as_millis()));
            }
        }
        Ok((numbers, time))
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

/// Returns the inputs of which libFuzzer has reported that they are slow.
fn slow_inputs(artifacts: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(artifacts).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let is_slow = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("slow-unit"));
    entries.filter(is_slow).collect()
}

/// Returns the shortest time of an input, without its first run, from lines such as `Executed FILE in 12 ms`.
fn quickest(report: &str) -> Option<Duration> {
    let times =
        report.lines().filter_map(|line| line.strip_prefix("Executed ")?.strip_suffix(" ms")?.rsplit(' ').next());
    times.skip(1).filter_map(|time| time.parse().ok()).map(Duration::from_millis).min()
}

/// The numbers that libFuzzer reports.
#[derive(PartialEq, Eq, Debug, Default)]
struct Numbers {
    edges: u64,
    inputs: u64,
    /// The message of a panic, or the line that says why the run ended.
    problem: Option<String>,
}

impl Numbers {
    /// Reads the last numbers of a report.
    fn read(report: &str) -> Self {
        let mut numbers = Self::default();
        let mut lines = report.lines();
        while let Some(line) = lines.next() {
            let words: Vec<_> = line.split_whitespace().collect();
            let after = |word: &str| words.iter().skip_while(|known| **known != word).nth(1)?.parse().ok();
            let is_progress = line.starts_with('#');
            let inputs =
                if is_progress { line[1..].split_whitespace().next().and_then(|word| word.parse().ok()) } else { None };
            numbers.inputs = inputs.or(after("stat::number_of_executed_units:")).unwrap_or(numbers.inputs);
            numbers.edges = after("cov:").filter(|_| is_progress).unwrap_or(numbers.edges);
            if line.starts_with("panicked at") {
                numbers.problem = Some(format!("{line}: {}", lines.next().unwrap_or_default()));
            } else if line.contains("ERROR: ") || line.contains("SUMMARY: ") {
                numbers.problem.get_or_insert_with(|| line.into());
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "book 1024 60\nepd 512 0\nfen 256 7\n";

    fn names(wanted: &[&str]) -> Result<String, String> {
        let wanted: Vec<_> = wanted.iter().copied().map(String::from).collect();
        let names: Vec<_> = choose(LIST, &wanted)?.iter().map(|target| target.name).collect();
        Ok(names.join(" "))
    }

    #[test]
    fn without_a_choice_every_target_runs_and_an_unknown_one_is_refused() {
        assert_eq!(names(&[]).as_deref(), Ok("book epd fen"));
        assert_eq!(names(&["fen", "book"]).as_deref(), Ok("book fen"));
        assert_eq!(names(&["fan"]).as_deref(), Err(&"`fan` is not a fuzz target: book, epd, fen".to_owned()));
        assert_eq!(Target::parse("epd 512 epd"), None);
    }

    #[test]
    fn the_first_run_of_an_input_does_not_count_and_the_quickest_other_one_does() {
        let runs = "Running: slow\nExecuted slow in 3900 ms\nExecuted slow in 738 ms\nExecuted slow in 373 ms\n***\n";
        assert_eq!(quickest(runs), Some(Duration::from_millis(373)));
        assert_eq!(quickest("Executed slow in 3900 ms\n"), None);
    }

    #[test]
    fn the_last_numbers_of_a_report_are_read() {
        let report = "\
INFO: Seed: 1
#2\tINITED cov: 713 ft: 714 corp: 1/1b exec/s: 0 rss: 43Mb
#60000\tDONE   cov: 917 ft: 2100 corp: 6/1kb lim: 4 exec/s: 30000 rss: 45Mb
Done 60001 runs in 2 second(s)
stat::number_of_executed_units: 60001
";
        assert_eq!(Numbers::read(report), Numbers { edges: 917, inputs: 60_001, problem: None });
        let crash = "#900\tNEW    cov: 9 ft: 9\npanicked at src/x.rs:1:2:\nit is wrong\n==1== ERROR: libFuzzer: deadly signal\n";
        let problem = Some("panicked at src/x.rs:1:2:: it is wrong".into());
        assert_eq!(Numbers::read(crash), Numbers { edges: 9, inputs: 900, problem });
        let problem = Numbers::read("==1== ERROR: libFuzzer: out-of-memory\n").problem;
        assert_eq!(problem.as_deref(), Some("==1== ERROR: libFuzzer: out-of-memory"));
    }
}
