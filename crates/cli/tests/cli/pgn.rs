//! `gardez pgn count`, `clean`, `filter` and `extract`.

use serde_json::json;

use crate::{directory, file, gardez, gardez_reading, names, read};

/// Three games in standard form, with odd blanks that are kept.
const FIRST: &str = "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2020.05.17\"]\n[Round \"1\"]\n[White \"Carlsen, Magnus\"]\n\
    [Black \"Nepo\"]\n[Result \"1-0\"]\n[WhiteElo \"2850\"]\n[BlackElo \"2780\"]\n\n1. e4   e5 2. Nf3 {good} Nc6 3. Bb5 a6 1-0";
const SECOND: &str = "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"2021.??.??\"]\n[Round \"10\"]\n[White \"Ding\"]\n\
    [Black \"CARLSEN, Magnus\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"2790\"]\n[BlackElo \"?\"]\n\n1. e4 c5 $1 (1... c6 2. d4) 2. Nf3 1/2-1/2";
const THIRD: &str = "[Event \"Blitz\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
    [Result \"*\"]\n\n1. d4 *";

fn all() -> String {
    format!("{FIRST}\n\n\n{SECOND}\n\n{THIRD}\n")
}

/// The first letters of the events of the games that a filter lets through.
fn filtered(arguments: &str) -> String {
    let arguments: Vec<String> = arguments.split(' ').map(|argument| argument.replace('_', " ")).collect();
    let run = gardez_reading(all(), ["pgn", "filter"].into_iter().chain(arguments.iter().map(String::as_str)));
    let events: String = run.stdout.lines().filter_map(|line| line.strip_prefix("[Event \"")?.chars().next()).collect();
    assert_eq!(run.quiet().0, Some(i32::from(events.is_empty())), "{arguments:?}");
    events
}

#[test]
fn games_are_counted() {
    let run = gardez_reading(all(), ["pgn", "count", "--json"]);
    let expected = json!({
        "games": 3, "plies": 10, "longest_game": 6, "variation_moves": 2, "comments": 1, "white_wins": 1,
        "black_wins": 0, "draws": 1, "unknown_results": 1, "notes": 0, "errors": 0,
    });
    assert_eq!((run.code, run.json()), (Some(0), vec![expected]));
    assert!(gardez_reading(all(), ["pgn", "count"]).quiet().1.starts_with("games                     3\nplies "));
}

#[test]
fn errors_are_printed_with_their_places() {
    let path = file(&directory("pgn-errors"), "bad.pgn", "1. e4 e5 2. Ke3 *\n\n1. d4 *\n");
    let run = gardez(["pgn", "count", &path]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(1), format!("error: {path}:1:13: game 1, byte 12: illegal move: no white king can reach e3\n").as_str())
    );
    assert!(run.stdout.contains("errors                    1\n"));
    let run = gardez_reading("1. e4 e7e5 *", ["pgn", "count", "--notes"]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(0), 1), "{run:?}");
    assert!(run.stderr.starts_with("note: standard input:1:7: game 1, byte 6: move not in standard form: "), "{run:?}");
}

#[test]
fn only_some_of_many_problems_are_printed() {
    let run = gardez_reading("1. e5 *\n\n".repeat(100), ["pgn", "count"]);
    assert_eq!(run.stderr.lines().count(), 21);
    assert!(run.stderr.ends_with("note: further problems are only counted\n"), "{run:?}");
    assert!(run.stdout.contains("errors                  100\n"));
}

#[test]
fn an_input_without_games_is_a_finding() {
    assert_eq!(gardez(["pgn", "count"]).code, Some(1));
    assert_eq!(gardez(["pgn", "clean"]).code, Some(1));
}

#[test]
fn each_condition_lets_its_games_through() {
    for (arguments, events) in [
        ("--player carlsen", "OC"),
        ("--white carlsen", "O"),
        ("--black carlsen", "C"),
        ("--player nepo --player ding", "OC"),
        ("--white c*s", "O"),
        ("--tag Round=1", "OB"),
        ("--tag Round=1*", "OCB"),
        ("--tag Event=*u*", "C"),
        ("--tag WhiteElo=", "B"),
        ("--tag WhiteElo=*", "OC"),
        ("--min-elo 2700", "O"),
        ("--max-elo 2800", ""),
        ("--result 1-0,*", "OB"),
        ("--result 1/2-1/2", "C"),
        ("--since 2020", "OC"),
        ("--since 2020.06", ""),
        ("--until 2020.05.17", "O"),
        ("--until 2020", "O"),
        ("--min-plies 3", "OC"),
        ("--max-plies 3", "CB"),
        ("--eco C60-C99", "O"),
        ("--eco B20-B29,A00-A99", "CB"),
        ("--player carlsen --invert", "B"),
        ("--sound", "OCB"),
        ("--first 1", "O"),
        ("--player carlsen --result 1-0 --min-plies 6", "O"),
    ] {
        assert_eq!(filtered(arguments), events, "{arguments}");
    }
}

