//! `gardez fen`.

use serde_json::json;

use crate::{directory, gardez, gardez_reading, read};

const NINE_PAWNS: &str = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";

#[test]
fn a_position_is_drawn_and_described() {
    let run = gardez(["fen", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]);
    let (code, text) = run.quiet();
    assert_eq!(code, Some(0));
    assert!(text.starts_with("8  r n b q k b n r\n7  p p . p p p p p\n"), "{text}");
    for line in [
        "to move       black",
        "status        ongoing",
        "opening       B27 Sicilian Defense",
        "pieces        32",
        "Polyglot key  ",
        "legal moves   22: Na6 ",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
}

#[test]
fn keys_are_those_of_stockfish_and_of_the_polyglot_format() {
    let text = gardez(["fen", "startpos"]).stdout;
    assert!(text.contains("\nZobrist key   8F8F01D4562F59FB\nPolyglot key  463B96181691FC9C\n"), "{text}");
}

#[test]
fn standard_input_has_names_too_and_may_be_one_of_several() {
    let start = gardez(["fen", "--json", "startpos"]).stdout;
    for input in ["startpos\n", "  startpos \r\n", "# a comment\n\nstart\n"] {
        for arguments in [&["fen", "--json"][..], &["fen", "--json", "-"]] {
            assert_eq!(gardez_reading(input, arguments).quiet(), (Some(0), start.as_str()), "{input:?}");
        }
    }
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let run = gardez_reading("startpos\n", ["fen", "--json", bare, "-", bare, "-"]);
    let fens: Vec<_> = run.json().iter().map(|line| line["input"].as_str().map(|fen| fen.starts_with("4k3"))).collect();
    assert_eq!(fens, [Some(true), Some(false), Some(true)]);
}

#[test]
fn checks_mates_and_draws_are_reported() {
    for (fen, status) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "status        checkmate by h4"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "status        stalemate"),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "status        check by e2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "status        ongoing; draw by insufficient material"),
    ] {
        let text = gardez(["fen", fen]).stdout;
        assert!(text.lines().any(|line| line == status), "{text}");
    }
}

#[test]
fn the_wrong_bytes_of_a_fen_are_underlined() {
    let run = gardez(["fen", "4k3/8/8/8/8/8/8/4X3 w - - 0 1"]);
    let expected = "error: expected a piece, a digit from 1 to 8 or a slash, found 'X'\n  \
                    4k3/8/8/8/8/8/8/4X3 w - - 0 1\n                   ^\n";
    assert_eq!(run.quiet(), (Some(1), expected));
    let run = gardez(["fen", "4k3/8/8/8/8/8/8/4K3 white - - 0 1"]);
    assert!(run.stdout.contains("  4k3/8/8/8/8/8/8/4K3 white - - 0 1\n                       ^"), "{run:?}");
}

#[test]
fn moves_are_made_first_and_a_wrong_move_is_underlined() {
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    for moves in ["e2e4 c7c5 g1f3", "e4 c5 Nf3", "1. e4 c5 2. g1f3", "1.e2-e4 c7c5 2.Nf3!"] {
        let run = gardez(["fen", "startpos", "--moves", moves]);
        assert_eq!(run.quiet(), (Some(0), gardez(["fen", fen]).stdout.as_str()), "{moves}");
    }
    let run = gardez(["fen", "startpos", "--moves", "e4 e5 Ke3"]);
    let expected = "error: word 3: illegal move: no white king can reach e3\n  e4 e5 Ke3\n        ^^^\n";
    assert_eq!(run.quiet(), (Some(1), expected));
    let run = gardez(["fen", "--json", "startpos", "--moves", "e4 x"]);
    assert_eq!((run.code, &run.json()[0]["error"]["span"]), (Some(1), &json!([4, 4])));
}

#[test]
fn a_fen_without_quotes_is_understood() {
    let split = gardez("fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".split(' '));
    assert_eq!(split.quiet().1, gardez(["fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]).stdout);
}

#[test]
fn json_has_one_object_for_each_line() {
    let run = gardez_reading(format!("4k3/8/8/8/8/8/8/4K2R w K - 0 1\n{NINE_PAWNS}\nx\n"), ["fen", "--json", "-"]);
    assert_eq!(run.code, Some(1));
    let lines = run.json();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!((&lines[0]["status"], &lines[0]["outcome"]), (&json!("ongoing"), &json!(null)));
    let castling = json!({"uci": "e1g1", "san": "O-O"});
    assert!(lines[0]["moves"].as_array().is_some_and(|moves| moves.len() == 15 && moves.contains(&castling)));
    let problems = json!([{"kind": "too-many-pawns", "text": "white has 9 pawns, more than 8"}]);
    assert_eq!(lines[1]["problems"], problems);
    assert_eq!((&lines[2]["input"], &lines[2]["error"]["kind"]), (&json!("x"), &json!("unknown-piece")));
    assert_eq!(lines[2]["error"]["span"], json!([0, 1]));
}

#[test]
fn chess960_writes_castling_as_king_takes_rook() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(gardez(["fen", "--uci", fen]).stdout.contains(" e1g1"));
    let text = gardez(["fen", "--uci", "--chess960", fen]).stdout;
    assert!(text.contains(" e1h1") && text.contains("castling      as in Chess960"), "{text}");
}

#[test]
fn a_picture_is_written_once() {
    let directory = directory("fen-picture");
    let path = directory.join("board.svg");
    let path = path.to_str().expect("text");
    assert_eq!(gardez(["fen", "startpos", "--svg", path]).code, Some(0));
    assert!(read(path).starts_with("<svg ") && read(path).ends_with("</svg>\n"));
    let again = gardez(["fen", "startpos", "--svg", path]);
    assert!(again.stderr.ends_with("it exists; --force replaces it\n") && again.code == Some(2), "{again:?}");
    let before = read(path);
    assert_eq!(gardez(["fen", "startpos", "--svg", path, "--flip", "--force"]).code, Some(0));
    assert_ne!(read(path), before);
    let run = gardez(["fen", "startpos", "--svg", "-"]);
    assert_eq!(run.quiet(), (Some(0), before.as_str()));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let run = gardez(["fen", "\u{1b}[2J"]);
    assert!(run.code == Some(1) && !run.stdout.contains('\u{1b}'), "{run:?}");
}

#[test]
fn an_endless_line_is_an_error() {
    let run = gardez_reading("8".repeat(1 << 20), ["fen"]);
    assert_eq!(run.only_error(), "cannot read standard input: a line is longer than 64 KiB");
}
