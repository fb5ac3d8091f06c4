//! `gardez book`.

use std::fs;

use crate::{directory, file, gardez};

const GAMES: &str = "1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. e4 e5 2. Nf3 0-1\n\n1. d4 0-1\n\n1. d4 d5 1-0\n";

#[test]
fn a_book_of_games_has_points_or_numbers_of_games_as_weights() {
    let directory = directory("book");
    let games = file(&directory, "games.pgn", GAMES);
    let book = directory.join("book.bin").display().to_string();
    for (options, moves) in [
        (&["--games", "1"][..], "2 here\ne4            3   60.0 %\nd4            2   40.0 %\n"),
        (&["--weights", "games"], "1 here\ne4            3  100.0 %\n"),
        (&["--games", "2", "--plies", "0"], "0 here\n"),
    ] {
        let run = gardez(["book", &games, "-f", "-o", &book].iter().chain(options));
        let is_empty = moves.starts_with('0');
        assert_eq!((run.code, run.quiet().1), (Some(i32::from(is_empty)), ""));
        let shown = gardez(["book", &book]);
        assert!(shown.quiet().1.ends_with(moves), "{shown:?}");
    }
}

#[test]
fn books_are_merged_and_damage_is_named() {
    let directory = directory("book-merge");
    let games = file(&directory, "games.pgn", GAMES);
    let path = |name: &str| directory.join(name).display().to_string();
    let (one, both) = (path("one.bin"), path("both.bin"));
    gardez(["book", &games, "--games", "1", "-o", &one]).quiet();
    gardez(["book", &one, &one, "-o", &both]).quiet();
    let shown = gardez(["book", &both, "--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]);
    assert!(shown.quiet().1.ends_with("e5            4   66.7 %\nc5            2   33.3 %\n"), "{shown:?}");

    fs::write(&both, [0; 17]).expect("a file");
    let error = gardez(["book", &both]).only_error().to_owned();
    assert_eq!(error, format!("cannot read {both}: expected a multiple of 16 bytes, found 17"));
    assert!(gardez(["book", &one, "--fen", "8/8 w"]).only_error().contains("8/8 w"));
    let run = gardez(["book", &file(&directory, "bad.pgn", "1. e4 e5 2. Ke3 1-0\n"), "--games", "1"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), "errors: 1; `gardez check` shows them\n"));
    assert!(run.stdout.contains("e4"));
}
