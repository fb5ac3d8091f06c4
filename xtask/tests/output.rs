//! An output of xtask that cannot be written: a full disk.
#![cfg(target_os = "linux")]

use std::process::Command;

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", "exec \"$0\" tidy --sizes >/dev/full", env!("CARGO_BIN_EXE_xtask")]).output();
    let output = output.expect("a shell runs");
    let error = String::from_utf8_lossy(&output.stderr);
    let expected = "error: cannot write the output: No space left on device (os error 28)\n";
    assert_eq!((output.status.code(), error.as_ref()), (Some(2), expected));
}
