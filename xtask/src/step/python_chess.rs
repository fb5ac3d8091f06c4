//! Comparisons with python-chess: the rules of games, values of endgame tables, and games with the example engine.

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

/// The number of positions whose values in endgame tables are compared.
const TABLE_POSITIONS: &str = "20000";

/// The numbers of positions and games in which mates, draws, claims, material and lines in SAN are compared.
const RULES: [&str; 4] = ["--positions", "2000", "--games", "50"];

/// Plays, then writes random positions and games with python-chess's values and compares them.
pub(super) fn step(_: Effort) -> Result<Outcome, String> {
    let target = Workspace::load()?.target;
    let files = target.join("python-chess");
    let Some(python) = python(&files.join("venv")) else {
        println!("python-chess 1.11.2 is not installed, and cannot be: python3 or the package index is missing");
        return Ok(Outcome::Skipped("python-chess"));
    };
    Ok((plays(&python, &target) && rules(&python, &files)? && tables(&python, &files)?).into())
}

/// Plays with the example engine, which `tests` has compiled. python-chess checks every move.
fn plays(python: &Path, target: &Path) -> bool {
    let build = ["build", "--locked", "--workspace", "--all-features", "--profile", "test", "--example", "engine"];
    if !succeeds(&mut shown(&build)) {
        return false;
    }
    println!("$ conformance/python_chess_engine.py");
    let engine = target.join("debug/examples/engine").with_extension(EXE_EXTENSION);
    succeeds(Command::new(python).arg(root().join("conformance/python_chess_engine.py")).arg(engine))
}

/// Compares the rules of games.
fn rules(python: &Path, target: &Path) -> Result<bool, String> {
    // `conform` knows the file by its name and its directory, which is that of the step.
    let file = target.join("rules.tsv");
    fs::create_dir_all(target).map_err(|error| format!("{}: {error}", target.display()))?;

    println!("$ conformance/python_chess_rules.py {}", RULES.join(" "));
    let mut script = Command::new(python);
    script.arg(root().join("conformance/python_chess_rules.py")).arg(&file).args(RULES);
    if !succeeds(&mut script) {
        return Ok(false);
    }
    println!("$ cargo xtask conform (the rules)");
    Ok(succeeds(conform::command([file.into_os_string()]).env("CARGO_TERM_PROGRESS_WHEN", "never")))
}

/// Compares the values of endgame tables: of all tables of the large test data, or else of the committed ones.
fn tables(python: &Path, target: &Path) -> Result<bool, String> {
    let tables = data().map_or_else(|| root().join("crates/syzygy/tests/tables"), |data| data.join("data/syzygy"));
    // `conform` knows the file by its name and its directory.
    let vectors = target.join("syzygy/vectors.tsv");
    fs::create_dir_all(target.join("syzygy")).map_err(|error| format!("{}: {error}", target.display()))?;

    println!("$ conformance/python_chess_syzygy.py --positions {TABLE_POSITIONS}");
    let mut script = Command::new(python);
    script.arg(root().join("conformance/python_chess_syzygy.py")).arg(&tables).arg(&vectors);
    if !succeeds(script.args(["--positions", TABLE_POSITIONS])) {
        return Ok(false);
    }
    println!("$ cargo xtask conform --syzygy (the tables)");
    let arguments = ["--syzygy".into(), tables, vectors].map(PathBuf::into_os_string);
    Ok(succeeds(conform::command(arguments).env("CARGO_TERM_PROGRESS_WHEN", "never")))
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
        for script in ["python_chess_syzygy.py", "python_chess_rules.py", "python_chess_engine.py"] {
            let text = fs::read_to_string(root().join("conformance").join(script)).expect("it is committed");
            assert!(text.contains(&format!("VERSION = \"{version}\"")), "{script}");
        }
    }
}
