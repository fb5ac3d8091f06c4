//! Merging: the same bytes in one pass and in several, with little memory, and only of files that are what they should be.

use std::fs;
use std::path::Path;

use gardez_position::PackedBoard;
use gardez_scale::output::Output;
use gardez_scale::perft::record::Record;
use gardez_scale::plan::SHUFFLE;
use gardez_scale::ranges::Ranges;
use gardez_scale::shuffle::ShuffleWriter;
use gardez_scale::store::Folder;
use gardez_scale::unit::UnitId;
use serde_json::json;

use crate::common::{Plan, digests, expect_code, read_json, scale, shown, text};

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

/// The bytes of the last ply after it is merged.
fn merged(plan: &Plan) -> Vec<Vec<u8>> {
    let frontier = |unit: u32| {
        let unit = format!("merge-5/{unit}");
        expect_code(&plan.call("run", &[&unit]), 0);
        let left = fs::read_dir(plan.unit(&unit)).expect("a folder").count();
        assert_eq!(left, 2, "the file and done.json");
        fs::read(plan.unit(&unit).join("frontier.parquet")).expect("a file")
    };
    (0..3).map(frontier).collect()
}

#[test]
fn merging_in_several_passes_gives_the_bytes_of_one_pass() {
    // 1 MiB has room for two or three files at once.
    let frontiers = [("200000", "64"), ("20000", "1"), ("1500", "1")].map(|(unit_positions, memory)| {
        let plan = plan(unit_positions, memory);
        let frontier = merged(&plan);
        plan.run_all();
        plan.expect_total();
        frontier
    });
    assert!(frontiers[0] == frontiers[1] && frontiers[0] == frontiers[2]);
}

#[test]
fn a_unit_writes_one_file_whatever_the_number_of_ranges() {
    let plan = Plan::planned(scale(), 6, 4, 200, &["--key-ranges", "200", "--table", "1"]);
    expect_code(&plan.call("run", &["expand-4"]), 0);
    let files: Vec<_> = digests(&plan.unit("expand-4/0")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(files, ["done.json", SHUFFLE]);
    plan.run_all();
    plan.expect_total();
}

/// Writes another file of a unit that expands, and makes its `done.json` say so.
fn replace(unit: &Path, records: &[Record]) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let (store, id) = (Folder::new(folder.path()), UnitId::new("expand-5", 0));
    let mut output = Output::new(&store, &id);
    let cut = |byte: u8| PackedBoard::from_bytes([byte; PackedBoard::SIZE]);
    let ranges = Ranges::from_cuts(vec![cut(100), cut(200)]).expect("ascending");
    let mut writer = ShuffleWriter::create(&output, &ranges).expect("a file");
    records.iter().for_each(|record| writer.push(record).expect("there is room"));
    writer.finish(&mut output).expect("there is room");
    let record = json!(output.records());
    let path = unit.join("done.json");
    let mut done = read_json(&path);
    done["files"] = record;
    output.keep_as_different().expect("there is room");
    let file = crate::common::files(&folder.path().join(id.to_string())).remove(0);
    fs::copy(file, unit.join(SHUFFLE)).expect("it can be copied");
    fs::write(path, done.to_string()).expect("it can be written");
}

#[test]
fn files_in_another_order_and_ranges_with_a_changed_bit_are_refused() {
    let plan = plan("20000", "64");
    let record = |byte: u8| Record::new(PackedBoard::from_bytes([byte; PackedBoard::SIZE]), 1);
    replace(&plan.unit("expand-5/0"), &[record(3), record(2), record(150)]);
    let output = plan.call("run", &["merge-5/0"]);
    expect_code(&output, 3);
    assert!(text(&output.stderr).contains("not in ascending order"), "{}", shown(&output));
    expect_code(&plan.call("run", &["merge-5/1"]), 0);

    // Only the range with the changed bit is damaged; the other ones are as good as before.
    let file = plan.unit("expand-5/1").join(SHUFFLE);
    let mut bytes = fs::read(&file).expect("a file");
    bytes[20] ^= 1;
    fs::write(&file, bytes).expect("it can be written");
    expect_code(&plan.call("run", &["merge-5/2"]), 0);
    let output = plan.call("run", &["merge-5/0"]);
    expect_code(&output, 3);
    expect_code(&plan.call("run", &["expand-5/0", "expand-5/1", "--repair"]), 0);
    assert!(text(&plan.call("status", &["--deep"]).stderr).is_empty());
}
