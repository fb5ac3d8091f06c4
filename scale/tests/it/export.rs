//! Exports: every game is in one shard, and the readers of each format find what the game rows say.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use gardez::data::loader::{EntryFile, Loader, LoaderOptions, Positions};
use gardez_formats::{ReadEntries, Stream, binpack, bullet};
use gardez_lc0::training::Archive;
use gardez_position::Board;

use crate::common::{expect_code, scale, text};
use crate::games::{Data, GAMES, batches, slow_games};

fn export(data: &Data, format: &str, to: &str, options: &[&str]) -> Output {
    let mut command = scale();
    command.arg("export").arg(data.path("set")).args(["--debug-builds", "--format", format, "-C"]).arg(data.path(to));
    command.args(options).output().expect("scale can be started")
}

/// The files of an export with this number of shards, in order.
fn exported(data: &Data, format: &str, shards: usize, options: &[&str]) -> Vec<Vec<u8>> {
    let (to, count) = (format!("{format}-{shards}"), shards.to_string());
    expect_code(&export(data, format, &to, &[&["--shards", &count], options].concat()), 0);
    expect_code(&data.run(&to, &[]), 0);
    let extension = match format {
        "hf" => "parquet",
        "v6" => "tar",
        other => other,
    };
    let name = |shard: usize| format!("export/{shard}/train-{shard:05}-of-{shards:05}.{extension}");
    (0..shards).map(|shard| fs::read(data.path(&to).join(name(shard))).expect("the shard is there")).collect()
}

/// Two shards with the same games.
fn data(options: &[&str]) -> Data {
    let data = Data::new(&[("a.pgn", GAMES.as_bytes()), ("b.pgn", GAMES.as_bytes())]);
    data.made("set", options);
    data
}

fn facts(dir: &Path, shards: usize, name: &str) -> u64 {
    let read = |shard: usize| {
        let done = fs::read(dir.join(format!("export/{shard}/done.json"))).expect("it is done");
        serde_json::from_slice::<serde_json::Value>(&done).expect("JSON")["facts"][name].as_u64().expect("a number")
    };
    (0..shards).map(read).sum()
}

#[test]
fn packed_formats_have_the_positions_with_a_move_and_an_evaluation_once() {
    let data = data(&[]);
    let games = slow_games(GAMES.as_bytes());
    let rows = games.iter().flatten().filter(|row| row.result.is_some());
    let expected: Vec<_> = rows.filter(|row| row.mv.is_some() && (row.cp.is_some() || row.mate.is_some())).collect();
    for shards in [1, 2, 3, 40] {
        let files = exported(&data, "binpack", shards, &[]);
        let mut found = Vec::new();
        for file in &files {
            for entry in binpack::Reader::new(Stream::new(&file[..])).entries() {
                let entry = entry.expect("a valid file").to_white().expect("the scores have negations");
                let mv = entry.mv.expect("all have moves").raw();
                found.push((
                    entry.board.packed().expect("it can be packed"),
                    mv,
                    entry.score,
                    entry.board.halfmove_clock(),
                ));
            }
        }
        let score = |cp: Option<i16>, mate: Option<i8>| match (cp, mate) {
            (Some(cp), _) => cp.clamp(-26_623, 26_623),
            (None, mate) => mate.map_or(0, |n| if n < 0 { -32_000 - i16::from(n) } else { 32_000 - i16::from(n) }),
        };
        let once: Vec<_> = expected
            .iter()
            .map(|row| (row.board, row.mv.expect("filtered"), score(row.cp, row.mate), u16::from(row.rule50)))
            .collect();
        assert_eq!(found, [once.clone(), once].concat(), "{shards} shards");
        assert_eq!(facts(&data.path(&format!("binpack-{shards}")), shards, "entries"), found.len() as u64);
    }
    let files = exported(&data, "bullet", 3, &[]);
    let count = |file: &Vec<u8>| bullet::Reader::new(&file[..]).entries().map(|entry| entry.map(|_| ())).collect();
    let counts: Vec<Result<Vec<()>, _>> = files.iter().map(count).collect();
    let entries: usize = counts.iter().map(|found| found.as_ref().expect("a valid file").len()).sum();
    assert_eq!(entries, 2 * expected.len());
}

#[test]
fn chunks_of_leela_have_a_record_for_each_move_of_games_with_a_result() {
    let data = data(&[]);
    let games = slow_games(GAMES.as_bytes());
    let moves = games.iter().filter(|rows| rows.first().is_some_and(|row| row.result.is_some()));
    // The last game castles with a rook that the classical format cannot name, or has one record a move.
    let expected: Vec<usize> = moves.map(|rows| rows.len() - 1).collect();
    for shards in [1, 3] {
        let files = exported(&data, "v6", shards, &[]);
        let mut found = Vec::new();
        for (shard, file) in files.iter().enumerate() {
            let path = data.path(&format!("{shards}-{shard}.tar"));
            fs::write(&path, file).expect("a file");
            let archive = Archive::open(&path).expect("a tar");
            for chunk in archive.chunks() {
                let records: Result<Vec<_>, _> = chunk.records().expect("a chunk").collect();
                found.push(records.expect("valid records").len());
            }
        }
        assert_eq!(found, [expected.clone(), expected.clone()].concat(), "{shards} shards");
    }
}

