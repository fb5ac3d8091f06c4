//! The steps that run cargo, or a chore of its own, and look at nothing but its success.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Options, Outcome, shown};
use crate::process::{answers, cargo, data, output, root, succeeds};
use crate::workspace::Workspace;
use crate::{bench, conform, instructions, msrv, perft};

/// The most nodes of a line of a suite that are counted: without `--slow`, and with it.
const MAX_NODES: [&str; 2] = ["300000", "20000000"];

/// A target with another kind of CPU.
pub(super) const OTHER_TARGET: &str = "aarch64-unknown-linux-gnu";

/// Flags for criterion: measure each bench for a moment.
const SHORT: [&str; 8] =
    ["--quiet", "--warm-up-time", "0.05", "--measurement-time", "0.1", "--sample-size", "10", "--noplot"];

/// The profile in which the benches compile fastest.
const ANSWERS: &str = "answers";

pub(super) fn format(_: &Options) -> Result<Outcome, String> {
    if !answers(cargo().args(["fmt", "--version"])) {
        return Ok(Outcome::Skipped("rustfmt"));
    }
    Ok(succeeds(&mut shown(&["fmt", "--all", "--check"])).into())
}

pub(super) fn clippy(_: &Options) -> Result<Outcome, String> {
    if !answers(cargo().args(["clippy", "--version"])) {
        return Ok(Outcome::Skipped("clippy"));
    }
    let arguments = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    Ok(succeeds(&mut shown(&arguments)).into())
}

pub(super) fn tests(options: &Options) -> Result<Outcome, String> {
    let mut command = shown(&["test", "--workspace", "--all-features", "--no-fail-fast"]);
    if options.slow {
        // Some tests then compare millions of positions.
        command.env("GARDEZ_SLOW", "1");
    }
    Ok(succeeds(&mut command).into())
}

pub(super) fn documentation(_: &Options) -> Result<Outcome, String> {
    let mut command = shown(&["doc", "--workspace", "--no-deps", "--all-features"]);
    Ok(succeeds(command.env("RUSTDOCFLAGS", "-D warnings")).into())
}

/// Checks each published crate by itself: a build of the whole workspace would hide a feature that a crate forgets to
/// switch on.
pub(super) fn crates_alone(_: &Options) -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    let mut passed = true;
    for package in workspace.published() {
        let name = package.name.as_str();
        passed &= succeeds(&mut shown(&["check", "-p", name, "--no-default-features"]));
        if package.features.contains_key("alloc") {
            passed &= succeeds(&mut shown(&["check", "-p", name, "--no-default-features", "--features", "alloc"]));
        }
        passed &= succeeds(&mut shown(&["check", "-p", name]));
    }
    Ok(passed.into())
}

/// Checks the crates for a CPU for which the counting engine has no special code.
pub(super) fn another_cpu(_: &Options) -> Result<Outcome, String> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", OTHER_TARGET]))?;
    if !Path::new(libraries.trim()).is_dir() {
        println!("`rustup target add {OTHER_TARGET}` installs what is needed");
        return Ok(Outcome::Skipped("rust-std for aarch64"));
    }
    Ok(succeeds(&mut shown(&[
        "check",
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

pub(super) fn perft_suites(options: &Options) -> Result<Outcome, String> {
    let suites = suites(&root(), data().as_deref())?;
    let perft = perft::build()?;
    let max_nodes = MAX_NODES[usize::from(options.slow)];
    println!("$ cargo xtask perft --max-nodes {max_nodes} --suite ({} files)", suites.len());
    let arguments = ["--max-nodes", max_nodes, "--suite"];
    Ok(succeeds(Command::new(perft).current_dir(root()).args(arguments).args(suites)).into())
}

/// Compares with the committed samples, or with the large test data if there is any.
pub(super) fn conformance(_: &Options) -> Result<Outcome, String> {
    let arguments: Vec<OsString> = match data() {
        // It includes all endgame tables.
        Some(data) => ["vectors/stockfish", "vectors/lc0", "data"].map(|part| data.join(part).into()).to_vec(),
        None => {
            let tables = root().join("crates/syzygy/tests/tables");
            vec![root().join("conformance/data").into(), "--syzygy".into(), tables.into()]
        }
    };
    println!("$ cargo xtask conform ({})", if data().is_some() { "the large test data" } else { "the samples" });
    Ok(succeeds(conform::command(arguments).env("CARGO_TERM_PROGRESS_WHEN", "never")).into())
}

/// The committed suites, and the other suites of the large test data.
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

/// The files of a directory in the order of their names, without Markdown files.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<_> =
        entries.filter(|path| path.is_file() && path.extension().is_some_and(|e| e != "md")).collect();
    files.sort();
    files
}

/// Runs every bench for a moment, because each checks its own answer. The printed times are rough: they are short, and
/// the profile does not optimize across crates.
pub(super) fn benches(_: &Options) -> Result<Outcome, String> {
    let flags = SHORT.map(OsString::from);
    println!("$ cargo xtask bench --rounds 1 -- {}, in the profile `{ANSWERS}`", SHORT.join(" "));
    let options =
        bench::Options { filter: None, rounds: 1, native: false, profile: ANSWERS, flags: flags.iter().collect() };
    bench::run(&options).map(Outcome::from)
}

/// Compares numbers of instructions, which are the same on a busy machine, with the baseline.
pub(super) fn instructions(_: &Options) -> Result<Outcome, String> {
    println!("$ cargo xtask instructions");
    Ok(match instructions::run(false)? {
        instructions::Comparison::Passed => Outcome::Passed,
        instructions::Comparison::Failed => Outcome::Failed,
        instructions::Comparison::Skipped(tool) => Outcome::Skipped(tool),
    })
}

/// Uses the old compiler where it is installed; downloads it only with `--slow`.
pub(super) fn old_compiler(options: &Options) -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    match msrv::Toolchain::find(&workspace, options.slow) {
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
