//! `gardez check`: what a file is, how much is in it, and what is wrong.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::{directory, file, gardez, gardez_reading};

/// The formats that are read, by the extensions of their files.
const FORMATS: [&str; 19] = [
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
    "bag",
];

const GAMES: &str = "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[Result \"*\"]\n\n1. d4 d5 *\n";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

/// A file: its name, its content, its kind, its verdict, the kinds of its findings.
type Row<'a> = (&'a str, Vec<u8>, &'a str, &'a str, &'a [&'a str]);

fn rows() -> Vec<Row<'static>> {
    let text = |text: &str| text.as_bytes().to_vec();
    let lines = |lines: &[&str]| (lines.join("\n") + "\n").into_bytes();
    let book = [0x463b_9618_1691_fc9c_u64, u64::MAX, u64::MAX].map(|key| {
        let mv: u64 = 0o1434 << 48 | 1 << 32;
        [key.to_be_bytes(), mv.to_be_bytes()].concat()
    });
    let table = include_bytes!("../../../syzygy/tests/tables/KQvK.rtbw");
    let utf16: Vec<u8> = "\u{feff}1. e4 e5 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        ("empty.pgn", vec![], "empty", "sound", &[]),
        ("games.pgn", text(GAMES), "pgn", "sound", &[]),
        ("games.txt", text(GAMES), "pgn", "sound", &[]),
        ("moves", text("1. e4 e5 2. Nf3 Nc6 *"), "pgn", "sound", &[]),
        ("bare", text("e4 e5 *\n"), "pgn", "sound", &[]),
        ("odd.pgn", text("1. e2e4 e5 4. d4"), "pgn", "notes", &["missing-result", "number", "repaired"]),
        ("bad.pgn", text("1. e4 e5 2. Ke3 *"), "pgn", "damaged", &["illegal"]),
        ("utf16.pgn", utf16, "pgn", "sound", &[]),
        ("words.pgn", text("no games at all\n"), "pgn", "damaged", &["missing-result", "no-game"]),
        ("page.pgn", text("<!DOCTYPE html>\n<html>1. e4 *</html>"), "html", "unchecked", &[]),
        ("suite.epd", lines(&[&format!("{ROOK} bm O-O; id \"a\";")]), "epd", "sound", &[]),
        ("suite", lines(&["# a suite", &format!("{ROOK} bm O-O;")]), "epd", "sound", &[]),
        ("fens.txt", lines(&[&format!("{ROOK} 0 1"), KINGS]), "fen", "sound", &[]),
        (
            "bad.epd",
            lines(&[&format!("{KINGS} bm Ke3;"), &format!("{ROOK} bm O-O; am O-O;"), "8/8 w - -"]),
            "epd",
            "damaged",
            &["best-and-avoided", "illegal", "missing-ranks"],
        ),
        (
            "odd.epd",
            lines(&[
                &format!("{KINGS} bm Kd2; id one; ce 3; ce 4"),
                &format!("{KINGS} bm Ke2; id \"two\";"),
                &format!("{KINGS} bm #1; id \"two\";"),
                "4k3/8/8/8/8/8/8/4K3 w K - 3 1 hmvc 2;",
            ]),
            "epd",
            "notes",
            &[
                "castling-right",
                "counter",
                "mate",
                "missing-last-semicolon",
                "other-answer",
                "repeated-id",
                "repeated-opcode",
                "unquoted",
            ],
        ),
        (
            "glued.epd",
            lines(&[&format!("{KINGS} bm Kd2 id \"a\";"), &format!("{KINGS} id \"a")]),
            "epd",
            "damaged",
            &["missing-semicolon", "unclosed-string"],
        ),
        ("moves.epd", lines(&[&format!("{KINGS} pv Kd2 Kd8 Ke3; sm Kd2; pm Kd4;")]), "epd", "damaged", &["illegal"]),
        ("perft.epd", lines(&[&format!("{ROOK} 0 1 ;D1 15 ;D2 66")]), "perft-suite", "sound", &[]),
        ("perft.txt", lines(&["id a", &format!("epd {ROOK}"), "perft 1 15"]), "perft-suite", "sound", &[]),
        ("cp.txt", lines(&[&format!("{ROOK} 0 1;12;0.5")]), "csv", "sound", &[]),
        ("book.bin", book.concat(), "polyglot", "sound", &[]),
        ("turned.bin", [&book[1][..], &book[0], &book[2]].concat(), "bin", "damaged", &["missing-king"]),
        ("long.bin", [&book.concat()[..], &book[2].repeat(9), &[1; 5]].concat(), "polyglot", "damaged", &["length"]),
        ("cut.bin", [&book.concat()[..], &[0; 4]].concat(), "bin", "damaged", &["piece-code"]),
        ("KQvK.rtbw", table.to_vec(), "syzygy", "sound", &[]),
        ("KRvK.rtbw", table.to_vec(), "syzygy", "damaged", &["pieces"]),
        ("KQvK.rtbz", table.to_vec(), "syzygy", "damaged", &["magic"]),
        ("cut/KQvK.rtbw", table[..64].to_vec(), "syzygy", "damaged", &["length"]),
        ("cut.nnue", b"\x20\x2f\xf3\x7a\0\0".to_vec(), "network", "damaged", &["incomplete"]),
        ("bullet.bin", [&[1; 52][..], b"bulletbullet"].concat(), "network", "unchecked", &[]),
        ("games.pgn.bz2", text("BZh91AY&SY"), "bzip2", "unchecked", &[]),
        ("games.zip", text("PK\x03\x04"), "zip", "unchecked", &[]),
        ("data.json", text("{\"moves\": [\"e4\"]}"), "json", "unchecked", &[]),
        (
            "drawn.jsonl.txt",
            text("{\"fen\": \"8/8 | w\", \"b\": 1}\n{\"fen\": \"8/8 | w\"}\n"),
            "json-lines",
            "unchecked",
            &[],
        ),
        ("see.epd", lines(&[&format!("{ROOK}; O-O; 0;"), &format!("{KINGS}; Kd2; -100; P - R")]), "fen", "sound", &[]),
        // The first remark can be read as an operation.
        (
            "odd.epd.txt",
            lines(&[&format!("{ROOK} 0 1; startpos; ok, I think"), &format!("{KINGS}; 18 knights")]),
            "fen",
            "sound",
            &[],
        ),
        (
            "cut.epd",
            lines(&[&format!("{ROOK}; startpos; ok"), &format!("{KINGS}; 18 knights"), "8/8 w - -; cull"]),
            "fen",
            "damaged",
            &["missing-ranks"],
        ),
        ("short.bag", text("91b3r2/"), "bag", "damaged", &["incomplete"]),
        ("data.jsonl.txt", text("{\"a\": 1}\n{\"a\": 2}\n"), "json-lines", "unchecked", &[]),
        ("long.jsonl", text(&format!("{{\"a\": \"{}\"}}\n{{}}\n", "b".repeat(40_000))), "json-lines", "unchecked", &[]),
        ("cell", text("91b3\n"), "text", "unchecked", &[]),
        ("list", text("e4 is a move\n"), "text", "unchecked", &[]),
        ("glued", text("1.e4 e5 2.Ke3 *\n"), "pgn", "damaged", &["illegal"]),
        ("plain", text("1 e4 e5 2 Nf3\n"), "pgn", "notes", &["missing-result"]),
        ("data.tsv", text("fen\tcount\n1\t2\n"), "table", "unchecked", &[]),
        (
            "README.md",
            text("# Title\n\nThe move 1. e4 is the best. Games begin with [Event \"?\"].\n"),
            "text",
            "unchecked",
            &[],
        ),
        ("noise", (0..=255).cycle().take(4096).collect(), "unknown", "unchecked", &[]),
        (
            "games.binpack",
            text("fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove h1h2\nscore 5\nply 0\nresult 0\ne\n"),
            "plain",
            "notes",
            &["name"],
        ),
        ("games.plain", text("BINP\0\0\0\0"), "binpack", "damaged", &["name", "no-entry"]),
    ]
}

