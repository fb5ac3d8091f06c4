//! `gardez verify`: what is damaged, whatever the format.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::{Run, directory, file, gardez, gardez_reading};

/// The formats that are read, by the extensions of their files.
const FORMATS: [&str; 18] = [
    "binpack",
    "bin",
    "plain",
    "bullet",
    "bullet.txt",
    "marlin",
    "viri",
    "montyvalue",
    "clib24",
    "packed",
    "v6",
    "v7",
    "pgn",
    "monty",
    "jsonl",
    "csv",
    "epd",
    "book",
];

const GAMES: &str = "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[Result \"*\"]\n\n1. d4 d5 *\n";

#[test]
fn a_pgn_is_as_sound_as_its_games_are() {
    let directory = directory("verify-pgn");
    let sound = file(&directory, "sound.pgn", GAMES);
    let bad = file(&directory, "bad.pgn", GAMES.replace("d5", "d6 2. Ke3"));
    let run = gardez(["verify", &sound]);
    assert_eq!(run.quiet(), (Some(0), format!("sound: {sound}: 7 plies of 2 games\n").as_str()));

    let run = gardez(["verify", &sound, &bad]);
    assert_eq!(run.code, Some(1));
    let place = "game 2, line 7, column 13, byte 76";
    let line = format!(
        "damaged: {bad}: 1 error, first in {place}: illegal move: no white king can reach e3; 7 plies of 2 games"
    );
    assert_eq!(run.stdout.lines().nth(1), Some(line.as_str()));
    assert_eq!(run.stderr, format!("error: {bad}:7:13: game 2, byte 76: illegal move: no white king can reach e3\n"));

    let run = gardez(["verify", "--json", &sound, &bad]);
    let lines = run.json();
    assert_eq!(lines[0], json!({"file": sound, "entries": 7, "games": 2, "errors": 0, "error": null}));
    assert_eq!((&lines[1]["errors"], &lines[1]["error"]["offset"]), (&json!(1), &json!(76)));
    assert_eq!((&lines[1]["error"]["kind"], &lines[1]["error"]["game"]), (&json!("illegal"), &json!(2)));
}

/// Returns `true` if both commands agree about a file.
fn agrees_with_pgn_count(path: &str) -> Run {
    let counted = gardez(["pgn", "count", "--json", path]);
    let verified = gardez(["verify", "--json", "--from", "pgn", path]);
    let (count, line) = (&counted.json()[0], &verified.json()[0]);
    assert_eq!((&line["games"], &line["errors"]), (&count["games"], &count["errors"]), "{path}");
    assert_eq!(line["entries"], count["plies"], "{path}");
    assert_eq!(verified.stderr, counted.stderr, "{path}");
    let is_empty = std::fs::metadata(path).expect("a file").len() == 0;
    let is_sound = count["errors"] == 0 && (count["games"] != 0 || is_empty);
    assert_eq!((verified.code, line["error"].is_null()), (Some(i32::from(!is_sound)), is_sound), "{path}");
    verified
}

