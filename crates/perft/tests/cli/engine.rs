//! The counting engine: whatever it is granted, its counts are the same.

use std::fs;
#[cfg(unix)]
use std::{process::Stdio, thread, time::Duration};

use crate::{command, file, perft};

const KIWIPETE: [&str; 4] = ["--position", "kiwipete", "--depth", "4"];

/// The lines of the first moves, and the total.
fn counts(arguments: &[&str]) -> Vec<String> {
    let run = perft(KIWIPETE.iter().chain(arguments));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    let is_count = |line: &&str| line.contains(": ") || line.starts_with("nodes ");
    run.stdout.lines().filter(is_count).map(str::to_owned).collect()
}

#[test]
fn engines_threads_memory_and_levels_change_no_line() {
    let expected = counts(&["--engine", "position"]);
    assert_eq!(expected.len(), 49);
    assert_eq!(expected.last().map(String::as_str), Some("nodes     4085603"));
    let choices: [&[&str]; 6] = [
        &[],
        &["--engine", "count"],
        &["--threads", "1", "--no-hash"],
        &["--threads", "3", "--no-hash"],
        &["--threads", "2", "--hash", "1"],
        &["--level", "baseline", "--hash", "16"],
    ];
    for choice in choices {
        assert_eq!(counts(choice), expected, "{choice:?}");
    }
}

#[test]
fn options_of_the_counting_engine_are_refused_where_they_would_do_nothing() {
    let options: [&[&str]; 6] = [
        &["--threads", "2"],
        &["--hash", "16"],
        &["--no-hash"],
        &["--level", "baseline"],
        &["--checkpoint", "finished.checkpoint"],
        &["--verify"],
    ];
    for option in options {
        let run = perft(["--depth", "2", "--engine", "position"].iter().chain(option));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{option:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {} is an option of the counting engine", option[0])));
    }
}

#[test]
fn every_node_is_verified() {
    let run = perft(["--position", "position4", "--depth", "4", "--verify"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "nodes compared 264, wrong 0\n"));
}

#[test]
fn a_finished_checkpoint_is_taken_as_it_is() {
    let path = file("finished.checkpoint", "");
    fs::remove_file(&path).expect("it was just written");
    let path = path.to_str().expect("a plain path");
    let expected = counts(&[]);
    assert_eq!(counts(&["--checkpoint", path]), expected);
    let written = fs::read_to_string(path).expect("the checkpoint");

    // A part that was counted wrongly shows that parts are not counted again; the check sum is that of the file's text.
    let mut lines: Vec<&str> = written.lines().collect();
    let [part, count, _] = lines[3].split(' ').collect::<Vec<_>>()[..] else { panic!("{}", lines[3]) };
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
fn a_killed_count_goes_on_from_its_last_part() {
    let path = file("killed.checkpoint", "");
    fs::remove_file(&path).expect("it was just written");
    let arguments = ["--position", "kiwipete", "--depth", "6", "--no-hash", "--threads", "1", "--quiet"];
    let parts = || fs::read_to_string(&path).map_or(0, |text| text.matches('\n').count().saturating_sub(3));
    let (mut runs, mut before) = (0, 0);
    let nodes = loop {
        let mut child =
            command(arguments).arg("--checkpoint").arg(&path).stdout(Stdio::piped()).spawn().expect("it runs");
        // Some parts later it is killed; what it had finished is still there afterwards.
        let seen = loop {
            let seen = parts();
            if before + 300 <= seen || child.try_wait().expect("it can be asked").is_some() {
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
        assert!(runs < 20, "a killed count begins again");
    };
    assert_eq!(nodes, "8031647685\n");
    assert!(1 < runs);
}

#[test]
fn a_checkpoint_of_another_count_is_refused() {
    let path = file("other.checkpoint", "");
    fs::remove_file(&path).expect("it was just written");
    assert_eq!(perft(["--depth", "4", "--quiet", "--checkpoint", path.to_str().expect("a plain path")]).code, Some(0));
    let with = |arguments: &[&str]| {
        let run = command(arguments).arg("--checkpoint").arg(&path).output().expect("the command runs");
        (run.status.code(), String::from_utf8(run.stderr).expect("text"))
    };
    let (code, error) = with(&["--depth", "5"]);
    assert!(code == Some(2) && error.ends_with("belongs to another depth\n"), "{error}");
    let (code, error) = with(&KIWIPETE);
    assert!(code == Some(2) && error.ends_with("belongs to another position\n"), "{error}");
    fs::write(&path, "{}").expect("a file");
    let (code, error) = with(&["--depth", "4"]);
    assert!(code == Some(2) && error.ends_with("is not a checkpoint of this version\n"), "{error}");
}
