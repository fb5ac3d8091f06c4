//! The program `gardez`.

use std::process::ExitCode;

fn main() -> ExitCode {
    gardez_cli::main()
}
