//! Variants: `gardez perft`, `fen` and `pgn`.

use crate::{directory, gardez, gardez_reading, read};

const CRAZYHOUSE: &str = "4k3/8/8/8/8/8/8/4K3/NNQp w - - 0 1";

const GAMES: &str = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 Qd8 1-0\n\n1. e4 e5 *\n\n\
    [Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 Nc6 0-1\n";

#[test]
fn variants_are_counted() {
    for (variant, depth, count) in [
        ("crazyhouse", "3", "8902\n"),
        ("antichess", "3", "8067\n"),
        ("atomic", "3", "8902\n"),
        ("Three-check", "3", "8902\n"),
        ("racing kings", "3", "11264\n"),
        ("horde", "3", "1274\n"),
        ("horde", "0", "1\n"),
    ] {
        let run = gardez(["perft", "--quiet", "--variant", variant, "--depth", depth]);
        assert_eq!(run.quiet(), (Some(0), count), "{variant}");
    }
    let run = gardez(["perft", "--variant", "crazyhouse", "--depth", "1", "--fen", CRAZYHOUSE]);
    assert!(run.quiet().1.starts_with("e1d1: 1\n"), "{run:?}");
    assert!(
        run.stdout.contains("\nQ@d8: 1\n") && run.stdout.contains(&format!("\nposition  {CRAZYHOUSE}\n")),
        "{run:?}"
    );
    let run = gardez(["perft", "--variant", "horde", "--depth", "1", "--json"]);
    assert_eq!((&run.json()[0]["nodes"], &run.json()[0]["divide"]["a4a5"]), (&8.into(), &1.into()));
}

#[test]
fn what_does_not_fit_a_variant_is_refused() {
    let run = gardez(["perft", "--variant", "atomic", "--threads", "2"]);
    assert_eq!((run.code, run.only_error()), (Some(2), "--threads is for chess only"));
    let run = gardez(["perft", "--variant", "atomic", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(run.code, Some(2));
    assert!(run.only_error().contains("8/8/8/8/8/8/8/8 w - - 0 1: "), "{run:?}");
    let run = gardez(["fen", "--variant", "suicide", "startpos"]);
    assert_eq!(run.code, Some(2));
    assert!(run.only_error().contains("not the name of a known variant"), "{run:?}");
}

#[test]
fn positions_of_variants_are_described() {
    let run = gardez(["fen", "--variant", "crazyhouse", CRAZYHOUSE]);
    let (code, text) = run.quiet();
    assert_eq!(code, Some(0));
    for line in ["8  . . . . k . . .", "variant       Crazyhouse", "white in hand NNQ", "black in hand P"] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    assert!(text.contains("legal moves   129: ") && text.contains(" N@a1 "), "{text}");
    let text = gardez(["fen", "--variant", "3check", "startpos"]).stdout;
    assert!(text.contains("\nopening       ") || text.contains("\nwhite needs   3 checks\n"), "{text}");
    let json = gardez(["fen", "--variant", "koth", "--json", "8/8/8/4K3/8/8/8/k7 b - - 0 1"]).json();
    assert_eq!(json[0]["outcome"], serde_json::json!({ "result": "1-0", "reason": "hill" }));
    assert_eq!(json[0]["moves"], serde_json::json!([]));
}

#[test]
fn the_wrong_part_of_a_fen_is_underlined() {
    let run = gardez(["fen", "--variant", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1"]);
    let marked = "  4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1\n                       ^\n";
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.ends_with(marked), "{run:?}");
    let run = gardez(["check", "--variant", "atomic", "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("  error: White has more pieces than a game can give it\n"), "{run:?}");
}

#[test]
fn a_picture_shows_pockets_and_checks() {
    let directory = directory("variants-svg");
    let path = directory.join("board.svg");
    let path = path.to_str().expect("a path in UTF-8");
    gardez(["fen", "--variant", "crazyhouse", "--svg", path, CRAZYHOUSE]).quiet();
    let picture = read(path);
    // Two kings, and three kinds of pieces in hand, of one of which there are two.
    assert_eq!((picture.matches("<use").count(), picture.matches(">2</text>").count()), (5, 2), "{picture}");
    let text = gardez(["fen", "--variant", "3check", "--svg", "-", "startpos"]).stdout;
    assert_eq!(text.matches(">3 checks</text>").count(), 2);
}

#[test]
fn games_of_variants_are_counted_and_cleaned_beside_chess() {
    let run = gardez_reading(GAMES, ["pgn", "count", "--json"]);
    let json = &run.json()[0];
    assert_eq!((&json["games"], &json["plies"], &json["errors"]), (&3.into(), &12.into(), &0.into()), "{run:?}");
    let run = gardez_reading(GAMES, ["pgn", "clean", "--rewrite", "-q"]);
    assert!(run.stdout.contains("\n1. e4 d5 2. exd5 Qxd5 3. @d4 Qd8 1-0\n"), "{run:?}");
    assert!(run.stdout.contains("[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 Nc6 0-1\n"), "{run:?}");
    assert_eq!(gardez_reading(&run.stdout, ["pgn", "clean", "--rewrite", "-q"]).stdout, run.stdout);
    let run = gardez_reading(GAMES, ["pgn", "extract", "-n", "3", "-q"]);
    assert!(run.stdout.starts_with("[Variant \"Antichess\"]"), "{run:?}");
}

#[test]
fn illegal_moves_of_variants_have_a_place_and_a_reason() {
    for (variant, moves, reason) in [
        ("Crazyhouse", "1. e4 d5 2. @e5", "no pawn is in hand"),
        ("Crazyhouse", "1. e4 d5 2. exd5 e6 3. @d5", "d5 is not empty"),
        ("Crazyhouse", "1. e4 d5 2. exd5 Kd7 3. @e8", "a pawn cannot be dropped on e8"),
        ("King of the Hill", "1. e4 e5 2. @d4", "King of the Hill has no drops"),
        ("Antichess", "1. e3 b5 2. a3", "a capture is forced, such as f1b5"),
        ("Atomic", "1. e4 Nf6 2. e5 Ng4 3. d3 Nxf2 4. a3", "the game is over: black wins (king_exploded)"),
        ("Racing Kings", "1. Nc3", "the move gives check"),
        ("Three-check", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6", "the king would be attacked by the piece on f7"),
    ] {
        let column = moves.rfind(' ').expect("there are several words") + 2;
        let run = gardez_reading(format!("[Variant \"{variant}\"]\n\n{moves} *\n"), ["check", "--json"]);
        let error = &run.json()[0]["problems"][0];
        assert_eq!((&error["line"], &error["column"]), (&3.into(), &column.into()), "{run:?}");
        assert!(error["text"].as_str().is_some_and(|text| text.contains(reason)), "{run:?}");
    }
}

#[test]
fn moves_are_made_on_the_boards_of_variants() {
    let moves = "1. e4 d7d5 2. exd5 Qxd5 3.@d4";
    let json = gardez(["fen", "--variant", "crazyhouse", "--json", "--moves", moves, "startpos"]).json();
    let fen = json[0]["fen"].as_str().expect("a FEN");
    assert!(fen.starts_with("rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR"), "{fen}");
    assert_eq!(json[0]["pockets"], serde_json::json!(["", "P"]));
    let run = gardez(["fen", "--variant", "crazyhouse", "--moves", "1. e4 d5 2. @e5", "startpos"]);
    let expected = "error: word 5: illegal move: no pawn is in hand\n  1. e4 d5 2. @e5\n              ^^^\n";
    assert_eq!(run.quiet(), (Some(1), expected));
    let json = gardez(["fen", "--variant", "atomic", "--json", "--moves", "e4 Ke3", "startpos"]).json();
    assert_eq!((&json[0]["input"], &json[0]["error"]["span"]), (&"e4 Ke3".into(), &serde_json::json!([3, 6])));
}
