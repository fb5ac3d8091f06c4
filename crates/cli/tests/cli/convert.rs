//! `gardez convert`, `shuffle`, `stats` and `verify`.

use gardez_formats::Fact;
use serde_json::json;

use crate::{Run, directory, file, gardez, gardez_reading, names, read};

/// A game of five plies, which White wins.
const GAME: &str = "\
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 30\nply 0\nresult 1\ne\n\
fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nmove e7e5\nscore -28\nply 1\nresult -1\ne\n\
fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nmove d1h5\nscore 12\nply 2\nresult 1\ne\n\
fen rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\nmove e8e7\nscore -31000\nply 3\nresult -1\ne\n\
fen rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - 2 3\nmove h5e5\nscore 32000\nply 4\nresult 1\ne\n";

/// The first entry of the game with another fifty-move counter.
const SLOW: &str = "fen 4k3/8/8/8/8/8/8/4K2R w - - 130 90\nmove h1h2\nscore 500\nply 178\nresult 0\ne\n";

/// The text form of bulletformat with these scores.
fn scores(scores: impl IntoIterator<Item = usize>) -> String {
    scores.into_iter().map(|score| format!("4k3/8/8/8/8/8/8/4K2R w - - 0 1 | {score} | 0.5\n")).collect()
}

#[test]
fn a_game_comes_back_from_every_format_that_can_hold_it() {
    let directory = directory("convert-formats");
    let input = file(&directory, "game.plain", GAME);
    for format in ["binpack", "bin", "viri", "binpack.gz"] {
        let packed = directory.join(format!("game.{format}"));
        let packed = packed.to_str().expect("text");
        let run = gardez(["convert", &input, packed]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{format}: {run:?}");
        assert_eq!(run.stderr, "5 entries read, 5 written\n");
        let run = gardez(["convert", "--quiet", "--to", "plain", packed, "-"]);
        assert_eq!(run.quiet(), (Some(0), GAME), "{format}");
    }
}

#[test]
fn scores_are_seen_by_white_where_the_format_says_so() {
    let run = gardez_reading(GAME, ["convert", "-q", "--from", "plain", "--to", "bullet.txt", "-", "-"]);
    let scores: Vec<&str> = run.quiet().1.lines().map(|line| line.split(" | ").nth(1).expect("a score")).collect();
    assert_eq!(scores, ["30", "28", "12", "31000", "32000"]);
    assert!(run.stdout.lines().all(|line| line.ends_with(" | 1.0")), "{run:?}");
}

#[test]
fn the_format_of_standard_input_is_known_by_its_first_bytes() {
    assert_eq!(gardez_reading(GAME, ["convert", "-q", "--to", "plain", "-", "-"]).quiet(), (Some(0), GAME));
    let run = gardez_reading([0_u8; 64], ["convert", "--to", "plain", "-", "-"]);
    assert_eq!(run.only_error(), "the format of standard input is unknown; --from says what it is");
    let run = gardez_reading(GAME, ["convert", "-", "out.txt"]);
    assert_eq!(run.only_error(), "the format of the output out.txt is unknown; --to says what it is");
}

#[test]
fn games_of_a_pgn_become_entries() {
    let pgn = "1. e4 { [%eval 0.36] } e5 { [%eval 0.28] } 2. Qh5 1-0\n\n1. d4 *\n";
    let run = gardez_reading(pgn, ["convert", "--from", "pgn", "--to", "plain", "-", "-"]);
    assert_eq!(run.code, Some(0));
    let without = "        1 left out: position without an evaluation (--missing-score)\n        1 left out: game without a result\n";
    assert_eq!(run.stderr, format!("2 entries read, 2 written\n{without}"));
    assert!(run.stdout.contains("move e7e5\nscore -36\nply 1\nresult -1\n"), "{run:?}");
    let arguments = ["convert", "-q", "--missing-score", "-5", "--from", "pgn", "--to", "plain", "-", "-"];
    assert!(gardez_reading(pgn, arguments).stdout.contains("move e2e4\nscore -5\nply 0\nresult 1\n"));
}

#[test]
fn entries_are_filtered_and_the_reasons_are_counted() {
    for (conditions, written, reason) in [
        ("--plies 1-3", 3, "        2 left out: ply out of range\n"),
        ("--max-score 100", 3, "        2 left out: score too large\n"),
        ("--no-captures", 4, "        1 left out: move is a capture\n"),
        ("--pieces 32", 5, ""),
        ("--pieces 2-31", 0, "        5 left out: number of pieces out of range\n"),
    ] {
        let line = format!("convert --from plain --to plain {conditions} - -");
        let run = gardez_reading(GAME, line.split(' '));
        assert_eq!(run.stdout.matches("\ne\n").count(), written, "{conditions}");
        assert_eq!(run.stderr, format!("5 entries read, {written} written\n{reason}"));
        assert_eq!(run.code, Some(i32::from(written == 0)));
    }
}

#[test]
fn a_condition_that_the_input_cannot_answer_is_an_error() {
    let directory = directory("convert-unanswerable");
    let input = file(&directory, "game.plain", GAME);
    let conditions = [
        ("--plies 1-", "plies", "ply out of range"),
        ("--max-score 100", "scores", "score too large"),
        ("--with-move", "moves", "no move"),
        ("--no-captures", "moves", "move is a capture"),
        ("--no-promotions", "moves", "move is a promotion"),
    ];
    for (format, lacks) in [
        ("bullet", &["plies", "moves"][..]),
        ("bullet.txt", &["moves"]),
        ("marlin", &["moves"]),
        ("clib24", &["plies", "scores", "moves"]),
        ("packed", &["plies", "scores", "moves"]),
        ("viri", &[]),
        ("bin", &[]),
    ] {
        let packed = directory.join(format!("game.{format}"));
        let packed = packed.to_str().expect("text");
        assert_eq!(gardez(["convert", &input, packed]).code, Some(0), "{format}");
        let name = gardez::data::table::named(format).expect("a format").name();
        for (condition, fact, reason) in conditions {
            let line = format!("convert -q {condition} --to bullet.txt --from {format}");
            let run = |input: &str| {
                gardez_reading(std::fs::read(packed).expect("a file"), line.split(' ').chain([input, "-"]))
            };
            for (input, place) in [(packed, packed), ("-", "standard input")] {
                let run = run(input);
                if lacks.contains(&fact) {
                    let error = format!("{place}: {name} has no {fact}, so it cannot be filtered by {reason:?}");
                    assert_eq!(run.only_error(), error, "{format} {condition}");
                } else {
                    assert_ne!(run.quiet().0, Some(2), "{format} {condition}");
                }
            }
        }
        for condition in ["--pieces 2-32", "--no-checks"] {
            let line = format!("convert -q {condition} --to bullet.txt {packed} -");
            assert_eq!(gardez(line.split(' ')).quiet().0, Some(0), "{format} {condition}");
        }
    }
}

#[test]
fn facts_that_a_format_does_not_have_are_reported_and_not_counted() {
    let directory = directory("convert-facts");
    let input = file(&directory, "game.plain", GAME);
    let path = |format: &str| directory.join(format!("a.{format}")).into_os_string().into_string().expect("text");
    for format in gardez::data::table::formats().into_iter().filter(|format| format.row().write.is_some()) {
        let lacks = |fact: Fact| !format.has(fact);
        let packed = path(format.extension());
        let last = |run: Run| run.json().pop().expect("a line");
        let made = last(gardez(["convert", "--json", &input, &packed]));
        let lacked = |facts: &[Fact]| {
            json!(facts.iter().filter(|&&fact| lacks(fact)).map(|fact| fact.name()).collect::<Vec<_>>())
        };
        assert_eq!((&made["lost"], &made["missing"]), (&lacked(&Fact::ALL), &json!([])), "{format}");
        let back = last(gardez(["convert", "--json", "--force", &packed, &path("back.bullet.txt")]));
        assert_eq!(back["missing"], lacked(&[Fact::Score, Fact::Ply, Fact::Result]), "{format}");
        let numbers = last(gardez(["stats", "--json", &packed]));
        let [white, black, draws, without] = ["white_wins", "black_wins", "draws", "without_result"]
            .map(|name| numbers[name].as_u64().expect("a number"));
        // In bulletformat, every position is one with White to move.
        let expected = if lacks(Fact::Result) { (0, 0, 5) } else { (5, 0, 0) };
        assert_eq!((white + black, draws, without), expected, "{format}");
        for (fact, name) in [(Fact::Score, "scores"), (Fact::Ply, "plies")] {
            assert_eq!(numbers[name]["mean"].is_null(), lacks(fact), "{format} {name}");
        }
    }
    let packed = path("packed");
    let run = gardez(["convert", "--force", &input, &packed]);
    assert_eq!(run.stderr, "5 entries read, 5 written\npacked boards has no moves, scores, plies, results: lost\n");
    let run = gardez(["convert", "--to", "bullet.txt", &packed, "-"]);
    let missing = "an input has no scores, plies, results: written as none, 0 or a draw\n";
    assert_eq!(run.stderr, format!("5 entries read, 5 written\n{missing}"));
    let text = gardez(["stats", &packed]).stdout;
    assert!(text.contains("\ndraws                               0    0.0 %\n"), "{text}");
    assert!(text.contains("\nwithout a result                    5  100.0 %\n"), "{text}");
}

#[test]
fn what_does_not_fit_is_an_error_unless_it_is_skipped_or_may_be_lost() {
    let directory = directory("convert-unrepresentable");
    let input = file(&directory, "slow.plain", format!("{GAME}{SLOW}"));
    let output = directory.join("out.bin");
    let output = output.to_str().expect("text");
    let run = gardez(["convert", &input, output]);
    let advice = "--skip leaves such entries out, and --lose says what may be lost";
    assert_eq!(run.only_error(), format!("{input}, entry 6: rule50 130 does not fit .bin; {advice}"));
    assert_eq!(names(&directory), ["slow.plain"]);
    let run = gardez(["convert", "--skip", &input, output]);
    assert_eq!(run.stderr, "6 entries read, 5 written\n        1 left out: rule50 130 does not fit .bin\n");
    assert_eq!(run.code, Some(0));
    let run = gardez(["convert", "--lose", "rule50", "--force", &input, output]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), "6 entries read, 6 written\n"));
}

