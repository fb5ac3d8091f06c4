//! Plans that are refused.

use tempfile::TempDir;

use super::*;
use crate::perft::planning::{Request, plan};
use crate::ranges::Ranges;
use crate::store::Folder;

fn small() -> Plan {
    let request = Request {
        dir: PathBuf::new(),
        depth: 6,
        ply: 4,
        units: 5,
        fen: None,
        key_ranges: Some(3),
        unit_positions: 2000,
        table: 16,
        memory: 64,
        debug_builds: true,
    };
    plan(&request).expect("a plan")
}

#[test]
fn a_plan_is_read_as_it_was_written_and_not_replaced() {
    let dir = TempDir::new().expect("a folder");
    let plan = small();
    plan.write(&Folder::new(dir.path())).expect("there is room");
    assert_eq!(Plan::read(&Folder::new(dir.path())).expect("a plan"), plan);
    plan.write(&Folder::new(dir.path())).expect("the same plan");
    let other = Plan::new(plan.kind, plan.inputs, plan.stages, false).expect("a plan");
    assert_eq!(other.write(&Folder::new(dir.path())).expect_err("another plan").exit_code(), 3);
    assert_ne!(other.digest(), small().digest());
}

#[test]
fn every_changed_byte_of_a_plan_is_noticed() {
    let dir = TempDir::new().expect("a folder");
    small().write(&Folder::new(dir.path())).expect("there is room");
    let path = dir.path().join(FILE);
    let text = std::fs::read(&path).expect("a plan");
    // Without the line feed at its end, the plan is the same.
    for at in (0..text.len() - 1).step_by(7) {
        for change in [1, 2, 128] {
            let mut changed = text.clone();
            changed[at] ^= change;
            std::fs::write(&path, &changed).expect("there is room");
            match Plan::read(&Folder::new(dir.path())) {
                Ok(plan) => assert_eq!(plan, small(), "byte {at}"),
                Err(error) => assert_eq!(error.exit_code(), 3, "byte {at}: {error}"),
            }
        }
        std::fs::write(&path, &text[..at]).expect("there is room");
        assert_eq!(Plan::read(&Folder::new(dir.path())).expect_err("it is cut").exit_code(), 3);
    }
}

#[test]
fn a_folder_without_a_plan_is_an_error_of_the_file_system() {
    let dir = TempDir::new().expect("a folder");
    assert_eq!(Plan::read(&Folder::new(dir.path())).expect_err("there is none").exit_code(), 4);
}

#[test]
fn stages_that_do_not_fit_together_are_refused() {
    let refused = |change: fn(&mut Vec<Stage>)| {
        let mut plan = small();
        change(&mut plan.stages);
        let error = Plan::new(plan.kind, plan.inputs, plan.stages, true).expect_err("it does not fit");
        assert_eq!(error.exit_code(), 3);
        error.to_string()
    };
    assert!(refused(Vec::clear).contains("no stages"));
    assert!(refused(|stages| stages[0].units = 0).contains("0 units"));
    assert!(refused(|stages| stages[0].name = "../x".to_owned()).contains("cannot be the name"));
    assert!(refused(|stages| stages.swap(0, 1)).contains("no stage"));
    assert!(refused(|stages| stages[1].units += 1).contains("key ranges"));
    assert!(refused(|stages| stages[2].units = 2).contains("2 units for 3 files"));
    assert!(refused(|stages| stages.push(stages[0].clone())).contains("two stages"));
    let later = |stages: &mut Vec<Stage>| {
        stages[0].task = Task::Expand { ply: 9, from: None, ranges: Ranges::default() };
    };
    assert!(refused(later).contains("cannot read"));
}

#[test]
fn a_plan_of_another_version_is_readable_but_does_not_run() {
    let dir = TempDir::new().expect("a folder");
    let mut plan = small();
    plan.code = "0.0.1+format.0".to_owned();
    plan.digest = Some(plan.computed_digest());
    plan.write(&Folder::new(dir.path())).expect("there is room");
    let plan = Plan::read(&Folder::new(dir.path())).expect("it can be read");
    assert_eq!(plan.check_runs_here().expect_err("another version").exit_code(), 3);
}