#[test]
fn a_filter_can_count_only() {
    assert_eq!(gardez_reading(all(), ["pgn", "filter", "--count", "--player", "carlsen"]).quiet(), (Some(0), "2\n"));
}

#[test]
fn damaged_games_can_be_found() {
    let run = gardez_reading(format!("1. e4 Ke5 *\n\n{THIRD}"), ["pgn", "filter", "--sound", "--invert"]);
    assert_eq!(run.quiet(), (Some(0), "1. e4 Ke5 *\n\n"));
}

#[test]
fn filtered_games_are_exactly_those_of_the_file() {
    let expected = format!("{FIRST}\n\n{SECOND}\n\n");
    assert_eq!(gardez_reading(all(), ["pgn", "filter", "--player", "carlsen"]).stdout, expected);
    // Other line ends and bytes that are not UTF-8 are kept, too.
    let directory = directory("pgn-bytes");
    let windows = b"[White \"M\xfcller\"]\r\n\r\n1. e4 ; odd\r\n e5 1-0\r\n".to_vec();
    let (input, output) = (file(&directory, "in.pgn", &windows), directory.join("out.pgn"));
    assert_eq!(gardez(["pgn", "extract", "-n", "1", &input, "-o", output.to_str().expect("text")]).code, Some(0));
    assert_eq!(std::fs::read(output).expect("a file"), [windows.trim_ascii(), b"\r\n\r\n"].concat());
}

#[test]
fn games_are_extracted_by_their_numbers() {
    let extract = |numbers| gardez_reading(all(), ["pgn", "extract", "--games", numbers]);
    assert_eq!(extract("2").stdout, format!("{SECOND}\n\n"));
    assert_eq!(extract("1,3-").stdout, format!("{FIRST}\n\n{THIRD}\n\n"));
    assert_eq!((extract("4").code, extract("4").stdout), (Some(1), String::new()));
    let directory = directory("pgn-numbers");
    let (a, b) = (file(&directory, "a.pgn", all()), file(&directory, "b.pgn", all()));
    assert_eq!(gardez(["pgn", "extract", "-n", "4", &a, &b]).stdout, format!("{FIRST}\n\n"));
}

#[test]
fn a_clean_game_does_not_change() {
    let run = gardez_reading(all(), ["pgn", "clean"]);
    assert_eq!(run.quiet(), (Some(0), format!("{FIRST}\n\n{SECOND}\n\n{THIRD}\n\n").as_str()));
    let rewritten = gardez_reading(all(), ["pgn", "clean", "--rewrite"]).stdout;
    assert!(rewritten.contains("\n1. e4 e5 2. Nf3 { good } 2... Nc6 3. Bb5 a6 1-0\n"), "{rewritten}");
}

