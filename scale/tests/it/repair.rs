//! Outputs that are damaged, or that were made from something else, and the command that mends them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{RecordBatch, UInt64Array};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::json;

use crate::common::{Plan, digests, expect_code, files, read_json, shown, text, write_done};
use crate::games::{Data, GAMES};

/// A count that is done.
fn finished() -> Plan {
    let plan = Plan::small();
    plan.run_all();
    plan.expect_total();
    plan
}

/// Changes a bit in the middle of a file.
fn flip(file: &Path) {
    let mut bytes = fs::read(file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(file, bytes).expect("the file can be written");
}

/// Runs the command that a message names between backticks.
fn obey(message: &Output) -> Output {
    let printed = text(&message.stderr);
    let command = printed.split('`').find(|part| part.starts_with("scale run ")).unwrap_or_else(|| panic!("{printed}"));
    let arguments = command.strip_prefix("scale ").expect("it begins so");
    let program = env!("CARGO_BIN_EXE_scale");
    Command::new("sh").args(["-c", &format!("'{program}' {arguments}")]).output().expect("a shell")
}

/// Asserts that no command takes the plan for done, and that each names the unit.
fn expect_named(plan: &Plan, unit: &str) {
    for (command, code) in [(&["status"][..], 1), (&["sum"], 1), (&["run", "--all", "--loose"], 3), (&["run", unit], 3)]
    {
        let output = plan.call(command[0], &command[1..]);
        expect_code(&output, code);
        let named = format!("{unit} --repair`");
        assert!(text(&output.stderr).contains(&named), "{command:?} does not name {unit}: {}", shown(&output));
    }
}

/// Asserts that all commands take the plan for done, and that the total is right.
fn expect_sound(plan: &Plan) {
    for command in
        [&["status"][..], &["status", "--deep"], &["run", "--all", "--loose"], &["verify", "--sample", "100%"]]
    {
        expect_code(&plan.call(command[0], &command[1..]), 0);
    }
    assert_eq!(plan.missing(), [""; 0]);
    plan.expect_total();
}

#[test]
fn a_damaged_count_is_named_by_every_command_and_mended_by_the_one_that_they_name() {
    let plan = finished();
    let before = digests(&plan.unit("count/4"));
    flip(&plan.output("count/4"));
    let damaged = fs::read(plan.output("count/4")).expect("a file");
    expect_named(&plan, "count/4");
    for command in ["status", "sum"] {
        let output = obey(&plan.call(command, &[]));
        expect_code(&output, 0);
        assert!(text(&output.stdout).contains("count/4 was damaged: set aside as "), "{}", shown(&output));
        expect_sound(&plan);
        assert!(digests(&plan.unit("count/4")).iter().any(|file| file.0 != "done.json" && before.contains(file)));
        flip(&plan.output("count/4"));
    }
    // Nothing is lost.
    for time in [1, 2] {
        let aside = plan.path().join(format!("set-aside/count-4.{time}/count.parquet"));
        assert_eq!(fs::read(aside).expect("it is kept"), damaged);
    }
    expect_code(&plan.call("run", &["--repair"]), 0);
    expect_sound(&plan);
}

#[test]
fn a_damaged_input_is_mended_and_what_was_made_from_its_true_bytes_stays() {
    let plan = finished();
    let made = |unit: &str| fs::metadata(plan.output(unit)).expect("a file").modified().expect("a time");
    let before = made("count/6");
    flip(&plan.output("merge-4/6"));
    fs::remove_dir_all(plan.unit("count/6")).expect("the directory is there");
    let output = plan.call("run", &["count/6"]);
    expect_code(&output, 3);
    expect_code(&obey(&output), 0);
    expect_code(&plan.call("run", &["count/6"]), 0);
    assert_ne!(made("count/6"), before);
    expect_sound(&plan);

    // Not a large file is read without a reason, but a repair reads them all.
    let before = made("count/6");
    flip(&plan.unit("expand-4/0").join("shuffle.bin"));
    let output = plan.call("status", &["--deep"]);
    expect_code(&output, 1);
    expect_code(&plan.call("run", &["--repair", "--jobs", "2"]), 0);
    assert_eq!(made("count/6"), before, "it was made from the bytes that are there again");
    expect_sound(&plan);
}

/// Changes the number of sequences of the first position of a file, and makes `done.json` say so.
fn replace(unit: &Path, name: &str) {
    let file = unit.join(name);
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&file).expect("a file")).expect("a table");
    let batches: Vec<_> = reader.build().expect("a table").map(|batch| batch.expect("rows")).collect();
    let mut writer = ArrowWriter::try_new(File::create(&file).expect("a file"), batches[0].schema(), None);
    for (at, batch) in batches.iter().enumerate() {
        let mut numbers = batch.column(1).as_primitive::<UInt64Type>().values().to_vec();
        numbers[0] += u64::from(at == 0);
        let columns = vec![batch.column(0).clone(), std::sync::Arc::new(UInt64Array::from(numbers))];
        let batch = RecordBatch::try_new(batch.schema(), columns).expect("the same columns");
        writer.as_mut().expect("a table").write(&batch).expect("there is room");
    }
    writer.expect("a table").close().expect("there is room");
    let (path, bytes) = (unit.join("done.json"), fs::read(&file).expect("a file"));
    let mut done = read_json(&path);
    let files = done["files"].as_array_mut().expect("files");
    let record = files.iter_mut().find(|file| file["name"] == name).expect("it is recorded");
    record["bytes"] = json!(bytes.len());
    record["blake3"] = json!(blake3::hash(&bytes).to_hex().to_string());
    write_done(&path, done);
}

