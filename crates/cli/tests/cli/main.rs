//! The program `gardez`, run the way a user runs it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

mod book;
mod check;
mod chunks;
mod convert;
mod documents;
mod epd;
mod eval;
mod fen;
mod help;
mod kills;
mod laws;
mod memory;
mod outputs;
#[cfg(feature = "parquet")]
mod parquet;
mod perft;
mod pgn;
mod play;
mod rescore;
mod split;
mod tb;
mod transfer;
mod variants;

/// The result of a run.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    /// Runs a command to its end.
    fn of(command: &mut Command) -> Self {
        Self::from(command.output().expect("it runs"))
    }

    /// The code and standard output of a run that printed no error.
    fn quiet(&self) -> (Option<i32>, &str) {
        assert_eq!(self.stderr, "", "{self:?}");
        (self.code, &self.stdout)
    }

    /// The lines of JSON on standard output.
    fn json(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// The only line on standard error of a run that failed without a result.
    fn only_error(&self) -> &str {
        assert_eq!((self.code, self.stdout.as_str(), self.stderr.lines().count()), (Some(2), "", 1), "{self:?}");
        self.stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("{self:?}")).trim_end()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// Runs the program to its end, without standard input.
fn gardez<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Run {
    gardez_reading("", arguments)
}

/// Runs the program to its end, with this standard input.
fn gardez_reading<A: AsRef<OsStr>>(input: impl AsRef<[u8]>, arguments: impl IntoIterator<Item = A>) -> Run {
    let mut command = command(arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // A program that does not read its input closes it.
    let _ = child.stdin.take().expect("piped").write_all(input.as_ref());
    child.wait_with_output().expect("it ends").into()
}

fn command<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gardez"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// An empty directory that only this test uses.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// Writes a file in a directory, and returns its path as text.
fn file(directory: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = directory.join(name);
    std::fs::write(&path, content).expect("a file");
    path.to_str().expect("text").to_owned()
}

/// The names of the files in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_str().expect("text").to_owned()).collect();
    names.sort_unstable();
    names
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("a text file")
}