#[test]
fn a_game_that_is_not_in_standard_form_is_rewritten() {
    let run = gardez_reading(format!("1. e2e4 e7-e5 2. g1f3\n\n{THIRD}\n"), ["pgn", "clean"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.starts_with("[Event \"?\"]\n") && run.stdout.contains("\n\n1. e4 e5 2. Nf3 *\n\n"), "{run:?}");
    assert!(run.stdout.ends_with(&format!("{THIRD}\n\n")), "{run:?}");
}

#[test]
fn parts_of_games_are_removed() {
    let clean = |option| gardez_reading(all(), ["pgn", "clean", option]).stdout;
    let comments = clean("--no-comments");
    assert!(comments.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n") && comments.contains(SECOND), "{comments}");
    let variations = clean("--no-variations");
    assert!(variations.contains("1. e4 c5 $1 2. Nf3 1/2-1/2\n") && variations.contains(FIRST), "{variations}");
    assert!(clean("--no-glyphs").contains("1. e4 c5 (1... c6 2. d4) 2. Nf3 1/2-1/2\n"));
}

#[test]
fn games_with_errors_are_cut_dropped_or_kept() {
    let bad = "1. e4 e5 2. Ke3 *";
    let clean = |what| gardez_reading(format!("{bad}\n\n{THIRD}\n"), ["pgn", "clean", "--errors", what]);
    let cut = clean("cut");
    assert!(cut.code == Some(1) && cut.stdout.contains("\n1. e4 e5 *\n"), "{cut:?}");
    assert_eq!((clean("drop").code, clean("drop").stdout), (Some(1), format!("{THIRD}\n\n")));
    assert_eq!((clean("keep").code, clean("keep").stdout), (Some(1), format!("{bad}\n\n{THIRD}\n\n")));
}

#[test]
fn a_damaged_file_gives_the_games_before_its_damage() {
    let directory = directory("pgn-cut");
    let packed = directory.join("all.pgn.gz");
    let many = file(&directory, "many.pgn", all().repeat(1000));
    assert_eq!(gardez(["pgn", "extract", "-n", "1-", &many, "-o", packed.to_str().expect("text")]).code, Some(0));
    let bytes = std::fs::read(&packed).expect("a file");
    assert!(bytes.starts_with(&[0x1f, 0x8b]));
    let cut = file(&directory, "cut.pgn.gz", &bytes[..bytes.len() / 2]);
    let run = gardez(["pgn", "filter", "--white", "carlsen", &cut, &many]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with(&format!("error: cannot read {cut}: ")), "{}", run.stderr);
    // The next file is read nevertheless.
    let games = run.stdout.matches("[Event").count();
    assert!((1100..2000).contains(&games), "{games}");
    assert_eq!(read(many).matches("[Event").count(), 3000);
}

#[test]
fn a_packed_file_is_known_by_its_first_bytes() {
    let directory = directory("pgn-packed");
    let packed = directory.join("a.pgn.gz");
    let plain = file(&directory, "a.pgn", all());
    assert_eq!(gardez(["pgn", "extract", "-n", "1-", &plain, "-o", packed.to_str().expect("text")]).code, Some(0));
    let bytes = std::fs::read(packed).expect("a file");
    let other_name = file(&directory, "b.pgn", &bytes);
    for run in [gardez_reading(&bytes, ["pgn", "filter", "--count"]), gardez(["pgn", "filter", "--count", &other_name])]
    {
        assert_eq!(run.quiet(), (Some(0), "3\n"));
    }
    // The magic number of Zstandard and a raw block of eight bytes.
    let zstandard = [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, 8, 0x41, 0, 0][..], b"1. e4 *\n"].concat();
    assert_eq!(gardez_reading(zstandard, ["pgn", "filter", "--count"]).quiet(), (Some(0), "1\n"));
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let directory = directory("pgn-threads");
    // Several blocks, with errors in some games.
    let bad = SECOND.replace("2. Nf3", "2. Nf6");
    let part = format!("{}{bad}\n\n", all().repeat(900));
    let many = file(&directory, "many.pgn", part.repeat(3));
    let other = file(&directory, "other.pgn", all());
    let (output, parts) = (directory.join("out.pgn"), directory.join("parts"));
    let [output, parts] = [&output, &parts].map(|path| path.to_str().expect("text").to_owned());
    for command in [
        "count --json --notes",
        "clean --no-comments --notes",
        "clean --errors drop",
        "filter --white carlsen --eco C60-C99",
        "filter --sound --invert",
        "filter --first 2705",
        "filter --count",
        "extract --games 3,2690-2710,8000-",
        "split --by Event",
        "split --games 5000",
    ] {
        let run = |threads: &str| {
            let mut arguments = vec!["pgn"];
            arguments.extend(command.split(' '));
            match &arguments[1..] {
                ["count", ..] | ["filter", "--count"] => {}
                ["split", ..] => arguments.extend(["--force", "--dir", &parts]),
                _ => arguments.extend(["--force", "-o", &output]),
            }
            arguments.extend(["--threads", threads, &many, &other]);
            let run = gardez(arguments);
            let files = match command.starts_with("split") {
                true => names(parts.as_ref()).iter().map(|name| read(directory.join("parts").join(name))).collect(),
                false => vec![std::fs::read_to_string(&output).unwrap_or_default()],
            };
            (run.code, run.stdout, run.stderr, files)
        };
        let one = run("1");
        assert!(run("2") == one && run("5") == one, "{command}");
        assert!(one.0.is_some_and(|code| code < 2), "{command}: {}", one.2);
    }
}
