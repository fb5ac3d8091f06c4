//! Parquet files of Lichess's evaluations and games.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{directory, file, gardez, read};

/// The names of the columns of a table, and its rows.
fn table(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = read(sample(&format!("{name}.tsv")));
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let names = lines.next().expect("the names of the columns");
    lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect()
}

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parquet").join(name);
    path.to_str().expect("text").to_owned()
}

/// Converts a file, and returns the lines of text.
fn converted(name: &str, options: &[&str]) -> Vec<String> {
    let path = sample(name);
    let run = gardez(["convert", "-q"].iter().chain(options).chain(&[path.as_str(), "-"]));
    assert_eq!(run.code, Some(0), "{run:?}");
    run.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn evaluations_are_read_with_the_best_move_of_each_position_and_fishnets_with_the_played_one() {
    for name in ["evals_rows_small.parquet", "fishnet.parquet"] {
        let rows = table(name);
        let wanted: Vec<_> = rows.iter().filter(|row| row["note"] != "other").collect();
        let result = ["--missing-result", "1/2-1/2"];
        let lines = converted(name, &[&result[..], &["--to", "bullet.txt"]].concat());
        let expected = |row: &&BTreeMap<String, String>| {
            let mate = |moves: i32| if 0 < moves { 32_000 - moves } else { -32_000 - moves };
            let score = row["cp_white"].parse().unwrap_or_else(|_| mate(row["mate_white"].parse().expect("a mate")));
            format!("{} | {score} | 0.5", row["fen"])
        };
        assert_eq!(lines, wanted.iter().map(expected).collect::<Vec<_>>(), "{name}");
        // The last position of a game has no move.
        let lines = converted(name, &[&result[..], &["--to", "plain", "--with-move"]].concat());
        let moves: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("move ")).collect();
        let expected: Vec<_> = wanted.iter().map(|row| row["move"].as_str()).filter(|mv| *mv != "-").collect();
        assert_eq!(moves, expected, "{name}");
    }
}

#[test]
fn games_are_read_with_their_moves_and_results() {
    let (games, lines) =
        (table("games.parquet"), converted("games.parquet", &["--missing-score", "0", "--to", "plain"]));
    let plies: usize = games.iter().map(|game| game["plies"].parse::<usize>().expect("a number")).sum();
    let starts = lines.iter().filter(|line| *line == "ply 0").count();
    assert_eq!((lines.iter().filter(|line| *line == "e").count(), starts), (plies, games.len()));
    let results: Vec<_> = lines.windows(2).filter(|pair| pair[0] == "ply 0").map(|pair| pair[1].as_str()).collect();
    let expected = |game: &BTreeMap<String, String>| match game["result"].as_str() {
        "1-0" => "result 1",
        "0-1" => "result -1",
        _ => "result 0",
    };
    assert_eq!(results, games.iter().map(expected).collect::<Vec<_>>());
}

#[test]
fn damage_is_an_error_that_names_the_format_and_a_pipe_is_refused() {
    let directory = directory("parquet");
    let bytes = std::fs::read(sample("fishnet.parquet")).expect("a sample");
    let cut = file(&directory, "cut.parquet", &bytes[..bytes.len() / 2]);
    let run = gardez(["convert", "--to", "plain", &cut, "-"]);
    assert!(run.code == Some(2) && run.stderr.contains("cannot read Parquet after byte 0"), "{run:?}");
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        let path = file(&directory, "damaged.parquet", damaged);
        let run = gardez(["convert", "-q", "--missing-result", "1-0", "--to", "bullet.txt", &path, "-"]);
        assert!(run.code.is_some_and(|code| code <= 2), "{at}: {run:?}");
    }
}
