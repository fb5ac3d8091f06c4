//! Runs one hot path over several hundred positions, for callgrind to count its instructions.
//!
//! `instructions` lists the paths, `instructions PATH` runs one and prints its answer. Only what happens in `measured`
//! counts. `cargo xtask instructions` runs all of them and compares with `baseline.tsv`.

mod paths;

use std::env;
use std::process::ExitCode;

use paths::PATHS;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            for (name, _) in PATHS {
                println!("{name}");
            }
            ExitCode::SUCCESS
        }
        [wanted] => match PATHS.iter().find(|(name, _)| name == wanted) {
            Some((name, path)) => {
                println!("{name}\t{}", path());
                ExitCode::SUCCESS
            }
            None => {
                eprintln!("error: no path is called {wanted}");
                ExitCode::from(2)
            }
        },
        _ => {
            eprintln!("usage: instructions [PATH]");
            ExitCode::from(2)
        }
    }
}
