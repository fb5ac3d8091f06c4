//! The tests that need node, the npm registry or a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Places;
use crate::bindings::{shown_path, target};
use crate::process::{answers, output, root, succeeds};
use crate::tidy::pages;

/// The directory of a private package whose dependencies are installed next to it, and never published.
pub(super) const TOOLS: &str = "bindings/web/tools";
pub(super) const BENCH: &str = "bindings/web/bench";

/// Runs everything that needs node. What else is missing is named, and left out.
pub(super) fn with_node(places: &Places, is_slow: bool) -> Result<bool, String> {
    let peers = installed(BENCH);
    if !peers {
        println!("skipped: npm registry (chess.js)");
    }
    let mut passed = unit_tests(places, is_slow);
    if !installed(TOOLS) {
        println!("skipped: npm registry (the packed package, TypeScript and the test in a browser)");
        return Ok(passed);
    }
    passed &= packed(places)?;
    let blocks = pages::write(&["js", "ts"], "", &installation())?;
    passed &= run(&blocks);
    passed &= match std::env::var_os("GARDEZ_DATA").map(|data| PathBuf::from(data).join("clients/chess.js/tests")) {
        Some(folder) if folder.is_dir() => clients(places, &folder)?,
        _ => {
            println!("skipped: chess.js's own tests (GARDEZ_DATA)");
            true
        }
    };
    let programs = ["types", "types-chessjs"].map(|name| PathBuf::from(format!("test/{name}.test.ts")));
    passed &= types(&places.package, &programs) & types(&installation(), &with_types(&blocks));
    let browser = browser();
    passed &= deployed(browser.as_deref());
    match &browser {
        Some(chromium) => passed &= in_browser(places, chromium),
        None => println!("skipped: chromium"),
    }
    Ok(passed)
}

/// Uses the installed package in bundlers, workers and runtimes.
fn deployed(browser: Option<&Path>) -> bool {
    println!("$ node deploy.js (the packed package)");
    let mut node = Command::new("node");
    node.arg(root().join(TOOLS).join("deploy.js")).arg(installation());
    if let Some(chromium) = browser {
        node.env("CHROMIUM", chromium);
    }
    succeeds(&mut node)
}

/// Compares the package with its peers.
pub(super) fn bench() -> Result<bool, String> {
    if !installed(BENCH) {
        return Err("npm cannot install chess.js and chessops".into());
    }
    Ok(succeeds(Command::new("node").arg("bench.js").current_dir(root().join(BENCH))))
}

/// Runs test files of chess.js through the entry that stands in for it.
pub(super) fn clients(places: &Places, folder: &Path) -> Result<bool, String> {
    if !installed(TOOLS) {
        return Err("npm cannot install vitest".into());
    }
    println!("$ node clients.js {}", folder.display());
    let mut node = Command::new("node");
    Ok(succeeds(node.arg(root().join(TOOLS).join("clients.js")).arg(folder).arg(places.package.join("src/chessjs.js"))))
}

/// Installs the locked dependencies of a private package, unless they are there. False if the registry does not answer.
pub(super) fn installed(directory: &str) -> bool {
    let directory = root().join(directory);
    let (lock, copy) = (directory.join("package-lock.json"), directory.join("node_modules/.locked.json"));
    if fs::read(&lock).is_ok_and(|lock| fs::read(&copy).is_ok_and(|copy| copy == lock)) {
        return true;
    }
    let mut npm = Command::new("npm");
    // Not `ci`, which fails if the registry misses a package for another system.
    npm.args([
        "install",
        "--no-save",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--fetch-retries=1",
        "--fetch-timeout=30000",
    ]);
    answers(npm.current_dir(&directory)) && fs::copy(lock, copy).is_ok()
}

fn unit_tests(places: &Places, is_slow: bool) -> bool {
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec"]).args(
        [
            "chess",
            "chessjs",
            "chessops",
            "dropin",
            "entries",
            "exhausted",
            "hostile",
            "nnue",
            "pgn",
            "set-up",
            "variants",
        ]
        .map(|name| format!("test/{name}.test.js")),
    );
    if is_slow {
        node.env("GARDEZ_WEB_CALLS", "1000000")
            .env("GARDEZ_WEB_STEPS", "100000")
            .env("GARDEZ_WEB_GAMES", "10000")
            .env("GARDEZ_WEB_FENS", "20000")
            .env("GARDEZ_WEB_OPS", "2000");
    }
    println!("$ node --test ({})", shown_path(&places.package));
    succeeds(node.current_dir(&places.package))
}

