//! The examples, with an output that cannot be written: a full disk, a closed pipe.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An example, its arguments, and what it reads.
type Case = (&'static str, Vec<PathBuf>, &'static str);

/// A file that only this test uses.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

/// An example, which cargo compiles together with the tests.
fn program(name: &str) -> PathBuf {
    let tests = std::env::current_exe().expect("it runs");
    let target = tests.parent().and_then(|deps| deps.parent()).expect("target/PROFILE/deps");
    let program = target.join("examples").join(name);
    assert!(program.is_file(), "`cargo test -p gardez` compiles {}", program.display());
    program
}

/// The files that the examples read and write belong to one test and one kind of output.
fn cases(user: &str) -> Vec<Case> {
    let games = file(&format!("{user}.pgn"), "1. e4 e5 2. Nf3 *\n");
    // This example does not replace a file.
    let records = file(&format!("{user}.records"), "");
    fs::remove_file(&records).expect("it was just written");
    vec![
        ("moves", vec![games.clone()], ""),
        ("train", vec![games, records], ""),
        ("engine", vec![], "uci\nisready\nquit\n"),
    ]
}

/// Runs an example by a shell that redirects its output.
fn run((name, arguments, input): &Case, output: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec \"$0\" \"$@\" {output}")]).arg(program(name)).args(arguments);
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a shell");
    // A program that has ended already reads nothing.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_full_disk_is_an_error() {
    for case in cases("full") {
        let ended = run(&case, ">/dev/full");
        let error = String::from_utf8_lossy(&ended.stderr);
        let expected = "error: cannot write the output: No space left on device (os error 28)\n";
        assert_eq!((ended.status.code(), error.as_ref()), (Some(2), expected), "{}", case.0);
    }
}

#[test]
fn a_closed_pipe_ends_an_example_without_a_message() {
    for (name, arguments, _) in cases("pipe").into_iter().filter(|(_, _, input)| input.is_empty()) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ended = Command::new(program(name)).args(arguments).stdout(writer).output().expect("it runs");
        assert_eq!((ended.status.code(), ended.stderr), (Some(2), Vec::new()), "{name}");
    }
}
