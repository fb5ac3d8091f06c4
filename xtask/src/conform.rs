//! Compares the crates with files of expected values: builds the optimized `conformance` program and runs it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::process;

/// The exit code if nothing is compared.
const CANNOT_RUN: u8 = 2;

/// Compare the crates with files of expected values, named by ARGS
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Conform {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

impl Conform {
    /// Runs `conformance` in the user's directory with the user's arguments, and returns its exit code.
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let status = command(self.args).status().map_err(|error| format!("cargo cannot be started: {error}"))?;
        Ok(match status.code() {
            // Cargo exits like this if it cannot build, and has printed why.
            Some(101) => ExitCode::from(CANNOT_RUN),
            Some(code) => ExitCode::from(code as u8),
            // A signal ended it.
            None => ExitCode::FAILURE,
        })
    }
}

/// Returns the command that builds and runs it.
pub(crate) fn command<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut cargo = process::cargo();
    // Relative paths in the arguments start at the user's directory, not at the workspace root.
    if let Ok(here) = env::current_dir() {
        cargo.current_dir(here);
    }
    let manifest = process::root().join("Cargo.toml");
    cargo.args([
        "run",
        "--locked",
        "--release",
        "--quiet",
        "-p",
        "conformance",
        "--bin",
        "conformance",
        "--manifest-path",
    ]);
    cargo.arg(manifest).arg("--").args(arguments);
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_come_after_a_double_dash() {
        let arguments = ["--show", "3", "a directory"].map(OsString::from);
        let command = command(&arguments);
        let passed: Vec<_> = command.get_args().skip_while(|argument| *argument != "--").skip(1).collect();
        assert_eq!(passed, arguments);
    }
}
