//! Inputs to begin with, and words of each format.
//!
//! The file `seeds/NAME.txt` has one input on a line, with `\n`, `\r`, `\t`, `\\` and `\x00` for bytes that a line
//! cannot show; NAME names a part of a target. Each file of the directory `seeds/NAME` is an input that a program of other
//! people wrote; `seeds/README.md` says which. Files of the directory `regressions/NAME` once failed. Further inputs are
//! made by code. Words are in `dictionaries`, in the form that libFuzzer reads.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::read::GzDecoder;

use crate::target::{Part, Target};

/// Returns the directory of this package.
pub fn home() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

/// Returns the bytes that a line of a file of seeds describes, or `None` if it contains an unknown escape.
pub fn unescaped(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(line.len());
    let mut rest = line.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&escape, after) = rest.split_first()?;
        rest = after;
        bytes.push(match escape {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'\\' | b'"' => escape,
            b'x' => {
                let digits = str::from_utf8(rest.get(..2)?).ok()?;
                rest = &rest[2..];
                u8::from_str_radix(digits, 16).ok()?
            }
            _ => return None,
        });
    }
    Some(bytes)
}

/// Returns the files of a directory, in the order of their names.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// Returns the files of a target or part in a directory of this package.
pub fn of_directory(directory: &str, target: &str) -> impl Iterator<Item = Vec<u8>> {
    files(&home().join(directory).join(target)).into_iter().filter_map(|path| fs::read(path).ok())
}

/// Returns the inputs of a target that are in the repository: its seeds, and inputs that once failed.
///
/// # Panics
///
/// If a line of its file cannot be read.
pub fn committed(target: &Target) -> Vec<Vec<u8>> {
    let inputs = |part: &Part| {
        let file = home().join("seeds").join(part.name).with_extension("txt");
        let lines = fs::read_to_string(&file).unwrap_or_default();
        let read = |line| unescaped(line).unwrap_or_else(|| panic!("{}: {line}", file.display()));
        let mut inputs: Vec<_> = lines.lines().filter(|line| !line.is_empty()).map(read).collect();
        inputs.extend(part.made());
        inputs.extend(of_directory("seeds", part.name));
        inputs.extend(of_directory("regressions", part.name));
        inputs
    };
    let parts = target.parts.iter().enumerate();
    parts.flat_map(|(at, part)| inputs(part).into_iter().map(move |input| target.input(at, input))).collect()
}

/// Returns training records that lc0 wrote, as many as fit into an input.
pub fn records() -> Vec<Vec<u8>> {
    const FILES: [&str; 6] = [
        "training/old_v3_1",
        "training/old_v4_1",
        "training/old_v5_1",
        "training/game_1",
        "v7/g04_v7",
        "rescore/r08_in",
    ];
    let directory = home().join("../conformance/data/lc0");
    FILES.iter().filter_map(|name| unpacked(&directory.join(name).with_extension("gz"), 3 * 8396)).collect()
}

/// Returns the first bytes of a packed file, or `None` if it cannot be read.
fn unpacked(file: &Path, most: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    GzDecoder::new(File::open(file).ok()?).take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Returns the dictionaries of all parts of a target, as libFuzzer reads them.
pub fn dictionary(target: &Target) -> String {
    let mut names: Vec<_> = target.parts.iter().filter_map(|part| part.dictionary).collect();
    names.sort_unstable();
    names.dedup();
    let read = |name| fs::read_to_string(home().join("dictionaries").join(name).with_extension("dict"));
    names.into_iter().filter_map(|name| read(name).ok()).collect()
}
