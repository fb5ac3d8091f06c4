//! The counting engine: whatever it is granted, its counts are the same.

use std::fs;

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

    // A file with another count of one part shows that parts are not counted again.
    let mut lines: Vec<&str> = written.lines().collect();
    let (part, count) = lines[3].split_once(' ').expect("a part");
    let changed = format!("{part} {}", count.parse::<u64>().expect("a count") + 1);
    lines[3] = &changed;
    fs::write(path, lines.join("\n") + "\n").expect("a file");
    assert_eq!(counts(&["--checkpoint", path]).last().map(String::as_str), Some("nodes     4085604"));
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
