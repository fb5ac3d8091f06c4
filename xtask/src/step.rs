//! The steps of CI: their table, and the short ones.
//!
//! Most steps run cargo, or a command of this program, and look only at its success. Longer ones have files of their own.

mod packages;
mod python_chess;
mod semver;

use std::env::consts::EXE_EXTENSION;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::bench::peers::{self, Peers};
use crate::outcome::Outcome;
use crate::process::{answers, cargo, data, has_target, root, shown, succeeds};
use crate::workspace::Workspace;
use crate::{codegen, conform, deny, guide, instructions, licenses, msrv, python, sanitize, scale, size, tidy, web};

/// The thoroughness of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    Usual,
    Slow,
}

/// A step of CI.
pub(crate) struct Step {
    /// The name in the table and on the command line.
    pub(crate) name: &'static str,
    /// Runs the step. An error fails it, and is printed.
    pub(crate) run: fn(Effort) -> Result<Outcome, String>,
}

impl Step {
    /// Returns the time after which the step fails: several times what it takes on a machine with two busy cores.
    pub(crate) fn limit(&self, effort: Effort) -> Duration {
        let minutes = match self.name {
            "tests" | "python" | "web" | "scale" | "msrv" => 60,
            _ => 30,
        };
        Duration::from_secs(60 * if effort == Effort::Slow { 12 * minutes } else { minutes })
    }
}

/// All steps, in the order in which they run.
pub(crate) const STEPS: [Step; 26] = [
    Step { name: "format", run: format },
    Step { name: "clippy", run: clippy },
    Step { name: "tests", run: tests },
    Step { name: "documentation", run: documentation },
    Step { name: "crates-alone", run: crates_alone },
    Step { name: "packages", run: packages::step },
    Step { name: "another-cpu", run: another_cpu },
    Step { name: "size", run: |_| size::measure() },
    Step { name: "web", run: |effort| web::step(effort == Effort::Slow) },
    Step { name: "python", run: |effort| python::step(effort == Effort::Slow) },
    Step { name: "scale", run: |effort| scale::step(effort == Effort::Slow) },
    Step { name: "fuzz", run: fuzz },
    Step { name: "codegen", run: |_| codegen::check(&root()).map(|()| Outcome::Passed) },
    Step { name: "openings", run: openings },
    Step { name: "tidy", run: |_| tidy::check(&root()).map(Outcome::from) },
    Step { name: "guide", run: |_| guide::build() },
    Step { name: "perft-suites", run: perft_suites },
    Step { name: "conformance", run: conformance },
    Step { name: "python-chess", run: python_chess::step },
    Step { name: "benches", run: benches },
    Step { name: "instructions", run: instructions },
    Step { name: "msrv", run: old_compiler },
    Step { name: "licenses", run: |_| licenses::check().map(|()| Outcome::Passed) },
    Step { name: "cargo-deny", run: |_| Ok(deny::check(&["Cargo.toml", "bindings/Cargo.toml"])) },
    Step { name: "advisories", run: |_| Ok(deny::advisories()) },
    Step { name: "semver", run: semver::step },
];

/// Returns the names of all steps, in the order in which they run.
pub(crate) fn names() -> [&'static str; STEPS.len()] {
    STEPS.map(|step| step.name)
}

/// A target with another kind of CPU.
pub(crate) const OTHER_TARGET: &str = "aarch64-unknown-linux-gnu";

fn format(_: Effort) -> Result<Outcome, String> {
    if !answers(cargo().args(["fmt", "--version"])) {
        return Ok(Outcome::Skipped("rustfmt"));
    }
    Ok(succeeds(&mut shown(&["fmt", "--all", "--check"])).into())
}

