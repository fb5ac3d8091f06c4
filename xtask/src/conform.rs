//! Holding the crates against files of expected values: builds the optimized `conformance` and hands over to it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitCode};

use crate::process;

/// The exit code that says that nothing was compared.
const CANNOT_RUN: u8 = 2;

/// Runs `conformance` where the user stands, with the user's arguments and its own exit code.
pub(crate) fn run<'a>(arguments: impl IntoIterator<Item = &'a OsString>) -> Result<ExitCode, String> {
    let status = command(arguments).status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    Ok(match status.code() {
        // So cargo ends when it cannot build; it has said why.
        Some(101) => ExitCode::from(CANNOT_RUN),
        Some(code) => ExitCode::from(code as u8),
        // A signal ended it.
        None => ExitCode::FAILURE,
    })
}

/// The cargo run that builds and starts it.
pub(crate) fn command<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
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
