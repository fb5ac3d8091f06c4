//! The command `conformance`: compares files of expected values with the results of the Gardez crates.
//!
//! The exit code is 0 if all values are as expected, and 1 if a value differs or a file is damaged. It is 2 if the
//! command could not run: the arguments are wrong, a directory does not exist, or no file is of a known kind.

mod args;
mod output;

use std::process::ExitCode;

use conformance::{Options, check, find};

use args::Args;
use output::Output;

const DIFFERENT: u8 = 1;
const CANNOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(code) => return code,
    };
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(DIFFERENT),
        Err(message) => {
            gardez_io::output::write_error(format_args!("error: {message}\n"));
            ExitCode::from(CANNOT_RUN)
        }
    }
}

/// Checks all files, and returns whether all values are as expected.
fn run(args: &Args) -> Result<bool, String> {
    let (mut known, mut skipped) = (Vec::new(), Vec::new());
    for root in &args.directories {
        let found = find(root).map_err(|error| error.to_string())?;
        known.extend(found.known);
        skipped.extend(found.skipped);
    }
    if known.is_empty() {
        let names: Vec<_> = args.directories.iter().map(|root| root.display().to_string()).collect();
        let skipped = output::skipped_lines(&skipped);
        return Err(format!("no file of a known kind below {}\n{}", names.join(", "), skipped.trim_end()));
    }

    let options = Options { show: args.show, max_nodes: args.max_nodes, syzygy: args.syzygy.clone() };
    let mut output = Output::new(known.iter().map(|(_, path)| path.as_path()));
    for (kind, path) in &known {
        output.file(*kind, path, &check(*kind, path, &options));
    }
    Ok(output.finish(&skipped))
}