fn clippy(_: Effort) -> Result<Outcome, String> {
    if !answers(cargo().args(["clippy", "--version"])) {
        return Ok(Outcome::Skipped("clippy"));
    }
    let arguments = ["clippy", "--locked", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    Ok(succeeds(&mut shown(&arguments)).into())
}

fn tests(effort: Effort) -> Result<Outcome, String> {
    let mut command = shown(&["test", "--locked", "--workspace", "--all-features", "--no-fail-fast"]);
    if effort == Effort::Slow {
        // Some tests then compare millions of positions.
        command.env("GARDEZ_SLOW", "1");
    }
    let passed = succeeds(&mut command);
    let models = if effort == Effort::Slow { sanitize::models()? } else { Outcome::Passed };
    Ok(if passed { models } else { Outcome::Failed })
}

fn documentation(_: Effort) -> Result<Outcome, String> {
    let mut command = shown(&["doc", "--locked", "--workspace", "--no-deps", "--all-features"]);
    Ok(succeeds(command.env("RUSTDOCFLAGS", "-D warnings")).into())
}

/// Replays the seeds of the fuzz targets and the inputs that once failed, without libFuzzer.
fn fuzz(_: Effort) -> Result<Outcome, String> {
    Ok(succeeds(&mut shown(&["test", "--locked", "--manifest-path", "fuzz/Cargo.toml"])).into())
}

/// Checks each published crate by itself: a build of the whole workspace would hide a feature that a crate forgets to
/// switch on.
fn crates_alone(_: Effort) -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    let mut passed = true;
    for package in workspace.published() {
        let name = package.name.as_str();
        passed &= succeeds(&mut shown(&["check", "--locked", "-p", name, "--no-default-features"]));
        if package.features.contains_key("alloc") {
            passed &= succeeds(&mut shown(&[
                "check",
                "--locked",
                "-p",
                name,
                "--no-default-features",
                "--features",
                "alloc",
            ]));
        }
        passed &= succeeds(&mut shown(&["check", "--locked", "-p", name]));
    }
    Ok(passed.into())
}

/// Checks the crates for a CPU for which the counting engine has no special code.
fn another_cpu(_: Effort) -> Result<Outcome, String> {
    if !has_target(OTHER_TARGET)? {
        return Ok(Outcome::Skipped("rust-std for aarch64"));
    }
    Ok(succeeds(&mut shown(&[
        "check",
        "--locked",
        "-p",
        "gardez",
        "-p",
        "gardez-count",
        "-p",
        "gardez-perft",
        "--target",
        OTHER_TARGET,
    ]))
    .into())
}

/// Makes the table of openings again from its lists, and compares the files.
fn openings(_: Effort) -> Result<Outcome, String> {
    // With the features and the profile of `tests`, so that only the program itself is compiled.
    let build =
        ["build", "--locked", "--workspace", "--all-features", "--profile", "test", "--bin", "openings-generator"];
    if !succeeds(&mut shown(&build)) {
        return Ok(Outcome::Failed);
    }
    println!("$ openings-generator --check");
    let program = Workspace::load()?.target.join("debug/openings-generator").with_extension(EXE_EXTENSION);
    Ok(succeeds(Command::new(program).current_dir(root()).arg("--check")).into())
}

fn perft_suites(effort: Effort) -> Result<Outcome, String> {
    let suites = suites(&root(), data().as_deref())?;
    let perft = conform::program("perft")?;
    // The most nodes of a line that is counted.
    let max_nodes = match effort {
        Effort::Usual => "300000",
        Effort::Slow => "20000000",
    };
    println!("$ perft --max-nodes {max_nodes} --suite ({} files)", suites.len());
    let arguments = ["--max-nodes", max_nodes, "--suite"];
    Ok(succeeds(Command::new(perft).current_dir(root()).args(arguments).args(suites)).into())
}

