//! The program `scale`: the checks and tests of its workspace, and with `--slow` the engines that run its units.

use std::fs;
use std::path::PathBuf;

use crate::deny;
use crate::environment::{self, Environment};
use crate::outcome::Outcome;
use crate::process::{root, shown, succeeds};

/// The manifest of its workspace.
const MANIFEST: &str = "scale/Cargo.toml";

/// The feature for object storage, whose tests need a server.
const OBJECTS: &str = "objects";

/// The build number of a program of another version.
const OTHER_BUILD: &str = "another";

/// The packages of the Python index for the tests with `--slow`: an engine, readers of Parquet, and an S3 server.
const REQUIREMENTS: &str = include_str!("../../scale/tests/requirements.txt");

/// The oldest Python that all of them support.
const OLDEST: [u32; 2] = [3, 11];

/// Returns the step of CI.
pub(crate) fn step(is_slow: bool) -> Result<Outcome, String> {
    let at = |command: &[&str], rest: &[&str]| shown(&[command, &["--manifest-path", MANIFEST], rest].concat());

    let mut passed = succeeds(&mut shown(&["fmt", "--manifest-path", MANIFEST, "--check"]));
    // All in one profile: what one command compiles, the next one finds.
    let mut clippy =
        at(&["clippy", "--locked", "--release", "--all-targets", "--features", OBJECTS], &["--", "-D", "warnings"]);
    passed &= succeeds(&mut clippy);
    let mut documentation = at(&["doc", "--locked", "--release", "--no-deps"], &[]);
    passed &= succeeds(documentation.env("RUSTDOCFLAGS", "-D warnings"));

    // A program that refuses the plans of this one. The tests compile this one again, which takes its place.
    let mut other = at(&["build", "--locked", "--release", "--bin", "scale"], &[]);
    if !succeeds(other.env("SCALE_BUILD", OTHER_BUILD)) {
        return Ok(Outcome::Failed);
    }
    let (built, other) = (target().join("release/scale"), target().join("another-scale"));
    fs::copy(&built, &other).map_err(|error| format!("{}: {error}", built.display()))?;

    let features: &[&str] = if is_slow { &["--features", OBJECTS] } else { &[] };
    let mut tests = at(&["test", "--locked", "--release", "--no-fail-fast"], features);
    tests.env("SCALE_OTHER", &other);
    if is_slow {
        tests.env("GARDEZ_SLOW", "1");
        if let Some(python) = python() {
            tests.env("SCALE_PYTHON", python);
        }
        passed &= !matches!(deny::check(&[MANIFEST]), Outcome::Failed);
    }
    Ok((succeeds(&mut tests) && passed).into())
}

/// Returns the Python of an environment with Dask, the readers and the server. `None` if it cannot be set up, after the reason is
/// printed.
fn python() -> Option<PathBuf> {
    let Some(python) = environment::find(OLDEST) else {
        println!("skipped: python (the tests of Dask, DuckDB, Polars and S3)");
        return None;
    };
    match Environment::with(&python, &target().join("python"), REQUIREMENTS) {
        Ok(environment) => Some(environment.program("python")),
        Err(reason) => {
            println!("skipped: package index (the tests of Dask, DuckDB, Polars and S3): {reason}");
            None
        }
    }
}

/// Returns the directory in which the workspace is built.
fn target() -> PathBuf {
    root().join("scale/target")
}
