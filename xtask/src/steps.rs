//! The steps of CI: their table, and the short ones.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::bench::peers;
use crate::environment::{Environment, OLDEST};
use crate::process::{Outcome, cannot, cargo, data, git, output, program, read, root, runs, shown, succeeds};
use crate::run::{checked, tested};
use crate::workspace::{Package, Workspace};
use crate::{
    codegen, guide, instructions, licenses, needs, packages, python, python_chess, sanitize, systems, tidy, web,
};

/// The thoroughness of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    Usual,
    Slow,
}

/// The result of a step. An error fails it, and is printed.
type Result = std::result::Result<Outcome, String>;

/// A step of CI.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The name in the table and on the command line.
    pub(crate) name: &'static str,
    /// The names of what must be here, separated by commas.
    needs: &'static str,
    /// The beginnings of the paths of files that can change the result, besides [`ALWAYS`]; `./` stands for all.
    inputs: &'static str,
    /// The purpose of the step.
    pub(crate) about: &'static str,
}

/// Files that can change the result of every step.
const ALWAYS: &str = "Cargo. rust-toolchain.toml .cargo/";

/// Returns all steps, in the order in which they run.
pub(crate) fn steps() -> impl Iterator<Item = Step> {
    include_str!("../steps.tsv").lines().skip(1).map(|line| {
        let mut fields = line.split('\t');
        let [name, needs, inputs, about] = [(); 4].map(|()| fields.next().expect("a row has four fields"));
        Step { name, needs, inputs, about }
    })
}

impl Step {
    /// Runs the step, or skips it by the name of what it needs.
    pub(crate) fn run(self, effort: Effort) -> Result {
        let is_slow = effort == Effort::Slow;
        if let Some(missing) = needs::missing(self.needs.split(',')) {
            return Ok(Outcome::Skipped(missing));
        }
        match self.name {
            "format" => all(["Cargo.toml", "bindings/Cargo.toml", "scale/Cargo.toml", "fuzz/Cargo.toml"], |manifest| {
                Ok(runs(&format!("fmt --manifest-path {manifest} --all --check")))
            }),
            "clippy" => Ok(runs("clippy --locked --workspace --all-targets --all-features -- -D warnings").into()),
            "tests" => tests(effort),
            "documentation" => {
                let mut doc = shown("doc --locked --workspace --no-deps --all-features");
                Ok(succeeds(doc.env("RUSTDOCFLAGS", "-D warnings")).into())
            }
            "crates-alone" => crates_alone(),
            "packages" => packages::step(),
            "another-cpu" => systems::processors(),
            "windows" => systems::windows(),
            "miri" => sanitize::miri(),
            "size" => size(),
            "web" => web::step(is_slow),
            "python" => python::step(is_slow),
            "scale" => scale(effort),
            "fuzz" => Ok(runs("test --locked --manifest-path fuzz/Cargo.toml").into()),
            "codegen" => codegen::check().map(|()| Outcome::Passed),
            "openings" => Ok(succeeds(tested("--bin openings-generator", "openings-generator")?.arg("--check")).into()),
            "tidy" => tidy::check().map(Outcome::from),
            "guide" => guide::build(),
            "perft-suites" => perft_suites(effort),
            "conformance" => conformance(),
            "python-chess" => python_chess::step(),
            "benches" => benches(effort),
            "instructions" => instructions::compare(false),
            "msrv" => old_compiler(),
            "licenses" => licenses::check().map(|()| Outcome::Passed),
            "cargo-deny" => all(LOCKED, |manifest| Ok(denied(manifest, "--offline", "licenses bans sources"))),
            "advisories" if !runs("deny --locked fetch db") => Ok(Outcome::Skipped("advisory-db")),
            "advisories" => all(LOCKED, |manifest| Ok(denied(manifest, "", "advisories"))),
            // The latest release in the history of the current commit.
            "semver" => match git("describe --tags --abbrev=0 --match v[0-9]*") {
                Ok(tag) => Ok(runs(&format!("semver-checks --workspace --baseline-rev {}", tag.trim())).into()),
                Err(_) => Ok(Outcome::Skipped("git tag")),
            },
            name => Err(format!("there is no step {name}")),
        }
    }

    /// Returns `true` if the file with this path can change the result.
    pub(crate) fn reads(self, path: &str) -> bool {
        let mut starts = self.inputs.split_whitespace().chain(ALWAYS.split(' '));
        starts.any(|start| start == "./" || path.starts_with(start))
    }

