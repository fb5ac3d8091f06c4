//! Compares the crates with files of expected values: builds the optimized `conformance` program and runs it.

use std::env::consts::EXE_EXTENSION;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::process::{cargo, succeeds};
use crate::workspace::Workspace;

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
    pub(crate) fn run(self) -> ExitCode {
        let status = program("conformance").and_then(|program| {
            Command::new(program).args(self.args).status().map_err(|error| format!("conformance: {error}"))
        });
        match status.map(|status| status.code()) {
            Ok(Some(code)) => ExitCode::from(code as u8),
            // A signal ended it.
            Ok(None) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(CANNOT_RUN)
            }
        }
    }
}

/// Builds the programs `conformance` and `perft` together, so that what both need is compiled once, and returns the path
/// of one of them.
pub(crate) fn program(name: &str) -> Result<PathBuf, String> {
    let packages = ["-p", "conformance", "-p", "gardez-perft", "--features", "gardez-perft/cli", "--bins"];
    if !succeeds(cargo().args(["build", "--locked", "--quiet", "--profile", "checks"]).args(packages)) {
        return Err("conformance and perft cannot be built".into());
    }
    Ok(Workspace::load()?.target.join("checks").join(name).with_extension(EXE_EXTENSION))
}