/// The PGN files in a directory and below it.
fn pgns(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { pgns(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .collect();
    found.sort();
    found
}

#[test]
fn damaged_files_of_games_are_what_pgn_count_says() {
    let Some(data) = std::env::var_os("GARDEZ_DATA") else { return println!("skipped: GARDEZ_DATA") };
    let directory = directory("verify-real");
    let mut damaged = 0;
    for path in pgns(&Path::new(&data).join("data/pgn")) {
        let mut bytes = std::fs::read(&path).expect("a file");
        bytes.truncate(20_000);
        let middle = bytes.len() / 2;
        let cut = bytes[..middle].to_vec();
        let mut flipped = bytes.clone();
        flipped.iter_mut().skip(middle).step_by(97).for_each(|byte| *byte ^= 2);
        let noise = [&bytes[..middle], &[0, 0xff, 7, b'}', b')', b'K', b'a', b'9', b' '], &bytes[middle..]].concat();
        // A move that no game can contain after its first one.
        let text = String::from_utf8_lossy(&bytes).replacen("\n1. ", "\n1. Ke5 ", 1).into_bytes();
        for (kind, bytes) in [("whole", bytes), ("cut", cut), ("flipped", flipped), ("noise", noise), ("text", text)] {
            let run = agrees_with_pgn_count(&file(&directory, &format!("{kind}.pgn"), bytes));
            damaged += u32::from(run.code == Some(1));
        }
    }
    assert!(100 < damaged, "{damaged} damaged files");
}

#[test]
fn a_file_without_an_entry_is_not_sound_unless_it_is_empty() {
    let directory = directory("verify-nothing");
    let program = std::fs::read(env!("CARGO_BIN_EXE_gardez")).expect("the program");
    let contents: [&[u8]; 7] = [
        &program[..8192],
        &[0; 4096],
        &[0xff; 4096],
        b"\n\n \n",
        b"BINP\0\0\0\0",
        b"These are words, and nothing else.\n",
        include_bytes!("../../../io/tests/zstd/level-3.zst"),
    ];
    for format in FORMATS {
        for (number, content) in contents.iter().enumerate() {
            let path = file(&directory, &format!("{number}.{format}"), content);
            let run = gardez(["verify", "--from", format, &path]);
            assert!(run.code == Some(1) && run.stdout.starts_with("damaged: "), "{format}, {number}: {run:?}");
            assert!(gardez(["verify", "--json", &path]).json()[0]["error"]["kind"].is_string(), "{format}, {number}");
        }
        let empty = file(&directory, &format!("empty.{format}"), "");
        let run = gardez(["verify", &empty]);
        assert!(run.quiet().0 == Some(0) && run.stdout.starts_with("sound: "), "{format}: {run:?}");
    }
}

#[test]
fn lines_after_the_last_entry_are_damage() {
    let entry = "fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove h1h2\nscore 5\nply 0\nresult 0\ne\n";
    let run = gardez_reading(format!("{entry}xen 8/8/8 w\n"), ["verify", "--from", "plain"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("the entry has no line \"e\"") && run.stdout.ends_with("after 1 entry\n"), "{run:?}");
    assert_eq!(gardez_reading(format!("{entry}\n\n"), ["verify", "--from", "plain"]).code, Some(0));
}

#[test]
fn a_stream_that_ends_early_is_reported_with_what_is_before_it() {
    let directory = directory("verify-cut");
    let content: String = (0..2000).map(|number| GAMES.replace("d5", ["d5", "c5", "e6"][number % 3])).collect();
    let packed = directory.join("games.pgn.gz");
    let packed = packed.to_str().expect("text");
    let plain = file(&directory, "games.pgn", content);
    assert_eq!(gardez(["pgn", "clean", "-q", &plain, "-o", packed]).code, Some(0));
    let bytes = std::fs::read(packed).expect("a file");
    let cut = file(&directory, "cut.pgn.gz", &bytes[..bytes.len() / 2]);
    let run = gardez(["verify", "--json", &cut]);
    assert_eq!((run.code, &run.json()[0]["error"]["kind"]), (Some(2), &json!("stream")), "{run:?}");
    assert_ne!(run.json()[0]["games"], 0);
}

#[test]
fn a_file_that_is_not_what_its_name_says_is_named() {
    let directory = directory("verify-looks");
    let path = file(
        &directory,
        "games.binpack",
        "fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove h1h2\nscore 5\nply 0\nresult 0\ne\n",
    );
    let run = gardez(["verify", &path]);
    assert!(run.code == Some(1) && run.stdout.ends_with("after 0 entries; this looks like plain text\n"), "{run:?}");
    assert_eq!(gardez(["verify", "--json", &path]).json()[0]["looks_like"], json!("plain"));
    let path = file(&directory, "games.plain", b"BINP\0\0\0\0");
    assert!(gardez(["verify", &path]).stdout.ends_with("; this looks like .binpack\n"));
}