#[test]
fn published_rows_have_fens_and_castling_as_king_takes_rook() {
    let data = data(&["--dedupe", "--key-ranges", "3"]);
    exported(&data, "hf", 4, &["--of", "games"]);
    let stage = data.path("hf-4/export");
    let mut found = Vec::new();
    for shard in 0..4 {
        // Each unit has a file name of its own.
        let name = format!("train-{shard:05}-of-00004.parquet");
        let from = stage.join(shard.to_string()).join(&name);
        let alone = data.path(&format!("alone-{shard}"));
        fs::create_dir_all(alone.join("0")).expect("a folder");
        fs::copy(from, alone.join("0").join(&name)).expect("a file");
        for batch in batches(&alone, &name) {
            let (fens, moves) = (batch.column(0).as_string::<i32>(), batch.column(1).as_string::<i32>());
            let mv = |row: usize| moves.is_valid(row).then(|| moves.value(row).to_owned());
            found.extend((0..batch.num_rows()).map(|row| (fens.value(row).to_owned(), mv(row))));
        }
    }
    let games = slow_games(GAMES.as_bytes());
    let rows: Vec<_> = games.iter().flatten().collect();
    assert_eq!(found.len(), 2 * rows.len());
    for ((fen, mv), row) in found.iter().zip(rows.iter().chain(&rows)) {
        let board: Board = fen.parse().expect("a FEN");
        assert_eq!((board.packed(), board.halfmove_clock()), (Ok(row.board), u16::from(row.rule50)), "{fen}");
        assert_eq!(mv.is_some(), row.mv.is_some());
        assert_eq!(board.game_ply(), u32::from(row.ply), "{fen}");
    }
    let castling: Vec<_> = found.iter().filter_map(|(_, mv)| mv.as_deref()).filter(|mv| *mv == "e1h1").collect();
    assert_eq!(castling.len(), 4);
    assert!(found.iter().any(|(_, mv)| mv.as_deref() == Some("e1b1")));

    // Positions have no counters, and the same number of rows as the units that counted.
    let files = exported(&data, "hf", 2, &[]);
    assert_eq!(files.len(), 2);
    let of = |rows: &str| fs::read_to_string(data.path(rows).join("plan.json")).expect("a plan");
    assert!(of("hf-2").contains("positions") && of("hf-4").contains("games"));
    let done: BTreeMap<_, _> =
        [("hf-2", 2), ("hf-4", 4)].map(|(dir, n)| (dir, facts(&data.path(dir), n, "rows"))).into();
    assert_eq!(done["hf-4"], 2 * rows.len() as u64);
    assert!(0 < done["hf-2"] && done["hf-2"] < done["hf-4"] / 2);
}

#[test]
fn exports_of_what_is_not_done_not_there_or_altered_are_refused() {
    let data = Data::new(&[("a.pgn", GAMES.as_bytes())]);
    expect_code(&data.plan("set", &[]), 0);
    let output = export(&data, "bullet", "x", &[]);
    expect_code(&output, 1);
    assert!(text(&output.stderr).contains("encode/0"), "{}", text(&output.stderr));
    expect_code(&data.run("set", &[]), 0);
    expect_code(&export(&data, "hf", "x", &["--of", "positions"]), 2);
    expect_code(&export(&data, "v6", "x", &["--of", "positions"]), 2);

    // A bit of a file changes after the plan is made.
    let games = data.path("set/encode/0/rows.parquet");
    let content = fs::read(&games).expect("a file");
    expect_code(&export(&data, "png", "x", &[]), 2);
    for format in ["hf", "v6", "bullet", "binpack", "pgn"] {
        expect_code(&export(&data, format, format, &[]), 0);
        let mut changed = content.clone();
        changed[content.len() / 2] ^= 1;
        fs::write(&games, changed).expect("a file");
        expect_code(&data.run(format, &[]), 3);
        fs::write(&games, &content[..content.len() - 1]).expect("a file");
        let output = data.run(format, &[]);
        expect_code(&output, 3);
        assert!(text(&output.stderr).contains("rows.parquet"), "{}", text(&output.stderr));
        fs::write(&games, &content).expect("a file");
        expect_code(&data.run(format, &[]), 0);
    }
}

/// The loaders in Rust and in Python have the committed orders.
#[test]
fn a_seed_gives_the_order_of_the_other_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let orders = fs::read_to_string(root.join("crates/data/tests/it/loader/orders.txt")).expect("it is committed");
    let options = || LoaderOptions::default().with_seed(7).with_shuffle(50).with_epochs(Some(2));
    for (name, files) in [
        ("binpack", &["formats/chain.sfbinpack.binpack", "formats/chain.tools.binpack"][..]),
        ("pgn", &["pgn/lichess_sample.pgn"]),
    ] {
        let open = |file: &&str| EntryFile::open(root.join("conformance/data").join(file), None).expect("a sample");
        let mut loader = Loader::new(Positions::new(files.iter().map(open)), options()).expect("the options are right");
        let mut found = name.to_owned();
        while let Some((_, position)) = loader.next_position().expect("sound samples") {
            found += &format!(" {}", position.score());
        }
        assert!(orders.lines().any(|line| line == found), "{found}");
    }
}
