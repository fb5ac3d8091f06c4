//! An output of xtask that cannot be written: a full disk.
#![cfg(target_os = "linux")]

use std::process::Command;

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    for arguments in [&["--help"][..], &["ci", "--help"], &["tidy", "--sizes"]] {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >/dev/full", env!("CARGO_BIN_EXE_xtask")]).args(arguments);
        let output = shell.output().expect("a shell runs");
        let error = String::from_utf8_lossy(&output.stderr);
        let expected = "error: cannot write the output: No space left on device (os error 28)\n";
        assert_eq!((output.status.code(), error.as_ref()), (Some(2), expected), "{arguments:?}");
    }
}
