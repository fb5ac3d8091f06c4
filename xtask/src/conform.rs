//! Holding the crates against files of expected values: builds the optimized `conformance` and hands over to it.

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use crate::process;

/// Runs `conformance` where the user stands, with the user's arguments and its own exit code.
pub(crate) fn run<'a>(arguments: impl IntoIterator<Item = &'a OsString>) -> Result<ExitCode, String> {
    let status = command(arguments).status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    // A run that a signal ended has no code.
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
}

/// The cargo run that builds and starts it.
fn command<'a>(arguments: impl IntoIterator<Item = &'a OsString>) -> Command {
    let mut cargo = process::cargo();
    // Paths among the arguments are meant from where the user stands, not from the workspace root.
    if let Ok(here) = env::current_dir() {
        cargo.current_dir(here);
    }
    let manifest = process::root().join("Cargo.toml");
    cargo.args(["run", "--release", "--quiet", "-p", "conformance", "--bin", "conformance", "--manifest-path"]);
    cargo.arg(manifest).arg("--").args(arguments);
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_passed_on_behind_a_double_dash() {
        let arguments = ["--show", "3", "a directory"].map(OsString::from);
        let command = command(&arguments);
        let passed: Vec<_> = command.get_args().skip_while(|argument| *argument != "--").skip(1).collect();
        assert_eq!(passed, arguments);
    }
}
