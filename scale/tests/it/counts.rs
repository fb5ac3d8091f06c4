//! Counts the whole way: from a plan to the total.

use std::process::Output;

use arrow_schema::DataType;
use gardez_count::{Counter, Table};
use gardez_position::Board;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::common::{PERFT, Plan, RECORDS, expect_code, read_json, scale, text, write_done};
use serde_json::Value;
use tempfile::TempDir;

/// Plans a count with these arguments, runs all units, and returns what `sum --json` prints.
fn counted(arguments: &[&str], run: &[&str]) -> Value {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().to_str().expect("a plain path");
    let call = |arguments: &[&str]| -> Output {
        let output = scale().args(arguments).output().expect("scale can be started");
        expect_code(&output, 0);
        output
    };
    call(&[&["plan", "perft", "-C", path], arguments].concat());
    call(&[&["run", path, "--all", "--loose", "--quiet"], run].concat());
    serde_json::from_slice(&call(&["sum", path, "--json"]).stdout).expect("a line of JSON")
}

#[test]
fn every_ply_and_every_division_gives_the_published_number() {
    for (ply, units) in [("1", "1"), ("1", "20"), ("2", "7"), ("3", "1"), ("4", "9")] {
        let sum = counted(&["--depth", "5", "--ply", ply, "--units", units, "--table", "16"], &[]);
        assert_eq!(sum["total"], PERFT[4].to_string(), "{ply} {units}");
        assert_eq!(sum["verdict"], "known");
        let ply: usize = ply.parse().expect("a number");
        assert_eq!(sum["records"], RECORDS[ply - 1]);
    }
}

#[test]
fn several_units_in_each_stage_give_the_published_numbers_of_each_ply() {
    let arguments = ["--depth", "6", "--ply", "5", "--units", "11", "--key-ranges", "4", "--unit-positions", "3000"];
    let sum = counted(&arguments, &["--jobs", "2"]);
    assert_eq!(sum["total"], PERFT[5].to_string());
    let plies = sum["plies"].as_array().expect("an array");
    assert_eq!(plies.iter().map(|ply| ply["ply"].as_u64()).collect::<Vec<_>>(), [Some(4), Some(5)]);
    for ply in plies {
        assert_eq!((&ply["positions_verdict"], &ply["sequences_verdict"]), (&"known".into(), &"known".into()));
    }
}

#[test]
fn other_positions_have_new_numbers_which_are_right() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let sum = counted(&["--fen", kiwipete, "--depth", "4", "--ply", "2", "--units", "3"], &[]);
    assert_eq!((&sum["total"], &sum["verdict"]), (&"4085603".into(), &"new".into()));
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let sum = counted(&["--fen", chess960, "--depth", "4", "--ply", "2", "--units", "3", "--table", "0"], &[]);
    assert_eq!(sum["total"], "326672");
}

#[test]
fn from_ply_14_on_the_numbers_of_sequences_are_decimals_and_right() {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().to_str().expect("a plain path");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for arguments in [
        &["plan", "perft", "-C", path, "--fen", fen, "--depth", "17", "--ply", "15", "--units", "3"][..],
        &["run", path, "--all", "--loose", "--quiet"],
    ] {
        expect_code(&scale().args(arguments).output().expect("it starts"), 0);
    }
    for (ply, width) in [(13, DataType::UInt64), (14, DataType::Decimal128(38, 0)), (15, DataType::Decimal128(38, 0))] {
        let file = dir.path().join(format!("merge-{ply}/0/frontier.parquet"));
        let file = std::fs::File::open(file).expect("the ply has a stage");
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file");
        assert_eq!(*reader.schema().field(1).data_type(), width, "ply {ply}");
    }
    let output = scale().args(["sum", path, "--json"]).output().expect("it starts");
    let sum: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    let board: Board = fen.parse().expect("a legal position");
    let mut table = Table::new(64).expect("there is memory");
    assert_eq!(sum["total"], Counter::new().count_with(&board, 17, &mut table).to_string());
    for ply in sum["plies"].as_array().expect("an array") {
        let depth = ply["ply"].as_u64().expect("a number") as u32;
        assert_eq!(ply["sequences"], Counter::new().count_with(&board, depth, &mut table).to_string(), "ply {depth}");
    }
}