#[test]
fn a_right_that_cannot_be_is_an_error_that_names_the_option_for_it() {
    let directory = directory("convert-rights");
    let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1 | 100 | 1.0\n";
    let input = file(&directory, "rights.bullet.txt", text);
    for command in ["convert --to bullet.txt", "stats", "check"] {
        let line: Vec<_> =
            command.split(' ').chain([&*input]).chain(command.starts_with("convert").then_some("-")).collect();
        let run = gardez(line.iter().copied());
        assert!(format!("{}{}", run.stdout, run.stderr).contains("--lenient reads the position without it"), "{run:?}");
        assert_eq!(gardez(line.into_iter().chain(["--lenient"])).code, Some(0), "{command}");
    }
}

#[test]
fn the_order_is_random_and_depends_on_the_seed_only() {
    let directory = directory("convert-shuffle");
    let input = file(&directory, "in.bullet.txt", scores(0..5000));
    let shuffled = |seed: &str, memory: &str| {
        let arguments =
            ["convert", "--shuffle", "-q", "--seed", seed, "--memory", memory, "--to", "bullet.txt", &input, "-"];
        let run = gardez(arguments);
        assert_eq!(run.quiet().0, Some(0));
        run.stdout
    };
    let first = shuffled("1", "64");
    assert_eq!(first, shuffled("1", "1"));
    assert_ne!(first, shuffled("2", "64"));
    assert_ne!(first, read(&input));
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&first), sorted(&read(&input)));
}

