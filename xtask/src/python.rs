//! The Python package: builds the wheel, tests it as an installed package, and compares its speed.
//!
//! `wheel` compiles and installs the wheel, and `tests` runs what checks it.

mod tests;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use serde_json::Value;

use crate::bench::page::{self, Figure};
use crate::environment::{self, Environment};
use crate::outcome::Outcome;
use crate::process::{exit_code, root, succeeds};
use crate::workspace::Workspace;

/// The oldest Python that the wheel supports, and the oldest one that all peers of the benches support.
const OLDEST: [u32; 2] = [3, 11];
const OLDEST_OF_PEERS: [u32; 2] = [3, 13];

/// The names of what may be missing.
const PYTHON: &str = "python";
const INDEX: &str = "package index";

/// Build and test the Python package
///
/// Builds the wheel, installs it in virtual environments below target/python,
/// and runs its tests there: the examples of docs/python.md, pytest, mypy, and
/// the tests of python-chess with gardez.chess. Skipped by name without a Python
/// (3.11 or later) and without a package index that pip can reach. The variable
/// PYTHON names another Python.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo xtask python                  build and test everything
  cargo xtask python --bench          compare with python-chess and bulletchess
  cargo xtask python --bench pgn      only the lines that contain `pgn`
  cargo xtask python --bench --write  write the ratios to docs/benchmarks.md
  cargo xtask python --client bot.py  run a program of python-chess with
                                      gardez.chess in its place"
)]
pub(crate) struct Python {
    /// Compare the speed with python-chess and bulletchess
    #[arg(long)]
    bench: bool,

    /// Write the ratios of --bench to docs/benchmarks.md
    #[arg(long, requires = "bench")]
    write: bool,

    /// Only build the wheel
    #[arg(long, conflicts_with = "bench")]
    build: bool,

    /// Run a program that imports `chess`, with gardez.chess in its place
    #[arg(long, value_name = "SCRIPT", conflicts_with = "bench", conflicts_with = "build")]
    client: Option<PathBuf>,

    /// Texts of lines for --bench, or arguments for --client
    #[arg(value_name = "LINE", trailing_var_arg = true)]
    lines: Vec<String>,
}

impl Python {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        if self.bench {
            return compare(&self.lines, self.write).map(exit_code);
        }
        if self.build || self.client.is_some() {
            return built(self.client.as_deref(), &self.lines).map(exit_code);
        }
        if let Some(line) = self.lines.first() {
            return Err(format!("{line}: lines are for --bench, and arguments for --client"));
        }
        step(false).map(|outcome| exit_code(outcome.is_success()))
    }
}

/// The directories below cargo's.
struct Places {
    /// Everything of this step.
    directory: PathBuf,
    /// The directory in which tests run and leave their files.
    run: PathBuf,
}

impl Places {
    fn new() -> Result<Self, String> {
        let directory = Workspace::load()?.target.join("python");
        let run = directory.join("run");
        std::fs::create_dir_all(&run).map_err(|error| format!("{}: {error}", run.display()))?;
        Ok(Self { directory, run })
    }
}

/// Returns the directory of the package.
fn package() -> PathBuf {
    root().join("bindings/python")
}

/// Runs everything, as a step of CI.
pub(crate) fn step(is_slow: bool) -> Result<Outcome, String> {
    let Some(python) = oldest() else { return Ok(Outcome::Skipped(PYTHON)) };
    let places = Places::new()?;
    let mut passed = wheel::lints(&python);
    let environment = match environment(&python, &places.directory.join("venv"), "tests/requirements.txt")? {
        Some(environment) => environment,
        None => return Ok(if passed { Outcome::Skipped(INDEX) } else { Outcome::Failed }),
    };
    let wheel = wheel::build(&environment, &places)?;
    wheel::install(&environment, &wheel)?;
    passed &= tests::fresh(&python, &wheel, &places)?;
    passed &= tests::all(&environment, &places, is_slow)?;
    Ok(passed.into())
}

/// The number of turns of the functions of a line.
const ROUNDS: u64 = 9;

/// Compares the package with its peers and prints a table, which `docs/benchmarks.md` may keep.
fn compare(lines: &[String], is_kept: bool) -> Result<bool, String> {
    let Some(oldest) = oldest() else { return Ok(false) };
    let python = environment::find(OLDEST_OF_PEERS).unwrap_or(oldest);
    let places = Places::new()?;
    let directory = places.directory.join("bench-venv");
    let Some(environment) = environment(&python, &directory, "bench/requirements.txt")? else {
        println!("skipped: {INDEX}");
        return Ok(false);
    };
    wheel::install(&environment, &wheel::build(&environment, &places)?)?;
    println!("$ python -m bench {}", lines.join(" "));
    let file = places.run.join("bench.jsonl");
    let mut program = environment.python();
    program.args(["-m", "bench", "--rounds", &ROUNDS.to_string(), "--json"]).arg(&file).args(lines);
    let passed = succeeds(program.current_dir(package()));
    if is_kept {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        page::write(&text.lines().flat_map(figures).collect::<Vec<_>>(), "Python", ROUNDS)?;
    }
    Ok(passed)
}

/// Returns the figures of a measured line, one for each peer.
fn figures(line: &str) -> Vec<Figure> {
    let line: Value = serde_json::from_str(line).unwrap_or_default();
    let ratios = line["ratios"].as_object().into_iter().flatten();
    let figure = |(peer, ratio): (&String, &Value)| {
        let bench = line["name"].as_str()?.into();
        Some(Figure { bench, contestant: peer.clone(), against: "gardez".into(), ratios: vec![ratio.as_f64()?] })
    };
    ratios.filter_map(figure).collect()
}

/// Builds the wheel, and runs a program that imports `chess` with the package in its place.
fn built(client: Option<&Path>, arguments: &[String]) -> Result<bool, String> {
    let Some(python) = oldest() else { return Ok(false) };
    let places = Places::new()?;
    let Some(environment) = environment(&python, &places.directory.join("venv"), "tests/requirements.txt")? else {
        println!("skipped: {INDEX}");
        return Ok(false);
    };
    let wheel = wheel::build(&environment, &places)?;
    let Some(client) = client else { return Ok(true) };
    wheel::install(&environment, &wheel)?;
    println!("$ python -m gardez.chess {}", client.display());
    Ok(succeeds(environment.python().args(["-m", "gardez.chess"]).arg(client).args(arguments)))
}

/// Returns a Python for the wheel; if there is none, says what is needed.
fn oldest() -> Option<PathBuf> {
    let python = environment::find(OLDEST);
    if python.is_none() {
        let [major, minor] = OLDEST;
        println!(
            "Python {major}.{minor} or later with the modules venv and ensurepip is not on the path; \
             the variable PYTHON can name one"
        );
    }
    python
}

/// Returns an environment with maturin and the packages of a file. `None` if pip cannot install them.
fn environment(python: &Path, directory: &Path, requirements: &str) -> Result<Option<Environment>, String> {
    let file = package().join(requirements);
    let requirements = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Environment::with(python, directory, &requirements).map_err(|reason| println!("{reason}")).ok())
}

/// Returns a command that tells pyo3 which Python it builds for.
fn for_python<'a>(command: &'a mut Command, python: &Path) -> &'a mut Command {
    command.env("PYO3_PYTHON", python)
}
