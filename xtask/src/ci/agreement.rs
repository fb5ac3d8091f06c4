//! Tests that the workflow and the sources of this program agree with the steps.

use crate::environment::PYTHON_CHESS;
use crate::process::{read, root};

#[test]
fn the_workflow_brings_what_the_steps_need() {
    let workflow = read(".github/workflows/ci.yml").expect("it is committed");
    for needed in ["cargo xtask setup", "mdbook@", "cargo-deny@", "cargo-semver-checks@"] {
        assert!(workflow.contains(needed), "{needed}");
    }
    for line in workflow.lines().filter(|line| line.contains("cargo build") || line.contains("cargo test")) {
        assert!(line.contains("--locked"), "{line}");
    }
}

#[test]
fn everything_is_compared_with_one_version_of_python_chess() {
    let version = PYTHON_CHESS.trim_start_matches("chess==");
    for file in ["bindings/python/tests", "bindings/python/bench", "conformance"]
        .map(|folder| format!("{folder}/requirements.txt"))
    {
        assert!(read(&file).expect("it is committed").lines().any(|line| line == PYTHON_CHESS), "{file}");
    }
    for script in ["syzygy", "rules", "engine"].map(|name| format!("conformance/python_chess_{name}.py")) {
        assert!(read(&script).expect("it is committed").contains(&format!("VERSION = \"{version}\"")), "{script}");
    }
}

#[test]
fn the_workflow_names_each_action_by_its_hash() {
    let workflow = read(".github/workflows/ci.yml").expect("it is committed");
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

/// Returns the texts of a source that begin with such a command and an option, and lack `--locked`.
fn unlocked(source: &str) -> Vec<&str> {
    let is_command = |text: &&str| {
        let mut words = text.split(' ');
        RESOLVING.contains(&words.next().unwrap_or_default()) && words.next().is_some_and(|word| word.starts_with('-'))
    };
    source
        .split('"')
        .filter(is_command)
        .filter(|text| !text.contains("--locked") && !text.ends_with("--version"))
        .collect()
}

#[test]
fn every_command_of_cargo_keeps_to_the_lock_file() {
    assert_eq!(unlocked(r#"cargo("build -p a"); runs("test --locked"); f("check"); "deny --version""#), ["build -p a"]);
    let mut sources = 0;
    for entry in walkdir::WalkDir::new(root().join("xtask/src")) {
        let path = entry.expect("it is committed").into_path();
        if path.is_file() && !path.ends_with("ci/agreement.rs") {
            let source = read(&path).expect("it is committed");
            let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(&source);
            assert_eq!(unlocked(source), [""; 0], "{}", path.display());
            sources += 1;
        }
    }
    assert!(20 < sources);
}