#[test]
fn every_file_has_its_kind_its_verdict_and_its_findings() {
    let directory = directory("check-rows");
    std::fs::create_dir_all(directory.join("cut")).expect("a directory");
    for (name, content, kind, verdict, findings) in rows() {
        let path = file(&directory, name, content);
        let run = gardez(["check", "--json", &path]);
        let (code, line) = (run.quiet().0, &run.json()[0]);
        let kinds: Vec<_> = line["kinds"].as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(
            (&line["kind"], &line["verdict"], kinds),
            (&json!(kind), &json!(verdict), findings.to_vec()),
            "{name}: {line}"
        );
        assert_eq!(code, Some(if ["damaged", "unchecked"].contains(&verdict) { 2 } else { 0 }), "{name}");
        let strict = gardez(["check", "--strict", "--quiet", &path]);
        assert_eq!(strict.code, Some(if verdict == "notes" { 1 } else { code.unwrap_or(0) }), "{name}");
        assert_eq!(strict.quiet().1.is_empty(), verdict == "sound", "{name}");
        let text = gardez(["check", &path]).stdout;
        let long: Vec<_> = text.lines().skip(1).filter(|line| 80 < line.chars().count()).collect();
        assert_eq!(long, [""; 0], "{name}");
    }
}

#[test]
fn the_line_of_a_finding_is_shown_with_a_mark_and_what_mends_it() {
    let directory = directory("check-text");
    let path = file(&directory, "bad.pgn", GAMES.replace("d5", "d6 2. Ke3"));
    let expected = format!(
        "{path}: PGN, 2 games, 7 plies: 1 error\n  error: illegal move: no white king can reach e3\n    \
         line 7, column 13, in game 2\n      1. d4 d6 2. Ke3 *\n                  ^^^\n"
    );
    assert_eq!(gardez(["check", &path]).quiet(), (Some(2), expected.as_str()));
    let line = &gardez(["check", "--json", &path]).json()[0];
    assert_eq!(line["counts"], json!({"games": 2, "plies": 7}));
    assert_eq!(
        line["problems"][0],
        json!({
            "severity": "error", "kind": "illegal", "text": "illegal move: no white king can reach e3", "help": null,
            "game": 2, "line": 7, "column": 13, "span": [76, 79], "shown": "1. d4 d6 2. Ke3 *",
        })
    );
    let input = "1. e4 e5 4. Nf3 *";
    let expected = "standard input: PGN, 1 game, 3 plies: 1 note\n  note: move number 4. where 2. is due\n    \
                    line 1, column 13, in game 1\n      1. e4 e5 4. Nf3 *\n                  ^\n    \
                    help: moves 2 to 3 are missing here, or the numbers are wrong\n";
    assert_eq!(gardez_reading(input, ["check"]).quiet(), (Some(0), expected));
    let german = gardez_reading("1. e4 Sf6 2. Ke4 *", ["check"]).stdout;
    assert!(german.contains("    help: letters are found in games without errors"), "{german}");
}

