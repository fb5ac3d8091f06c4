//! Training data: what the files contain is what a slow loop over the same games finds, however the work is divided.

use std::collections::BTreeSet;
use std::fs;

use gardez_position::Board;
use gardez_types::Move;

use crate::common::{expect_code, scale, text};
use crate::games::{Data, GAMES, batches, batches_of, positions_of, rows_of, slow_games, slow_positions};

#[test]
fn game_rows_are_those_of_a_slow_loop_and_numbers_are_unique() {
    let data = Data::new(&[("a.pgn", GAMES.as_bytes()), ("b.pgn", b"1. d4 d5 *"), ("c.pgn", b"")]);
    let folder = data.made("set", &[]);
    let found = rows_of(&batches(&folder.join("encode"), "rows.parquet"));
    let mut games = slow_games(GAMES.as_bytes());
    games.extend(slow_games(b"1. d4 d5 *"));
    assert_eq!(games.iter().flatten().count(), 9 + 9 + 7 + 4 + 3 + 3 + 3);
    assert_eq!(found.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(), games.concat());
    let numbers: BTreeSet<u64> = found.iter().map(|(game, _)| *game).collect();
    assert_eq!(numbers.len(), games.iter().filter(|rows| !rows.is_empty()).count());
    assert!(found.is_sorted_by_key(|(game, _)| *game));

    let done = fs::read_to_string(folder.join("encode/0/done.json")).expect("it is done");
    let done: serde_json::Value = serde_json::from_str(&done).expect("JSON");
    let output = scale().arg("sum").arg(&folder).output().expect("it starts");
    let printed = "encode: 1 clipped, 2 damaged, 7 evaluations, 8 games, 38 rows, 1 unreadable, 2 without result\n";
    let plan = crate::common::read_json(&folder.join("plan.json"));
    let made_by = format!("plan {}, version {}\n", plan["digest"], plan["code"]).replace('"', "");
    assert_eq!(text(&output.stdout), format!("{printed}{made_by}"));
    let output = scale().arg("sum").arg(&folder).arg("--json").output().expect("it starts");
    let sums: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_eq!((&sums["encode"]["games"], &sums["encode"]["too_long"]), (&8.into(), &0.into()));
    assert_eq!(sums["plan"], plan["digest"]);
    // What is missing is named, and there are no sums.
    fs::rename(folder.join("encode/2"), folder.join("encode/away")).expect("it is there");
    let output = scale().arg("sum").arg(&folder).output().expect("it starts");
    expect_code(&output, 1);
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), "encode/2 missing\n".to_owned()));
    fs::rename(folder.join("encode/away"), folder.join("encode/2")).expect("it is there");
    let counts =
        ["games", "rows", "damaged", "unreadable", "without_result", "clipped"].map(|name| &done["facts"][name]);
    assert_eq!(counts, [7, 35, 2, 1, 1, 1]);
}

#[test]
fn positions_are_those_of_a_slow_loop_however_the_work_is_divided() {
    let both = [("a.pgn", GAMES.as_bytes()), ("b.pgn", GAMES.as_bytes())];
    let data = Data::new(&both);
    let games: Vec<_> = both.iter().flat_map(|(_, pgn)| slow_games(pgn)).collect();
    for (number, options) in [
        &["--dedupe", "--key-ranges", "1"][..],
        &["--dedupe", "--key-ranges", "5"],
        &["--dedupe", "--key-ranges", "7", "--units", "1", "--min-ply", "2"],
    ]
    .iter()
    .enumerate()
    {
        let folder = data.made(&format!("set{number}"), options);
        let found = positions_of(&batches(&folder.join("positions"), "positions.parquet"));
        let expected = slow_positions(&games, if number == 2 { 2 } else { 0 });
        assert_eq!(found, expected, "{options:?}");
    }
}

#[test]
fn packed_shards_give_the_rows_of_plain_ones() {
    let gzip = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packer, GAMES.as_bytes()).expect("a vector");
        packer.finish().expect("a vector")
    };
    let zstd = zstd::encode_all(GAMES.as_bytes(), 3).expect("a vector");
    let rows = |name: &str, content: &[u8]| {
        let data = Data::new(&[(name, content)]);
        rows_of(&batches(&data.made("set", &[]).join("encode"), "rows.parquet"))
    };
    let plain = rows("a.pgn", GAMES.as_bytes());
    assert_eq!(rows("a.pgn.gz", &gzip), plain);
    assert_eq!(rows("a.pgn.zst", &zstd), plain);
    // Several streams in one file are one text, as pzstd and shards that are put together have it.
    assert_eq!(rows("a.pgn.zst", &[&zstd[..], &zstd::encode_all(&b""[..], 3).expect("a vector")].concat()), plain);
    assert!(!plain.is_empty());
}

