//! `gardez pgn count`, `clean`, `filter` and `extract`.

use std::collections::BTreeSet;
use std::path::Path;

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
fn errors_and_notes_are_counted() {
    let run = gardez_reading("1. e5 *\n\n".repeat(100) + "1. e2e4 *", ["pgn", "count"]);
    let (code, text) = run.quiet();
    assert_eq!(code, Some(1));
    assert!(text.ends_with("notes                     1\nerrors                  100\n"), "{text}");
}

#[test]
fn what_is_lost_in_a_clean_file_is_printed_with_its_places() {
    let path =
        file(&directory("pgn-errors"), "bad.pgn", "1. e5 *\n\n".repeat(100) + "1. e4 e5 2. Kd3 *\n\n1. d2d4 *\n");
    let run = gardez(["pgn", "clean", &path]);
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!((run.code, lines[0]), (Some(1), format!("{path}: PGN: 101 errors").as_str()));
    let expected =
        ["  error: illegal move: no white pawn can reach e5; White is to move", "    line 1, column 4, in game 1"];
    assert_eq!(lines[1..3], expected);
    assert_eq!(lines.last(), Some(&"    and 98 more of this kind (illegal)"));
    let run = gardez(["pgn", "clean", "--notes", &path]);
    assert!(run.stderr.contains("\n    line 203, column 4, in game 102\n"), "{run:?}");
}

#[test]
fn moves_are_read_and_written_in_other_letters() {
    const GERMAN: &str = "1. e4 e5 2. Sf3 Sc6 3. Lb5 *";
    for (arguments, moves) in [
        ("", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
        ("--letters fr", "1. e4 e5 2. Cf3 Cc6 3. Fb5 *"),
        ("--letters fig", "1. e4 e5 2. ♘f3 ♘c6 3. ♗b5 *"),
        ("--letters uci --read-as de", "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 *"),
        ("--letters iccf", "1. 5254 5755 2. 7163 2836 3. 6125 *"),
    ] {
        let run = gardez_reading(GERMAN, ["pgn", "clean"].into_iter().chain(arguments.split_ascii_whitespace()));
        assert_eq!(run.quiet().1.lines().rfind(|line| !line.is_empty()), Some(moves), "{arguments}");
    }
    let run = gardez_reading(GERMAN, ["pgn", "clean", "--notes"]);
    assert!(run.stderr.contains("German letters (S = N, L = B, T = R, D = Q)"), "{run:?}");
    for (code, exit) in [("de", 0), ("en", 1), ("xx", 2)] {
        assert_eq!(gardez_reading(GERMAN, ["pgn", "count", "--letters", code]).code, Some(exit), "{code}");
    }
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
        ("--opening spanish", ""),
        ("--opening ruy", "O"),
        ("--fen rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R_b_KQkq_-_1_2", "C"),
        ("--fen */*/*/*/4P3/*/*/* --ply 2-", "OC"),
        ("--fen */*/*/*/4P3/*/*/* --fen */*/*/??p*/*/*/*/*", "C"),
        ("--moves 1._e4_c5", "C"),
        ("--moves Nf3 --anywhere", "OC"),
        ("--moves c6 --anywhere", ""),
        ("--moves Nf3 --anywhere --ply 0-2", ""),
        ("--material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP --kept 4", "O"),
        ("--material KRPvKR", ""),
        ("--ply 6", "O"),
        ("--has-comment", "O"),
        ("--has-comment --min-plies 1", "O"),
        ("--unique", "OCB"),
        ("--unique=players --player carlsen", "OC"),
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
fn a_pattern_that_cannot_be_read_is_an_error() {
    for (arguments, error) in [
        (["--fen", "8/8/8/8"], "expected 8 ranks of 8 squares: letters of pieces, digits, ?, *, !, A, a or [...]"),
        (["--moves", "1. e5"], "illegal move"),
        (["--material", "KX"], "expected the pieces of two sides, such as KRPvKR"),
        (["--ply", "9-3"], "expected a number of plies or a range such as 20-40 or 20-"),
    ] {
        let run = gardez_reading(all(), ["pgn", "filter"].into_iter().chain(arguments));
        assert!(run.code == Some(2) && run.stderr.contains(error), "{run:?}");
    }
}

#[test]
fn the_first_of_equal_games_is_written() {
    let filter = |option| {
        gardez_reading(format!("{}{}", all(), all().replace("Ding", "Gukesh")), ["pgn", "filter", "-c", option])
    };
    assert_eq!(filter("--unique").stdout, "3\n");
    assert_eq!(filter("--unique=players").stdout, "4\n");
}

#[test]
fn a_tree_is_text_json_a_pgn_or_a_picture() {
    let tree = |options: &[&str]| gardez_reading(all(), [&["pgn", "tree", "--plies", "2"], options].concat());
    assert_eq!(
        tree(&[]).quiet(),
        (
            Some(0),
            "                                             games     1-0 1/2-1/2     0-1 score\n\
             \u{20}                                                3       1       1       0  75.0\n\
             1. e4                                            2       1       1       0  75.0\n\
             \u{20}1... e5                                         1       1       0       0 100.0\n\
             \u{20}1... c5                                         1       0       1       0  50.0\n\
             1. d4                                            1       0       0       0     -\n"
        )
    );
    let lines = tree(&["--json", "--games", "2"]).json();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[1],
        json!({
            "ply": 1, "moves": ["e2e4"], "san": "e4", "games": 2, "white_wins": 1, "draws": 1, "black_wins": 0,
            "unknown_results": 0, "score": 0.75, "key": "B46022469E3DD31B",
            "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        })
    );
    let pgn = tree(&["--pgn"]).stdout;
    assert!(pgn.contains("{ 3 games: +1 =1 -0 } 1. e4 { 2 games: +1 =1 -0 } (1. d4"), "{pgn}");
    let picture = tree(&["--svg"]).stdout;
    assert_eq!(
        (picture.matches("<rect").count(), picture.matches("<title>1... c5 (games: 1, 50.0 %)").count()),
        (5, 1)
    );
    let run = tree(&["--nodes", "1"]);
    assert!(run.code == Some(0) && run.stderr.starts_with("note: the tree is full"), "{run:?}");
    let there = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    assert!(
        tree(&["--fen", there])
            .stdout
            .ends_with("\n1. Nf3                                           1       0       1       0  50.0\n")
    );
    assert_eq!(tree(&["--fen", "4k3/8/8/8/8/8/8/4K3 w - -"]).code, Some(1));
}

#[test]
fn positions_are_printed_once_a_game() {
    let pgn = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *\n\n1. e9 *";
    let run = gardez_reading(pgn, ["pgn", "positions", "--ply", "0-5"]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let lines: Vec<Vec<&str>> = run.stdout.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        lines.iter().map(|line| (line[0], line[1])).collect::<Vec<_>>(),
        [("1", "0"), ("1", "1"), ("1", "2"), ("1", "3"), ("2", "0")]
    );
    assert_eq!((lines[0][3], lines[4][3], lines[0][2] == lines[4][2]), (start, start, true));
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), "errors: 1; `gardez check` shows them\n"));
    let run = gardez_reading("1. e4 *", ["pgn", "positions", "--json", "--ply", "0"]);
    assert_eq!(run.json(), [json!({ "game": 1, "ply": 0, "key": lines[0][2], "fen": start })]);
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
        "count --json",
        "clean --no-comments --notes",
        "clean --errors drop",
        "filter --white carlsen --eco C60-C99",
        "filter --sound --invert",
        "filter --first 2705",
        "filter --count",
        "filter --unique",
        "tree --json --plies 3",
        "positions --ply 0-2",
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

/// The numbers of the games in a text whose tag `Event` is their number.
fn numbers(pgn: &[u8]) -> BTreeSet<usize> {
    let pgn = String::from_utf8_lossy(pgn);
    pgn.lines().filter_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]")?.parse().ok()).collect()
}

