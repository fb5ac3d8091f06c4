//! Checkpoints on disks that are full or read-only.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::cli::engine::KIWIPETE;
use crate::cli::{command, file, perft};

/// The count of kiwipete to depth 4.
const NODES: &str = "4085603\n";

/// An empty directory that only this test uses.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::set_permissions(&path, Permissions::from_mode(0o755));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// Runs the program by a shell that first executes `before`.
fn limited(before: &str, path: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{before}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_perft")]);
    shell.args(KIWIPETE).args(["--quiet", "--checkpoint", path]).output().expect("a shell runs")
}

/// The number of whole lines of parts in the file.
fn parts(path: &str) -> usize {
    fs::read_to_string(path).expect("a checkpoint").matches('\n').count() - 3
}

/// The count continues after its last whole part, and each part is there once.
fn resumes(path: &str) {
    let run = perft(KIWIPETE.iter().chain(&["--quiet", "--checkpoint", path]));
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), NODES, ""));
    assert_eq!(parts(path), 2038);
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_and_the_count_resumes_without_it() {
    let path = file("limit.checkpoint", "");
    let path = path.to_str().expect("a plain path");
    let limited = limited("trap '' XFSZ; ulimit -f 40", path);
    let error = text(&limited.stderr);
    let expected = format!("error: the checkpoint {path} cannot be written: File too large (os error 27)\n");
    assert_eq!((limited.status.code(), text(&limited.stdout), error), (Some(2), "", expected.as_str()));
    assert!(100 < parts(path) && parts(path) < 1000);
    resumes(path);
}

/// Without a handler, the signal of the limit ends the program in the middle of a line.
#[test]
fn a_count_that_the_limit_kills_resumes_without_it() {
    let path = file("limit-kills.checkpoint", "");
    let path = path.to_str().expect("a plain path");
    let limited = limited("ulimit -f 40", path);
    assert_eq!(limited.status.code(), None, "{limited:?}");
    assert!(100 < parts(path) && parts(path) < 1000);
    resumes(path);
}

/// A file system in memory, which only the commands of this script see. Its output has a line for each step.
const DISK: &str = r#"
    mount -t tmpfs -o size=64k none "$1" || exit 77
    perft=$2; disk=$1; shift 2
    count() { "$perft" "$@" 2>"$disk/../full-disk.error"; echo "code $?"; cat "$disk/../full-disk.error"; }
    count "$@" --checkpoint "$disk/part"
    cat /dev/zero > "$disk/filler" 2>/dev/null
    count "$@" --checkpoint "$disk/new"
    ls "$disk"
    rm "$disk/filler"; mount -o remount,size=4m "$disk"
    count "$@" --checkpoint "$disk/part"
    grep -c / "$disk/part"
    mount -o remount,ro "$disk"
    count "$@" --checkpoint "$disk/part"
    count "$@" --checkpoint "$disk/new"
    ls "$disk"
"#;

#[test]
fn a_full_disk_and_a_read_only_one_are_errors_and_lose_no_part() {
    let disk = directory("full-disk");
    let mut unshare = Command::new("unshare");
    unshare.args(["--mount", "--map-root-user", "sh", "-c", DISK, "sh"]).arg(&disk).arg(env!("CARGO_BIN_EXE_perft"));
    let Ok(output) = unshare.args(KIWIPETE).args(["--quiet"]).output() else {
        println!("skipped: unshare");
        return;
    };
    if output.status.code() == Some(77) || text(&output.stderr).contains("unshare") {
        println!("skipped: a mount of its own: {}", text(&output.stderr));
        return;
    }
    let disk = disk.to_str().expect("a plain path");
    let full = |name: &str| {
        format!(
            "code 2\nerror: the checkpoint {disk}/{name} cannot be written: No space left on device (os error 28)\n"
        )
    };
    let read_only = |name: &str| {
        format!("code 2\nerror: the checkpoint {disk}/{name} cannot be opened: Read-only file system (os error 30)\n")
    };
    let expected = [
        full("part"),
        // Nothing is left of a new checkpoint for which there is no room.
        full("new") + "filler\npart\n",
        format!("{NODES}code 0\n2039\n"),
        read_only("part"),
        read_only("new") + "part\n",
    ];
    assert_eq!(text(&output.stdout), expected.concat(), "{}", text(&output.stderr));
}

#[test]
fn a_read_only_directory_may_contain_a_checkpoint_but_not_a_new_one() {
    let directory = directory("read-only");
    let (old, new) = (directory.join("old"), directory.join("new"));
    fs::write(&old, "").expect("a file");
    fs::set_permissions(&old, Permissions::from_mode(0o666)).expect("it is ours");
    fs::set_permissions(&directory, Permissions::from_mode(0o555)).expect("it is ours");
    // Permissions do not restrict root, so root runs the program as another user.
    let is_root = fs::write(&new, "").is_ok();
    let _ = fs::remove_file(&new);
    let run = |path: &PathBuf| {
        let mut command = command(KIWIPETE);
        command.args(["--quiet", "--checkpoint"]).arg(path);
        if is_root {
            command.uid(65_534);
        }
        command.output()
    };
    let (Ok(with_old), Ok(with_new)) = (run(&old), run(&new)) else {
        println!("skipped: another user cannot run the program");
        return;
    };
    let has_new = new.exists();
    fs::set_permissions(&directory, Permissions::from_mode(0o755)).expect("it is ours");
    assert_eq!((with_old.status.code(), text(&with_old.stdout)), (Some(0), NODES), "{with_old:?}");
    let error = format!(
        "error: the checkpoint {} cannot be opened: Permission denied (os error 13)\n",
        new.to_str().expect("a plain path")
    );
    assert_eq!((with_new.status.code(), text(&with_new.stderr), has_new), (Some(2), error.as_str(), false));
    resumes(old.to_str().expect("a plain path"));
}
