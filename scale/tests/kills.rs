//! Units that are killed at any time, and then run again.

mod common;

use std::time::Duration;
use std::{fs, thread};

use gardez_types::Generator;

use common::{Plan, expect_code, text, was_killed};

/// A number below `n`.
fn below(generator: &mut Generator, n: u64) -> u64 {
    (generator.next_u64() >> 20) % n
}

#[test]
fn units_killed_ten_times_give_the_right_total_when_they_are_run_again() {
    let plan = Plan::small();
    let mut generator = Generator::new(7);
    let mut kills = 0;
    for round in 0.. {
        assert!(round < 1000, "no unit lives long enough to be killed: {kills} of 10");
        let missing = plan.missing();
        assert_eq!(missing.len(), missing.iter().collect::<std::collections::HashSet<_>>().len());
        if kills == 10 {
            break;
        }
        // When all are done, a unit is lost again.
        if missing.is_empty() {
            let units = plan.units();
            let lost = &units[below(&mut generator, units.len() as u64) as usize];
            fs::remove_dir_all(plan.unit(lost)).expect("a unit that is done");
            continue;
        }
        let unit = &missing[below(&mut generator, missing.len() as u64) as usize];
        let mut child = plan.command("run", &[unit]).stderr(std::process::Stdio::null()).spawn().expect("scale starts");
        thread::sleep(Duration::from_micros(below(&mut generator, 12_000)));
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it has ended");
        // It may have ended before; a unit whose input is missing refuses.
        if was_killed(status) {
            kills += 1;
        }
        if !plan.missing().is_empty() {
            let output = plan.call("sum", &[]);
            expect_code(&output, 1);
            assert!(output.stdout.is_empty(), "a total although units are missing");
        }
    }
    plan.run_all();
    plan.expect_total();
}

#[test]
fn a_run_of_all_units_continues_where_it_was_killed() {
    let plan = Plan::small();
    let mut generator = Generator::new(11);
    let mut kills = 0;
    while !plan.missing().is_empty() {
        let mut child = plan
            .command("run", &["--all", "--jobs", "2"])
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("scale starts");
        // Longer each time, so that it ends at last.
        thread::sleep(Duration::from_millis(20 + below(&mut generator, 30 + 20 * kills)));
        child.kill().expect("it can be killed");
        kills += u64::from(was_killed(child.wait().expect("it has ended")));
    }
    assert!(0 < kills, "it was never killed");
    plan.expect_total();
}

#[test]
fn files_that_a_kill_leaves_behind_are_removed_by_clean_only() {
    let plan = Plan::small();
    plan.run_all();
    let left = plan.unit("count/3").join(".tmp-elsewhere-1-1");
    fs::write(&left, "half of a file").expect("a file");
    plan.expect_total();
    // A merge on the disk has a folder.
    let folder = plan.unit("merge-4/0").join(".tmp-group-x");
    fs::create_dir_all(folder.join("spilled")).expect("a folder");
    fs::write(folder.join("spilled/1.arrow"), "half").expect("a file");
    expect_code(&plan.call("run", &["count/3"]), 0);
    assert!(left.exists());
    let output = plan.call("clean", &[]);
    expect_code(&output, 0);
    assert_eq!(text(&output.stdout), "2 temporary files removed, 18 bytes\n");
    assert!(!left.exists() && !folder.exists());
    plan.expect_total();
}
