//! Runs one hot path over several hundred positions, so that callgrind can count its instructions.
//!
//! `instructions` lists the paths. `instructions PATH` runs one of them and prints its answer. Only the instructions in
//! `measured` are counted. `cargo xtask instructions` runs all paths and compares the counts with `baseline.tsv`.

mod paths;

use paths::PATHS;

fn main() {
    let wanted = std::env::args().nth(1);
    for (name, path) in PATHS {
        match &wanted {
            None => println!("{name}"),
            Some(wanted) if wanted == name => println!("{name}\t{}", path()),
            Some(_) => {}
        }
    }
}
