//! The command `perft`: counts the legal move sequences of a position, or checks suites of known counts.
//!
//! The exit code is 0 if all went well, 1 if a suite's count or a verified node is wrong, and 2 if anything could not be
//! done: arguments, files, positions or lines that cannot be read, or a suite of which nothing was checked.

use std::process::ExitCode;

mod args;
mod checkpoint;
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
        Err(stop) => ExitCode::from(stop.tell(&mut console)),
    }
}
