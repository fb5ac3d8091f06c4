//! Writes the seeds of each target into a directory, and prints name, longest input and dictionary of each target.
//! `fuzz/run` starts this program.

use std::path::Path;
use std::{env, fs, io};

use fuzz::{TARGETS, seeds};

fn main() -> io::Result<()> {
    let directory = env::args_os().nth(1).ok_or_else(|| io::Error::other("usage: seeds DIRECTORY"))?;
    for target in TARGETS {
        let directory = Path::new(&directory).join(target.name);
        fs::create_dir_all(&directory)?;
        for (number, seed) in seeds::committed(target).into_iter().enumerate() {
            fs::write(directory.join(format!("{number:04}")), seed)?;
        }
        println!("{} {} {}", target.name, target.max_len, target.dictionary);
    }
    Ok(())
}
