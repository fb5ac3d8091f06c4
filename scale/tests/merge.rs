//! Merging: the same bytes in memory and by DataFusion, with little memory, and only of files that are sorted.

mod common;

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use arrow::array::UInt32Array;
use arrow::compute::{concat_batches, take_record_batch};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::json;

use common::{Plan, expect_code, read_json, scale, shown, text};

/// A plan with units of about this many positions and this number of MiB for a merge, whose plies before the last merge are
/// done.
fn plan(unit_positions: &str, memory: &str) -> Plan {
    let options = ["--key-ranges", "3", "--unit-positions", unit_positions, "--memory", memory];
    let plan = Plan::planned(scale(), 6, 5, 3, &options);
    for unit in plan.units().iter().filter(|unit| !unit.starts_with("merge-5/") && !unit.starts_with("count/")) {
        expect_code(&plan.call("run", &[unit]), 0);
    }
    plan
}

/// The bytes of the last ply, after it is merged in this way.
fn merged(plan: &Plan, how: &str) -> Vec<Vec<u8>> {
    let frontier = |unit: u32| {
        let unit = format!("merge-5/{unit}");
        // What another way has written is not there.
        let _ = fs::remove_dir_all(plan.unit(&unit));
        expect_code(&plan.call("run", &[&unit, "--merge", how]), 0);
        let left = fs::read_dir(plan.unit(&unit)).expect("a folder").count();
        assert_eq!(left, 2, "the file and done.json");
        fs::read(plan.unit(&unit).join("frontier.parquet")).expect("a file")
    };
    (0..3).map(frontier).collect()
}

#[test]
#[cfg_attr(not(feature = "group"), ignore = "DataFusion is not compiled in")]
fn merging_with_64_mebibytes_gives_the_bytes_of_merging_in_memory() {
    // 64 MiB have room for 32 files at once. More of them are grouped by a hash table.
    for (unit_positions, is_merged) in [("20000", true), ("1500", false)] {
        let plan = plan(unit_positions, "64");
        let files = plan.units().iter().filter(|unit| unit.starts_with("expand-5/")).count();
        assert_eq!(files <= 32, is_merged, "{files} files");
        assert!(merged(&plan, "memory") == merged(&plan, "group"), "{files} files");
        plan.run_all();
        plan.expect_total();
    }
}

#[test]
#[cfg_attr(not(feature = "group"), ignore = "DataFusion is not compiled in")]
fn merges_at_once_open_no_more_files_than_the_process_may() {
    let plan = plan("1200", "256");
    let files = plan.units().iter().filter(|unit| unit.starts_with("expand-5/")).count();
    assert!((58..=64).contains(&files), "one merge may open {files} of 128, but not two");
    for jobs in ["1", "2"] {
        for unit in 0..3 {
            let _ = fs::remove_dir_all(plan.unit(&format!("merge-5/{unit}")));
        }
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -n 128 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_scale"), "run"]);
        limited.arg(plan.path()).args(["--all", "--merge", "group", "--jobs", jobs]);
        expect_code(&limited.output().expect("a shell"), 0);
        plan.expect_total();
    }
}

#[test]
#[cfg_attr(feature = "group", ignore = "DataFusion is compiled in")]
fn a_program_without_datafusion_says_so() {
    let plan = plan("20000", "64");
    let output = plan.call("run", &["merge-5/0", "--merge", "group"]);
    expect_code(&output, 3);
    assert!(text(&output.stderr).contains("without the feature `group`"), "{}", shown(&output));
}

/// Reverses the rows of the first file of a unit, and makes its `done.json` say so.
fn reverse(unit: &Path) {
    let file = unit.join("range-00000.parquet");
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&file).expect("a file")).expect("a table");
    let batches: Vec<_> = reader.build().expect("a table").collect::<Result<_, _>>().expect("rows");
    let rows = concat_batches(&batches[0].schema(), &batches).expect("the same columns");
    let backwards = UInt32Array::from_iter_values((0..rows.num_rows() as u32).rev());
    let rows = take_record_batch(&rows, &backwards).expect("its rows");
    let mut writer = ArrowWriter::try_new(File::create(&file).expect("a file"), rows.schema(), None).expect("a table");
    writer.write(&rows).expect("there is room");
    writer.close().expect("there is room");

    let (path, bytes) = (unit.join("done.json"), fs::read(&file).expect("a file"));
    let mut done = read_json(&path);
    done["files"][0]["bytes"] = json!(bytes.len());
    done["files"][0]["blake3"] = json!(blake3::hash(&bytes).to_hex().to_string());
    fs::write(path, done.to_string()).expect("it can be written");
}

#[test]
fn files_in_another_order_are_refused() {
    let plan = plan("20000", "64");
    reverse(&plan.unit("expand-5/0"));
    for how in if cfg!(feature = "group") { &["memory", "group"][..] } else { &["memory"] } {
        let output = plan.call("run", &["merge-5/0", "--merge", how]);
        expect_code(&output, 3);
        assert!(text(&output.stderr).contains("not in ascending order"), "{how}: {}", shown(&output));
        expect_code(&plan.call("run", &["merge-5/1", "--merge", how]), 0);
        fs::remove_dir_all(plan.unit("merge-5/1")).expect("it is there");
    }
}
