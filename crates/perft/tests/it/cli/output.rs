//! An output that cannot be written: a full disk, a closed pipe, and a closed standard output.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::process::Stdio;

use crate::cli::{command, file};

/// What the program prints: clap's texts, a count in each form, and suites.
const PRINTING: [&[&str]; 8] = [
    &["--help"],
    &["-h"],
    &["--version"],
    &["--depth", "3"],
    &["--depth", "3", "--quiet"],
    &["--depth", "3", "--json"],
    &["--depth", "3", "--verify"],
    &["--depth", "3", "--engine", "position"],
];

#[test]
fn a_full_disk_is_an_error() {
    let suite = file("full.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n");
    let suite = ["--suite", suite.to_str().expect("a plain path")];
    for arguments in PRINTING.iter().copied().chain([&suite[..]]) {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = command(arguments).stdout(full).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        let expected = "error: cannot write the output: No space left on device (os error 28)\n";
        assert_eq!((output.status.code(), error.as_ref()), (Some(2), expected), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_without_a_message() {
    for arguments in PRINTING {
        // The reader has closed the pipe before the program starts.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("it runs");
        assert_eq!((output.status.code(), output.stderr), (Some(2), Vec::new()), "{arguments:?}");
    }
}

/// The exit code of a wrong command line is the same whether or not somebody reads why.
#[test]
fn an_error_that_cannot_be_printed_still_ends_the_program_with_its_code() {
    for arguments in [&["--no-such-option"][..], &["--depth", "x"], &["--fen", "hello"]] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = command(arguments).stderr(full).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
