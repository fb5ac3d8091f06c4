//! The program `perft`: counts the legal move sequences of a position, or checks suites of known counts.

use std::process::ExitCode;

fn main() -> ExitCode {
    gardez_perft::program::main()
}
