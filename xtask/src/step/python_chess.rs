//! Comparisons with python-chess: values of endgame tables at random positions, and games with the example engine.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Effort;
use crate::conform;
use crate::outcome::Outcome;
use crate::process::{answers, data, root, shown, succeeds};
use crate::workspace::Workspace;

/// The package that is installed, and a script that checks its version.
pub(crate) const PACKAGE: &str = "chess==1.11.2";
const CHECK: &str = "import chess; assert chess.__version__ == '1.11.2'";

/// The number of positions to compare.
const POSITIONS: &str = "20000";

/// Runs both comparisons.
pub(super) fn step(_: Effort) -> Result<Outcome, String> {
    let target = Workspace::load()?.target;
    let Some(python) = python(&target.join("python-chess/venv")) else {
        println!("python-chess 1.11.2 is not installed, and cannot be: python3 or the package index is missing");
        return Ok(Outcome::Skipped("python-chess"));
    };
    match plays(&python, &target) {
        Outcome::Passed => compares_tables(&python, &target.join("python-chess")),
        other => Ok(other),
    }
}

/// Plays with the example engine, which `tests` has compiled. python-chess checks every move.
fn plays(python: &Path, target: &Path) -> Outcome {
    let build = ["build", "--workspace", "--all-features", "--profile", "test", "--example", "engine"];
    if !succeeds(&mut shown(&build)) {
        return Outcome::Failed;
    }
    println!("$ conformance/python_chess_engine.py");
    let engine = target.join("debug/examples/engine").with_extension(EXE_EXTENSION);
    let script = root().join("conformance/python_chess_engine.py");
    succeeds(Command::new(python).arg(script).arg(engine)).into()
}

/// Writes random positions with python-chess's values, then compares. Uses all tables of the large test
/// data, or else the committed ones.
fn compares_tables(python: &Path, target: &Path) -> Result<Outcome, String> {
    let tables = data().map_or_else(|| root().join("crates/syzygy/tests/tables"), |data| data.join("data/syzygy"));
    // `conform` knows the file by its name and its directory.
    let vectors = target.join("syzygy/vectors.tsv");
    fs::create_dir_all(target.join("syzygy")).map_err(|error| format!("{}: {error}", target.display()))?;

    println!("$ conformance/python_chess_syzygy.py --positions {POSITIONS}");
    let mut script = Command::new(python);
    script.arg(root().join("conformance/python_chess_syzygy.py")).arg(&tables).arg(&vectors);
    if !succeeds(script.args(["--positions", POSITIONS])) {
        return Ok(Outcome::Failed);
    }
    println!("$ cargo xtask conform --syzygy (the tables)");
    let arguments = ["--syzygy".into(), tables, vectors].map(PathBuf::into_os_string);
    Ok(succeeds(conform::command(arguments).env("CARGO_TERM_PROGRESS_WHEN", "never")).into())
}

/// A Python that has python-chess: the system's, or one in `environment`, which is set up if it can be.
fn python(environment: &Path) -> Option<PathBuf> {
    let has_package = |python: &Path| answers(Command::new(python).args(["-c", CHECK]));
    let (system, own) = (PathBuf::from("python3"), ["bin/python", "Scripts/python.exe"].map(|at| environment.join(at)));
    let of_its_own = || own.iter().find(|python| python.is_file()).cloned();
    if has_package(&system) {
        return Some(system);
    }
    if !of_its_own().is_some_and(|python| has_package(&python)) {
        println!("$ python3 -m venv; pip install {PACKAGE}");
        answers(Command::new(&system).args(["-m", "venv"]).arg(environment));
        let install = ["-m", "pip", "install", "--disable-pip-version-check", "--retries", "1", PACKAGE];
        answers(Command::new(of_its_own()?).args(install));
    }
    of_its_own().filter(|python| has_package(python))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installed_version_is_the_one_of_the_scripts() {
        let version = PACKAGE.trim_start_matches("chess==");
        assert!(CHECK.contains(&format!("'{version}'")));
        for script in ["python_chess_syzygy.py", "python_chess_engine.py"] {
            let script = fs::read_to_string(root().join("conformance").join(script)).expect("it is committed");
            assert!(script.contains(&format!("VERSION = \"{version}\"")));
        }
    }
}
