//! How far a plan is: for people, for programs, and while it runs.

use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Plan, expect_code, shown, text};

/// The last line of `status --json`.
fn status(plan: &Plan) -> Value {
    let output = plan.call("status", &["--json"]);
    expect_code(&output, 0);
    serde_json::from_str(&text(&output.stdout)).expect("one line of JSON")
}

#[test]
fn the_rest_is_estimated_from_the_units_that_are_done() {
    let plan = Plan::small();
    let before = status(&plan);
    assert_eq!((&before["is_done"], &before["left_cpu_ms"]), (&false.into(), &Value::Null));
    plan.run_all();
    let after = status(&plan);
    assert_eq!((&after["is_done"], &after["left_cpu_ms"]), (&true.into(), &0.into()));
    assert!(0.0 < after["cores"].as_f64().expect("units have ended"), "{after}");
    assert_eq!(after["plan"], crate::common::read_json(&plan.path().join("plan.json"))["digest"]);

    for unit in ["count/0", "count/5", "count/9", "count/15"] {
        fs::remove_dir_all(plan.unit(unit)).expect("the directory is there");
    }
    let most = status(&plan);
    let count = &most["stages"][2];
    assert_eq!((&count["stage"], &count["done"], &count["missing"]), (&"count".into(), &12.into(), &4.into()));
    let (cpu, left) = (count["cpu_ms"].as_u64().expect("a time"), count["left_cpu_ms"].as_u64().expect("a time"));
    assert_eq!(left, cpu * 4 / 12);
    assert_eq!(most["left_cpu_ms"], left);
}

#[test]
fn people_read_a_line_for_each_stage_and_one_for_the_rest() {
    let plan = Plan::small();
    let output = plan.call("status", &[]);
    expect_code(&output, 0);
    assert!(
        text(&output.stdout).ends_with("cannot be estimated before a unit of each stage is done\n"),
        "{}",
        shown(&output)
    );
    plan.run_all();
    let output = text(&plan.call("status", &[]).stdout);
    assert_eq!(output.lines().count(), 4, "{output}");
    assert!(output.contains("merge-4            16 units: 16 done, "), "{output}");
    assert!(output.ends_with("\nall units are done\n"), "{output}");
}

#[test]
fn a_watch_prints_each_change_and_ends_when_all_units_are_done() {
    let plan = Plan::small();
    let mut watch = plan.command("status", &["--watch", "--json", "--every", "1"]);
    let watch = watch.stdout(Stdio::piped()).spawn().expect("scale starts");
    for unit in plan.units() {
        expect_code(&plan.call("run", &[&unit]), 0);
    }
    let output = watch.wait_with_output().expect("it ends");
    expect_code(&output, 0);
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.first().map(|line| &line["is_done"]), Some(&Value::Bool(false)));
    assert_eq!(lines.last().map(|line| &line["is_done"]), Some(&Value::Bool(true)));
    let done = |line: &Value| -> u64 {
        line["stages"].as_array().expect("stages").iter().map(|stage| stage["done"].as_u64().expect("a number")).sum()
    };
    assert!(lines.is_sorted_by_key(done));
}
