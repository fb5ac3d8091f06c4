//! Merging: the same bytes in one pass and in several, with little memory, and only of files that are what they should be.

use std::fs;

use crate::common::{Plan, digests, expect_code, scale, text};

/// The file of a unit that expands.
const SHUFFLE: &str = "shuffle.bin";

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

#[test]
fn a_changed_bit_damages_one_range_and_the_others_are_as_good_as_before() {
    let plan = plan("20000", "64");
    let file = plan.unit("expand-5/1").join(SHUFFLE);
    let mut bytes = fs::read(&file).expect("a file");
    bytes[20] ^= 1;
    fs::write(&file, bytes).expect("it can be written");
    expect_code(&plan.call("run", &["merge-5/2"]), 0);
    expect_code(&plan.call("run", &["merge-5/0"]), 3);
    expect_code(&plan.call("run", &["expand-5/1", "--repair"]), 0);
    assert!(text(&plan.call("status", &["--deep"]).stderr).is_empty());
}
