//! The Python package: builds the wheel, tests it as an installed package, and compares its speed.

mod tests;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use serde_json::Value;

use crate::bench::page::{self, Figure};
use crate::environment::{Environment, OLDEST};
use crate::process::{Outcome, cannot, exit_code, output, program, root, shown, succeeds};
use crate::workspace::Workspace;

/// The oldest Python that all peers of the benches support.
const OLDEST_OF_PEERS: [u32; 2] = [3, 13];

/// The largest size of the optimized wheel, in bytes.
const MAX_BYTES: u64 = 3_000_000;

/// The name of what is missing if pip cannot install packages.
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
  cargo xtask python --build          build the optimized wheel
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
        if let (false, None, Some(line)) = (self.bench, &self.client, self.lines.first()) {
            return Err(format!("{line}: lines are for --bench, and arguments for --client"));
        }
        if !self.bench && !self.build && self.client.is_none() {
            return step(false).map(Outcome::code);
        }
        let (oldest, name) = if self.bench { (OLDEST_OF_PEERS, "bench") } else { (OLDEST, "tests") };
        let Some(package) = Package::new(oldest, name)? else { return Ok(Outcome::Skipped(INDEX).code()) };
        let wheel = package.wheel("release")?;
        let bytes = fs::metadata(&wheel).map_err(cannot(&wheel))?.len();
        println!("{} ({bytes} bytes)", wheel.display());
        if MAX_BYTES < bytes {
            return Err(format!("the wheel is too large: at most {MAX_BYTES} bytes"));
        }
        if self.build {
            return Ok(ExitCode::SUCCESS);
        }
        package.install(&wheel)?;
        let Some(client) = &self.client else { return package.compare(&self.lines, self.write).map(exit_code) };
        println!("$ python -m gardez.chess {}", client.display());
        let mut python = package.environment.python();
        Ok(exit_code(succeeds(python.args(["-m", "gardez.chess"]).arg(client).args(&self.lines))))
    }
}

/// Runs everything, as a step of CI.
pub(crate) fn step(is_slow: bool) -> Result<Outcome, String> {
    let Some(package) = Package::new(OLDEST, "tests")? else { return Ok(Outcome::Skipped(INDEX)) };
    let clippy = "clippy --locked --profile checks --manifest-path bindings/Cargo.toml -p gardez-python -p gardez-training-data-loader --all-targets";
    let mut passed = succeeds(&mut package.building(shown(&format!("{clippy} -- -D warnings"))));
    let wheel = package.wheel("checks")?;
    package.install(&wheel)?;
    passed &= package.first_page(&wheel)?;
    Ok((package.all(is_slow)? && passed).into())
}

/// The package, and the environment in which it is built and tested.
struct Package {
    environment: Environment,
    /// Everything that is made.
    directory: PathBuf,
}

fn source(path: &str) -> PathBuf {
    root().join("bindings/python").join(path)
}

impl Package {
    /// Returns an environment with maturin and the packages of a folder's requirements. `None` if pip cannot install them.
    fn new(oldest: [u32; 2], name: &str) -> Result<Option<Self>, String> {
        let directory = Workspace::load()?.target.join("python");
        let run = directory.join("run");
        fs::create_dir_all(&run).map_err(cannot(&run))?;
        let requirements = format!("bindings/python/{name}/requirements.txt");
        let environment = Environment::with(oldest, &directory.join(format!("venv-{name}")), &requirements)?;
        Ok(environment.map(|environment| Self { environment, directory }))
    }

    fn target(&self) -> PathBuf {
        self.directory.join("cargo")
    }

    /// Returns a command that tells cargo and pyo3 where and for which Python to build.
    fn building(&self, mut command: Command) -> Command {
        command.env("PYO3_PYTHON", self.environment.program("python")).env("CARGO_TARGET_DIR", self.target());
        command
    }

    /// Compiles the wheel for the Python of the environment and all later ones.
    fn wheel(&self, profile: &str) -> Result<PathBuf, String> {
        let wheels = self.directory.join("wheels");
        _ = fs::remove_dir_all(&wheels);
        let line = format!("build --profile {profile} --locked --quiet");
        println!("$ maturin {line}");
        let mut maturin = self.building(program(self.environment.program("maturin"), &line));
        maturin.arg("--interpreter").arg(self.environment.program("python")).arg("--out").arg(&wheels);
        maturin.arg("--manifest-path").arg(source("Cargo.toml")).env("NO_COLOR", "1").current_dir(root());
        if !succeeds(&mut maturin) {
            return Err("maturin cannot build the wheel".into());
        }
        let mut files = fs::read_dir(&wheels).map_err(cannot(&wheels))?.flatten().map(|entry| entry.path());
        files.next().ok_or_else(|| "maturin has built no wheel".into())
    }

    /// Installs the wheel over an older one. What it needs must be there.
    fn install(&self, wheel: &Path) -> Result<(), String> {
        output(self.environment.pip().args(["--force-reinstall", "--no-deps", "--no-index"]).arg(wheel)).map(|_| ())
    }

    /// Compares the package with its peers and prints a table, which `docs/benchmarks.md` may keep.
    fn compare(&self, lines: &[String], is_kept: bool) -> Result<bool, String> {
        // The number of turns of the functions of a line.
        const ROUNDS: u64 = 9;
        println!("$ python -m bench {}", lines.join(" "));
        let file = self.directory.join("run/bench.jsonl");
        let mut bench = self.environment.python();
        bench.args(["-m", "bench", "--rounds", &ROUNDS.to_string(), "--json"]).arg(&file).args(lines);
        let passed = succeeds(bench.current_dir(source("")));
        if is_kept {
            let text = fs::read_to_string(&file).map_err(cannot(&file))?;
            page::write(&text.lines().flat_map(figures).collect::<Vec<_>>(), "Python", ROUNDS)?;
        }
        Ok(passed)
    }
}

fn figures(line: &str) -> Vec<Figure> {
    let line: Value = serde_json::from_str(line).unwrap_or_default();
    let ratios = line["ratios"].as_object().into_iter().flatten();
    let figure = |(peer, ratio): (&String, &Value)| {
        let bench = line["name"].as_str()?.into();
        Some(Figure { bench, contestant: peer.clone(), against: "gardez".into(), ratios: vec![ratio.as_f64()?] })
    };
    ratios.filter_map(figure).collect()
}
