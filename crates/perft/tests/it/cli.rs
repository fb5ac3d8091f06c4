//! The program `perft`, run the way a user runs it.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

mod arguments;
mod checkpoint;
mod compare;
mod engine;
mod faults;
mod kills;
mod output;
mod single;
mod suites;

/// The result of a run.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    /// The only line of JSON on standard output.
    fn json(&self) -> serde_json::Value {
        assert_eq!(self.stdout.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.stdout).expect("one object")
    }

    /// The only line on standard error of a run that failed without a result.
    fn only_error(&self) -> &str {
        assert_eq!((self.code, self.stdout.as_str(), self.stderr.lines().count()), (Some(2), "", 1), "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        self.stderr.trim_end()
    }
}

/// Runs the program to its end.
fn perft<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Run {
    let output = command(arguments).output().expect("the program runs");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

fn command<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Writes a file that only this test uses.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What an earlier run has left may be a link to nowhere.
    let _ = std::fs::remove_file(&path);
    std::fs::write(&path, content).expect("a file");
    path
}

/// A suite of the crate.
fn suite(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("suites").join(name)
}
