//! The program `perft`, as a function: other programs can have it as a subcommand.
//!
//! [`main`] is the whole program. [`run`] counts as [`Args`] say, which `clap` reads for a subcommand, too.
//!
//! The exit code is 0 for success, 1 if a count is wrong, and 2 if something could not be read or written.

mod args;
mod compare;
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
mod types;

use std::process::ExitCode;

use console::Console;

pub use args::{Args, explain, explanation, fen_argument};
pub use single::Divided;

/// Reads the arguments of the process and counts as they say.
pub fn main() -> ExitCode {
    match Args::read() {
        Ok(args) => run(&args),
        Err(code) => code,
    }
}

/// Counts from a position of another game, prints the result or the error, and returns the exit code.
///
/// `read` makes the position of a FEN, or the start position. Options that only chess knows are refused.
pub fn run_on<D: Divided>(args: &Args, read: impl FnOnce(Option<&str>) -> Result<D, String>) -> ExitCode {
    let mut console = Console::new(args.quiet);
    match single::run_on(args, read, &mut console) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => ExitCode::from(stop.report(&mut console)),
    }
}

/// Counts as the arguments say, prints the result or the error, and returns the exit code.
pub fn run(args: &Args) -> ExitCode {
    let mut console = Console::new(args.quiet);
    let done = match (args.compare.is_empty(), args.suite.is_empty()) {
        (false, _) => compare::run(args, &mut console),
        (true, false) => suites::run(args, &mut console),
        (true, true) => single::run(args, &mut console),
    };
    match done {
        Ok(code) => code,
        Err(stop) => ExitCode::from(stop.report(&mut console)),
    }
}