    /// Returns the time after which the step fails: several times what it takes on a machine with two busy cores.
    pub(crate) fn limit(self, effort: Effort) -> Duration {
        let minutes = if ["tests", "python", "web", "scale", "msrv"].contains(&self.name) { 60 } else { 30 };
        Duration::from_secs(60 * if effort == Effort::Slow { 12 * minutes } else { minutes })
    }
}

fn all<T>(items: impl IntoIterator<Item = T>, check: impl Fn(T) -> std::result::Result<bool, String>) -> Result {
    items.into_iter().map(check).try_fold(true, |all, passed| Ok(all & passed?)).map(Outcome::from)
}

fn tests(effort: Effort) -> Result {
    let mut tests = shown("test --locked --workspace --all-features --no-fail-fast");
    if effort == Effort::Usual {
        return Ok(succeeds(&mut tests).into());
    }
    // Some tests then compare millions of positions.
    let passed = succeeds(tests.env("GARDEZ_SLOW", "1"));
    Ok(if passed { sanitize::models()? } else { Outcome::Failed })
}

/// The dependencies from outside the workspace that published packages may have: the package with its features, and names.
const LIGHT: [(&str, &[&str]); 2] = [
    ("gardez-position --features std", &["arrayvec", "bitflags"]),
    ("gardez --features std,notation", &["arrayvec", "bitflags", "memchr"]),
];

/// A build of the whole workspace would hide a feature that a crate forgets to switch on.
fn crates_alone() -> Result {
    let workspace = Workspace::load()?;
    for (package, allowed) in LIGHT {
        let line = format!("tree --locked --edges no-dev --prefix none --no-default-features -p {package}");
        let tree = output(&mut cargo(&line))?;
        let mut brought = tree.lines().filter_map(|line| line.split_whitespace().next());
        if let Some(name) = brought.find(|name| workspace.package(name).is_none() && !allowed.contains(name)) {
            return Err(format!("{package} must not bring {name}"));
        }
    }
    all(workspace.published(), |package| {
        let mut passed = runs(&format!("check --locked -p {} --no-default-features", package.name));
        if package.features.contains_key("alloc") {
            passed &= runs(&format!("check --locked -p {} --no-default-features --features alloc", package.name));
        }
        Ok(passed && readme(&workspace, package)?)
    })
}

/// Tests the examples of a crate's README in an empty package that has only what the `cargo add` of the README adds.
fn readme(workspace: &Workspace, package: &Package) -> std::result::Result<bool, String> {
    let text = root().join(&package.manifest).with_file_name("README.md");
    let Some(added) = read(&text)?.lines().find_map(|line| line.strip_prefix("cargo add ").map(String::from)) else {
        // A program is installed, not added.
        return Ok(runs(&format!("check --locked -p {}", package.name)));
    };
    let directory = workspace.target.join("readmes").join(&package.name);
    let manifest = "[package]\nname = \"readme\"\nedition = \"2024\"\n[workspace]\n";
    fs::create_dir_all(directory.join("src")).map_err(cannot(&directory))?;
    let lib = format!("#![doc = include_str!({text:?})]\n");
    for (name, content) in [("Cargo.toml", manifest), ("src/lib.rs", &lib), ("Cargo.lock", &read("Cargo.lock")?)] {
        fs::write(directory.join(name), content).map_err(cannot(&directory))?;
    }
    let words = added.split_whitespace().map(|word| word.replace("../gardez", &root().display().to_string()));
    let inside = |mut command: Command| {
        command.current_dir(&directory).env("CARGO_TARGET_DIR", workspace.target.join("readmes/build"));
        succeeds(&mut command)
    };
    println!("$ cargo test --doc, after `cargo add {added}`");
    let mut add = cargo("add --quiet --offline");
    add.args(words);
    Ok([add, cargo("update --quiet --offline --workspace"), cargo("test --quiet --locked --doc")]
        .into_iter()
        .all(inside))
}

/// Tables, the compiler's flag that chooses them, and the most bytes that the program for WebAssembly may have.
const SIZES: [(&str, &str, u64); 2] = [("usual", "", 275_000), ("small", "--cfg gardez_small", 50_000)];

/// The output of `size/moves.js`.
const NUMBERS_OF_MOVES: &str = "20 48 -1";

