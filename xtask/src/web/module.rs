//! The WebAssembly modules: how they are compiled, how large they may be, and the JavaScript that starts them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{cannot, cargo, output, root};

/// A module: its package, its name, and the most bytes that it may have as it is and packed.
struct Module {
    package: &'static str,
    name: &'static str,
    limits: [u64; 2],
    /// `true` if it is compiled with the instructions for vectors, which browsers have since 2023.
    has_simd: bool,
}

const fn module(package: &'static str, name: &'static str, limits: [u64; 2]) -> Module {
    Module { package, name, limits, has_simd: false }
}

const MODULES: [Module; 6] = [
    module("gardez-web", "gardez", [355_000, 153_000]),
    module("gardez-web-openings", "openings", [253_000, 139_700]),
    module("gardez-web-tables", "tables", [275_000, 88_000]),
    module("gardez-web-svg", "svg", [60_500, 25_850]),
    module("gardez-web-variants", "variants", [375_000, 138_000]),
    Module { has_simd: true, ..module("gardez-web-nnue", "nnue", [335_000, 102_000]) },
];

pub(super) fn packages() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|module| module.package).chain(["gardez-web-failure", "gardez-web-pgn"])
}

/// Returns the directory in which the workspace of the bindings is built.
fn target() -> PathBuf {
    root().join("bindings/target")
}

/// Attacks are computed instead of looked up, which saves 220,000 bytes.
const SMALL: &str = "--cfg gardez_small";

/// Instructions of all browsers since 2021, which newer compilers use by default. Memory is copied by one of them, and not
/// byte by byte: PGN is read in nine tenths of the time.
const INSTRUCTIONS: &str = "-C target-feature=+bulk-memory,+sign-ext,+nontrapping-fptoint";

/// The start of the JavaScript of a module: it reads and writes texts where the environment has nothing for that.
const UTF8: &str = "import { TextDecoder, TextEncoder } from \"../src/utf8.js\";\n";

/// The tests by which the JavaScript recognizes a module, and a module of another realm, as edge runtimes pass it.
const IS_MODULE: [&str; 2] = [
    "module instanceof WebAssembly.Module",
    "Object.prototype.toString.call(module) === \"[object WebAssembly.Module]\"",
];

/// Compiles the modules and writes each with its JavaScript, and a file that contains the module and starts it.
pub(super) fn compile(wasm: &Path) -> Result<(), String> {
    let manifest = "--manifest-path bindings/Cargo.toml";
    let directories = ["web", "web-simd"].map(|name| target().join(name));
    println!("$ cargo build --profile web ({} modules)", MODULES.len());
    for (directory, has_simd) in directories.iter().zip([false, true]) {
        let mut build =
            cargo(&format!("build --locked --quiet {manifest} --profile web --target wasm32-unknown-unknown"));
        let modules = MODULES.iter().filter(|module| module.has_simd == has_simd);
        build.args(modules.flat_map(|module| ["-p", module.package]));
        let flags = format!("{SMALL} {INSTRUCTIONS}{}", if has_simd { ",+simd128" } else { "" });
        output(build.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", directory))?;
    }
    let mut glue = cargo(&format!("build --locked --quiet {manifest} -p gardez-web-glue"));
    output(glue.env("CARGO_TARGET_DIR", target()))?;
    let glue = target().join("debug/gardez-web-glue").with_extension(std::env::consts::EXE_EXTENSION);
    fs::create_dir_all(wasm).map_err(cannot(wasm))?;
    for Module { package, name, has_simd, .. } in MODULES {
        let modules = directories[usize::from(has_simd)].join("wasm32-unknown-unknown/web");
        let module = modules.join(package.replace('-', "_")).with_extension("wasm");
        output(Command::new(&glue).arg(module).arg(name).arg(wasm))?;
        let script = wasm.join(format!("{name}.js"));
        let text = fs::read_to_string(&script).map_err(cannot(&script))?;
        fs::write(&script, format!("{UTF8}{}", text.replace(IS_MODULE[0], IS_MODULE[1]))).map_err(cannot(&script))?;
        let bytes = fs::read(wasm.join(format!("{name}_bg.wasm"))).map_err(cannot(wasm))?;
        let start = format!(
            "// Starts the module while this file is loaded, so that nothing has to wait for it.\n\
             import {{ initSync }} from \"./{name}.js\";\n\n\
             const text = \"{}\";\n\
             initSync({{ module: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) }});\n",
            base64(&bytes)
        );
        let file = if name == "gardez" { "start.js".into() } else { format!("start-{name}.js") };
        fs::write(wasm.join(file), start).map_err(cannot(wasm))?;
    }
    Ok(())
}

/// Prints the sizes; false if one is above its limit.
pub(super) fn sizes(wasm: &Path) -> Result<bool, String> {
    let mut passed = true;
    println!("module       bytes   at most    packed   at most");
    for Module { name, limits, .. } in MODULES {
        let path = wasm.join(format!("{name}_bg.wasm"));
        let sizes = [fs::metadata(&path).map_err(cannot(&path))?.len(), packed(&path)];
        println!("{name:<9} {:>8}  {:>8}  {:>8}  {:>8}", sizes[0], limits[0], sizes[1], limits[1]);
        if limits[0] < sizes[0] || limits[1] < sizes[1] {
            println!("the module {name} is too large");
            passed = false;
        }
    }
    Ok(passed)
}

/// Returns the size of a file that gzip has packed, or 0 without gzip.
pub(super) fn packed(path: &Path) -> u64 {
    Command::new("gzip").args(["-9", "-n", "-c"]).arg(path).output().map_or(0, |output| output.stdout.len() as u64)
}

/// Returns the bytes in the base64 of RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() { letter as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
