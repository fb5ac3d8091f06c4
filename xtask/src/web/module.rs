//! The WebAssembly modules: how they are compiled, how large they may be, and the JavaScript that starts them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bindings::{MANIFEST, quiet_in_bindings, target};
use crate::msrv::Toolchain;
use crate::process::{has_target, host, output, root};
use crate::workspace::Workspace;

pub(super) const MISSING: &str = "rust-std for wasm32";

const TARGET: &str = "wasm32-unknown-unknown";

/// A module: its package, its name, and the most bytes that it may have as it is and packed. With the standard library
/// of rustup, a tenth more is allowed.
struct Module {
    package: &'static str,
    name: &'static str,
    limits: [u64; 2],
    /// `true` if it is compiled with the instructions for vectors, which browsers have since 2023.
    has_simd: bool,
}

/// The compiled modules, without and with instructions for vectors, and if their standard library was compiled, too.
pub(super) struct Compiled {
    directories: [PathBuf; 2],
    has_own_std: bool,
}

const fn module(package: &'static str, name: &'static str, limits: [u64; 2]) -> Module {
    Module { package, name, limits, has_simd: false }
}

const MODULES: [Module; 6] = [
    module("gardez-web", "gardez", [440_000, 133_500]),
    module("gardez-web-openings", "openings", [230_000, 127_000]),
    module("gardez-web-tables", "tables", [250_000, 80_000]),
    module("gardez-web-svg", "svg", [55_000, 23_500]),
    module("gardez-web-variants", "variants", [325_000, 118_500]),
    Module { has_simd: true, ..module("gardez-web-nnue", "nnue", [440_000, 116_000]) },
];

/// Returns the packages of the modules, and of what they share.
pub(super) fn packages() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|module| module.package).chain(["gardez-web-failure"])
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

/// Compiles the modules with the installed standard library for WebAssembly, or with one that Rust 1.85 builds from its
/// sources. Returns `None` if there is neither.
pub(super) fn compile(workspace: &Workspace) -> Result<Option<Compiled>, String> {
    let arguments = ["build", "--locked", "--profile", "web", "--target", TARGET];
    let has_own_std = !has_target(TARGET)?;
    let directories = ["web", "web-simd"].map(|name| target().join(name));
    println!("$ cargo {} ({} modules)", arguments.join(" "), MODULES.len());
    for (directory, has_simd) in directories.iter().zip([false, true]) {
        let mut command = if !has_own_std {
            quiet_in_bindings(&arguments)
        } else {
            let Some(command) = with_sources(workspace)? else { return Ok(None) };
            command
        };
        let modules = MODULES.iter().filter(|module| module.has_simd == has_simd);
        command.args(modules.flat_map(|module| ["-p", module.package]));
        let flags = format!("{SMALL} {INSTRUCTIONS}{}", if has_simd { ",+simd128" } else { "" });
        output(command.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", directory))?;
    }
    Ok(Some(Compiled { directories: directories.map(|directory| directory.join(TARGET).join("web")), has_own_std }))
}

/// Returns Rust 1.85, if it is there with the sources of its standard library, and the linker of this toolchain.
fn with_sources(workspace: &Workspace) -> Result<Option<Command>, String> {
    let Ok(toolchain) = Toolchain::find(workspace) else { return Ok(None) };
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let linker = Path::new(sysroot.trim()).join("lib/rustlib").join(host()?).join("bin/rust-lld");
    if !linker.is_file() {
        return Ok(None);
    }
    let Some(mut command) = toolchain.cargo_with_std(workspace, TARGET, &linker) else { return Ok(None) };
    let manifest = root().join(MANIFEST);
    command.args(["build", "--quiet", "--locked", "--profile", "web", "--target", TARGET]);
    // A panic ends the module without a text, so the code that makes texts of panics is left out.
    let features = "-Zbuild-std-features=panic_immediate_abort,optimize_for_size";
    command.args(["-Zbuild-std=std,panic_abort", features, "--manifest-path"]).arg(manifest);
    Ok(Some(command))
}

/// Writes each module with its JavaScript, and a file that contains the module and starts it.
pub(super) fn write(modules: &Compiled, wasm: &Path) -> Result<(), String> {
    output(quiet_in_bindings(&["build", "--locked", "-p", "gardez-web-glue"]).env("CARGO_TARGET_DIR", target()))?;
    let glue = target().join("debug").join(format!("gardez-web-glue{}", std::env::consts::EXE_SUFFIX));
    let cannot = |error: std::io::Error| format!("{}: {error}", wasm.display());
    fs::create_dir_all(wasm).map_err(cannot)?;
    for Module { package, name, has_simd, .. } in MODULES {
        let module = modules.directories[usize::from(has_simd)].join(format!("{}.wasm", package.replace('-', "_")));
        output(Command::new(&glue).arg(module).arg(name).arg(wasm))?;
        let script = wasm.join(format!("{name}.js"));
        let text = fs::read_to_string(&script).map_err(cannot)?;
        fs::write(&script, format!("{UTF8}{}", text.replace(IS_MODULE[0], IS_MODULE[1]))).map_err(cannot)?;
        let bytes = fs::read(wasm.join(format!("{name}_bg.wasm"))).map_err(cannot)?;
        let start = format!(
            "// Starts the module while this file is loaded, so that nothing has to wait for it.\n\
             import {{ initSync }} from \"./{name}.js\";\n\n\
             const text = \"{}\";\n\
             initSync({{ module: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) }});\n",
            base64(&bytes)
        );
        let file = if name == "gardez" { "start.js".into() } else { format!("start-{name}.js") };
        fs::write(wasm.join(file), start).map_err(cannot)?;
    }
    Ok(())
}

/// Prints the sizes; false if one is above its limit.
pub(super) fn sizes(modules: &Compiled, wasm: &Path) -> Result<bool, String> {
    let mut passed = true;
    println!("module       bytes   at most    packed   at most");
    for Module { name, limits, .. } in MODULES {
        let path = wasm.join(format!("{name}_bg.wasm"));
        let plain = fs::metadata(&path).map_err(|error| format!("{}: {error}", path.display()))?.len();
        let packed = Command::new("gzip").args(["-9", "-n", "-c"]).arg(&path).output();
        let packed = packed.map(|output| output.stdout.len() as u64).ok().filter(|&size| size != 0);
        let text = packed.map_or("?".into(), |size| size.to_string());
        let limits = limits.map(|limit| if modules.has_own_std { limit } else { limit + limit / 10 });
        println!("{name:<9} {plain:>8}  {:>8}  {text:>8}  {:>8}", limits[0], limits[1]);
        if limits[0] < plain || limits[1] < packed.unwrap_or(0) {
            println!("the module {name} is too large");
            passed = false;
        }
    }
    Ok(passed)
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
