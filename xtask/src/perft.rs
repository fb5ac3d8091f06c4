//! The main job: builds the optimized `perft` program and runs it.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::Value;

use crate::process;

/// The exit code if perft does not run to its end. Perft itself exits with 1 for a wrong count.
const CANNOT_RUN: u8 = 2;
/// A build that takes longer than this prints a line.
const PATIENCE: Duration = Duration::from_secs(1);

/// Build the optimized `perft` program and run it with ARGS
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Perft {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) args: Vec<OsString>,
}

impl Perft {
    /// Builds the program if necessary, runs it in the user's directory with the user's arguments, and returns its exit
    /// code.
    pub(crate) fn run(self) -> ExitCode {
        let start = |perft| Command::new(perft).args(self.args).status();
        let status =
            build().and_then(|perft| start(perft).map_err(|error| format!("perft cannot be started: {error}")));
        match status {
            // A program that a signal ended has no code.
            Ok(status) => ExitCode::from(status.code().map_or(CANNOT_RUN, |code| code as u8)),
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(CANNOT_RUN)
            }
        }
    }
}

/// Builds the optimized program and returns its path. A slow build prints a line on the standard error.
fn build() -> Result<PathBuf, String> {
    let mut cargo = process::cargo();
    cargo.args([
        "build",
        "--locked",
        "--quiet",
        "--release",
        "-p",
        "gardez-perft",
        "--features",
        "cli",
        "--bin",
        "perft",
    ]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    let mut child =
        cargo.stdout(Stdio::piped()).spawn().map_err(|error| format!("cargo cannot be started: {error}"))?;

    let mut stdout = child.stdout.take().expect("stdout is piped");
    let messages = thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    announce(&mut child);
    let status = child.wait().map_err(|error| format!("cargo cannot be waited for: {error}"))?;
    let messages = messages.join().expect("reading a pipe does not panic").map_err(|error| error.to_string())?;
    if !status.success() {
        return Err("perft cannot be built".into());
    }
    executable(&messages).ok_or_else(|| "cargo does not report the path of perft".into())
}

/// Prints a line if the build is still running after a moment.
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

/// Returns the path of the program in cargo's messages.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_program_is_found_in_cargos_messages() {
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
