//! The main job: builds the optimized `perft` binary and hands over to it.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::process;

/// The exit code where nothing was counted to the end; perft's own 1 says that a count is wrong.
const CANNOT_RUN: u8 = 2;
/// A build that takes longer than this is announced.
const PATIENCE: Duration = Duration::from_secs(1);

/// Builds the binary if need be, and runs it where the user stands, with the user's arguments and its own exit code.
pub(crate) fn run<'a>(arguments: impl IntoIterator<Item = &'a OsString>) -> ExitCode {
    let start = |perft| Command::new(perft).args(arguments).status();
    let status = build().and_then(|perft| start(perft).map_err(|error| format!("perft cannot be started: {error}")));
    match status {
        // A run that a signal ended has no code.
        Ok(status) => ExitCode::from(status.code().map_or(CANNOT_RUN, |code| code as u8)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(CANNOT_RUN)
        }
    }
}

/// Builds the optimized binary and returns its path; says so on the standard error where that takes a while.
pub(crate) fn build() -> Result<PathBuf, String> {
    let mut cargo = process::cargo();
    cargo.args(["build", "--quiet", "--release", "-p", "gardez-perft", "--features", "cli", "--bin", "perft"]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    let mut child =
        cargo.stdout(Stdio::piped()).spawn().map_err(|error| format!("cargo cannot be started: {error}"))?;

    let mut stdout = child.stdout.take().expect("the pipe was asked for");
    let messages = thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    announce(&mut child);
    let status = child.wait().map_err(|error| format!("cargo got lost: {error}"))?;
    let messages = messages.join().expect("reading a pipe does not panic").map_err(|error| error.to_string())?;
    if !status.success() {
        return Err("perft cannot be built".into());
    }
    executable(&messages).ok_or_else(|| "cargo does not say where it put perft".into())
}

/// Prints a line if the build is still at work after a moment.
fn announce(child: &mut Child) {
    let start = Instant::now();
    while let Ok(None) = child.try_wait() {
        if PATIENCE < start.elapsed() {
            eprintln!("building perft (release), which takes a minute the first time ...");
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// The path of the binary among cargo's messages.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_binary_is_found_among_cargos_messages() {
        let messages = concat!(
            r#"{"reason": "compiler-artifact", "executable": null}"#,
            "\n",
            r#"{"reason": "compiler-artifact", "executable": "/somewhere/perft"}"#,
            "\n",
            r#"{"reason": "build-finished", "success": true}"#,
            "\n",
        );
        assert_eq!(executable(messages), Some(PathBuf::from("/somewhere/perft")));
        assert_eq!(executable("not JSON\n"), None);
    }
}
