//! Runs one hot path over several hundred positions, so that callgrind can count its instructions.
//!
//! `instructions` lists the paths. `instructions PATH` runs one of them and prints its answer. Only the instructions in
//! `measured` are counted. `cargo xtask instructions` runs all paths and compares the counts with `baseline.tsv`.

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
                eprintln!("error: unknown path {wanted:?}; without arguments, all paths are listed");
                ExitCode::from(2)
            }
        },
        _ => {
            eprintln!("usage: instructions [PATH]");
            ExitCode::from(2)
        }
    }
}
