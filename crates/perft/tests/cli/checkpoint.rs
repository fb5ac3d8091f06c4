//! Checkpoints: finished parts are never counted again, and parts of another count are never used.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::{process::Stdio, thread, time::Duration};

use crate::engine::{KIWIPETE, counts};
use crate::{command, file, perft};

/// A path for a checkpoint that does not exist yet.
fn place(name: &str) -> PathBuf {
    let path = file(name, "");
    fs::remove_file(&path).expect("it was just written");
    path
}

#[test]
fn a_finished_checkpoint_is_used_as_it_is() {
    let path = place("finished.checkpoint");
    let path = path.to_str().expect("a plain path");
    let expected = counts(&[]);
    assert_eq!(counts(&["--checkpoint", path]), expected);
    let written = fs::read_to_string(path).expect("the checkpoint");

    // A wrong count in the file shows that its part is not counted again. The checksum must match the changed text.
    let mut lines: Vec<&str> = written.lines().collect();
    let (part, _) = lines[3].rsplit_once(' ').expect("a checksum");
    let (part, count) = part.rsplit_once(' ').expect("a count");
    let changed = format!("{part} {}", count.parse::<u64>().expect("a count") + 1);
    let text = lines[..3].iter().flat_map(|line| line.bytes().chain([b'\n'])).chain(changed.bytes());
    let sum = text.fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let changed = format!("{changed} {sum:08x}");
    lines[3] = &changed;
    fs::write(path, lines.join("\n") + "\n").expect("a file");
    assert_eq!(counts(&["--checkpoint", path]).last().map(String::as_str), Some("nodes     4085604"));
}

#[cfg(unix)]
#[test]
fn a_killed_count_resumes_after_its_last_part() {
    let path = place("killed.checkpoint");
    let arguments = ["--position", "kiwipete", "--depth", "6", "--no-hash", "--threads", "1", "--quiet"];
    let parts = || fs::read_to_string(&path).map_or(0, |text| text.matches('\n').count().saturating_sub(3));
    let (mut runs, mut before) = (0, 0);
    let nodes = loop {
        let mut child =
            command(arguments).arg("--checkpoint").arg(&path).stdout(Stdio::piped()).spawn().expect("it runs");
        // It is killed some parts later. The parts that it had finished are still there afterwards.
        let seen = loop {
            let seen = parts();
            if before + 300 <= seen || child.try_wait().expect("its status is known").is_some() {
                break seen;
            }
            thread::sleep(Duration::from_millis(1));
        };
        let _ = child.kill();
        let output = child.wait_with_output().expect("it has ended");
        assert!(seen <= parts());
        (runs, before) = (runs + 1, parts());
        if output.status.success() {
            break String::from_utf8(output.stdout).expect("text");
        }
        assert!(runs < 20, "a killed count starts from the beginning");
    };
    assert_eq!(nodes, "8031647685\n");
    assert!(1 < runs);
}

#[test]
fn a_checkpoint_of_another_count_is_refused() {
    let path = place("other.checkpoint");
    assert_eq!(perft(["--depth", "4", "--quiet", "--checkpoint", path.to_str().expect("a plain path")]).code, Some(0));
    let with = |arguments: &[&str]| {
        let run = perft(arguments.iter().map(OsStr::new).chain(["--checkpoint".as_ref(), path.as_os_str()]));
        run.only_error().to_owned()
    };
    let error = with(&["--depth", "5"]);
    let expected = "belongs to another depth: expected \"depth 5 in 400 parts\", found \"depth 4 in 400 parts\"";
    assert!(error.ends_with(expected), "{error}");
    let error = with(&KIWIPETE);
    assert!(error.contains("belongs to another position: expected \"position r3k2r/"), "{error}");
    fs::write(&path, "{}").expect("a file");
    let error = with(&["--depth", "4"]);
    assert!(error.contains("is not a checkpoint of this version: "), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("it is still there"), "{}");
}

/// A place that is not a regular file may block or have no end, so it is refused without reading it.
#[test]
fn a_place_that_is_not_a_regular_file_is_refused_and_left_unchanged() {
    let protected = file("protected.checkpoint", "mine");
    let usual = fs::metadata(&protected).expect("a file").permissions();
    let mut permissions = usual.clone();
    permissions.set_readonly(true);
    fs::set_permissions(&protected, permissions).expect("it is ours");
    let run = |place: &Path| perft(["--quiet", "--checkpoint"].map(OsStr::new).iter().chain([&place.as_os_str()]));
    let refused = run(&protected);
    fs::set_permissions(&protected, usual).expect("it is ours");
    assert!(refused.only_error().ends_with("is read-only"), "{refused:?}");
    assert_eq!(fs::read_to_string(&protected).expect("still there"), "mine");

    assert!(run(protected.parent().expect("a directory")).only_error().ends_with("is not a regular file"));
    if cfg!(target_os = "linux") {
        assert!(run(Path::new("/dev/zero")).only_error().ends_with("is not a regular file"));
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_checkpoint_stays_a_link() {
    let (link, path) = (place("link.checkpoint"), file("linked.checkpoint", ""));
    fs::remove_file(&path).expect("it was just written");
    let run = |path: &Path| {
        perft(["--quiet", "--depth", "3", "--checkpoint"].map(OsStr::new).iter().chain([&path.as_os_str()]))
    };
    assert_eq!(run(&path).stdout, "8902\n");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    fs::write(&path, fs::read_to_string(&path).expect("a checkpoint").replace('\n', "\r\n")).expect("a file");
    assert_eq!(run(&link).stdout, "8902\n");
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(!fs::read_to_string(&path).expect("the target of the link").contains('\r'), "it was not rewritten");
}
