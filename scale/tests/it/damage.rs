//! Outputs that are lost, cut, altered, foreign or doubled. None of them may give a total that is not right.

use std::path::Path;
use std::{fs, thread};

use crate::common::{Plan, digests, expect_code, files, shown, text};

/// A count that is done.
fn finished() -> Plan {
    let plan = Plan::small();
    plan.run_all();
    plan.expect_total();
    plan
}

/// Runs everything again, and expects the total.
fn repair(plan: &Plan) {
    plan.run_all();
    plan.expect_total();
}

/// The unit whose output the units of `count` read.
fn frontier(plan: &Plan) -> String {
    let units = plan.units();
    units.into_iter().rfind(|unit| !unit.starts_with("count/")).expect("a count reads a frontier")
}

/// Changes a bit in the middle of a file.
fn flip(file: &Path, at: usize) {
    let mut bytes = fs::read(file).expect("a file");
    bytes[at] ^= 0x10;
    fs::write(file, bytes).expect("the file can be written");
}

#[test]
fn a_unit_without_a_file_is_missing_and_is_run_again() {
    let plan = finished();
    fs::remove_file(plan.output("count/5")).expect("the file is there");
    plan.expect_no_total(1, "count/5");
    assert_eq!(plan.missing(), ["count/5"]);
    repair(&plan);

    fs::remove_dir_all(plan.unit("count/6")).expect("the directory is there");
    plan.expect_no_total(1, "count/6");
    assert_eq!(plan.missing(), ["count/6"]);
    repair(&plan);

    fs::remove_file(plan.unit("count/7").join("done.json")).expect("the file is there");
    plan.expect_no_total(1, "count/7");
    assert_eq!(plan.missing(), ["count/7"]);
    repair(&plan);
}

#[test]
fn a_file_that_was_cut_is_missing_and_nothing_reads_it() {
    let plan = finished();
    for unit in [frontier(&plan), "count/9".to_owned()] {
        let file = plan.output(&unit);
        let bytes = fs::read(&file).expect("the file is there");
        fs::write(&file, &bytes[..bytes.len() - 1]).expect("the file can be written");
        assert!(plan.missing().contains(&unit));
        plan.expect_no_total(1, &unit);
        if unit != "count/9" {
            // Units that would read it refuse, and write nothing.
            fs::remove_dir_all(plan.unit("count/0")).expect("the directory is there");
            let reader = (0..16).map(|number| format!("count/{number}"));
            fs::remove_dir_all(plan.unit("count/15")).expect("the directory is there");
            for unit in reader.filter(|unit| plan.missing().contains(unit)) {
                let output = plan.call("run", &[&unit]);
                assert!(matches!(output.status.code(), Some(0 | 4)), "{}", shown(&output));
            }
        }
        repair(&plan);
    }
}

#[test]
fn a_bit_that_changed_in_a_count_is_found_or_changes_nothing() {
    let plan = finished();
    for name in ["done.json", "parquet"] {
        let unit = plan.unit("count/4");
        let file = if name == "parquet" { plan.output("count/4") } else { unit.join(name) };
        let original = fs::read(&file).expect("the file is there");
        let step = original.len() / 40 + 1;
        for at in (0..original.len()).step_by(step) {
            flip(&file, at);
            let output = plan.call("sum", &[]);
            match output.status.code() {
                Some(0) => plan.expect_total(),
                Some(1 | 3) => assert!(output.stdout.is_empty(), "{}", shown(&output)),
                _ => panic!("{name}, byte {at}: {}", shown(&output)),
            }
            fs::write(&file, &original).expect("the file can be written");
        }
    }
    plan.expect_total();
}

#[test]
fn a_bit_that_changed_is_named_by_a_deep_status() {
    let plan = finished();
    for unit in [frontier(&plan), "count/2".to_owned()] {
        let file = plan.output(&unit);
        let original = fs::read(&file).expect("the file is there");
        flip(&file, original.len() / 2);
        let output = plan.call("status", &["--deep"]);
        expect_code(&output, 1);
        assert!(text(&output.stderr).contains(&format!("{unit} damaged")), "{}", shown(&output));
        fs::write(&file, &original).expect("the file can be written");
        expect_code(&plan.call("status", &["--deep"]), 0);
    }
}

#[test]
fn a_count_of_a_frontier_with_a_changed_bit_is_refused_or_right() {
    let plan = finished();
    let frontier = frontier(&plan);
    let file = plan.output(&frontier);
    let original = fs::read(&file).expect("the file is there");
    let counts: Vec<_> = plan.units().into_iter().filter(|unit| unit.starts_with("count/")).collect();
    let mut refused = 0;
    for at in (0..original.len()).step_by(original.len() / 6) {
        flip(&file, at);
        for unit in &counts {
            fs::remove_dir_all(plan.unit(unit)).expect("the directory is there");
            let output = plan.call("run", &[unit]);
            assert!(matches!(output.status.code(), Some(0 | 3)), "byte {at}: {}", shown(&output));
            refused += u32::from(output.status.code() == Some(3));
        }
        fs::write(&file, &original).expect("the file can be written");
        repair(&plan);
    }
    assert!(6 <= refused, "only {refused} units notice");
}

