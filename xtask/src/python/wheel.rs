//! The wheel: how it is checked, compiled and installed.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Places, for_python, package};
use crate::bindings::in_bindings;
use crate::environment::Environment;
use crate::process::{output, root, succeeds};

/// The largest size of the wheel, in bytes.
const MAX_BYTES: u64 = 3_000_000;

/// Checks the form of the sources, and what clippy says about them.
pub(super) fn lints(python: &Path) -> bool {
    let format = succeeds(&mut in_bindings(&["fmt", "-p", "gardez-python", "--check"]));
    let clippy = ["clippy", "--locked", "-p", "gardez-python", "--all-targets", "--", "-D", "warnings"];
    succeeds(for_python(&mut in_bindings(&clippy), python)) && format
}

/// Compiles the wheel for the Python of the environment and all later ones.
pub(super) fn build(environment: &Environment, places: &Places) -> Result<PathBuf, String> {
    let wheels = places.directory.join("wheels");
    let cannot = |error: std::io::Error| format!("{}: {error}", wheels.display());
    _ = fs::remove_dir_all(&wheels);
    println!("$ maturin build --release");
    let python = environment.program("python");
    let mut maturin = Command::new(environment.program("maturin"));
    maturin.args(["build", "--release", "--locked", "--quiet", "--interpreter"]).arg(&python);
    maturin.arg("--manifest-path").arg(package().join("Cargo.toml")).arg("--out").arg(&wheels);
    maturin.env("CARGO_TARGET_DIR", places.directory.join("cargo")).env("NO_COLOR", "1").current_dir(root());
    if !succeeds(for_python(&mut maturin, &python)) {
        return Err("maturin cannot build the wheel".into());
    }
    let mut files = fs::read_dir(&wheels).map_err(cannot)?.filter_map(Result::ok).map(|entry| entry.path());
    let wheel = files.next().ok_or("maturin has built no wheel")?;
    let bytes = fs::metadata(&wheel).map_err(cannot)?.len();
    println!("{} ({bytes} bytes)", wheel.file_name().unwrap_or_default().display());
    if MAX_BYTES < bytes {
        return Err(format!("the wheel is too large: at most {MAX_BYTES} bytes"));
    }
    Ok(wheel)
}

/// Compiles the extension module with a format of a test. Returns its library.
pub(super) fn toy(environment: &Environment, places: &Places) -> Option<PathBuf> {
    let mut cargo = in_bindings(&["build", "--locked", "--quiet", "-p", "gardez-python", "--example", "toy"]);
    let target = places.directory.join("cargo");
    let passed = succeeds(for_python(cargo.env("CARGO_TARGET_DIR", &target), &environment.program("python")));
    passed.then(|| target.join(format!("debug/examples/{DLL_PREFIX}toy{DLL_SUFFIX}")))
}

/// Installs the wheel over an older one. What it needs must be there.
pub(super) fn install(environment: &Environment, wheel: &Path) -> Result<(), String> {
    output(environment.pip().args(["--force-reinstall", "--no-deps", "--no-index"]).arg(wheel)).map(|_| ())
}
