//! Plans whose stages are sealed, and processes that share a plan without an engine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::Value;

use crate::common::{Plan, expect_code, files, shown, text};

/// A count that is done and sealed.
fn finished() -> Plan {
    let plan = Plan::small();
    expect_code(&plan.call("run", &["--all"]), 0);
    plan
}

/// All files below a folder.
fn all_files(folder: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let inner = folders.filter(|path| path.is_dir()).flat_map(|path| all_files(&path));
    inner.chain(files(folder)).collect()
}

/// Asserts that all commands take the plan for done, and that the total is right.
fn expect_sound(plan: &Plan) {
    for command in [&["status"][..], &["status", "--deep"], &["verify", "--sample", "100%"], &["run", "--all"]] {
        expect_code(&plan.call(command[0], &command[1..]), 0);
    }
    assert_eq!(plan.missing(), [""; 0]);
    plan.expect_total();
}

#[test]
fn a_finished_plan_has_a_file_for_each_unit_and_each_stage() {
    let plan = finished();
    expect_sound(&plan);
    let (units, found) = (plan.units().len(), all_files(&plan.path()));
    // Besides them, there is plan.json.
    assert_eq!(found.len(), units + 3 + 1, "{found:?}");
    // Units that are run one by one are sealed by a command.
    let plan = Plan::small();
    plan.run_all();
    assert_eq!(all_files(&plan.path()).len(), 2 * units + 1);
    expect_code(&plan.call("seal", &[]), 0);
    assert_eq!(all_files(&plan.path()).len(), units + 3 + 1);
    expect_sound(&plan);
}

#[test]
fn what_is_lost_or_damaged_in_a_sealed_stage_is_made_again() {
    let plan = finished();
    fs::remove_dir_all(plan.unit("count/3")).expect("the directory is there");
    fs::remove_file(plan.output("merge-4/5")).expect("the file is there");
    assert_eq!(plan.missing(), ["merge-4/5", "count/3"]);
    plan.expect_no_total(1, "count/3");
    expect_sound_after(&plan, &["--all"]);

    let file = plan.output("count/4");
    let mut bytes = fs::read(&file).expect("a file");
    bytes[10] ^= 1;
    fs::write(&file, bytes).expect("it can be written");
    plan.expect_no_total(1, "count/4 damaged");
    expect_sound_after(&plan, &["--repair"]);
    assert_eq!(all_files(&plan.path()).len(), plan.units().len() + 3 + 2, "plan.json and what was set aside");
}

/// Runs the plan with these options, seals it, and expects the total.
fn expect_sound_after(plan: &Plan, options: &[&str]) {
    expect_code(&plan.call("run", options), 0);
    expect_code(&plan.call("seal", &[]), 0);
    expect_sound(plan);
}

#[test]
fn a_bit_that_changed_in_the_records_of_a_stage_is_found_and_changes_nothing() {
    let plan = finished();
    let file = plan.path().join("count/done.jsonl");
    let original = fs::read(&file).expect("a file");
    for at in (0..original.len()).step_by(original.len() / 30) {
        let mut bytes = original.clone();
        bytes[at] ^= 0x10;
        fs::write(&file, bytes).expect("it can be written");
        let output = plan.call("sum", &[]);
        match output.status.code() {
            Some(0) => plan.expect_total(),
            Some(1) => assert!(output.stdout.is_empty() && !plan.missing().is_empty(), "{}", shown(&output)),
            _ => panic!("byte {at}: {}", shown(&output)),
        }
    }
    // The unit of the damaged line is run again.
    expect_sound_after(&plan, &["--all"]);
}

#[test]
fn processes_that_share_a_plan_run_each_unit_once() {
    let plan = Plan::perft(7, 4, 40);
    let run = || {
        let output = plan.call("run", &["--all", "--json", "--jobs", "2"]);
        expect_code(&output, 0);
        text(&output.stdout)
    };
    let printed: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
        runs.into_iter().map(|run| run.join().expect("it ends")).collect()
    });
    let mut times = BTreeMap::<String, u32>::new();
    for line in printed.iter().flat_map(|printed| printed.lines()) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let unit = line["unit"].as_str().expect("a name").to_owned();
        *times.entry(unit).or_default() += u32::from(line["was_done"] == false);
    }
    assert_eq!(times.len(), plan.units().len());
    assert!(times.values().all(|&times| times == 1), "{times:?}");
    expect_sound(&plan);
}

#[test]
fn a_process_that_is_killed_loses_its_claims() {
    let plan = Plan::perft(8, 4, 6);
    for _ in 0..3 {
        let mut child = plan.command("run", &["--all", "--jobs", "2", "--quiet"]).spawn().expect("scale starts");
        thread::sleep(std::time::Duration::from_millis(400));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    // Nobody waits for a claim of a process that is gone.
    let start = std::time::Instant::now();
    expect_code(&plan.call("run", &["--all"]), 0);
    println!("{:.1} s", start.elapsed().as_secs_f64());
    expect_sound(&plan);
    let hidden = all_files(&plan.path()).into_iter().find(|path| path.ends_with(".claim"));
    assert_eq!(hidden, None);
}
