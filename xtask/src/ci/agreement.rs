//! Tests that the documents and the workflow agree with the steps.

use std::fs;

use clap::CommandFactory;

use crate::environment::PYTHON_CHESS;
use crate::process::root;
use crate::{Xtask, step};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("it is committed")
}

/// Returns the code at the beginning of each row of the tables below a heading.
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
fn the_workflow_brings_what_the_steps_need() {
    let workflow = read(".github/workflows/ci.yml");
    for needed in ["cargo xtask setup", PYTHON_CHESS, "mdbook@", "cargo-deny@", "cargo-semver-checks@"] {
        assert!(workflow.contains(needed), "{needed}");
    }
}

#[test]
fn everything_for_python_is_compared_with_one_version_of_python_chess() {
    for requirements in ["tests", "bench"].map(|name| read(&format!("bindings/python/{name}/requirements.txt"))) {
        assert!(requirements.lines().any(|line| line == PYTHON_CHESS), "{requirements}");
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

/// The commands of cargo that read the lock file, and write it if it is out of date.
const RESOLVING: [&str; 11] =
    ["bench", "build", "check", "clippy", "deny", "doc", "fetch", "package", "run", "test", "tree"];

/// Returns the places in a source at which such a command begins a list of arguments that lacks `--locked`.
fn unlocked(source: &str) -> Vec<&str> {
    let lists = source.match_indices('[').filter_map(|(at, _)| {
        let list = source[at + 1..].trim_start();
        let first = list.strip_prefix('"')?.split('"').next()?;
        RESOLVING.contains(&first).then(|| list.split(']').next().unwrap_or(list))
    });
    // A list of one word is not a command, and the version of a tool is not one that resolves.
    let resolves = |list: &&str| list.contains(',') && !list.contains("\"--version\"");
    lists.filter(resolves).filter(|list| !list.contains("\"--locked\"")).collect()
}

#[test]
fn a_list_of_arguments_without_the_option_is_found() {
    let source = r#"cargo.args(["build", "-p", "a"]); shown(&[ "test", "--locked" ]); f(["a", "b"]); is("test")"#;
    assert_eq!(unlocked(source), [r#""build", "-p", "a""#]);
}

#[test]
fn every_command_of_cargo_keeps_to_the_lock_file() {
    let workflow = read(".github/workflows/ci.yml");
    for line in workflow.lines().filter(|line| line.contains("cargo build") || line.contains("cargo test")) {
        assert!(line.contains("--locked"), "{line}");
    }
    let mut sources = 0;
    for entry in walkdir::WalkDir::new(root().join("xtask/src")) {
        let path = entry.expect("it is committed").into_path();
        if path.is_file() && !path.ends_with("ci/agreement.rs") {
            let source = fs::read_to_string(&path).expect("it is committed");
            // Tests contain lists that only look like commands.
            let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(&source);
            assert_eq!(unlocked(source), [""; 0], "{}", path.display());
            sources += 1;
        }
    }
    assert!(30 < sources);
}
