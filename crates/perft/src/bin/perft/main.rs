//! The program `perft`: counts the legal move sequences of a position, or checks suites of known counts.
//!
//! The exit code is 0 for success, 1 if a count of a suite or a verified node is wrong, and 2 if something could not be
//! read or written (arguments, files, positions, lines of a suite, the output), or if no count of a suite was checked.

use std::process::ExitCode;

mod args;
mod console;
mod effort;
mod engine;
mod file;
mod json;
mod memory;
mod positions;
mod refusal;
mod report;
mod single;
mod suites;
mod tally;

use args::Args;
use console::Console;

fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let mut console = Console::new(args.quiet);
    let done = if args.suite.is_empty() { single::run(&args, &mut console) } else { suites::run(&args, &mut console) };
    match done {
        Ok(code) => code,
        Err(stop) => ExitCode::from(stop.report(&mut console)),
    }
}
