//! Tests that the documents and the workflow agree with the steps.

use std::fs;

use clap::CommandFactory;

use crate::process::root;
use crate::step::{self, python_chess};
use crate::{Xtask, msrv};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("it is committed")
}

/// The code at the beginning of each row of the tables below a heading.
fn rows(page: &str, heading: &str) -> Vec<String> {
    let section = page.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with("## "));
    section.filter_map(|line| Some(line.strip_prefix("| `")?.split('`').next()?.to_owned())).collect()
}

#[test]
fn contributing_lists_exactly_the_steps_of_ci() {
    assert_eq!(rows(&read("CONTRIBUTING.md"), "## CI"), step::names());
}

#[test]
fn contributing_lists_exactly_the_commands() {
    let listed = rows(&read("CONTRIBUTING.md"), "## Setting up");
    let mut listed: Vec<_> = listed.iter().filter_map(|row| row.split(' ').nth(2)).collect();
    let command = Xtask::command();
    let mut commands: Vec<_> = command.get_subcommands().map(|command| command.get_name()).collect();
    listed.sort_unstable();
    commands.sort_unstable();
    assert_eq!(listed, commands);
}

#[test]
fn the_workflow_installs_the_versions_that_the_steps_need() {
    let workflow = read(".github/workflows/ci.yml");
    let rust = format!("rustup toolchain install {}.0 ", msrv::RUST_VERSION);
    for needed in [rust.as_str(), step::OTHER_TARGET, python_chess::PACKAGE, "valgrind", "g++", "cargo-deny@"] {
        assert!(workflow.contains(needed), "{needed}");
    }
}

#[test]
fn the_workflow_names_each_action_by_its_hash() {
    let workflow = read(".github/workflows/ci.yml");
    let uses: Vec<_> = workflow.lines().filter_map(|line| line.split("uses: ").nth(1)).collect();
    assert!(!uses.is_empty());
    for action in uses {
        let hash = action.split(['@', ' ']).nth(1).expect("an action has a version");
        assert!(hash.len() == 40 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{action}");
    }
}
