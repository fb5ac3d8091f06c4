//! What a program leaves of a file that it was writing when a signal ended it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const HUP: i32 = 1;
const INT: i32 = 2;
const KILL: i32 = 9;
const TERM: i32 = 15;

/// Without `/proc`, a file without a name could not get one later.
const WITHOUT_PROC: [&str; 6] =
    ["unshare", "--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs none /proc && exec \"$@\""];

/// Returns `true` if this test was started to ignore the signal, as background jobs are; then its children ignore it, too.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask").trim();
    u64::from_str_radix(ignored, 16).expect("a mask") >> (signal - 1) & 1 != 0
}

/// The example `keep`, which cargo compiles together with the tests.
fn program() -> PathBuf {
    let tests = std::env::current_exe().expect("it runs");
    let program = tests.ancestors().nth(2).expect("target/PROFILE/deps").join("examples/keep");
    assert!(program.is_file(), "`cargo test -p gardez-io` compiles {}", program.display());
    program
}

/// Starts the program by a command, and waits until it has written half of the file. `None` if the command is missing.
fn begun(by: &[&str], path: &Path) -> Option<Child> {
    let program = program();
    let program = program.to_str().expect("a path");
    let words: Vec<&str> = if by.is_empty() { vec![program] } else { [by, &["sh", program]].concat() };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(path).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    if line == "begun\n" {
        return Some(child);
    }
    assert!(!by.is_empty(), "it does not begin");
    child.wait().expect("it has ended");
    None
}

/// Ends the program with a signal.
fn end(mut child: Child, signal: i32) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the program is running");
    assert_eq!(child.wait().expect("it ends").signal(), Some(signal));
}

/// The names in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn nothing_is_left_of_a_file_without_a_name_whatever_ends_the_program() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a");
    for old in [None, Some("old")] {
        for signal in [HUP, INT, TERM, KILL].into_iter().filter(|&signal| !is_ignored(signal)) {
            if let Some(old) = old {
                fs::write(&path, old).expect("a file");
            }
            let child = begun(&[], &path).expect("it begins");
            if names(directory.path()).iter().any(|name| name.starts_with('.')) {
                println!("skipped: O_TMPFILE in {}", directory.path().display());
                end(child, KILL);
                return;
            }
            end(child, signal);
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), old);
            assert_eq!(names(directory.path()).len(), usize::from(old.is_some()));
        }
    }
}

#[test]
fn a_file_with_a_temporary_name_is_removed_by_signals_and_after_a_kill_by_the_next_run() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a");
    for signal in [INT, TERM, KILL, INT] {
        let Some(child) = begun(&WITHOUT_PROC, &path) else {
            println!("skipped: unshare");
            return;
        };
        assert_eq!(names(directory.path()), [".a.0.unfinished"]);
        end(child, signal);
        assert_eq!(names(directory.path()).len(), usize::from(signal == KILL));
    }
}

#[test]
fn a_signal_that_the_program_was_started_to_ignore_does_not_end_it() {
    const IGNORING: &str = "trap '' HUP && exec \"$@\"";
    let without_proc = format!("mount -t tmpfs none /proc && {IGNORING}");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a");
    for by in [&["sh", "-c", IGNORING][..], &["unshare", "--mount", "--map-root-user", "sh", "-c", &without_proc]] {
        let Some(mut child) = begun(by, &path) else {
            println!("skipped: {}", by[0]);
            return;
        };
        let sent = Command::new("kill").args(["-1", &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(child.try_wait().expect("a process").is_none(), "it goes on");
        end(child, TERM);
        assert_eq!(names(directory.path()), [""; 0]);
    }
}
