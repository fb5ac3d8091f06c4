//! Puts the page together: its own files, and the package next to them.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Places;
use crate::process::{output, root};

/// Makes the directory of the page.
pub(super) fn page(places: &Places) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("{}: {error}", places.page.display());
    _ = fs::remove_dir_all(&places.page);
    copy_files(&root().join("bindings/web/page"), &places.page).map_err(cannot)?;
    for part in ["src", "wasm"] {
        copy_files(&places.package.join(part), &places.page.join("gardez").join(part)).map_err(cannot)?;
    }
    // What the page is measured beside. Its license allows it, and goes with it.
    if super::has_node() && super::tests::installed(super::tests::BENCH) {
        let peer = root().join(super::tests::BENCH).join("node_modules/chess.js");
        fs::create_dir_all(places.page.join("peers")).map_err(cannot)?;
        for (file, name) in [("dist/esm/chess.js", "chess.js"), ("LICENSE", "chess.js.LICENSE")] {
            fs::copy(peer.join(file), places.page.join("peers").join(name)).map_err(cannot)?;
        }
    }
    Ok(())
}

/// Makes the one file with the element `<gardez-board>` and its module, for pages without a bundler. Returns `false` if the
/// bundler cannot be installed.
pub(super) fn bundle(places: &Places) -> Result<bool, String> {
    if !super::has_node() || !super::tests::installed(super::tests::TOOLS) {
        return Ok(false);
    }
    let file = places.package.join("dist/gardez-board.js");
    let mut esbuild = Command::new(root().join(super::tests::TOOLS).join("node_modules/.bin/esbuild"));
    esbuild.arg(places.package.join("src/gardez-board.js")).arg(format!("--outfile={}", file.display())).args([
        "--bundle",
        "--minify",
        "--format=iife",
        "--target=es2022",
        "--log-level=error",
        "--banner:js=/* Gardez, MIT or Apache-2.0; the licenses of its parts are in THIRD-PARTY-LICENSES of the package gardez. */",
    ]);
    output(&mut esbuild)?;
    let cannot = |error: std::io::Error| format!("{}: {error}", file.display());
    fs::copy(&file, places.page.join("gardez-board.js")).map_err(cannot)?;
    let packed =
        Command::new("gzip").args(["-9", "-n", "-c"]).arg(&file).output().map_or(0, |output| output.stdout.len());
    println!("gardez-board.js: {} bytes, {packed} packed", fs::metadata(&file).map_err(cannot)?.len());
    Ok(true)
}

/// Copies the files of a directory, without its subdirectories.
pub(super) fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