/// Returns the directory of a project that uses the package.
fn installation() -> PathBuf {
    target().join("packed")
}

/// Packs the package, installs it in an empty directory, and loads it by `import` and by `require`.
fn packed(places: &Places) -> Result<bool, String> {
    let directory = installation();
    let cannot = |error: std::io::Error| format!("{}: {error}", directory.display());
    _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).map_err(cannot)?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(license), places.package.join(license)).map_err(cannot)?;
    }
    let mut pack = Command::new("npm");
    let name =
        output(pack.args(["pack", "--silent", "--pack-destination"]).arg(&directory).current_dir(&places.package))?;
    let archive = directory.join(name.trim());
    let size = fs::metadata(&archive).map_err(cannot)?.len();
    println!("$ npm install {} ({size} bytes)", name.trim());
    fs::write(directory.join("package.json"), "{}").map_err(cannot)?;
    let mut install = Command::new("npm");
    install.args(["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"]).arg(&archive);
    output(install.current_dir(&directory))?;
    let load = "const { Chess } = require('gardez');
        import('gardez').then(async (module) => {
            const { init, Chess: Started } = await import('gardez/wasm');
            await init(require('fs').readFileSync(require.resolve('gardez/gardez_bg.wasm')));
            const counts = [new Chess().perft(3), new module.Chess().perft(3), new Started().perft(3)];
            console.log(counts.join() + (await import('gardez/openings')).openingOf(new Chess().playLine('e4')).eco);
        });";
    let printed = output(Command::new("node").args(["-e", load]).current_dir(&directory))?;
    let passed = printed.trim() == "8902,8902,8902B00";
    if !passed {
        println!("the installed package prints {}", printed.trim());
    }
    Ok(passed)
}

/// Runs the JavaScript of the pages with the installed package.
fn run(blocks: &[PathBuf]) -> bool {
    // What a worker has, and node has not.
    let worker = "data:text/javascript,globalThis.onmessage = null; globalThis.postMessage = () => {}";
    let mut passed = true;
    for block in blocks.iter().filter(|block| block.extension().is_some_and(|ending| ending == "mjs")) {
        println!("$ node {}", block.file_name().unwrap_or_default().display());
        if let Err(reason) = output(Command::new("node").args(["--import", worker]).arg(block)) {
            println!("{reason}");
            passed = false;
        }
    }
    passed
}

/// Returns the blocks that the compiler of TypeScript reads.
fn with_types(blocks: &[PathBuf]) -> Vec<PathBuf> {
    blocks.iter().filter(|block| block.extension().is_some_and(|ending| ending == "ts")).cloned().collect()
}

/// Compiles programs, with the oldest and the newest library of types: one that uses every name, and the pages' own.
fn types(directory: &Path, programs: &[PathBuf]) -> bool {
    let compiler = root().join(TOOLS).join("node_modules/.bin/tsc");
    ["es2022", "esnext"].into_iter().all(|library| {
        let mut tsc = Command::new(&compiler);
        tsc.args(["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2022"]);
        println!("$ tsc --strict --lib {library} ({})", shown_path(directory));
        succeeds(tsc.args(["--lib", library, "--types", ""]).args(programs).current_dir(directory))
    })
}

/// Returns the browser that the variable `CHROMIUM` names, or the one on the path.
fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known = ["chromium", "chromium-browser", "google-chrome"].map(PathBuf::from);
    let candidates = named.into_iter().chain(known);
    candidates.into_iter().find_map(|program| {
        let path = output(Command::new("sh").args(["-c", "command -v \"$0\""]).arg(&program)).ok()?;
        answers(Command::new(&program).arg("--version")).then(|| path.trim().into())
    })
}

/// Drives the page. Screenshots are left in the target directory.
fn in_browser(places: &Places, chromium: &Path) -> bool {
    println!("$ node --test (page in a browser)");
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec"]).arg(root().join("bindings/web/page/test/browser.test.js"));
    node.env("PAGE", &places.page).env("CHROMIUM", chromium).env("MODULES", root().join(TOOLS));
    node.env("SHOTS", target().join("shots")).env("TABLES", root().join("crates/syzygy/tests/tables"));
    succeeds(&mut node)
}
