//! Starting cargo and other tools.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{panic, thread};

/// Returns the workspace root.
pub(crate) fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| OsString::from(env!("CARGO_MANIFEST_DIR")));
    Path::new(&package).parent().expect("xtask is in the workspace root").to_path_buf()
}

/// Returns the directory of large test data, which the environment variable `GARDEZ_DATA` names.
pub(crate) fn data() -> Option<PathBuf> {
    env::var_os("GARDEZ_DATA").map(PathBuf::from).filter(|data| data.is_dir())
}

/// Returns a command for the cargo that started this program, run in the workspace root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root());
    command
}

/// Prints a command line and returns the command: cargo with `arguments`, with colors only where the output has them.
pub(crate) fn shown(arguments: &[&str]) -> Command {
    println!("$ cargo {}", arguments.join(" "));
    let mut command = cargo();
    command.args(arguments);
    if is_plain() {
        command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
    }
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
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Returns `true` if the standard library for a target is installed.
pub(crate) fn has_target(target: &str) -> Result<bool, String> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(true);
    }
    println!("`rustup target add {target}` installs what is needed");
    Ok(false)
}

/// Returns the target of the compiler itself.
pub(crate) fn host() -> Result<String, String> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).ok_or_else(|| "rustc -vV names no host".into())
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

/// Returns the commit that is checked out, with a plus sign if the code differs from it.
pub(crate) fn commit() -> Result<String, String> {
    let git = |arguments: &[&str]| output(Command::new("git").current_dir(root()).args(arguments));
    let changes = git(&["status", "--porcelain", "--", ":!docs"])?;
    let sign = if changes.is_empty() { "" } else { "+" };
    Ok(format!("{}{sign}", git(&["rev-parse", "--short=10", "HEAD"])?.trim()))
}

/// Calls a function, and returns how long the programs that it started and waited for have worked, in user and system
/// mode. Where the system does not tell, returns the time on the clock.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (T, Duration) {
    let (before, start) = (children_time(), Instant::now());
    let value = call();
    let worked = before.and_then(|before| Some(children_time()? - before));
    (value, worked.unwrap_or_else(|| start.elapsed()))
}

/// How long a call may still take after its programs were killed.
const GRACE: Duration = Duration::from_secs(10);

/// Calls a function in a thread. After the time limit, kills the programs that it has started, on Linux, and returns an
/// error with their command lines.
pub(crate) fn within<T: Send + 'static>(
    limit: Duration,
    call: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    let (start, thread) = (
        Instant::now(),
        thread::spawn(move || {
            let _ = sender.send(fs::read_link("/proc/thread-self").unwrap_or_default());
            call()
        }),
    );
    let task = Path::new("/proc").join(receiver.recv().unwrap_or_default());
    let mut stopped = Vec::new();
    while !thread.is_finished() && start.elapsed() < limit + GRACE {
        if limit <= start.elapsed() {
            let programs = descendants(&task);
            stopped.extend(programs.iter().map(|process| format!("\n  {}", command_line(process))));
            answers(Command::new("kill").arg("-9").args(programs));
        }
        thread::sleep(Duration::from_millis(20));
    }
    if limit <= start.elapsed() {
        return Err(format!("it took longer than {} s; what was running:{}", limit.as_secs(), stopped.concat()));
    }
    Ok(thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
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

/// Returns the command line of a process.
fn command_line(process: &str) -> String {
    let bytes = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ").trim_end().to_owned()
}

/// Returns the CPU time of all children of this process that have ended, on Linux.
fn children_time() -> Option<Duration> {
    parse_children_time(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// Reads the CPU time of the children from the line of a process, in hundredths of a second.
fn parse_children_time(stat: &str) -> Option<Duration> {
    // The name of the program, in parentheses, may contain anything. The state and twelve other fields are between it
    // and the times.
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(13);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(Duration::from_millis(10 * (user + system)))
}

/// Returns the exit code of a check.
pub(crate) fn exit_code(passed: bool) -> ExitCode {
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
        let error = within(Duration::from_millis(500), || {
            // Programs below programs, and a second one after the first is killed.
            [1, 2].map(|_| succeeds(Command::new("sh").args(["-c", "sleep 654; true"])))
        });
        let error = error.expect_err("it takes too long");
        assert!(error.contains("it took longer than 0 s") && error.contains("\n  sleep 654"), "{error}");
        assert!(start.elapsed() < GRACE, "the programs are still running");
        assert_eq!(within(GRACE, || 7), Ok(7));
    }

    #[test]
    fn the_time_of_the_children_is_found_after_any_program_name() {
        for name in ["xtask", "a b", ") 1 2 3 (", ""] {
            let stat =
                format!("77 ({name}) S 1 77 77 0 -1 4194560 900 80000 0 12 5 6 250 50 20 0 1 0 100 8000000 700\n");
            assert_eq!(parse_children_time(&stat), Some(Duration::from_secs(3)), "{stat}");
        }
        for stat in ["", "77 (xtask) S 1", "77 (xtask) S 1 77 77 0 -1 0 0 0 0 0 5 6 x y 20"] {
            assert_eq!(parse_children_time(stat), None, "{stat}");
        }
    }
}
