//! Inputs to begin with, and words of each format.
//!
//! A file of `seeds` has one input on a line, with `\n`, `\r`, `\t`, `\\` and `\x00` for bytes that a line cannot show.
//! Inputs that are not text are made by their target. Words are in `dictionaries`, in the form that libFuzzer reads.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::target::Target;

/// The directory of this package.
pub fn home() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

/// The bytes that a line of a file of seeds describes, or `None` if it contains an unknown escape.
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

/// The files of a directory, in the order of their names.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// The inputs of a target that are in the repository: its seeds, and inputs that once failed.
///
/// # Panics
///
/// If a line of its file cannot be read.
pub fn committed(target: &Target) -> Vec<Vec<u8>> {
    let file = home().join("seeds").join(target.name).with_extension("txt");
    let lines = fs::read_to_string(&file).unwrap_or_default();
    let read = |line| unescaped(line).unwrap_or_else(|| panic!("{}: {line}", file.display()));
    let mut inputs: Vec<_> = lines.lines().filter(|line| !line.is_empty()).map(read).collect();
    inputs.extend((target.seeds)());
    inputs.extend(files(&home().join("regressions").join(target.name)).iter().filter_map(|path| fs::read(path).ok()));
    inputs
}

/// Inputs from the large test data: lines and pieces of its files, a few hundred for a target.
pub fn large(target: &Target, data: &Path) -> Vec<Vec<u8>> {
    const MANY: usize = 300;
    let folder = match target.name {
        "fen" | "placement" | "lc0_fen" | "epd" => "data/epd",
        "suite" => "data/perft",
        "pgn" => "data/pgn",
        "book" => "data/polyglot",
        _ => return vec![],
    };
    let mut inputs = vec![];
    for file in files(&data.join(folder)) {
        let Ok(bytes) = fs::read(&file) else { continue };
        let pieces: Vec<&[u8]> = match target.name {
            "fen" | "placement" | "lc0_fen" | "epd" => bytes.split(|&byte| byte == b'\n').collect(),
            _ => bytes.chunks(target.max_len).collect(),
        };
        // From the whole file, not only from its beginning.
        let step = pieces.len().div_ceil(MANY / 10).max(1);
        inputs.extend(pieces.into_iter().step_by(step).map(<[u8]>::to_vec));
    }
    inputs.truncate(MANY);
    inputs
}

/// Inputs that libFuzzer found on this machine, and those that `cargo xtask fuzz --seeds` wrote.
pub fn found(target: &Target) -> Vec<Vec<u8>> {
    let read = |path: &PathBuf| fs::read(path).ok();
    files(&home().join("corpus").join(target.name)).iter().filter_map(read).collect()
}

/// The words of a target.
///
/// # Panics
///
/// If a line of the dictionary cannot be read.
pub fn words(target: &Target) -> Vec<Vec<u8>> {
    let Some(name) = target.dictionary else { return vec![] };
    let file = home().join("dictionaries").join(name).with_extension("dict");
    let lines = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let words = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let quoted = line[line.find('"')? + 1..].strip_suffix('"')?;
        unescaped(quoted)
    };
    words.map(|line| read(line).unwrap_or_else(|| panic!("{}: {line}", file.display()))).collect()
}
