//! One run of libFuzzer, and what it reports.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// The time that no input may take, in seconds.
const SLOW: u64 = 1;

/// The memory that a run may take, in MiB.
const MEMORY: u64 = 512;

/// A run of one target.
pub(super) struct Run<'a> {
    pub(super) program: &'a Path,
    pub(super) name: &'a str,
    pub(super) max_len: &'a str,
    pub(super) dictionary: Option<PathBuf>,
    pub(super) seconds: u64,
}

/// What a run reports.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Statistics {
    pub(super) edges: u64,
    pub(super) inputs: u64,
    /// How long a processor worked, or the time on the clock where the system does not tell.
    pub(super) milliseconds: u64,
    pub(super) megabytes: u64,
    /// What is wrong, if something is.
    pub(super) problem: Option<String>,
}

impl Statistics {
    /// Adds a later run of the same target.
    fn add(&mut self, later: Self) {
        self.edges = self.edges.max(later.edges);
        self.inputs += later.inputs;
        self.milliseconds += later.milliseconds;
        self.megabytes = self.megabytes.max(later.megabytes);
        self.problem = later.problem;
    }
}

impl Run<'_> {
    /// Runs the target, with the inputs of two directories, and adds to the first. Where the system tells the
    /// processor's time, a run that had to wait for a processor is followed by another, until the time is reached.
    /// `record` gets what each run reports, so nothing is lost when a later one is stopped.
    pub(super) fn start(
        &self,
        corpus: &Path,
        seeds: &Path,
        artifacts: &Path,
        record: impl Fn(&Statistics) -> Result<(), String>,
    ) -> Result<Statistics, String> {
        let mut all = Statistics::default();
        while all.milliseconds < 1000 * self.seconds && all.problem.is_none() {
            let before = slow_inputs(artifacts);
            let mut statistics = self.once(self.seconds - all.milliseconds / 1000, [corpus, seeds], artifacts)?;
            for input in slow_inputs(artifacts).iter().filter(|input| !before.contains(input)) {
                let time = self.fastest(input).map_err(|error| format!("{}: {error}", input.display()))?;
                if time >= Duration::from_secs(SLOW) {
                    statistics.problem = Some(format!("{} takes {} ms", input.display(), time.as_millis()));
                }
            }
            record(&statistics)?;
            all.add(statistics);
        }
        Ok(all)
    }

    /// Starts libFuzzer for this many seconds.
    fn once(&self, seconds: u64, inputs: [&Path; 2], artifacts: &Path) -> Result<Statistics, String> {
        let mut command = self.command();
        command.args(inputs);
        command.arg(format!("-artifact_prefix={}/", artifacts.display()));
        command.args([
            format!("-max_total_time={seconds}"),
            format!("-max_len={}", self.max_len),
            format!("-report_slow_units={SLOW}"),
            format!("-malloc_limit_mb={MEMORY}"),
            format!("-rss_limit_mb={MEMORY}"),
            // On a busy machine, an input that takes this long has no end; one that takes a second is looked at again.
            "-timeout=120".into(),
            "-print_final_stats=1".into(),
        ]);
        command.args(self.dictionary.iter().map(|dictionary| format!("-dict={}", dictionary.display())));
        let (status, report, time) = timed(&mut command).map_err(|error| format!("libFuzzer: {error}"))?;
        let mut statistics = read(&report);
        statistics.milliseconds = time.as_millis() as u64;
        if !status.success() {
            let what = problem(&report).unwrap_or_else(|| status.to_string());
            statistics.problem = Some(format!("{what}, see {}", artifacts.display()));
        }
        Ok(statistics)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.program);
        command.env("GARDEZ_TARGET", self.name);
        // Freed memory is kept for some time, to find its use; it must fit into the limit.
        command.env("ASAN_OPTIONS", "detect_odr_violation=0:quarantine_size_mb=32");
        command
    }

    /// Returns the time of an input that was slow, without starting the program. On a busy machine the program
    /// may have waited for a processor, so the fastest of three runs counts.
    fn fastest(&self, input: &Path) -> io::Result<Duration> {
        let mut fastest = Duration::MAX;
        for _ in 0..3 {
            let started = Instant::now();
            self.command().arg(input).stderr(Stdio::null()).status()?;
            fastest = fastest.min(started.elapsed());
        }
        Ok(fastest)
    }
}