#[test]
fn each_position_is_kept_once() {
    let twice = format!("{GAME}{GAME}");
    let run = gardez_reading(twice, ["convert", "--unique", "--to", "plain", "-", "-"]);
    assert_eq!(run.stdout, GAME);
    assert_eq!(run.stderr, "10 entries read, 5 written\n        5 left out: duplicate\n");
}

#[test]
fn several_inputs_of_different_formats_are_one() {
    let directory = directory("convert-several");
    let plain = file(&directory, "a.plain", GAME);
    let text = file(&directory, "b.bullet.txt", scores([7]));
    let run = gardez(["convert", "-q", "--to", "bullet.txt", &text, &plain, "-"]);
    assert_eq!(run.quiet().1.lines().count(), 6);
    assert!(run.stdout.starts_with(&scores([7])), "{run:?}");
}

#[test]
fn a_damaged_input_gives_what_is_before_its_damage() {
    let directory = directory("convert-damage");
    let plain = file(&directory, "a.plain", GAME);
    let packed = directory.join("a.bin");
    assert_eq!(gardez(["convert", &plain, packed.to_str().expect("text")]).code, Some(0));
    let bytes = std::fs::read(&packed).expect("a file");
    let cut = file(&directory, "cut.bin", &bytes[..100]);
    let run = gardez(["convert", "--to", "plain", &cut, &plain, "-"]);
    assert_eq!((run.code, run.stdout.matches("\ne\n").count()), (Some(1), 7));
    assert!(run.stderr.starts_with(&format!("error: {cut}: ")), "{}", run.stderr);
    assert!(run.stderr.contains(", at byte 80 of .bin, after 2 entries\n"), "{}", run.stderr);

    let run = gardez(["check", &cut, &plain]);
    assert_eq!(run.code, Some(2));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], format!("{cut}: .bin, 2 entries: 1 error"));
    assert_eq!(lines[1..3], ["  error: expected 40 bytes, found 20", "    byte 80"]);
    assert_eq!(lines[4], format!("{plain}: plain text, 5 entries: sound"));
    let run = gardez(["check", "--json", &cut, &plain]);
    let lines = run.json();
    assert_eq!((&lines[0]["counts"], &lines[0]["kinds"]), (&json!({"entries": 2}), &json!({"incomplete": 1})));
    let sound = json!({
        "file": plain, "kind": "plain", "verdict": "sound", "counts": {"entries": 5}, "errors": 0, "notes": 0,
        "kinds": {}, "problems": [],
    });
    assert_eq!(lines[1], sound);
    assert_eq!(gardez(["check", "--quiet", &plain]).quiet(), (Some(0), ""));
}

