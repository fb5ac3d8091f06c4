//! A long run, for a second: the program with assertions gets a third of the inputs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, process};

use fuzz::totals::Totals;

/// A directory for one test.
fn directory(name: &str) -> PathBuf {
    let directory = env::temp_dir().join(format!("gardez-soak-{name}-{}", process::id()));
    fs::create_dir_all(&directory).expect("a directory can be made");
    directory
}

/// Runs two targets, and this program as the one with assertions. This needs debug assertions in both.
fn soak(directory: &Path, checked: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soak"));
    command.args(["--seconds", "2", "--threads", "1", "--commit", "abc", "eco", "time_control", "--totals"]);
    command
        .arg(directory.join("totals"))
        .arg("--findings")
        .arg(directory.join("findings"))
        .arg("--checked")
        .arg(checked);
    command.output().expect("the program is there")
}

#[test]
fn a_third_of_the_inputs_run_with_assertions() {
    let directory = directory("third");
    let output = soak(&directory, Path::new(env!("CARGO_BIN_EXE_soak")));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let totals = fs::read(directory.join("totals")).expect("the totals are written");
    let totals: Totals = serde_json::from_slice(&totals).expect("totals");
    fs::remove_dir_all(directory).expect("the directory is still there");
    for name in ["eco", "time_control"] {
        let soak = &totals[name].soak;
        let third = soak.inputs / 3;
        assert!(0 < soak.checked && third.abs_diff(soak.checked) <= 1 + third / 50, "{name}: {soak:?}");
        assert_eq!((soak.findings, &*soak.commit), (0, "abc"));
    }
}

#[cfg(unix)]
#[test]
fn a_program_with_assertions_that_ends_is_a_finding() {
    let directory = directory("ends");
    let output = soak(&directory, Path::new("/bin/false"));
    let findings = fs::read_dir(directory.join("findings")).map_or(0, Iterator::count);
    fs::remove_dir_all(directory).expect("the directory is still there");
    assert!(!output.status.success());
    assert!(0 < findings, "{}", String::from_utf8_lossy(&output.stderr));
}
