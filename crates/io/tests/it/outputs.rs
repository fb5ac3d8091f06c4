//! What a program does whose output is a full disk or a closed pipe.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Both ways of printing: the macro, and the writer.
const WAYS: [&[&str]; 2] = [&["100000"], &["100000", "writer"]];

/// The example `print`, which cargo compiles together with the tests.
fn program() -> PathBuf {
    let tests = std::env::current_exe().expect("it runs");
    let target = tests.parent().and_then(|deps| deps.parent()).expect("target/PROFILE/deps");
    let program = target.join("examples/print");
    assert!(program.is_file(), "`cargo test -p gardez-io` compiles {}", program.display());
    program
}

fn ends(output: &Output, error: &str) {
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(2), error));
}

#[test]
fn an_open_output_gets_every_line() {
    for way in WAYS {
        let output = Command::new(program()).args(way).output().expect("it runs");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.lines().count() == 100_000 && text.ends_with("line 100000\n"));
    }
}

#[test]
fn a_full_disk_is_an_error() {
    for way in WAYS {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = Command::new(program()).args(way).stdout(full).output().expect("it runs");
        ends(&output, "error: cannot write the output: No space left on device (os error 28)\n");
    }
}

#[test]
fn a_pipe_that_its_reader_closes_ends_the_program_quietly() {
    for way in WAYS {
        let mut child =
            Command::new(program()).args(way).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        ends(&child.wait_with_output().expect("it ends"), "");
    }
}

#[test]
fn an_output_that_is_thrown_away_is_no_error() {
    for way in WAYS {
        let run = |output: &str| {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("exec \"$0\" \"$@\" {output}")).arg(program()).args(way);
            shell.output().expect("a shell runs")
        };
        for away in [">/dev/null", "1<>/dev/null", "2>&- >/dev/null", "<&- >/dev/null"] {
            assert!(run(away).status.success(), "{away}");
        }
    }
}