/// Compiles the program with each kind of tables. It must be small, and work, which is tested where node is installed.
fn size() -> Result {
    let target = Workspace::load()?.target.join("size");
    println!("tables     bytes   at most");
    all(SIZES, |(tables, flag, limit)| {
        let (target, flags) = (target.join(tables), env::var("RUSTFLAGS").unwrap_or_default() + " " + flag);
        let mut build =
            cargo("build --quiet --locked --release --target wasm32-unknown-unknown --manifest-path size/Cargo.toml");
        output(build.env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", flags))?;
        let wasm = target.join("wasm32-unknown-unknown/release/size.wasm");
        let bytes = fs::metadata(&wasm).map_err(cannot(&wasm))?.len();
        println!("{tables}   {bytes:>7}   {limit:>7}");
        let numbers = match needs::has_node() {
            true => output(program("node", "size/moves.js").arg(&wasm).current_dir(root()))?,
            false => NUMBERS_OF_MOVES.into(),
        };
        if numbers.trim() != NUMBERS_OF_MOVES {
            println!("it finds {} moves, not {NUMBERS_OF_MOVES}", numbers.trim());
        }
        Ok(bytes <= limit && numbers.trim() == NUMBERS_OF_MOVES)
    })
}

/// Checks and tests the workspace of `scale`, all in one profile: what one command compiles, the next one finds.
fn scale(effort: Effort) -> Result {
    let is_slow = effort == Effort::Slow;
    let line = |command: &str| format!("{command} --locked --manifest-path scale/Cargo.toml --profile checks");
    let clippy = runs(&(line("clippy") + " --all-targets --features objects -- -D warnings"));
    let mut doc = shown(&(line("doc") + " --no-deps --features objects"));
    let passed = clippy & succeeds(doc.env("RUSTDOCFLAGS", "-D warnings"));
    let mut tests = shown(&(line("test") + " --no-fail-fast" + if is_slow { " --features objects" } else { "" }));
    if is_slow {
        tests.env("GARDEZ_SLOW", "1");
        // Dask, an engine, readers of Parquet, and an S3 server.
        match Environment::with(OLDEST, &root().join("scale/target/python"), "scale/tests/requirements.txt")? {
            Some(environment) => _ = tests.env("SCALE_PYTHON", environment.program("python")),
            None => println!("skipped: package index (the tests of Dask, DuckDB, Polars and S3)"),
        }
    }
    Ok((succeeds(&mut tests) && passed).into())
}

/// The manifests whose lock files follow deny.toml. `benches/peers` has what the rules keep out of all others.
const LOCKED: [&str; 5] =
    ["Cargo.toml", "bindings/Cargo.toml", "scale/Cargo.toml", "fuzz/Cargo.toml", "size/Cargo.toml"];

/// Checks the dependencies of the workspace with this manifest by the rules in deny.toml.
fn denied(manifest: &str, network: &str, rules: &str) -> bool {
    // The packages of other systems are checked as well, and no build downloads them.
    runs(&format!("fetch --locked --manifest-path {manifest}"))
        && runs(&format!(
            "deny {network} --locked --manifest-path {manifest} --config deny.toml check \
             --allow unused-wrapper --allow license-not-encountered {rules}"
        ))
}

fn perft_suites(effort: Effort) -> Result {
    let suites = suites(&root(), data().as_deref())?;
    // The most nodes of a line that is counted.
    let max_nodes = if effort == Effort::Slow { 20_000_000 } else { 300_000 };
    let line = format!("--max-nodes {max_nodes} --suite");
    println!("$ perft {line} ({} files)", suites.len());
    Ok(succeeds(tested("--bin perft", "perft")?.current_dir(root()).args(line.split(' ')).args(suites)).into())
}

/// Returns the committed suites, and the other suites of the large test data.
fn suites(root: &Path, data: Option<&Path>) -> std::result::Result<Vec<PathBuf>, String> {
    let mut suites = files(&root.join("crates/perft/suites"));
    if suites.is_empty() {
        return Err("crates/perft/suites contains no suite".into());
    }
    let contents: Vec<_> = suites.iter().map(fs::read).filter_map(std::result::Result::ok).collect();
    let is_new = |path: &PathBuf| fs::read(path).is_ok_and(|suite| !contents.contains(&suite));
    if let Some(data) = data {
        suites.extend(files(&data.join("data/perft")).into_iter().filter(is_new));
        suites.extend(Some(data.join("vectors/stockfish/perft.jsonl.gz")).filter(|file| file.is_file()));
    }
    Ok(suites)
}

/// Returns the files of a directory in the order of their names, without Markdown files.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        entries.filter(|path| path.is_file() && path.extension().is_some_and(|e| e != "md")).collect();
    files.sort();
    files
}

fn conformance() -> Result {
    let data = data();
    let tables =
        data.as_ref().map_or_else(|| root().join("crates/syzygy/tests/tables"), |data| data.join("data/syzygy"));
    let mut arguments: Vec<OsString> = vec!["--syzygy".into(), tables.into()];
    match &data {
        Some(data) => arguments.extend(["vectors", "data"].map(|part| data.join(part).into())),
        None => arguments.push(root().join("conformance/data").into()),
    }
    // The large test data takes longer than a build with optimizations.
    let mut program = if data.is_some() { checked()? } else { tested("--bin conformance", "conformance")? };
    Ok(succeeds(program.args(arguments)).into())
}

