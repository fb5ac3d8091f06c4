//! The program `scale`: counts and data sets of chess positions beyond one machine.

use std::process::ExitCode;

fn main() -> ExitCode {
    gardez_scale::cli::main()
}