#[test]
fn a_filter_finds_the_games_that_pgn_extract_finds() {
    let program = ["/usr/bin/pgn-extract", "/usr/games/pgn-extract"].into_iter().find(|path| Path::new(path).exists());
    let (Some(program), Some(data)) = (program, std::env::var_os("GARDEZ_DATA")) else {
        return println!("skipped: pgn-extract, GARDEZ_DATA");
    };
    let directory = directory("pgn-extract");
    let mut number = 0;
    let mut numbered = String::new();
    for name in ["lichess_db_1000k.pgn", "chesslib/linares_2002.pgn", "chesslib/Morphy_UTF8.pgn", "8moves_v3.pgn"] {
        let bytes = std::fs::read(Path::new(&data).join("data/pgn").join(name)).expect("a file");
        for line in String::from_utf8_lossy(&bytes).lines().take(60_000) {
            if line.starts_with("[Event ") {
                number += 1;
                numbered += &format!("[Event \"{number}\"]\n");
            } else {
                numbered += &format!("{line}\n");
            }
        }
    }
    let all = file(&directory, "all.pgn", numbered);
    // pgn-extract looks for positions in variations, too.
    let input = directory.join("games.pgn");
    let input = input.to_str().expect("text");
    gardez(["pgn", "clean", "-qf", "--no-variations", &all, "-o", input]);
    let lines = file(&directory, "lines", "1. e4 c5\n");
    let endings = |name: &str, text: &str| format!("-z{}", file(&directory, name, text));
    let pattern = |squares: &str| (format!("--fen {squares}"), format!("-Tf{squares}"));
    let cases = [
        pattern("*/*/*/*/4P3/*/*/*"),
        pattern("*/*/*/*/*/*/*/?????RK?"),
        pattern("*/*/*/*[pn]A*/*/*/*/*"),
        pattern("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR"),
        ("--moves 1.e4,c5".into(), format!("-P -v{lines}")),
        ("--result 1-0".into(), "-Tr1-0".into()),
        ("--white Morphy".into(), "--tagsubstr -TwMorphy".into()),
        ("--tag ECO=B9*".into(), "-TeB9".into()),
        ("--min-plies 120".into(), "-pl120".into()),
        ("--max-plies 30".into(), "-pu30".into()),
        ("--unique".into(), "-D".into()),
        ("--material KRPvKR --kept 6".into(), endings("rook", "6 Q0R1B0N0P1 Q0R1B0N0P0\n")),
        ("--material KPPPvKPP --kept 4".into(), endings("pawns", "4 Q0R0B0N0P3 Q0R0B0N0P2\n")),
    ];
    for (ours, theirs) in cases {
        let output =
            std::process::Command::new(program).args(["-s", "-w9999"]).args(theirs.split(' ')).arg(input).output();
        let expected = numbers(&output.expect("pgn-extract runs").stdout);
        let words: Vec<String> = ours.split(' ').map(|word| word.replace(',', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let found = gardez([&["pgn", "filter", "-q", input], &words[..]].concat());
        assert!(!expected.is_empty() && expected.len() < number, "{ours}");
        assert_eq!(numbers(found.stdout.as_bytes()), expected, "{ours}");
    }
}
