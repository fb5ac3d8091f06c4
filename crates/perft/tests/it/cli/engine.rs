//! The counting engine: its counts are the same with any threads, memory and level.

#[cfg(target_os = "linux")]
use std::process::Command;

use crate::cli::perft;

const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

pub(crate) const KIWIPETE: [&str; 4] = ["--position", "kiwipete", "--depth", "4"];

/// The lines of the first moves, and the total.
pub(crate) fn counts(arguments: &[&str]) -> Vec<String> {
    let run = perft(KIWIPETE.iter().chain(arguments));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    let is_count = |line: &&str| line.contains(": ") || line.starts_with("nodes ");
    run.stdout.lines().filter(is_count).map(str::to_owned).collect()
}

#[test]
fn engines_threads_memory_and_levels_do_not_change_the_output() {
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
fn options_of_the_counting_engine_are_refused_with_the_other_engine() {
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
        assert!(run.stderr.starts_with(&format!("error: {} has no effect with --engine position", option[0])));
    }
}

#[test]
fn every_node_is_verified() {
    let run = perft(["--position", "position4", "--depth", "4", "--verify"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "nodes compared 264, wrong 0\n"));
}

#[test]
fn a_finished_game_is_counted_to_any_depth() {
    assert_eq!(perft(["--fen", STALEMATE, "--depth", "64", "--quiet"]).stdout, "0\n");
}

/// Counts with at most this much memory.
#[cfg(target_os = "linux")]
fn with_memory(kibibytes: u32, arguments: &str) -> (Option<i32>, String, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {kibibytes}; exec \"$0\" {arguments} --quiet")]);
    let output = shell.arg(env!("CARGO_BIN_EXE_perft")).output().expect("there is a shell");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn only_requested_memory_must_be_available() {
    let arguments = format!("--fen '{STALEMATE}' --depth 20");
    assert_eq!(with_memory(400_000, &arguments), (Some(0), "0\n".to_owned(), String::new()));
    let (code, _, error) = with_memory(400_000, &format!("{arguments} --hash 1000"));
    assert!(code == Some(2) && error.starts_with("error: cannot allocate 1000 MiB of memory: "), "{error}");
}

/// The limit grows in small steps until the program can be loaded. A step is smaller than the stack of a thread, so there
/// is no memory for any thread then.
#[cfg(target_os = "linux")]
#[test]
fn without_memory_for_any_thread_it_counts_in_one_thread() {
    let counts = |memory| with_memory(memory, "--fen '8/8/8/8/8/K7/P7/k7 w - - 0 1' --depth 8 --threads 4");
    let first = (3000..100_000).step_by(3000).map(counts).find(|(code, ..)| *code == Some(0));
    assert_eq!(first.map(|(_, nodes, _)| nodes).as_deref(), Some("251392\n"));
}
