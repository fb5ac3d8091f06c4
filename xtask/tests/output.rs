//! The output and the exit code of xtask.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
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

/// A cargo that compiles nothing, and says that all is well or that it is not.
#[test]
fn a_failure_in_either_lane_of_steps_is_one_of_all() {
    let directory = std::env::temp_dir().join(format!("xtask-lanes-{}", std::process::id()));
    fs::create_dir(&directory).expect("the temporary directory can be written");
    let cargo = directory.join("cargo");
    let script = "#!/bin/sh\n[ \"$1\" = metadata ] && exec cargo \"$@\"\nexit $RESULT\n";
    fs::write(&cargo, script).expect("the temporary directory can be written");
    fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).expect("it is there");
    for (steps, result, expected, numbers) in [
        (["codegen"].as_slice(), "1", 0, "1 passed, 0 failed, 0 skipped\n"),
        (&["fuzz"], "0", 0, "1 passed, 0 failed, 0 skipped\n"),
        (&["codegen", "fuzz"], "0", 0, "2 passed, 0 failed, 0 skipped\n"),
        (&["codegen", "fuzz"], "1", 1, "1 passed, 1 failed, 0 skipped\n"),
        (&["fuzz"], "1", 1, "0 passed, 1 failed, 0 skipped\n"),
    ] {
        let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
        // What runs this test may be another such process.
        xtask.env("CARGO", &cargo).env("CARGO_TARGET_DIR", &directory).env("RESULT", result);
        let output = xtask.arg("ci").args(steps).output().expect("xtask runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(numbers), "{steps:?} {result}: {text}");
        assert_eq!(output.status.code(), Some(expected), "{steps:?} {result}: {text}");
    }
    fs::remove_dir_all(&directory).expect("it is there");
}
