//! The npm package and the page: builds, tests, serves and compares them.
//!
//! `module` compiles the WebAssembly modules, `tests` runs what node and a browser are needed for.

mod module;
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::environment;
use crate::needs;
use crate::process::{Outcome, cannot, exit_code, output, program, root, runs, succeeds};
use crate::workspace::Workspace;

/// Build and test the npm package and the page
///
/// Compiles the WebAssembly modules, makes the package in
/// bindings/target/packed and the page in target/web, and tests them with node,
/// TypeScript and Chromium. Each part is skipped by name where its tool is
/// missing: rust-std for wasm32, node, npm registry, chromium. The variable
/// CHROMIUM names another browser.
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
        if let Some(missing) = needs::missing(["rust-std for wasm32", "node"]) {
            return Ok(Outcome::Skipped(missing).code());
        }
        if let Some(port) = self.serve {
            let page = build()?.page;
            let python = environment::find([3, 8]).ok_or("a server needs python3")?;
            println!("http://127.0.0.1:{port} (end with Ctrl+C)");
            let server = format!("-m http.server {port} --bind 127.0.0.1 --directory");
            return Ok(exit_code(succeeds(program(python, &server).arg(page))));
        }
        if self.bench {
            build()?;
            return tests::bench().map(exit_code);
        }
        match &self.clients {
            Some(folder) => Ok(exit_code(tests::clients(&build()?, folder)?)),
            None => step(false).map(Outcome::code),
        }
    }
}

/// The places of the package and the page.
struct Places {
    /// The package for npm. Its modules with their JavaScript are in `wasm`.
    package: PathBuf,
    /// The page, ready to be served.
    page: PathBuf,
}

/// Compiles the modules and makes the package and the page.
fn build() -> Result<Places, String> {
    let package = root().join("bindings/web/npm");
    let places = Places { page: Workspace::load()?.target.join("web/page"), package };
    module::compile(&places.package.join("wasm"))?;
    places.make_page().map_err(cannot(&places.page))?;
    if !places.bundle()? {
        println!("skipped: npm registry (gardez-board.js)");
    }
    Ok(places)
}

impl Places {
    /// Puts the page together: its own files, and the package next to them.
    fn make_page(&self) -> std::io::Result<()> {
        _ = fs::remove_dir_all(&self.page);
        copy_files(&root().join("bindings/web/page"), &self.page)?;
        for part in ["src", "wasm"] {
            copy_files(&self.package.join(part), &self.page.join("gardez").join(part))?;
        }
        // What the page is measured beside. Its license allows it, and goes with it.
        if tests::installed(tests::BENCH) {
            let peer = root().join(tests::BENCH).join("node_modules/chess.js");
            fs::create_dir_all(self.page.join("peers"))?;
            for (file, name) in [("dist/esm/chess.js", "chess.js"), ("LICENSE", "chess.js.LICENSE")] {
                fs::copy(peer.join(file), self.page.join("peers").join(name))?;
            }
        }
        Ok(())
    }

    /// Makes the file with `<gardez-board>` and its module, for pages without a bundler. `false` if none can be installed.
    fn bundle(&self) -> Result<bool, String> {
        if !tests::installed(tests::TOOLS) {
            return Ok(false);
        }
        let file = self.package.join("dist/gardez-board.js");
        let line = "--bundle --minify --format=iife --target=es2022 --log-level=error";
        let mut esbuild = program(root().join(tests::TOOLS).join("node_modules/.bin/esbuild"), line);
        esbuild.arg("--banner:js=/* Gardez, MIT or Apache-2.0; the licenses of its parts are in THIRD-PARTY-LICENSES of the package gardez. */");
        output(esbuild.arg(self.package.join("src/gardez-board.js")).arg(format!("--outfile={}", file.display())))?;
        let bytes = fs::copy(&file, self.page.join("gardez-board.js")).map_err(cannot(&file))?;
        println!("gardez-board.js: {bytes} bytes, {} packed", module::packed(&file));
        Ok(true)
    }
}

/// Copies the files of a directory, without its subdirectories.
fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// Runs everything, as a step of CI.
pub(crate) fn step(is_slow: bool) -> Result<Outcome, String> {
    let packages: String = module::packages().map(|package| format!(" -p {package}")).collect();
    let line = |command: &str| format!("{command} --locked --manifest-path bindings/Cargo.toml{packages}");
    let passed = runs(&format!("{} --all-targets -- -D warnings", line("clippy"))) & runs(&line("test"));
    let places = build()?;
    let passed = passed & module::sizes(&places.package.join("wasm"))?;
    Ok((tests::with_node(&places, is_slow)? & passed).into())
}