#[test]
fn findings_of_a_kind_are_counted_and_some_are_shown() {
    let run = gardez_reading("1. e5 *\n\n".repeat(100), ["check"]);
    assert!(run.stdout.ends_with("    and 97 more of this kind (illegal)\n"), "{run:?}");
    let line = &gardez_reading("1. e5 *\n\n".repeat(100), ["check", "--json", "--most", "1"]).json()[0];
    assert_eq!((&line["kinds"], line["problems"].as_array().map(Vec::len)), (&json!({"illegal": 100}), Some(1)));
}

#[test]
fn a_fen_may_be_an_argument_in_every_form_that_programs_write() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1",
        "4k3/8/8/8/8/8/8/4K2R%20w%20K%20-%200%201",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1;",
        "\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"",
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a\";",
    ] {
        assert_eq!(gardez(["check", fen]).quiet(), (Some(0), format!("{fen}: a position: sound\n").as_str()));
        let described = gardez(["fen", "--json", fen]);
        assert_eq!(
            (described.code, &described.json()[0]["fen"]),
            (Some(0), &json!("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
            "{fen}"
        );
    }
    let nine = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
    let expected = format!(
        "{nine}: a position: 1 note\n  note: white has 9 pawns, more than 8\n    line 1, column 1\n      {nine}\n      {}\n",
        "^".repeat(nine.len())
    );
    assert_eq!(gardez(["check", nine]).quiet(), (Some(0), expected.as_str()));
    let run = gardez(["check", "--variant", "crazyhouse", "r3k3/8/8/8/8/8/8/4K3/Nqp w - - 0 1"]);
    assert_eq!(run.code, Some(2), "{run:?}");
}

#[test]
fn directories_and_tars_are_checked_file_by_file() {
    let directory = directory("check-directory");
    std::fs::create_dir_all(directory.join("a/b")).expect("directories");
    file(&directory, "a/b/games.pgn", GAMES);
    file(&directory, "a/fens.txt", KINGS);
    let run = gardez(["check", "--json", directory.to_str().expect("text")]);
    let kinds: Vec<_> = run.json().iter().map(|line| line["kind"].as_str().map(str::to_owned)).collect();
    assert_eq!((run.code, kinds), (Some(0), vec![Some("pgn".into()), Some("fen".into())]));
    let missing = gardez(["check", "missing.pgn"]);
    assert!(missing.only_error().starts_with("cannot read missing.pgn: "));
}

/// The files in a directory and below it.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

#[test]
fn damaged_files_of_games_have_the_numbers_of_pgn_count() {
    let Some(data) = std::env::var_os("GARDEZ_DATA") else { return println!("skipped: GARDEZ_DATA") };
    let directory = directory("check-real");
    let mut damaged = 0;
    let is_pgn = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "pgn");
    for path in files(&Path::new(&data).join("data/pgn")).into_iter().filter(is_pgn) {
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
            let path = file(&directory, &format!("{kind}.pgn"), bytes);
            let counted = gardez(["pgn", "count", "--json", &path]);
            let checked = gardez(["check", "--json", "--from", "pgn", &path]);
            let (count, line) = (&counted.json()[0], &checked.json()[0]);
            if line["kind"] == "pgn" {
                let games =
                    line["counts"]["games"].as_u64().unwrap_or(0) + line["kinds"]["no-game"].as_u64().unwrap_or(0);
                assert_eq!((&json!(games), &line["notes"]), (&count["games"], &count["notes"]), "{path}");
                assert_eq!((&line["counts"]["plies"], &line["errors"]), (&count["plies"], &count["errors"]), "{path}");
            }
            damaged += u32::from(checked.code == Some(2));
        }
    }
    assert!(100 < damaged, "{damaged} damaged files");
}

