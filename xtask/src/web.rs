//! The npm package and the page: builds, tests, serves and compares them.
//!
//! `module` compiles the WebAssembly modules, `package` puts the npm package and the page together, `tests` runs what node
//! and a browser are needed for.

mod module;
mod package;
mod tests;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::bindings::in_bindings;
use crate::environment;
use crate::outcome::Outcome;
use crate::process::{exit_code, root, succeeds};
use crate::workspace::Workspace;

/// The oldest node on which `require` loads the package.
const NODE: [u32; 2] = [20, 19];

/// Build and test the npm package and the page
///
/// Compiles the WebAssembly modules, makes the package and the page in
/// target/web, and tests them with node, TypeScript and Chromium. Each part is
/// skipped by name where its tool is missing: rust-std for wasm32, node, the
/// npm registry, chromium. The variable CHROMIUM names another browser.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo xtask web                     build and test everything
  cargo xtask web --serve             show the page on http://127.0.0.1:8000
  cargo xtask web --bench             compare with chess.js and chessops
  cargo xtask web --clients tests     run chess.js's tests in this folder

Without --clients, its tests are those in $GARDEZ_DATA/clients/chess.js."
)]
pub(crate) struct Web {
    /// Build the page and serve it, on this port
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8000", conflicts_with = "bench")]
    serve: Option<u16>,

    /// Compare the speed with chess.js and chessops, which npm downloads
    #[arg(long)]
    bench: bool,

    /// Run test files written for chess.js through gardez/chess.js
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["serve", "bench"])]
    clients: Option<PathBuf>,
}

impl Web {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        if let Some(port) = self.serve {
            let Some(places) = build()? else { return Ok(ExitCode::FAILURE) };
            return serve(&places, port).map(exit_code);
        }
        if self.bench {
            if build()?.is_none() {
                return Ok(ExitCode::FAILURE);
            }
            return tests::bench().map(exit_code);
        }
        if let Some(folder) = &self.clients {
            let Some(places) = build()? else { return Ok(ExitCode::FAILURE) };
            return Ok(exit_code(tests::clients(&places, folder)?));
        }
        step(false).map(|outcome| exit_code(outcome.is_success()))
    }
}

/// Serves the page on this machine until the program is ended.
fn serve(places: &Places, port: u16) -> Result<bool, String> {
    let python = environment::find([3, 8]).ok_or("a server needs python3")?;
    println!("http://127.0.0.1:{port} (end with Ctrl+C)");
    let port = port.to_string();
    let server = ["-m", "http.server", &port, "--bind", "127.0.0.1", "--directory"];
    Ok(succeeds(Command::new(python).args(server).arg(&places.page)))
}

/// The places of the parts of the package and the page.
struct Places {
    /// The compiled modules.
    modules: module::Compiled,
    /// The modules with their JavaScript, inside the package.
    wasm: PathBuf,
    /// The package for npm.
    package: PathBuf,
    /// The page, ready to be served.
    page: PathBuf,
}

/// Compiles the modules and makes the package and the page. `None` if no compiler for WebAssembly is installed.
fn build() -> Result<Option<Places>, String> {
    let workspace = Workspace::load()?;
    let package = root().join("bindings/web/npm");
    let Some(modules) = module::compile(&workspace)? else {
        println!("skipped: {}", module::MISSING);
        return Ok(None);
    };
    let places = Places { modules, wasm: package.join("wasm"), page: workspace.target.join("web/page"), package };
    module::write(&places.modules, &places.wasm)?;
    package::page(&places)?;
    if !package::bundle(&places)? {
        println!("skipped: npm registry (gardez-board.js)");
    }
    Ok(Some(places))
}

/// Runs everything, as a step of CI.
pub(crate) fn step(is_slow: bool) -> Result<Outcome, String> {
    let mut passed = succeeds(&mut in_bindings(&["fmt", "--all", "--check"]));
    let packages: Vec<&str> = module::packages().flat_map(|package| ["-p", package]).collect();
    let lints = ["--all-targets", "--", "-D", "warnings"];
    passed &= succeeds(&mut in_bindings(&[&["clippy", "--locked"], &packages[..], &lints].concat()));
    passed &= succeeds(&mut in_bindings(&[&["test", "--locked"], &packages[..]].concat()));
    let Some(places) = build()? else {
        return Ok(if passed { Outcome::Skipped(module::MISSING) } else { Outcome::Failed });
    };
    passed &= module::sizes(&places.modules, &places.wasm)?;
    if !has_node() {
        return Ok(if passed { Outcome::Skipped("node") } else { Outcome::Failed });
    }
    passed &= tests::with_node(&places, is_slow)?;
    Ok(passed.into())
}

/// Returns `true` if a node that is new enough is installed.
fn has_node() -> bool {
    let Ok(version) = crate::process::output(Command::new("node").arg("--version")) else { return false };
    let numbers: Vec<u32> = version.trim().trim_start_matches('v').split('.').filter_map(|n| n.parse().ok()).collect();
    NODE.as_slice() <= numbers.as_slice()
}
