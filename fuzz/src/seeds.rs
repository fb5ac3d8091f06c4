//! Inputs to begin with.
//!
//! The file `seeds/NAME.txt` has one input on a line, with `\n`, `\r`, `\t`, `\\` and `\x00` for bytes that a line cannot
//! show. Each file of the directory `seeds/NAME` is an input; `seeds/README.md` says who wrote it. Files of the directory
//! `regressions/NAME` once failed. `dictionaries` has words, in the form that libFuzzer reads.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{env, iter};

use flate2::read::GzDecoder;
use gardez::data::table;

use crate::Target;

/// Returns the directory of this package.
pub fn home() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

/// Returns the seeds of a target, and the inputs that once failed.
///
/// # Panics
///
/// If a line of its file cannot be read.
pub fn committed(target: &Target) -> Vec<Vec<u8>> {
    let file = home().join("seeds").join(target.name).with_extension("txt");
    let lines = fs::read_to_string(&file).unwrap_or_default();
    let read = |line| unescaped(line).unwrap_or_else(|| panic!("{}: {line}", file.display()));
    let mut inputs: Vec<_> = lines.lines().map(read).collect();
    inputs.extend(["seeds", "regressions"].iter().flat_map(|kind| files(&format!("{kind}/{}", target.name))));
    inputs.extend(of_other_files(target.name));
    inputs
}

/// Returns the bytes that a line of a file of seeds describes, or `None` if it contains an unknown escape.
fn unescaped(line: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (vec![], line);
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.bytes());
        let (&escape, digits) = after.as_bytes().split_first()?;
        let length = if escape == b'x' { 3 } else { 1 };
        bytes.push(match escape {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'\\' | b'"' => escape,
            b'x' => u8::from_str_radix(str::from_utf8(digits.get(..2)?).ok()?, 16).ok()?,
            _ => return None,
        });
        rest = &after[length..];
    }
    bytes.extend(rest.bytes());
    Some(bytes)
}

/// Returns the files of a directory of this package, in the order of their names.
fn files(directory: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(home().join(directory)).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().filter_map(|path| fs::read(path).ok()).collect()
}

/// Returns the inputs that are made of files with another purpose.
fn of_other_files(target: &str) -> Vec<Vec<u8>> {
    let after = |head: &[u8], rest: Vec<u8>| [head, &rest].concat();
    match target {
        "lc0_pgn" => files("seeds/pgn"),
        "lc0_chunks" => records(),
        "lc0_loader" => {
            records().into_iter().map(|bytes| after(&[1, 0, 0, 3, 2, 0, 0, 1, 128, 128, 40, 1], bytes)).collect()
        }
        // The first byte chooses the format, the reader, or the table.
        "any_format" => {
            let of_format = |(place, format): (usize, gardez_formats::Format)| {
                let files = files(&format!("seeds/{}", format.row().extensions[0]));
                files.into_iter().map(move |file| after(&[place as u8], file))
            };
            table::formats().into_iter().enumerate().flat_map(of_format).collect()
        }
        "readers" => {
            let of_law = |(place, law): (u8, &crate::law::Law)| {
                let files = match law.name.split(':').next().unwrap_or_default() {
                    "games of a compressed PGN" => files("seeds/gzip"),
                    "a stream of chunks" => files("seeds/lc0_archive"),
                    "lines of UCI" => vec![
                        b"position startpos moves e2e4 e7e5\n\nposition fen 8/8/8/8/8/8/8/k1K5 w - - 0 1\nquit\n"
                            .to_vec(),
                    ],
                    "chess_library" => files("seeds/clib24"),
                    name if name.ends_with("PGN") || name.ends_with("pieces") => files("seeds/pgn"),
                    name if name.ends_with("records") => records(),
                    name => files(&format!("seeds/{name}")),
                };
                // Each is read a dozen times.
                files.into_iter().take(4).map(move |file| after(&[place], file))
            };
            (0..).zip(crate::table::all()).flat_map(of_law).collect()
        }
        "syzygy" => {
            let table = |(place, name)| {
                let files = ["rtbw", "rtbz"].map(|end| format!("../crates/syzygy/tests/tables/{name}.{end}"));
                let tables = files.into_iter().filter_map(|file| fs::read(home().join(file)).ok());
                tables.map(move |table| after(&[place], table[4..].to_vec()))
            };
            (0..).zip(["KRvK", "KNNvK", "KRvKR", "KPvK", "KPPvK", "KPvKP"]).flat_map(table).collect()
        }
        _ => vec![],
    }
}

/// Returns training records that lc0 wrote: two of each version, and of each input format.
fn records() -> Vec<Vec<u8>> {
    const FILES: [&str; 6] = [
        "training/old_v3_1",
        "training/old_v4_1",
        "training/old_v5_1",
        "training/game_1",
        "v7/g04_v7",
        "rescore/r08_in",
    ];
    let read = |name| unpacked(&home().join("../conformance/data/lc0").join(name).with_extension("gz"), 2 * 8396);
    let files: Vec<_> = FILES.into_iter().filter_map(read).collect();
    let of_format = |format| {
        let mut record = files[3][..8356].to_vec();
        record[4] = format;
        record.repeat(2)
    };
    let formats: Vec<_> = [1, 2, 3, 4, 5, 132, 133].map(of_format).into();
    iter::chain(files, formats).collect()
}

/// Returns the first bytes of a packed file, or `None` if it cannot be read.
fn unpacked(file: &Path, most: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    GzDecoder::new(File::open(file).ok()?).take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
