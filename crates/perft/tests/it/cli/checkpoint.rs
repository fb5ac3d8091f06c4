//! Checkpoints: finished parts are never counted again, and parts of another count are never used.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::engine::{KIWIPETE, counts};
use crate::cli::{file, perft};

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

/// The time of this run says nothing about the nodes of earlier ones.
#[test]
fn the_speed_after_a_resume_is_that_of_the_nodes_counted_since() {
    let path = place("speed.checkpoint");
    let run = |arguments: &[&str]| {
        let place = ["--checkpoint", path.to_str().expect("a plain path")];
        perft(KIWIPETE.iter().chain(arguments).chain(&place))
    };
    let whole = run(&["--json"]).json();
    assert!(whole.get("resumed").is_none());
    let again = run(&["--json"]).json();
    let values = ["nodes", "resumed", "nps"].map(|name| again[name].as_u64());
    assert_eq!(values, [Some(4_085_603), Some(4_085_603), Some(0)]);
    let text = run(&[]).stdout;
    assert!(text.contains("\nnodes     4085603\nresumed   4085603 nodes of the checkpoint\ntime "), "{text}");
    assert!(text.ends_with("\nnodes/s   0\n"), "{text}");

    // Only the last part is missing.
    let text = fs::read_to_string(&path).expect("a checkpoint");
    let (before, _) = text.trim_end().rsplit_once('\n').expect("several lines");
    fs::write(&path, format!("{before}\n")).expect("a file");
    let last = run(&["--json"]).json();
    let counted = 4_085_603 - last["resumed"].as_u64().expect("a number");
    assert!((1..100_000).contains(&counted), "{last}");
    let nps = counted as f64 / last["seconds"].as_f64().expect("a number");
    assert!((last["nps"].as_u64().expect("a number") as f64 - nps).abs() <= 1.0, "{last}");
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
        let pipe = place("pipe.checkpoint");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        for path in [Path::new("/dev/zero"), Path::new("/dev/null"), Path::new("/dev/full"), &pipe] {
            assert!(run(path).only_error().ends_with("is not a regular file"), "{}", path.display());
        }
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
    let whole = fs::read_to_string(&path).expect("a checkpoint");
    let half: String = whole.lines().take(10).flat_map(|line| [line, "\n"]).collect();
    fs::write(&path, half).expect("a file");
    assert_eq!(run(&link).stdout, "8902\n");
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert_eq!(fs::read_to_string(&path).expect("the target of the link").lines().count(), whole.lines().count());

    // The file that the link points to does not exist.
    fs::remove_file(&path).expect("it was there");
    assert_eq!(run(&link).stdout, "8902\n");
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(fs::symlink_metadata(&path).expect("the target of the link").is_file());
}
