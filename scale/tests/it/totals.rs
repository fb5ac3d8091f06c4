//! Totals, positions and sequences at each ply, compared with published numbers; sizes, and what the order is worth.

use serde_json::Value;

use crate::common::{PERFT, Plan, RECORDS, expect_code, files, is_slow, read_json, text};

/// What `sum --json` prints.
fn sum(plan: &Plan) -> Value {
    let output = plan.call("sum", &["--json"]);
    expect_code(&output, 0);
    serde_json::from_str(&text(&output.stdout)).expect("JSON")
}

#[test]
fn positions_and_sequences_of_each_ply_are_those_of_the_published_lists() {
    for (ply, units) in [(1, 1), (2, 3), (3, 7), (4, 16), (5, 32)] {
        let plan = Plan::perft(6, ply, units);
        plan.run_all();
        plan.expect_total();
        let sum = sum(&plan);
        assert_eq!(sum["verdict"], "known");
        assert_eq!(sum["records"], RECORDS[ply - 1]);
        let plies = sum["plies"].as_array().expect("a list");
        assert!(!plies.is_empty());
        for at in plies {
            let ply = at["ply"].as_u64().expect("a ply") as usize;
            assert_eq!(at["positions"], RECORDS[ply - 1], "ply {ply}");
            assert_eq!(at["sequences"], PERFT[ply - 1].to_string(), "ply {ply}");
            assert_eq!((&at["positions_verdict"], &at["sequences_verdict"]), (&"known".into(), &"known".into()));
        }
    }
}

#[test]
fn totals_do_not_depend_on_the_table_and_on_the_number_of_units() {
    let leaves = |table, units| {
        let plan = Plan::with_table(6, 3, units, table);
        plan.run_all();
        plan.expect_total();
        sum(&plan)["leaves"].clone()
    };
    let first = leaves("0", 8);
    assert_eq!(leaves("1", 8), first);
    assert_eq!(leaves("64", 5), first);
}

/// The part of the lookups at a depth that were found, in the unit in the middle.
fn rate(plan: &Plan, depth: &str) -> f64 {
    let done = read_json(&plan.unit("count/4").join("done.json"));
    done["facts"]["hits"][depth]["rate"].as_f64().expect("a rate of hits")
}

#[test]
fn half_of_the_positions_below_a_sorted_frontier_are_found_in_the_table() {
    let plan = Plan::with_table(8, 5, 8, "64");
    let middle = plan.units().into_iter().filter(|unit| !unit.starts_with("count/") || unit == "count/4");
    for unit in middle.collect::<Vec<_>>() {
        expect_code(&plan.call("run", &[&unit]), 0);
    }
    let rate = rate(&plan, "2");
    println!("{rate} at depth 2, from records of ply 5");
    assert!(0.45 <= rate, "{rate}: are the records in the right order?");
}

#[test]
fn a_record_of_a_frontier_takes_few_bytes() {
    let (ply, most) = if is_slow() { (6, 6.0) } else { (5, 7.0) };
    let plan = Plan::perft(ply + 2, ply, 8);
    let (mut bytes, mut cpu_ms) = (0, 0);
    for unit in plan.units().into_iter().filter(|unit| !unit.starts_with("count/")) {
        expect_code(&plan.call("run", &[&unit]), 0);
        cpu_ms += read_json(&plan.unit(&unit).join("done.json"))["facts"]["cpu_ms"].as_u64().expect("a time");
        if unit.starts_with(&format!("merge-{ply}/")) {
            let size = |file: &std::path::PathBuf| file.metadata().expect("a file").len();
            bytes += files(&plan.unit(&unit))
                .iter()
                .filter(|file| file.ends_with("frontier.parquet"))
                .map(size)
                .sum::<u64>();
        }
    }
    let each = bytes as f64 / RECORDS[ply - 1] as f64;
    println!("ply {ply}: {each:.2} bytes a record, {cpu_ms} ms of CPU for the frontier");
    assert!(each <= most, "{each} bytes a record");
    assert!(cpu_ms <= 15_000, "{cpu_ms} ms of CPU for the frontier");
}
