//! `gardez licenses`: the licenses of the packages that the program contains.

use std::process::ExitCode;

use clap::Args;

use crate::output::print;
use crate::stop::Stop;

/// The text that `cargo xtask licenses` has written.
const LICENSES: &str = include_str!("../THIRD-PARTY-LICENSES");

/// Print the licenses of the packages that this program contains
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gardez licenses | less")]
pub(crate) struct Licenses {}

impl Licenses {
    #[allow(clippy::unused_self, reason = "like the other commands")]
    pub(crate) fn run(&self) -> Result<ExitCode, Stop> {
        print(format_args!("{LICENSES}"))?;
        Ok(ExitCode::SUCCESS)
    }
}
