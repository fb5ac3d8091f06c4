//! Questions about games that DuckDB answers from the files, by the queries of docs/scale.md.

use std::path::PathBuf;
use std::process::Command;

use crate::common::{expect_code, text};
use crate::games::Data;
use serde_json::{Value, json};

/// A Python with DuckDB.
fn python() -> Option<PathBuf> {
    let python = std::env::var_os("SCALE_PYTHON").map(PathBuf::from);
    if python.is_none() {
        eprintln!("skipped: duckdb; SCALE_PYTHON names a Python that has it");
    }
    python
}

/// The moves to ply 22 of a game, the same in each, with an evaluation after the first and a clock.
const MOVES: &str = "1. e4 { [%eval 0.3] [%clk 0:03:00] } e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                     8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6";

#[test]
fn the_queries_of_the_page_answer_three_questions() {
    let Some(python) = python() else { return };
    let game = |number: u32, elo: u32, result: &str| {
        format!(
            "[Event \"a\"]\n[Site \"https://example.org/{number}\"]\n[White \"w{number}\"]\n[Black \"b\"]\n[Result \
             \"{result}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n[TimeControl \"180+2\"]\n[UTCDate \"2013.0{number}.10\"]\n\n{MOVES} {result}\n\n"
        )
    };
    let other = "[Event \"a\"]\n[Site \"d4\"]\n[White \"x\"]\n[Black \"y\"]\n\n1. d4 d5 *\n\n";
    let pgn = [game(1, 1500, "1-0"), game(2, 1550, "0-1"), other.to_owned(), game(3, 2500, "1/2-1/2")].concat();
    let data = Data::new(&[("a.pgn", pgn.as_bytes())]);
    let folder = data.made("set", &["--dedupe"]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/questions.py");
    let by_month = data.made("months", &["--by-month"]);
    let output = Command::new(python).arg(script).args([&folder, &by_month]).output().expect("Python can be started");
    expect_code(&output, 0);
    let printed = text(&output.stdout);
    let (tables, answers) = printed.trim_end().rsplit_once('\n').expect("several lines");
    let answers: Vec<Vec<Value>> = serde_json::from_str(answers).expect("JSON");
    let find = |first: &Value| {
        let rows = answers.iter().find(|rows| rows[0][0] == *first);
        rows.unwrap_or_else(|| panic!("{first} is not in {}", text(&output.stdout)))
    };

    // The most frequent position after ply 20, its number, the mean result, and its first game.
    let fen = "r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - -";
    assert_eq!(find(&fen.into()), &[json!([fen, 3, 0.0, "https://example.org/1", "w1", "b"])]);

    // The games of each month before 2014, and the tables of Iceberg.
    let months = [1, 2, 3].map(|month| json!([format!("2013-0{month}"), 1]));
    assert_eq!(find(&"2013-01".into()), &months);
    assert_eq!(
        tables.lines().map(|line| line.split(' ').next()).collect::<Vec<_>>(),
        ["games", "rows", "positions"].map(Some)
    );
    assert!(tables.starts_with("games 4\nrows 72\n"), "{tables}");

    // The games in which 1. e4 was played, and where they are in the file.
    let site = |number: u32| format!("https://example.org/{number}");
    let offsets: Vec<usize> = pgn
        .match_indices("[Event")
        .map(|(at, _)| at)
        .filter(|at| !pgn[*at..].starts_with("[Event \"a\"]\n[Site \"d4"))
        .collect();
    let row = |number: u32, result: i32| {
        json!([site(number), offsets[number as usize - 1], format!("w{number}"), "b", result, "e7e5", 1])
    };
    assert_eq!(find(&site(1).into()), &[row(1, 1), row(2, -1), row(3, 0)]);

    // The results after an evaluation of 30, by rating.
    assert_eq!(find(&1400.into()), &[json!([1400, 0, 2, 0.0]), json!([2400, 0, 1, 0.0])]);
}
