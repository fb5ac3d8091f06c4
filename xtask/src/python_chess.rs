//! Comparisons with python-chess: the rules of games, values of endgame tables, and games with the example engine.

use std::fs;

use crate::environment::Environment;
use crate::process::{Outcome, cannot, data, root, succeeds};
use crate::run::tested;
use crate::workspace::Workspace;

/// The oldest Python that python-chess 1.11.2 supports.
const OLDEST: [u32; 2] = [3, 8];

/// Plays, then writes random positions and games with python-chess's values and compares them.
pub(crate) fn step() -> Result<Outcome, String> {
    // `conform` knows a file by its name and its directory, which are those of the step and of `syzygy`.
    let files = Workspace::load()?.target.join("python-chess");
    let (rules, syzygy) = (files.join("rules.tsv"), files.join("syzygy/vectors.tsv"));
    fs::create_dir_all(files.join("syzygy")).map_err(cannot(&files))?;
    let Some(environment) = Environment::with(OLDEST, &files.join("venv"), "conformance/requirements.txt")? else {
        return Ok(Outcome::Skipped("python-chess"));
    };
    let script = |name: &str| {
        println!("$ conformance/python_chess_{name}.py");
        let mut script = environment.python();
        script.arg(root().join(format!("conformance/python_chess_{name}.py")));
        script
    };
    let tables = data().map_or_else(|| root().join("crates/syzygy/tests/tables"), |data| data.join("data/syzygy"));
    let passed = succeeds(script("engine").arg(tested("--example engine", "examples/engine")?.get_program()))
        && succeeds(script("rules").arg(&rules).args(["--positions", "2000", "--games", "50"]))
        && succeeds(tested("--bin conformance", "conformance")?.arg(&rules))
        && succeeds(script("syzygy").args([&tables, &syzygy]).args(["--positions", "20000"]))
        && succeeds(tested("--bin conformance", "conformance")?.arg("--syzygy").args([tables, syzygy]));
    Ok(passed.into())
}