/// Compares with the committed samples, or with the large test data if there is any.
fn conformance(_: Effort) -> Result<Outcome, String> {
    let arguments: Vec<OsString> = match data() {
        // It includes all endgame tables.
        Some(data) => {
            let parts = ["stockfish", "lc0", "lc0-training", "features", "formats"];
            let mut arguments = parts.map(|part| data.join("vectors").join(part).into()).to_vec();
            arguments.push(data.join("data").into());
            arguments.extend(["--syzygy".into(), data.join("data/syzygy").into()]);
            arguments
        }
        None => {
            let tables = root().join("crates/syzygy/tests/tables");
            vec![root().join("conformance/data").into(), "--syzygy".into(), tables.into()]
        }
    };
    println!("$ cargo xtask conform ({})", if data().is_some() { "the large test data" } else { "the samples" });
    Ok(succeeds(Command::new(conform::program("conformance")?).args(arguments)).into())
}

/// Returns the committed suites, and the other suites of the large test data.
fn suites(root: &Path, data: Option<&Path>) -> Result<Vec<PathBuf>, String> {
    let mut suites = files(&root.join("crates/perft/suites"));
    if suites.is_empty() {
        return Err("crates/perft/suites contains no suite".into());
    }
    let contents: Vec<_> = suites.iter().map(fs::read).filter_map(Result::ok).collect();
    let is_new = |path: &PathBuf| fs::read(path).is_ok_and(|suite| !contents.contains(&suite));
    if let Some(data) = data {
        suites.extend(files(&data.join("data/perft")).into_iter().filter(is_new));
        suites.extend(Some(data.join("vectors/stockfish/perft.jsonl.gz")).filter(|file| file.is_file()));
    }
    Ok(suites)
}

/// Returns the files of a directory in the order of their names, without Markdown files.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<_> =
        entries.filter(|path| path.is_file() && path.extension().is_some_and(|e| e != "md")).collect();
    files.sort();
    files
}

/// Runs every bench once, because each checks its own answer. It uses what `tests` has compiled.
/// The libraries of another workspace are compiled only with `--slow`; its lock file is always checked.
fn benches(effort: Effort) -> Result<Outcome, String> {
    let passed = succeeds(&mut shown(&["test", "--locked", "--workspace", "--all-features", "--bench", "*"]));
    match peers::state()? {
        Peers::Stale => {
            println!("{}", peers::STALE);
            return Ok(Outcome::Failed);
        }
        Peers::Missing(reason) => println!("skipped: {}: {reason}", peers::NAMES),
        Peers::Ready if effort == Effort::Slow => {
            let mut command = shown(&["test", "--locked", "--manifest-path", peers::MANIFEST, "--lib", "--benches"]);
            return Ok((succeeds(command.env("CARGO_TARGET_DIR", Workspace::load()?.target)) && passed).into());
        }
        Peers::Ready => {}
    }
    Ok(passed.into())
}

/// Compares numbers of instructions, which are the same on a busy machine, with the baseline.
fn instructions(_: Effort) -> Result<Outcome, String> {
    println!("$ cargo xtask instructions");
    instructions::compare(false)
}

/// Uses the old compiler where it is installed; downloads it only with `--slow`.
fn old_compiler(_: Effort) -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    match msrv::Toolchain::find(&workspace) {
        Ok(toolchain) => msrv::check(&workspace, &toolchain),
        Err(reason) => {
            println!("{reason}");
            Ok(Outcome::Skipped(msrv::NAME))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_in_two_places_runs_once() {
        let directory = std::env::temp_dir().join(format!("gardez-ci-{}", std::process::id()));
        let (committed, data) = (directory.join("main/crates/perft/suites"), directory.join("large/data/perft"));
        for (place, name, text) in
            [(&committed, "a.epd", "1"), (&committed, "README.md", "2"), (&data, "a.epd", "1"), (&data, "b.epd", "3")]
        {
            fs::create_dir_all(place).expect("the temporary directory can be written");
            fs::write(place.join(name), text).expect("the temporary directory can be written");
        }
        let suites = suites(&directory.join("main"), Some(&directory.join("large")));
        fs::remove_dir_all(&directory).expect("the temporary directory can be removed");
        let names: Vec<_> = suites.iter().flatten().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["a.epd", "b.epd"]);
    }
}
