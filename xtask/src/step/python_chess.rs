//! Comparisons with python-chess: the rules of games, values of endgame tables, and games with the example engine.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Effort;
use crate::conform;
use crate::environment::{self, Environment, PYTHON_CHESS};
use crate::outcome::Outcome;
use crate::process::{answers, data, root, shown, succeeds};
use crate::workspace::Workspace;

/// A script that checks the version of the installed package.
const CHECK: &str = "import chess; assert chess.__version__ == '1.11.2'";

/// The oldest Python that python-chess 1.11.2 supports.
const OLDEST: [u32; 2] = [3, 8];

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
    Ok(succeeds(Command::new(conform::program("conformance")?).arg(file)))
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
    Ok(succeeds(Command::new(conform::program("conformance")?).arg("--syzygy").args([tables, vectors])))
}

/// Returns a Python that has python-chess: the system's, or one in `environment`, which is set up if it can be.
fn python(environment: &Path) -> Option<PathBuf> {
    let system = PathBuf::from("python3");
    if answers(Command::new(&system).args(["-c", CHECK])) {
        return Some(system);
    }
    let environment = Environment::with(&environment::find(OLDEST)?, environment, PYTHON_CHESS);
    environment.map_err(|reason| println!("{reason}")).ok().map(|environment| environment.program("python"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installed_version_is_the_one_of_the_scripts() {
        let version = PYTHON_CHESS.trim_start_matches("chess==");
        assert!(CHECK.contains(&format!("'{version}'")));
        for script in ["python_chess_syzygy.py", "python_chess_rules.py", "python_chess_engine.py"] {
            let text = fs::read_to_string(root().join("conformance").join(script)).expect("it is committed");
            assert!(text.contains(&format!("VERSION = \"{version}\"")), "{script}");
        }
    }
}
