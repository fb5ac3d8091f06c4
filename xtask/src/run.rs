//! Programs of this workspace: builds and runs them.

use std::env::consts::EXE_EXTENSION;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::process::{cargo, succeeds};
use crate::workspace::Workspace;

/// Arguments that are passed on as they are.
#[derive(Args)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) args: Vec<OsString>,
}

impl Arguments {
    pub(crate) fn perft(self) -> Result<ExitCode, String> {
        if !built("release/perft")?.exists() {
            eprintln!("building perft (release), which takes a minute the first time ...");
        }
        self.pass_to(build("--quiet --release -p gardez-perft --features cli --bin perft", "release/perft")?)
    }

    pub(crate) fn conform(self) -> Result<ExitCode, String> {
        self.pass_to(checked()?)
    }

    fn pass_to(self, mut program: Command) -> Result<ExitCode, String> {
        let status = program.args(self.args).status().map_err(|error| error.to_string())?;
        status.code().map(|code| ExitCode::from(code as u8)).ok_or_else(|| "a signal ended the program".into())
    }
}

pub(crate) fn checked() -> Result<Command, String> {
    build("--quiet --profile checks -p conformance --all-features --bins", "checks/conformance")
}

/// Builds a program as `tests` compiles everything, so that little is left to do, and returns it.
pub(crate) fn tested(target: &str, name: &str) -> Result<Command, String> {
    println!("$ {name}");
    build(&format!("--workspace --all-features --profile test {target}"), &format!("debug/{name}"))
}

fn build(line: &str, name: &str) -> Result<Command, String> {
    let mut build = cargo(&format!("build --locked {line}"));
    if !succeeds(&mut build) {
        return Err(format!("{name} cannot be built"));
    }
    Ok(Command::new(built(name)?))
}

fn built(name: &str) -> Result<PathBuf, String> {
    Ok(Workspace::load()?.target.join(name).with_extension(EXE_EXTENSION))
}
