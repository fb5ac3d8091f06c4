//! Starting cargo and other tools.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

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
