//! The counting engine: whatever it is granted, its counts are the same.

use crate::perft;

pub(crate) const KIWIPETE: [&str; 4] = ["--position", "kiwipete", "--depth", "4"];

/// The lines of the first moves, and the total.
pub(crate) fn counts(arguments: &[&str]) -> Vec<String> {
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