/// Copies all files of a unit to another one.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for file in files(from) {
        fs::copy(&file, to.join(file.file_name().expect("a name"))).expect("it can be copied");
    }
}

/// Asserts that a unit with the output of something else is named, is not overwritten, and is run when that is removed.
fn expect_foreign(plan: &Plan, unit: &str) {
    plan.expect_no_total(1, unit);
    assert!(text(&plan.call("status", &[]).stderr).contains(&format!("{unit} foreign")));
    let before = digests(&plan.unit(unit));
    expect_code(&plan.call("run", &[unit]), 3);
    assert_eq!(digests(&plan.unit(unit)), before);
    fs::remove_dir_all(plan.unit(unit)).expect("the directory is there");
    repair(plan);
}

#[test]
fn an_output_that_is_there_twice_is_named_and_counts_once() {
    let plan = finished();
    fs::remove_dir_all(plan.unit("count/3")).expect("the directory is there");
    copy(&plan.unit("count/2"), &plan.unit("count/3"));
    plan.expect_no_total(1, "count/3");
    let status = plan.call("status", &[]);
    expect_code(&status, 1);
    assert!(text(&status.stderr).contains("count/3 double"), "{}", shown(&status));
    assert_eq!(plan.missing(), ["count/3"]);
    repair(&plan);
}

#[test]
fn the_output_of_another_plan_is_named_and_kept() {
    let (plan, other) = (finished(), Plan::perft(6, 4, 16));
    other.run_all();
    copy(&other.unit("count/3"), &plan.unit("count/3"));
    expect_foreign(&plan, "count/3");
}

#[test]
fn a_count_of_a_frontier_that_was_made_again_from_something_else_is_named() {
    let (plan, other) = (finished(), Plan::perft(7, 3, 16));
    other.run_all();
    let (ours, theirs) = (frontier(&plan), frontier(&other));
    fs::remove_dir_all(plan.unit(&ours)).expect("the directory is there");
    copy(&other.unit(&theirs), &plan.unit(&ours));
    expect_foreign(&plan, &ours);
}

#[test]
fn a_directory_that_is_not_in_the_plan_is_not_counted() {
    let plan = finished();
    copy(&plan.unit("count/3"), &plan.unit("count/16"));
    copy(&plan.unit("count/3"), &plan.unit("count/03"));
    copy(&plan.unit("count/3"), &plan.unit("counts/3"));
    plan.expect_total();
    expect_code(&plan.call("run", &["count/16"]), 2);
    let status = plan.call("status", &[]);
    expect_code(&status, 1);
    for name in ["count/16", "count/03"] {
        assert!(text(&status.stderr).contains(&format!("{name} foreign")), "{}", shown(&status));
    }
}

#[test]
fn two_runs_of_a_unit_at_once_write_the_same_bytes() {
    let plan = finished();
    for unit in plan.units() {
        let before = digests(&plan.unit(&unit));
        fs::remove_dir_all(plan.unit(&unit)).expect("the directory is there");
        let [one, two] = [(); 2].map(|()| plan.command("run", &["--quiet", &unit]).spawn().expect("scale starts"));
        for child in [one, two] {
            let output = child.wait_with_output().expect("it ends");
            expect_code(&output, 0);
        }
        let tables = |digests: Vec<(String, String)>| -> Vec<_> {
            digests.into_iter().filter(|(name, _)| name != "done.json").collect()
        };
        let before = tables(before);
        assert_eq!((tables(digests(&plan.unit(&unit))), before.len()), (before, 1), "{unit}");
    }
    plan.expect_total();
}

#[test]
fn two_runs_of_everything_at_once_give_the_total() {
    let plan = Plan::small();
    let run = || expect_code(&plan.call("run", &["--all", "--loose", "--jobs", "2"]), 0);
    thread::scope(|scope| {
        scope.spawn(run);
        scope.spawn(run);
    });
    plan.expect_total();
}

#[test]
fn a_unit_that_is_done_is_not_run_again() {
    let plan = finished();
    let before = fs::metadata(plan.output("count/1")).expect("a file").modified().expect("a time");
    expect_code(&plan.call("run", &["count/1"]), 0);
    assert_eq!(fs::metadata(plan.output("count/1")).expect("a file").modified().expect("a time"), before);
}
