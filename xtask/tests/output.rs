//! An output of xtask that cannot be written: a full disk, and a closed standard output.
#![cfg(target_os = "linux")]

use std::process::Command;

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let outputs = [("/dev/full", "No space left on device (os error 28)"), ("&-", "standard output is closed")];
    for arguments in [&["--help"][..], &["ci", "--help"], &["tidy", "--sizes"]] {
        for (output, reason) in outputs {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("exec \"$0\" \"$@\" >{output}"), env!("CARGO_BIN_EXE_xtask")]).args(arguments);
            let output = shell.output().expect("a shell runs");
            let error = String::from_utf8_lossy(&output.stderr);
            let expected = format!("error: cannot write the output: {reason}\n");
            assert_eq!((output.status.code(), error.as_ref()), (Some(2), expected.as_str()), "{arguments:?}");
        }
    }
}