#[test]
fn an_output_whose_input_was_replaced_inside_the_plan_is_foreign() {
    let plan = finished();
    replace(&plan.unit("merge-4/3"), "frontier.parquet");
    // The new input is as good as the old one, by all that is recorded about it.
    let status = plan.call("status", &["--deep"]);
    expect_code(&status, 1);
    let problems = text(&status.stderr);
    assert!(problems.starts_with("count/3 foreign: count/3: it was made from other inputs"), "{problems}");
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert_eq!(plan.missing(), [""; 0]);
    expect_named(&plan, "count/3");

    // The count is made again from what is there now. The sum says that this has other numbers than it should.
    expect_code(&obey(&plan.call("sum", &[])), 0);
    let output = plan.call("sum", &[]);
    expect_code(&output, 1);
    assert!(
        text(&output.stderr).contains("count: 197282 sequences counted from instead of 197281"),
        "{}",
        shown(&output)
    );
    assert!(output.stdout.is_empty());

    // Another run of the merge gives other bytes. It is made again, and so is what was made from it.
    let output = plan.call("verify", &["--sample", "100%", "--stage", "merge-4"]);
    expect_code(&output, 1);
    expect_named(&plan, "merge-4/3");
    expect_code(&obey(&output), 0);
    expect_sound(&plan);
    let mut aside: Vec<PathBuf> = fs::read_dir(plan.path().join("set-aside"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    aside.sort();
    let names: Vec<_> = aside.iter().map(|path| path.file_name().expect("a name").to_string_lossy()).collect();
    assert_eq!(names, ["count-3.1", "count-3.2", "merge-4-3.1"]);
}

#[test]
fn the_output_of_another_plan_is_set_aside_by_a_repair() {
    let (plan, other) = (finished(), Plan::perft(6, 4, 16));
    other.run_all();
    fs::remove_dir_all(plan.unit("count/3")).expect("the directory is there");
    fs::rename(other.unit("count/3"), plan.unit("count/3")).expect("it can be moved");
    expect_named(&plan, "count/3");
    expect_code(&plan.call("run", &["--repair"]), 0);
    expect_sound(&plan);
}

#[test]
fn sequences_that_were_lost_before_the_files_were_written_give_no_total() {
    // Nothing is published for this position.
    let plan = Plan::perft_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 3, 4);
    expect_code(&plan.call("run", &["expand-3"]), 0);
    // A program that unites positions wrongly writes consistent files with other numbers.
    expect_code(&plan.call("run", &["merge-3"]), 0);
    replace(&plan.unit("merge-3/0"), "frontier.parquet");
    let mut sequences = Vec::new();
    for unit in ["expand-3/0", "merge-3/0"] {
        let path = plan.unit(unit).join("done.json");
        let mut done = read_json(&path);
        let before: u64 = done["facts"]["sequences"].as_str().expect("a sum").parse().expect("a number");
        done["facts"]["sequences"] = json!((before + 1).to_string());
        write_done(&path, done);
        sequences.push(before);
    }
    let merged: u64 = plan
        .units()
        .iter()
        .filter(|unit| unit.starts_with("merge-3/"))
        .map(|unit| {
            let done = read_json(&plan.unit(unit).join("done.json"));
            done["facts"]["sequences"].as_str().expect("a sum").parse::<u64>().expect("a number")
        })
        .sum();
    assert_eq!(merged, sequences[0] + 1);
    let sequences = sequences[0];
    plan.run_all();
    let output = plan.call("sum", &[]);
    expect_code(&output, 1);
    let line = format!("merge-3: {} sequences instead of {sequences}", sequences + 1);
    assert!(text(&output.stderr).contains(&line) && output.stdout.is_empty(), "{}", shown(&output));
}

#[test]
fn a_stage_can_be_named() {
    let plan = Plan::small();
    expect_code(&plan.call("run", &["count"]), 4);
    for stage in ["expand-4", "merge-4"] {
        expect_code(&plan.call("run", &[stage]), 0);
        assert!(plan.missing().iter().all(|unit| !unit.starts_with(stage)));
    }
    // Stages are run in their order, in whichever order they are named.
    fs::remove_dir_all(plan.unit("merge-4/5")).expect("the directory is there");
    expect_code(&plan.call("run", &["count", "merge-4", "--jobs", "2"]), 0);
    expect_sound(&plan);
    assert_eq!(text(&plan.call("run", &["count"]).stdout), "", "it is done");
    expect_code(&plan.call("run", &["count", "--block", "1", "--of", "2"]), 0);
    expect_code(&plan.call("run", &["count/1", "--block", "1", "--of", "2"]), 2);
}

#[test]
fn a_unit_reports_the_rows_of_its_output() {
    let data = Data::new(&[("a.pgn", GAMES.as_bytes())]);
    expect_code(&data.plan("set", &["--dedupe", "--key-ranges", "3"]), 0);
    let output = crate::common::scale()
        .args(["run"])
        .arg(data.path("set"))
        .args(["--all", "--loose"])
        .output()
        .expect("scale starts");
    expect_code(&output, 0);
    let printed = text(&output.stdout);
    assert!(printed.starts_with("encode/0 done: 35 rows, "), "{printed}");
    let rows =
        |unit: u32| read_json(&data.path(&format!("set/positions/{unit}/done.json")))["files"][0]["rows"].clone();
    for unit in 0..3 {
        assert!(printed.contains(&format!("positions/{unit} done: {} rows, ", rows(unit))), "{printed}");
    }
    // Each position of each game is counted, once.
    let sum = crate::common::scale().arg("sum").arg(data.path("set")).arg("--json").output().expect("scale starts");
    let sum: serde_json::Value = serde_json::from_slice(&sum.stdout).expect("a line of JSON");
    assert_eq!((&sum["encode"]["occurrences"], &sum["positions"]["occurrences"]), (&35.into(), &35.into()));
}

#[test]
fn a_sum_names_what_was_counted_and_each_unit_the_level_of_its_cpu() {
    let plan = finished();
    let digest = read_json(&plan.path().join("plan.json"))["digest"].as_str().expect("a digest").to_owned();
    let printed = text(&plan.call("sum", &[]).stdout);
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines[1], "perft(7) of rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(lines[2].starts_with(&format!("plan {digest}, version ")), "{printed}");
    let sum: serde_json::Value = serde_json::from_slice(&plan.call("sum", &["--json"]).stdout).expect("JSON");
    assert_eq!((&sum["depth"], &sum["plan"]), (&7.into(), &digest.into()));
    assert!(sum["fen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/")), "{sum}");
    for unit in plan.units() {
        let level = read_json(&plan.unit(&unit).join("done.json"))["facts"]["level"].clone();
        assert_eq!(level, gardez_count::Counter::new().level().to_string(), "{unit}");
        assert_eq!(files(&plan.unit(&unit)).iter().filter(|file| file.ends_with("done.json")).count(), 1);
    }
}
