//! Starting cargo and other tools, and the results of checks.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The result of a step of CI, or of a command that is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// The tool or the data of this name is missing on this machine.
    Skipped(&'static str),
}

impl Outcome {
    pub(crate) fn code(self) -> ExitCode {
        if let Self::Skipped(missing) = self {
            println!("skipped: {missing}");
        }
        exit_code(self == Self::Passed)
    }
}

impl From<bool> for Outcome {
    fn from(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}

pub(crate) fn exit_code(passed: bool) -> ExitCode {
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

pub(crate) fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&package).parent().expect("xtask is in the workspace root").to_path_buf()
}

/// Returns the directory of large test data, which the environment variable `GARDEZ_DATA` names.
pub(crate) fn data() -> Option<PathBuf> {
    env::var_os("GARDEZ_DATA").map(PathBuf::from).filter(|data| data.is_dir())
}

/// Returns a command for the cargo that started this program, run in the workspace root, with the arguments of a line.
pub(crate) fn cargo(line: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(line.split_whitespace());
    if is_plain() {
        command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
    }
    command
}

pub(crate) fn shown(line: &str) -> Command {
    println!("$ cargo {line}");
    cargo(line)
}

pub(crate) fn runs(line: &str) -> bool {
    succeeds(&mut shown(line))
}

pub(crate) fn program(program: impl AsRef<Path>, line: &str) -> Command {
    let mut command = Command::new(program.as_ref());
    command.args(line.split_whitespace());
    command
}

/// Runs a command that shows its own output, and returns whether it succeeded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("error: {} cannot be started: {error}", command.get_program().display());
            false
        }
    }
}

/// Runs a command without showing its output, and returns whether it succeeded. Checks whether a tool is installed.
pub(crate) fn answers(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Returns the standard output of a command, or the first line of its standard error if it fails.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().display().to_string();
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("{program} cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let reason = errors.lines().find(|line| !line.trim().is_empty()).unwrap_or("it prints no reason");
    Err(format!("{program} failed ({}): {reason}", output.status))
}

pub(crate) fn git(line: &str) -> Result<String, String> {
    output(program("git", line).current_dir(root()))
}

pub(crate) fn read(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    fs::read_to_string(root().join(path)).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn cannot(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

pub(crate) fn host() -> Result<String, String> {
    let version = output(&mut program("rustc", "-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).ok_or_else(|| "rustc -vV names no host".into())
}

/// The time between two looks at programs that were killed, and their number.
const LOOK: Duration = Duration::from_millis(100);
const LOOKS: usize = 100;

/// Calls a function. After the time limit, kills the programs that it has started, on Linux, and returns an error with
/// their command lines, or ends this program.
pub(crate) fn within<T>(limit: Duration, call: impl FnOnce() -> T) -> Result<T, String> {
    let task = Path::new("/proc").join(fs::read_link("/proc/thread-self").unwrap_or_default());
    let (end, ended) = mpsc::channel::<()>();
    let watcher = thread::spawn(move || {
        let (mut wait, mut looks, mut stopped) = (limit, 0, Vec::new());
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            let programs = descendants(&task);
            stopped.extend(programs.iter().map(|id| format!("\n  {}", command_line(id))));
            answers(Command::new("kill").arg("-9").args(programs));
            (wait, looks) = (LOOK, looks + 1);
            if looks == LOOKS {
                eprintln!("error: it took longer than {} s and does not end", limit.as_secs());
                process::exit(1);
            }
        }
        (looks, stopped.concat())
    });
    let value = call();
    drop(end);
    match watcher.join() {
        Ok((0, _)) => Ok(value),
        Ok((_, stopped)) => Err(format!("it took longer than {} s; what was running:{stopped}", limit.as_secs())),
        Err(_) => Err("the thread that watches the time has panicked".into()),
    }
}

/// Returns the ids of the processes that a thread has started, and that these have started.
fn descendants(task: &Path) -> Vec<String> {
    let children = fs::read_to_string(task.join("children")).unwrap_or_default();
    let mut found: Vec<_> = children.split_whitespace().map(String::from).collect();
    for child in children.split_whitespace() {
        let tasks = fs::read_dir(Path::new("/proc").join(child).join("task")).into_iter().flatten().flatten();
        found.extend(tasks.flat_map(|task| descendants(&task.path())));
    }
    found
}

fn command_line(process: &str) -> String {
    let bytes = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ").trim_end().to_owned()
}

/// Calls a function, and returns its seconds on the clock and, where the system tells, those of its programs.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (T, [f64; 2]) {
    let children = || children_seconds(&fs::read_to_string("/proc/self/stat").ok()?);
    let (before, start) = (children(), Instant::now());
    let value = call();
    let clock = start.elapsed().as_secs_f64();
    let worked = before.and_then(|before| Some(children()? - before));
    (value, [clock, worked.unwrap_or(clock)])
}

/// Reads the CPU time of the children that have ended, in user and system mode, from the line of a process.
fn children_seconds(stat: &str) -> Option<f64> {
    // After the name of the program in parentheses come the state, twelve other fields, and hundredths of a second.
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(13);
    let [user, system] = [fields.next()?.parse::<f64>().ok()?, fields.next()?.parse::<f64>().ok()?];
    Some((user + system) / 100.0)
}

/// Returns `true` if output should be plain, without colors and progress bars.
pub(crate) fn is_plain() -> bool {
    env::var_os("CI").is_some() || !io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_call_that_takes_too_long_is_ended_and_names_what_was_running() {
        let start = Instant::now();
        // Programs below programs, and a second one after the first is killed.
        let sleepers = || [1, 2].map(|_| succeeds(Command::new("sh").args(["-c", "sleep 654; true"])));
        let error = within(Duration::from_millis(500), sleepers).expect_err("it takes too long");
        assert!(error.contains("it took longer than 0 s") && error.contains("\n  sleep 654"), "{error}");
        assert!(start.elapsed() < Duration::from_secs(10), "the programs are still running");
        assert_eq!(within(Duration::from_secs(10), || 7), Ok(7));
    }

    #[test]
    fn the_time_of_the_children_is_found_after_any_program_name() {
        for name in ["xtask", "a b", ") 1 2 3 (", ""] {
            let stat =
                format!("77 ({name}) S 1 77 77 0 -1 4194560 900 80000 0 12 5 6 250 50 20 0 1 0 100 8000000 700\n");
            assert_eq!(children_seconds(&stat), Some(3.0), "{stat}");
        }
        for stat in ["", "77 (xtask) S 1", "77 (xtask) S 1 77 77 0 -1 0 0 0 0 0 5 6 x y 20"] {
            assert_eq!(children_seconds(stat), None, "{stat}");
        }
    }
}