#[test]
fn damaged_and_changed_shards_are_refused_and_leave_nothing() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, GAMES.repeat(50).as_bytes()).expect("a vector");
    let gzip = packer.finish().expect("a vector");
    let mut packer = zstd::Encoder::new(Vec::new(), 3).expect("a vector");
    packer.include_checksum(true).expect("it is known");
    std::io::Write::write_all(&mut packer, GAMES.repeat(50).as_bytes()).expect("a vector");
    let zstd = packer.finish().expect("a vector");
    let flipped = |whole: &[u8]| {
        let mut flipped = whole.to_vec();
        flipped[whole.len() / 2] ^= 0x10;
        flipped
    };
    for (name, content, why) in [
        ("a.pgn.gz", &gzip[..gzip.len() - 9], "is cut"),
        ("a.pgn.gz", &flipped(&gzip), "a.pgn.gz"),
        ("a.pgn.zst", &zstd[..zstd.len() - 9], "is cut"),
        ("a.pgn.zst", &flipped(&zstd), "a.pgn.zst"),
    ] {
        let data = Data::new(&[(name, content)]);
        expect_code(&data.plan("set", &[]), 0);
        let output = data.run("set", &[]);
        expect_code(&output, 3);
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
        let left: Vec<_> = fs::read_dir(data.path("set/encode/0")).expect("a folder").collect();
        assert!(left.is_empty(), "{left:?}");
    }

    // A shard that is not that of the plan any more: another content, another size, none.
    let data = Data::new(&[("a.pgn", b"1. e4 *")]);
    expect_code(&data.plan("set", &[]), 0);
    for change in [Some("1. d4 *"), Some("1. d4 d5 *"), None] {
        match change {
            Some(content) => fs::write(data.path("a.pgn"), content).expect("a file"),
            None => fs::remove_file(data.path("a.pgn")).expect("a file"),
        }
        let output = data.run("set", &[]);
        expect_code(&output, 3);
        assert!(text(&output.stderr).contains("a.pgn"), "{}", text(&output.stderr));
    }
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let data = Data::new(&[("a.pgn", b"1. e4 *")]);
    for options in [&["--min-ply", "3"][..], &["--dedupe", "--min-ply", "3", "--max-ply", "2"], &["--units", "2"]] {
        expect_code(&data.plan("set", options), 2);
        assert!(!data.path("set").exists());
    }
    let output = scale().args(["plan", "data", "-C", "x", "--pgn", "/there/is/no*.pgn"]).output().expect("it starts");
    assert_ne!(output.status.code(), Some(0));
}

/// A game of moves that follow from a number.
fn random_game(mut seed: u64) -> String {
    let mut board = Board::start();
    let mut pgn = String::from("[Result \"1-0\"]\n\n");
    for ply in 0..60 {
        let moves: Vec<Move> = board.legal_moves().into_iter().collect();
        if moves.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(seed >> 33) as usize % moves.len()];
        pgn.push_str(&mv.uci(gardez_types::CastlingMode::Standard).to_string());
        pgn.push_str(&format!(" {{ [%eval {}.{:02},{}] }} ", seed >> 60, seed >> 40 & 63, ply % 9));
        board.do_move(mv);
    }
    pgn.push_str("1-0\n\n");
    pgn
}

#[test]
fn little_memory_gives_the_bytes_of_much_memory() {
    let shard = |first: u64| (first..first + 60).map(|game| random_game(game % 100)).collect::<String>();
    let (a, b) = (shard(0), shard(50));
    let data = Data::new(&[("a.pgn", a.as_bytes()), ("b.pgn", b.as_bytes())]);
    let contents = |name: &str, memory: &str| {
        expect_code(&data.plan(name, &["--dedupe", "--key-ranges", "3", "--memory", memory]), 0);
        expect_code(&data.run(name, &[]), 0);
        let read = |unit: usize| {
            fs::read(data.path(name).join(format!("positions/{unit}/positions.parquet"))).expect("a file")
        };
        (0..3).map(read).collect::<Vec<_>>()
    };
    assert!(contents("much", "64") == contents("little", "1"));
    let left = fs::read_dir(data.path("little/positions/0")).expect("a folder").count();
    assert_eq!(left, 2, "the file and done.json");
}