/// Returns the kind of a file of the data, by its directory and name.
fn kind_of_data(path: &Path) -> &'static str {
    let (path, name) = (path.to_string_lossy(), path.file_name().expect("a name").to_string_lossy());
    let is_in = |directory: &str| path.contains(directory);
    match &*name {
        "k03_page.pgn" => return "html",
        "wcc2023-annotated.txt" => return "pgn",
        "fens.txt" | "destruction-test.epd" | "see.epd" | "endgames.epd" | "FRC_openings.epd" => return "fen",
        "fen_cp_result.txt" => return "csv",
        "perft.jsonl.gz" => return "perft-suite",
        "random64.txt" => return "text",
        "pgns-empty.pgn" => return "empty",
        _ if name.starts_with("empty.") => return "empty",
        _ if is_in("/data/perft/") => return "perft-suite",
        _ if is_in("/polyglot/") && name.ends_with(".bin") => return "polyglot",
        _ if is_in("/nnue/") && name.ends_with(".bin") => return "network",
        _ if name.ends_with("_v7.gz") => return "v7",
        _ => {}
    }
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    match name.rsplit('.').next().unwrap_or_default() {
        "jsonl" if name.starts_with("evals") => "jsonl",
        "txt" if name.ends_with(".bullet.txt") => "bullet.txt",
        "bagz" => "bag",
        "bz2" => "bzip2",
        "jsonl" => "json-lines",
        "md" | "py" | "txt" => "text",
        "nnue" => "network",
        "rtbw" | "rtbz" => "syzygy",
        "tsv" => "table",
        extension if !name.contains('.') || extension.is_empty() => "v6",
        extension => FORMATS
            .into_iter()
            .chain(["json", "lz4", "parquet", "zip"])
            .find(|known| *known == extension)
            .unwrap_or("unknown"),
    }
}

#[test]
fn every_file_of_the_data_has_its_kind() {
    let Some(data) = std::env::var_os("GARDEZ_DATA") else { return println!("skipped: GARDEZ_DATA") };
    let directories = ["data", "vectors"].map(|directory| Path::new(&data).join(directory));
    let run = gardez(
        [&["check", "--json", "--most", "0"], &directories.each_ref().map(|one| one.to_str().expect("text"))[..]]
            .concat(),
    );
    let wrong: Vec<_> = run
        .json()
        .iter()
        .filter(|line| line["kind"] != kind_of_data(Path::new(line["file"].as_str().expect("a name"))))
        .map(|line| format!("{} is called {}", line["file"], line["kind"]))
        .collect();
    assert_eq!(wrong, [""; 0]);
    assert_eq!(run.json().len(), directories.iter().map(|directory| files(directory).len()).sum::<usize>());
}