/// Runs a command to its end, and returns what it wrote as errors and how long it worked.
fn timed(command: &mut Command) -> io::Result<(ExitStatus, String, Duration)> {
    let started = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut report = vec![];
    let errors = child.stderr.take();
    errors.map_or(Ok(0), |mut errors| errors.read_to_end(&mut report))?;
    // The program ends and keeps its entry until it is waited for.
    let ended = || Some(fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?.contains(") Z "));
    while ended() == Some(false) {
        thread::sleep(Duration::from_millis(1));
    }
    let time = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok().and_then(|line| processor_time(&line));
    let status = child.wait()?;
    Ok((status, String::from_utf8_lossy(&report).into(), time.unwrap_or_else(|| started.elapsed())))
}

/// Returns the time in a line of `/proc/PID/stat`: the 14th and 15th field, in hundredths of a second. The second field
/// is a name in parentheses, which may contain spaces.
fn processor_time(line: &str) -> Option<Duration> {
    let mut fields = line.rsplit_once(") ")?.1.split(' ').skip(11);
    let ticks: u64 = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

/// Returns the inputs of which libFuzzer has reported that they are slow.
fn slow_inputs(artifacts: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(artifacts).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let is_slow = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("slow-unit"));
    entries.filter(is_slow).collect()
}

/// Reads the last numbers of a report.
fn read(report: &str) -> Statistics {
    let mut statistics = Statistics::default();
    for line in report.lines() {
        let mut words = line.split_whitespace();
        // A line of progress: `#1024 NEW cov: 713 ft: 2011 corp: 5/1kb …`, without `ft:` if nothing is covered.
        if let Some(inputs) = words.next().and_then(|word| word.strip_prefix('#')) {
            statistics.inputs = inputs.parse().unwrap_or(statistics.inputs);
            let edges = words.skip_while(|&word| word != "cov:").nth(1).and_then(|edges| edges.parse().ok());
            statistics.edges = edges.unwrap_or(statistics.edges);
        } else if let Some((name, number)) = line.split_once(": ") {
            let number = number.trim().parse().unwrap_or(0);
            match name {
                "stat::number_of_executed_units" => statistics.inputs = number,
                "stat::peak_rss_mb" => statistics.megabytes = number,
                _ => {}
            }
        }
    }
    statistics
}

/// Returns the line that says why a run ended, and the line before it if that is the message of a panic.
fn problem(report: &str) -> Option<String> {
    let lines: Vec<_> = report.lines().collect();
    let panic = lines.iter().position(|line| line.starts_with("panicked at"));
    let last = lines.iter().find(|line| line.contains("ERROR: ") || line.contains("SUMMARY: "));
    match panic {
        Some(at) => Some(lines[at..lines.len().min(at + 2)].join(": ")),
        None => last.map(|line| (*line).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
INFO: Seed: 1
#2\tINITED cov: 713 ft: 714 corp: 1/1b exec/s: 0 rss: 43Mb
#1024\tNEW    cov: 915 ft: 2011 corp: 5/1kb lim: 4 exec/s: 512 rss: 44Mb L: 3/4 MS: 1 CopyPart-
#60000\tDONE   cov: 917 ft: 2100 corp: 6/1kb lim: 4 exec/s: 30000 rss: 45Mb
Done 60000 runs in 2 second(s)
stat::number_of_executed_units: 60000
stat::peak_rss_mb:              45
";

    #[test]
    fn the_last_numbers_of_a_report_are_read() {
        let wanted = Statistics { edges: 917, inputs: 60_000, megabytes: 45, ..Statistics::default() };
        assert_eq!(read(REPORT), wanted);
    }

    #[test]
    fn a_program_that_waits_does_not_work() {
        let line = "7 (a) b) Z 1 7 7 0 -1 4228364 84 0 0 0 12 30 0 0 20 0 1 0 99";
        assert_eq!(processor_time(line), Some(Duration::from_millis(420)));
        assert_eq!(processor_time("7 (a"), None);
        let started = Instant::now();
        let (status, report, time) = timed(Command::new("sh").args(["-c", "echo x >&2; sleep 0.3"])).expect("a shell");
        assert!(status.success() && report == "x\n");
        assert!(!Path::new("/proc/self/stat").exists() || time < started.elapsed() / 2, "{time:?}");
    }

    #[test]
    fn a_report_that_ends_in_a_crash_has_its_inputs_and_the_message() {
        let crash = "#900\tNEW    cov: 9 ft: 9\npanicked at src/x.rs:1:2:\nit is wrong\n==1== ERROR: libFuzzer: deadly signal\n";
        assert_eq!((read(crash).inputs, read(crash).edges), (900, 9));
        assert_eq!(problem(crash).as_deref(), Some("panicked at src/x.rs:1:2:: it is wrong"));
        assert_eq!(
            problem("==1== ERROR: libFuzzer: out-of-memory\n").as_deref(),
            Some("==1== ERROR: libFuzzer: out-of-memory")
        );
        assert_eq!(problem(REPORT), None);
    }
}
