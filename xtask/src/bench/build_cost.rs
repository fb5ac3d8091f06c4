//! The CPU time of clean release builds, compared with a peer.

use std::fs;
use std::io;
use std::path::Path;

use super::ratios::{Measurement, Rounds};
use crate::process::{cargo, root, succeeds, timed};

/// A package that depends on a library and does nothing else.
struct Contestant {
    /// The name of the library in the results.
    name: &'static str,
    /// The dependency, as a line of the manifest.
    dependency: String,
}

fn contestants() -> [Contestant; 2] {
    let position = root().join("crates/position");
    [
        Contestant { name: "gardez", dependency: format!("gardez-position = {{ path = '{}' }}", position.display()) },
        Contestant { name: "shakmaty", dependency: "shakmaty = \"=0.30.1\"".into() },
    ]
}

/// Builds each contestant once in each round, in turn, and returns the CPU times.
///
/// Creates the packages below `directory`. Each build starts with an empty target directory.
pub(super) fn measure(directory: &Path, rounds: u64) -> Result<Rounds, String> {
    let contestants = contestants();
    for contestant in &contestants {
        let package = directory.join(contestant.name);
        contestant.write(&package).map_err(|error| format!("{}: {error}", package.display()))?;
        // This leaves only the packages of the contestant in its copy of the lock file, so it cannot be `--locked`.
        if !succeeds(cargo().current_dir(&package).arg("fetch")) {
            return Err(format!("cargo cannot download the dependencies of {}", contestant.name));
        }
    }

    let mut results = Rounds::default();
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        let mut measurements = Vec::new();
        for Contestant { name, .. } in &contestants {
            let seconds = build(&directory.join(name))?;
            measurements.push(Measurement::new("build", "release", name, 1e9 * seconds));
        }
        results.add(measurements);
    }
    Ok(results)
}

impl Contestant {
    /// Writes the package as a workspace of its own, with the versions in the lock file of Gardez.
    fn write(&self, package: &Path) -> io::Result<()> {
        fs::create_dir_all(package.join("src"))?;
        fs::write(package.join("src/lib.rs"), "//! Depends on a library and does nothing with it.\n")?;
        fs::copy(root().join("Cargo.lock"), package.join("Cargo.lock"))?;
        fs::write(package.join("Cargo.toml"), self.manifest())
    }

    fn manifest(&self) -> String {
        let Self { name, dependency } = self;
        format!(
            "[package]\nname = \"build-{name}\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n\n[workspace]\n"
        )
    }
}

/// Builds a package with an empty target directory, and returns the seconds of CPU time.
fn build(package: &Path) -> Result<f64, String> {
    let target = package.join("target");
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    let mut command = cargo();
    command.current_dir(package).args(["build", "--locked", "--release", "--offline", "--quiet"]);
    command.env("CARGO_TARGET_DIR", &target);
    // A wrapper might use results of an earlier build.
    command.env("RUSTC_WRAPPER", "").env("RUSTC_WORKSPACE_WRAPPER", "");

    let (passed, time) = timed(|| succeeds(&mut command));
    if passed { Ok(time.as_secs_f64()) } else { Err(format!("{} does not build", package.display())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contestant_has_the_default_profile_and_a_workspace_of_its_own() {
        for contestant in contestants() {
            let manifest = contestant.manifest();
            assert!(manifest.contains("\n[workspace]\n"), "{manifest}");
            assert!(!manifest.contains("profile"), "{manifest}");
            assert!(!manifest.contains("features"), "{manifest}");
        }
    }
}
