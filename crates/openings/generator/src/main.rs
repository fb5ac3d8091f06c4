//! Writes the table of `gardez-openings` from the lists of named lines, or checks that it is up to date.

#[macro_use]
extern crate gardez_io;

mod lines;
mod names;
mod numbers;
mod tree;

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo run -p openings-generator [-- --check]

Writes crates/openings/src/table from the lists in crates/openings/generator/data.
With --check, it writes nothing and fails if a file differs.";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => run(false),
        ["--check"] => run(true),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the table, or compares it with the committed files.
fn run(is_check: bool) -> Result<(), String> {
    let generator = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lines = lines::read(&generator.join("data"))?;
    let names = names::Names::new(&lines)?;
    let numbers = numbers::numbers(&lines, &names)?;

    let table = generator.join("../src/table");
    for (name, content) in [("parts.txt", names.text().into_bytes()), ("numbers.bin", numbers)] {
        let path = table.join(name);
        let is_same = fs::read(&path).is_ok_and(|committed| committed == content);
        if is_check && !is_same {
            return Err(format!("crates/openings/src/table/{name} differs: run `cargo run -p openings-generator`"));
        }
        if !is_same {
            fs::write(&path, &content).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        println!("{name}: {} bytes, {}", content.len(), if is_same { "up to date" } else { "written" });
    }
    Ok(())
}