#[test]
fn a_sum_of_many_plies_of_few_pieces_takes_no_time() {
    // At ply 24, 10^19 sequences lead to fewer than 4000 positions.
    let arguments = ["--fen", "8/8/8/3k4/8/8/8/4K3 w - - 0 1", "--depth", "26", "--ply", "25", "--units", "2"];
    let sum = counted(&arguments, &[]);
    let sequences = sum["plies"][0]["sequences"].as_str().and_then(|text| text.parse().ok());
    let sequences: u128 = sequences.expect("a number");
    assert!(10_u128.pow(17) < sequences, "{sequences}");
}

#[test]
fn the_hit_rates_of_a_sorted_run_are_recorded_and_high() {
    let plan = Plan::perft(7, 4, 3);
    plan.run_all();
    plan.expect_total();
    let done = read_json(&plan.unit("count/1").join("done.json"));
    let rate = done["facts"]["hits"]["2"]["rate"].as_f64().expect("a rate");
    assert!(0.45 < rate, "{rate}");
}

#[test]
fn verify_gives_the_same_bytes_and_names_a_wrong_number() {
    let plan = Plan::small();
    plan.run_all();
    expect_code(&plan.call("verify", &["--sample", "100%"]), 0);

    // A bad core: its output is well-formed and complete, but of another number.
    let (good, bad) = (plan.unit("count/3"), plan.unit("count/4"));
    let mut done = read_json(&bad.join("done.json"));
    std::fs::copy(good.join("count.parquet"), bad.join("count.parquet")).expect("a file");
    done["files"] = read_json(&good.join("done.json"))["files"].clone();
    write_done(&bad.join("done.json"), done);
    let output = plan.call("verify", &["--sample", "100%", "--stage", "count"]);
    expect_code(&output, 1);
    assert!(text(&output.stderr).contains("count/4 differs"), "{}", text(&output.stderr));
    let kept = crate::common::files(&bad);
    assert!(kept.iter().any(|file| file.to_string_lossy().contains("differs-")), "{kept:?}");
}

#[test]
fn commands_that_make_no_sense_are_explained_on_one_line() {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().join("plan");
    let path = path.to_str().expect("a plain path");
    let plan = |rest: &[&str]| scale().args(["plan", "perft", "-C", path]).args(rest).output().expect("it starts");
    let refused = |output: &Output, words: &str| {
        expect_code(output, 2);
        let error = text(&output.stderr);
        assert!(error.lines().count() == 1 && error.contains(words), "{error}");
    };
    refused(&plan(&["--depth", "4", "--ply", "4", "--units", "2"]), "the ply must be from 1 to 3");
    refused(&plan(&["--depth", "5", "--ply", "4", "--units", "2", "--key-ranges", "3"]), "from 1 to 2 key ranges");
    refused(&plan(&["--depth", "5", "--ply", "4", "--units", "2", "--fen", "8/8"]), "FEN");
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    refused(&plan(&["--depth", "5", "--ply", "2", "--units", "2", "--fen", mated]), "no sequence of moves");
    expect_code(&plan(&["--depth", "5", "--ply", "3", "--units", "2"]), 0);
    let run = |unit: &str| scale().args(["run", path, unit]).output().expect("it starts");
    refused(&run("count/2"), "the plan has no unit count/2");
    refused(&run("../count/0"), "expected a unit");
    refused(&scale().args(["run", path]).output().expect("it starts"), "required");
    // The inputs of a unit come first.
    expect_code(&run("count/0"), 4);
}
