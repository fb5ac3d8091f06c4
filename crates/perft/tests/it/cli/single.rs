//! Counting from one position.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::cli::{command, perft};

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// The moves and counts before the blank line.
fn divide(stdout: &str) -> Vec<(&str, u64)> {
    let lines = stdout.lines().take_while(|line| !line.is_empty());
    lines
        .map(|line| line.split_once(": ").map(|(m, nodes)| (m, nodes.parse().expect("a count"))).expect("a move"))
        .collect()
}

/// The value after a name below the blank line.
fn value<'a>(stdout: &'a str, name: &str) -> &'a str {
    let line = stdout.lines().find_map(|line| line.strip_prefix(name)).expect("a line of this name");
    line.trim()
}

#[test]
fn first_moves_come_before_the_total_and_sum_up_to_it() {
    let run = perft(["--depth", "3"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let divide = divide(&run.stdout);
    assert_eq!(divide.len(), 20);
    assert!(divide.contains(&("e2e4", 600)));
    assert_eq!(divide.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 8902);
    assert_eq!(value(&run.stdout, "nodes "), "8902");
    assert_eq!(value(&run.stdout, "depth "), "3");
    assert!(value(&run.stdout, "position ").starts_with("rnbqkbnr/"));
    assert!(value(&run.stdout, "time ").ends_with(" s"));
    assert!(value(&run.stdout, "nodes/s ").parse::<u64>().is_ok());
}

#[test]
fn no_divide_prints_the_total_and_quiet_only_its_number() {
    assert!(perft(["--depth", "2", "--no-divide"]).stdout.starts_with("position "));
    assert_eq!(perft(["--depth", "4", "--quiet"]).stdout, "197281\n");
    let both = perft(["--depth", "1", "--quiet", "--divide"]).stdout;
    assert_eq!((both.lines().count(), both.lines().last()), (21, Some("20")));
}

#[test]
fn depth_0_is_the_position_itself() {
    assert_eq!(perft(["--depth", "0", "--quiet"]).stdout, "1\n");
    let run = perft(["--depth", "0"]);
    assert!(run.stdout.starts_with("position "), "{run:?}");
}

#[test]
fn named_and_numbered_positions_have_their_counts() {
    for (name, nodes) in [("start", "8902"), ("kiwipete", "97862"), ("position3", "2812")] {
        assert_eq!(perft(["--position", name, "--depth", "3", "--quiet"]).stdout.trim(), nodes);
    }
    for (name, nodes) in [("position4", "9467"), ("position5", "62379"), ("position6", "89890")] {
        assert_eq!(perft(["--position", name, "--depth", "3", "--quiet"]).stdout.trim(), nodes);
    }
    assert_eq!(perft(["--start960", "518", "--depth", "3", "--quiet"]).stdout, "8902\n");
    assert_eq!(perft(["--start960", "0", "--depth", "3", "--quiet"]).stdout, "9006\n");
}

#[test]
fn chess960_writes_castling_as_king_takes_rook() {
    let standard = perft(["--fen", CASTLING, "--depth", "1"]).stdout;
    let chess960 = perft(["--fen", CASTLING, "--depth", "1", "--chess960"]).stdout;
    assert!(standard.contains("e1g1: 1") && !standard.contains("e1h1: 1"));
    assert!(chess960.contains("e1h1: 1") && !chess960.contains("e1g1: 1"));
    assert!(value(&standard, "position ").contains(" KQkq "));
    assert!(value(&chess960, "position ").contains(" HAha "));
}

#[test]
fn json_is_one_line_whose_first_moves_sum_up_to_its_nodes() {
    let run = perft(["--json", "--position", "kiwipete", "--depth", "3"]);
    let json = run.json();
    assert_eq!((json["nodes"].as_u64(), json["nodes_text"].as_str()), (Some(97_862), Some("97862")));
    assert_eq!(json["depth"], 3);
    assert_eq!(json["fen"], "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert!(json["seconds"].is_f64() && json["nps"].is_u64());
    let divide = json["divide"].as_object().expect("an object");
    assert_eq!(divide.len(), 48);
    assert_eq!(divide.values().map(|nodes| nodes.as_u64().expect("a count")).sum::<u64>(), 97_862);
}

#[test]
fn json_lists_the_first_moves_in_the_order_of_the_text_and_only_if_wanted() {
    let text = perft(["--depth", "2"]).stdout;
    let json = perft(["--depth", "2", "--json"]).stdout;
    let places: Vec<_> =
        divide(&text).iter().map(|(m, _)| json.find(&format!("\"{m}\":20")).expect("a move")).collect();
    assert!(places.is_sorted());
    assert!(perft(["--depth", "2", "--json", "--no-divide"]).json().get("divide").is_none());
    assert!(perft(["--depth", "2", "--json", "--quiet"]).json().get("divide").is_some());
}

#[test]
fn a_text_that_is_not_a_fen_is_an_error_on_one_line() {
    for fen in [
        "",
        " ",
        "hello",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "9/8/8/8/8/8/8/8 w - -",
        "é\n\u{1b}[2J",
        "k7/8/8/8/8/8/8/7K x - -",
    ] {
        let run = perft(["--fen", fen]);
        assert!(run.only_error().contains(&format!("of {:?}", fen.trim())), "{run:?}");
        assert!(!run.stderr.contains('\u{1b}'), "{run:?}");
    }
}

#[test]
fn a_position_with_problems_is_counted_and_each_is_named_in_a_note() {
    // Two knights give check, there is no rook for K, and no pawn has passed e6.
    let fen = "8/8/8/8/8/1n2k3/2n5/K7 w K e6 0 1";
    let run = perft(["--fen", fen, "--depth", "1", "--no-divide"]);
    assert_eq!(run.code, Some(0));
    let notes: Vec<_> = run.stderr.lines().collect();
    assert_eq!(
        notes,
        [
            "note: castling rights: white cannot have the right to castle with a rook on h1; it is dropped",
            "note: stale en passant: no double push can have left the en passant square e6; it is dropped",
            "note: impossible check: no move can have given the check by the pieces on c2, b3",
        ]
    );
    let run = perft(["--fen", fen, "--depth", "1", "--json", "--quiet"]);
    let names = serde_json::json!(["castling-rights", "impossible-check", "stale-en-passant"]);
    assert_eq!((&run.json()["problems"], run.stderr.as_str()), (&names, ""));
    assert_eq!(perft(["--depth", "1", "--json"]).json()["problems"], serde_json::json!([]));
}

#[test]
fn a_refused_position_names_the_option_that_refuses_it() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    for refusing in [&["--strict"][..], &["--refuse", "castling-rights"], &["--refuse", "all"]] {
        let run = perft([&["--fen", fen, "--depth", "1"], refusing].concat());
        assert!(run.only_error().contains("refused by --refuse castling-rights or --strict"), "{run:?}");
    }
    assert_eq!(perft(["--fen", fen, "--depth", "1", "--quiet", "--refuse", "impossible-check"]).stdout, "5\n");
}

#[test]
fn a_reader_that_closes_after_the_first_line_ends_the_count_without_a_message() {
    // This engine prints each line when its moves are counted.
    let child = command(["--depth", "5", "--engine", "position"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("it runs");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("a line");
    assert!(first.contains(": "));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(2), Vec::new()));
}

#[test]
fn a_reader_that_closes_does_not_wait_for_threads_that_still_count() {
    // After g7 black has one move, and white none. The other first move takes forever.
    let arguments = "--fen 7k/5p2/6PK/q1r5/8/8/8/8_w_-_-_0_1 --depth 40 --no-hash --threads 2";
    let arguments = arguments.split(' ').map(|argument| argument.replace('_', " "));
    let mut child = command(arguments.collect::<Vec<_>>()).stdout(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    for _ in 0..2000 {
        if let Some(status) = child.try_wait().expect("its status is known") {
            assert_eq!(status.code(), Some(2));
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it still counts");
    panic!("it counts although nothing reads its output");
}