#[test]
fn options_can_be_between_the_names() {
    let directory = directory("convert-between");
    let plain = file(&directory, "a.plain", GAME);
    let run = gardez(["convert", &plain, "-q", &plain, "--to", "plain", "-"]);
    assert_eq!(run.quiet(), (Some(0), format!("{GAME}{GAME}").as_str()));
    assert_eq!(gardez(["convert", &plain]).only_error(), "expected inputs and then an output, found one name");
}

#[test]
fn an_input_that_is_not_there_is_an_error() {
    let directory = directory("convert-missing");
    let output = directory.join("out.bin");
    let run = gardez(["convert", "missing.plain", output.to_str().expect("text")]);
    assert!(run.only_error().starts_with("cannot read missing.plain: "), "{run:?}");
    assert_eq!(names(&directory), [""; 0]);
    let plain = file(&directory, "a.plain", GAME);
    let run = gardez(["convert", "--force", &plain, &plain]);
    assert_eq!(run.only_error(), format!("cannot write {plain}: it is an input of this command"));
    let run = gardez(["check", "missing.bin", &plain]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), format!("{plain}: plain text, 5 entries: sound\n").as_str()));
}

#[test]
fn numbers_are_printed_and_drawn() {
    let run = gardez_reading(GAME, ["stats", "--json"]);
    assert_eq!(run.code, Some(0));
    let numbers = &run.json()[0];
    for (name, number) in [
        ("entries", 5),
        ("games", 1),
        ("white_wins", 5),
        ("draws", 0),
        ("white_to_move", 3),
        ("captures", 1),
        ("with_move", 5),
    ] {
        assert_eq!(numbers[name], json!(number), "{name}: {numbers}");
    }
    assert_eq!(numbers["plies"], json!({"min": 0, "median": 2, "max": 4, "mean": 2.0}));
    let text = gardez_reading(GAME, ["stats"]).stdout;
    assert!(text.contains("White wins                          5  100.0 %\n"), "{text}");
    assert!(text.contains("\nply: mean 2.0\n") && text.contains("\n      0             1 #####"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}