/// The rows of a plan with these options, and the numbers of their games.
fn rows(data: &Data, name: &str, options: &[&str]) -> Vec<(u64, crate::games::Row)> {
    rows_of(&batches(&data.made(name, options).join("encode"), "rows.parquet"))
}

#[test]
fn slices_have_the_rows_of_whole_files_in_their_order() {
    // A comment that looks like a game, and a result at the end of a line that is not the end of a game.
    let game = |seed: u64| format!("[Event \"{seed}\"]\n{{ a\n1-0\n\n[Event \"b\"] }}\n{}", random_game(seed));
    let text: String = (0..8000).map(game).collect();
    let pieces = || text.as_bytes().chunks(150_000);
    let frames: Vec<u8> = pieces().flat_map(|piece| zstd::encode_all(piece, 1).expect("a vector")).collect();
    let one: Vec<u8> = zstd::encode_all(text.as_bytes(), 1).expect("a vector");
    assert!(2 << 20 < frames.len(), "{}", frames.len());
    for (name, content, is_cut) in
        [("a.pgn", text.as_bytes(), true), ("a.pgn.zst", &frames, true), ("a.pgn.zst", &one, false)]
    {
        let data = Data::new(&[(name, content)]);
        let output = data.plan("cut", &["--slice", "1"]);
        expect_code(&output, 0);
        let printed = crate::common::text(&output.stdout);
        assert_eq!(printed.contains("is read by one unit"), !is_cut, "{printed}");
        let units =
            crate::common::read_json(&data.path("cut/plan.json"))["stages"][0]["units"].as_u64().expect("a number");
        assert_eq!(2 < units, is_cut, "{name}: {units}");
        let (cut, whole) = (rows(&data, "cut", &["--slice", "1"]), rows(&data, "whole", &["--slice", "100"]));
        let only = |rows: &[(u64, crate::games::Row)]| rows.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>();
        assert!(only(&cut) == only(&whole), "{name}");
        // The numbers of the games do not depend on the number of units.
        assert!(cut == rows(&data, "two", &["--slice", "1", "--units", "1"]), "{name}");
    }
}

#[test]
fn months_divide_the_rows_and_change_none() {
    let dated = |date: &str, moves: &str| format!("[UTCDate \"{date}\"] [Result \"1-0\"]\n{moves} 1-0\n\n");
    let pgn = [
        dated("2013.01.31", "1. e4 e5"),
        dated("2013.02.01", "1. d4 d5 2. c4"),
        dated("2013.01.??", "1. c4"),
        dated("????.??.??", "1. Nf3 d5"),
        "[Date \"1999.12.24\"]\n1. g3 *\n\n".to_owned(),
    ];
    let data = Data::new(&[("a.pgn", pgn.concat().as_bytes()), ("b.pgn", b"")]);
    let (whole, divided) = (data.made("whole", &[]), data.made("divided", &["--by-month", "--dedupe"]));
    let rows = |folder: &str| rows_of(&batches_of(&divided.join("encode/0").join(folder).join("rows.parquet")));
    let months = ["1999-12", "2013-01", "2013-02", "unknown"].map(|month| rows(&format!("month={month}")));
    assert_eq!(months.iter().map(Vec::len).collect::<Vec<_>>(), [2, 5, 4, 3]);
    let mut all = months.concat();
    all.sort_by_key(|(game, row)| (*game, row.ply));
    assert_eq!(all, rows_of(&batches(&whole.join("encode"), "rows.parquet")));
    assert_eq!(crate::common::files(&divided.join("encode/1")).len(), 2, "a unit without games has no tables");
    // Months are as good as whole files for what reads them.
    for command in [&["status", "--deep"][..], &["verify", "--sample", "100%"]] {
        expect_code(&scale().arg(command[0]).arg(&divided).args(&command[1..]).output().expect("it starts"), 0);
    }
    let path = |name: &str| data.path(name).display().to_string();
    let export = ["export", &path("divided"), "--format", "pgn", "-C", &path("pgn")];
    expect_code(&scale().args(export).arg("--debug-builds").output().expect("it starts"), 0);
    expect_code(&data.run("pgn", &[]), 0);
    let games = fs::read_to_string(data.path("pgn/export/0/train-00000-of-00001.pgn")).expect("games");
    assert_eq!(games.matches("[Result").count(), 5, "{games}");
}