/// Runs every bench once, because each checks its own answer. The libraries of another workspace are compiled only with
/// `--slow`.
fn benches(effort: Effort) -> Result {
    let passed = runs("test --locked --workspace --all-features --bench *");
    let target = Workspace::load()?.target;
    Ok(match peers::state() {
        Err(reason) => {
            println!("{reason}");
            reason != peers::STALE && passed
        }
        Ok(manifest) if effort == Effort::Slow => {
            let mut peers = shown(&format!("test --locked --manifest-path {manifest} --lib --benches"));
            succeeds(peers.env("CARGO_TARGET_DIR", target)) && passed
        }
        Ok(_) => passed,
    }
    .into())
}

/// Targets without a standard library, and the crates that are checked for them. Crates of a row are checked together,
/// so the floors, which others give features to, have a row of their own.
const BARE: &str =
    "-Zbuild-std=core,alloc --target thumbv7em-none-eabi --target wasm32-unknown-unknown --target aarch64-unknown-none";
const BARE_CRATES: [&str; 3] = [
    "-p gardez-types -p gardez-io -p gardez-bitboard -p gardez-zobrist",
    "-p gardez-formats -p gardez-nnue -p gardez-openings -p gardez-svg -p gardez-variants",
    "-p gardez-position -p gardez-notation -p gardez-uci -p gardez-lc0 -p gardez \
     --features gardez-position/alloc,gardez-notation/alloc,gardez-uci/alloc,gardez-lc0/alloc \
     --features gardez/formats,gardez/lc0,gardez/nnue,gardez/notation,gardez/openings,gardez/svg,gardez/uci,gardez/variants",
];

/// The features that need a later compiler.
const NEWER: [&str; 2] = ["avx512", "perft"];

/// Checks all crates that declare Rust 1.85, with most features and with none, then some for bare targets.
fn old_compiler() -> Result {
    let workspace = Workspace::load()?;
    let old = || workspace.packages.iter().filter(|package| package.rust_version.as_deref() == Some("1.85"));
    let names: String = old().map(|package| format!(" -p {}", package.name)).collect();
    let features = old().flat_map(|package| package.features.keys().map(move |feature| (&package.name, feature)));
    let features = features.filter(|(_, feature)| !NEWER.contains(&feature.as_str()));
    let features: String = features.map(|(name, feature)| format!(" --features {name}/{feature}")).collect();
    let bare = BARE_CRATES.map(|crates| format!("{BARE} {crates}"));
    all([names.clone() + &features, names].into_iter().chain(bare), |rest| {
        let line = format!("run 1.85.0 cargo check --locked --no-default-features {rest}");
        println!("$ rustup {line}");
        let mut check = program("rustup", &line);
        check.current_dir(root()).env("CARGO_TARGET_DIR", workspace.target.join("msrv/build"));
        // The libraries of the cargo that runs this.
        check.env_remove("LD_LIBRARY_PATH");
        if rest.starts_with("-Z") {
            check.env("RUSTC_BOOTSTRAP", "1");
        }
        Ok(succeeds(&mut check))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_in_two_places_runs_once() {
        let directory = env::temp_dir().join(format!("gardez-ci-{}", std::process::id()));
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

    #[test]
    fn a_change_runs_the_steps_that_read_the_file() {
        let names = |path: &str| steps().filter(|step| step.reads(path)).map(|step| step.name).collect::<Vec<_>>();
        assert_eq!(names("docs/scale.md"), ["tests", "documentation", "web", "python", "scale", "tidy", "guide"]);
        assert_eq!(names("fuzz/run"), ["format", "tests", "fuzz", "tidy"]);
        assert_eq!(names("Cargo.lock").len(), steps().count());
    }

    #[test]
    fn steps_have_different_names_and_every_input_is_in_the_repository() {
        let files = git("ls-files").expect("the repository is one of git's");
        for (place, step) in steps().enumerate() {
            assert_eq!(steps().position(|other| other.name == step.name), Some(place), "{}", step.name);
            for start in step.inputs.split_whitespace().chain(ALWAYS.split(' ')) {
                assert!(start == "./" || files.lines().any(|file| file.starts_with(start)), "{start}");
            }
            assert!(include_str!("steps.rs").contains(&format!("\"{}\" ", step.name)), "{} runs", step.name);
            for need in step.needs.split(',').filter(|need| !need.is_empty()) {
                assert!(needs::is_known(need), "{need}");
            }
        }
    }
}