#[test]
fn a_game_won_on_time_by_a_side_that_cannot_mate_is_noted() {
    let game = |fen: &str, result: &str, termination: &str| {
        format!(
            "[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n{result}\n\n"
        )
    };
    // A bishop behind a wall of pawns, and a king that has to capture the last piece.
    let wall = "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4KB2 w - - 0 1";
    let bare = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let pgn = [
        game(wall, "1-0", "Time forfeit"),
        game(wall, "1-0", "Normal"),
        game(wall, "1/2-1/2", "Time forfeit"),
        game(bare, "0-1", "White lost on time"),
        game(bare, "1-0", "time forfeit"),
        game("7k/7Q/8/8/8/8/8/K7 b - - 0 1", "1-0", "Time forfeit"),
        GAMES.replace("[Result \"1-0\"]", "[Result \"1-0\"]\n[Termination \"Time forfeit\"]"),
    ]
    .concat();
    let directory = directory("check-flags");
    let path = file(&directory, "games.pgn", pgn);
    let run = gardez(["check", "--json", "--flag-falls", &path]);
    let line = &run.json()[0];
    let games: Vec<_> = line["problems"].as_array().expect("problems").iter().map(|one| one["game"].clone()).collect();
    assert_eq!(
        (run.code, &line["kinds"], games),
        (Some(0), &json!({ "flag-fall": 3 }), vec![json!(1), json!(4), json!(6)])
    );
    let text = gardez(["check", "--flag-falls", &path]).stdout;
    assert!(
        text.contains("note: black wins on time, but no legal moves lead to mate by black\n    game 4\n"),
        "{text}"
    );
    // Obvious cases are found without a search.
    assert_eq!(gardez(["check", "--json", &path]).json()[0]["kinds"], json!({ "flag-fall": 2 }));
}

#[test]
fn a_file_without_an_entry_is_damaged_unless_it_is_empty() {
    let directory = directory("check-nothing");
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
            let run = gardez(["check", "--json", "--from", format, &path]);
            let line = &run.json()[0];
            assert_eq!((run.code, &line["verdict"]), (Some(2), &json!("damaged")), "{format}, {number}: {run:?}");
            assert_eq!(gardez(["check", &path]).code, Some(2), "{format}, {number}");
        }
        let empty = file(&directory, &format!("empty.{format}"), "");
        assert_eq!(gardez(["check", &empty]).quiet(), (Some(0), format!("{empty}: an empty file: sound\n").as_str()));
    }
}

#[test]
fn lines_after_the_last_entry_are_damage() {
    let entry = "fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove h1h2\nscore 5\nply 0\nresult 0\ne\n";
    let run = gardez_reading(format!("{entry}xen 8/8/8 w\n"), ["check"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("1 entry") && run.stdout.contains("the entry has no line \"e\""), "{run:?}");
    assert_eq!(gardez_reading(format!("{entry}\n\n"), ["check"]).code, Some(0));
}

#[test]
fn a_stream_that_ends_early_is_reported_with_what_is_before_it() {
    let directory = directory("check-cut");
    let content: String = (0..2000).map(|number| GAMES.replace("d5", ["d5", "c5", "e6"][number % 3])).collect();
    let packed = directory.join("games.pgn.gz");
    let packed = packed.to_str().expect("text");
    let plain = file(&directory, "games.pgn", content);
    assert_eq!(gardez(["pgn", "clean", "-q", &plain, "-o", packed]).code, Some(0));
    let bytes = std::fs::read(packed).expect("a file");
    let cut = file(&directory, "cut.pgn.gz", &bytes[..bytes.len() / 2]);
    let run = gardez(["check", "--json", &cut]);
    let line = &run.json()[0];
    assert_eq!((run.code, &line["kinds"]["stream"]), (Some(2), &json!(1)), "{run:?}");
    assert_ne!(line["counts"]["games"], 0);
}
