//! The tests that need node, the npm registry or a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Places;
use crate::needs::browser;
use crate::process::{answers, cannot, data, output, program, root, succeeds};
use crate::tidy::pages;

/// The directory of a private package whose dependencies are installed next to it, and never published.
pub(super) const TOOLS: &str = "bindings/web/tools";
pub(super) const BENCH: &str = "bindings/web/bench";
const PROGRAMS: &str = "bindings/web/programs";

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
    passed &= match data().map(|data| data.join("clients/chess.js/tests")) {
        Some(folder) if folder.is_dir() => clients(places, &folder)?,
        _ => {
            println!("skipped: chess.js's own tests (GARDEZ_DATA)");
            true
        }
    };
    let programs = [PathBuf::from("test/types.test.ts")];
    passed &=
        types(&places.package, &programs) & types(&installation(), &ending(&blocks, "ts").cloned().collect::<Vec<_>>());
    let browser = browser();
    passed &= deployed(browser.as_deref());
    if is_slow {
        passed &= foreign_programs();
    }
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

/// Runs programs that others wrote for chess.js.
fn foreign_programs() -> bool {
    if !installed(PROGRAMS) {
        println!("skipped: npm registry (programs for chess.js)");
        return true;
    }
    println!("$ node --test (programs for chess.js)");
    let mut node = program("node", "--test --test-reporter=spec programs.test.js");
    succeeds(node.current_dir(root().join(PROGRAMS)))
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
    Ok(succeeds(node.arg(root().join(TOOLS).join("clients.js")).arg(folder).arg(places.package.join("src/index.js"))))
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
    let options = "--no-save --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=30000";
    npm.arg("install").args(options.split(' '));
    answers(npm.current_dir(&directory)) && fs::copy(lock, copy).is_ok()
}

fn unit_tests(places: &Places, is_slow: bool) -> bool {
    const NAMES: &str = "chess chessops dropin entries exhausted hostile law nnue pgn variants";
    const SLOW: [(&str, &str); 6] = [
        ("CALLS", "1000000"),
        ("STEPS", "100000"),
        ("GAMES", "2000"),
        ("OPS", "2000"),
        ("LAW_GAMES", "100000"),
        ("LAW_FENS", "1000000"),
    ];
    let mut node = program("node", "--test --test-reporter=spec");
    node.args(NAMES.split(' ').map(|name| format!("test/{name}.test.js")));
    if is_slow {
        node.envs(SLOW.map(|(name, number)| (format!("GARDEZ_WEB_{name}"), number)));
    }
    println!("$ node --test ({NAMES})");
    succeeds(node.current_dir(&places.package))
}

/// Returns the directory of a project that uses the package.
fn installation() -> PathBuf {
    root().join("bindings/target/packed")
}

/// Packs the package, installs it in an empty directory, and loads it by `import` and by `require`.
fn packed(places: &Places) -> Result<bool, String> {
    let directory = installation();
    _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).map_err(cannot(&directory))?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(license), places.package.join(license)).map_err(cannot(&directory))?;
    }
    let mut pack = Command::new("npm");
    let name =
        output(pack.args(["pack", "--silent", "--pack-destination"]).arg(&directory).current_dir(&places.package))?;
    let archive = directory.join(name.trim());
    let size = fs::metadata(&archive).map_err(cannot(&directory))?.len();
    println!("$ npm install {} ({size} bytes)", name.trim());
    fs::write(directory.join("package.json"), "{}").map_err(cannot(&directory))?;
    let mut install = program("npm", "install --offline --ignore-scripts --no-audit --no-fund");
    output(install.arg(&archive).current_dir(&directory))?;
    let load = "const { Chess } = require('gardez');
        import('gardez/chess.js').then(async (module) => {
            await module.load(require('fs').readFileSync(require.resolve('gardez/gardez_bg.wasm')));
            const chess = new module.Chess();
            chess.move('e4');
            const same = Chess === module.Chess;
            console.log([same, chess.perft(3), (await import('gardez/openings')).openingOf(chess).eco].join());
        });";
    let printed = output(Command::new("node").args(["-e", load]).current_dir(&directory))?;
    let passed = printed.trim() == "true,13160,B00";
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
    for block in ending(blocks, "mjs") {
        println!("$ node {}", block.file_name().unwrap_or_default().display());
        if let Err(reason) = output(Command::new("node").args(["--import", worker]).arg(block)) {
            println!("{reason}");
            passed = false;
        }
    }
    passed
}

/// Returns the blocks with this ending.
fn ending<'a>(blocks: &'a [PathBuf], ending: &'a str) -> impl Iterator<Item = &'a PathBuf> {
    blocks.iter().filter(move |block| block.extension().is_some_and(|found| found == ending))
}

/// Compiles programs, with the oldest and the newest library of types: one that uses every name, and the pages' own.
fn types(directory: &Path, programs: &[PathBuf]) -> bool {
    let compiler = root().join(TOOLS).join("node_modules/.bin/tsc");
    ["es2022", "esnext"].into_iter().all(|library| {
        let mut tsc = Command::new(&compiler);
        tsc.args(["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2022"]);
        println!("$ tsc --strict --lib {library} ({})", directory.display());
        succeeds(tsc.args(["--lib", library, "--types", ""]).args(programs).current_dir(directory))
    })
}

/// Drives the page. Screenshots are left in the target directory.
fn in_browser(places: &Places, chromium: &Path) -> bool {
    println!("$ node --test (page in a browser)");
    let mut node = program("node", "--test --test-reporter=spec");
    node.arg(root().join("bindings/web/page/test/browser.test.js"));
    node.env("PAGE", &places.page).env("CHROMIUM", chromium).env("MODULES", root().join(TOOLS));
    node.env("SHOTS", root().join("bindings/target/shots")).env("TABLES", root().join("crates/syzygy/tests/tables"));
    succeeds(&mut node)
}
