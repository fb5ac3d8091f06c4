//! Checks with the oldest compiler that the libraries support, also for targets without an operating system.

use std::collections::BTreeSet;
use std::env;
use std::path::{self, Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::outcome::Outcome;
use crate::process::{exit_code, output, root, succeeds};
use crate::workspace::{Package, Workspace};

/// The `rust-version` that the libraries declare.
pub(crate) const RUST_VERSION: &str = "1.85";

/// The toolchain, as rustup names it.
pub(crate) const TOOLCHAIN: &str = "1.85.0";

/// The toolchain, as the table of CI names it.
pub(crate) const NAME: &str = "Rust 1.85";

/// The environment variable that names another toolchain: a directory that contains `bin/cargo` and `bin/rustc`.
const OVERRIDE: &str = "GARDEZ_MSRV_TOOLCHAIN";

/// Targets without a standard library.
const BARE_TARGETS: [&str; 3] = ["thumbv7em-none-eabi", "wasm32-unknown-unknown", "aarch64-unknown-none"];

/// The crates that are checked for them, and the features that need no system. Crates of a row are checked together, so the
/// floors, which others give features to, have a row of their own.
const BARE_CRATES: [(&str, &str); 3] = [
    ("gardez-types gardez-io gardez-bitboard gardez-zobrist", ""),
    ("gardez-formats gardez-nnue gardez-openings gardez-svg gardez-variants", ""),
    (
        "gardez-position gardez-notation gardez-uci gardez-lc0 gardez",
        "gardez-position/alloc,gardez-notation/alloc,gardez-uci/alloc,gardez-lc0/alloc,\
         gardez/formats,gardez/lc0,gardez/nnue,gardez/notation,gardez/openings,gardez/svg,gardez/uci,gardez/variants",
    ),
];

/// The feature whose instructions a later compiler knows, 1.89, in every crate that has it.
const NEWER_FEATURE: &str = "avx512";

/// Check the libraries with Rust 1.85, and for bare targets
#[derive(Args)]
#[command(after_help = "Example: GARDEZ_MSRV_TOOLCHAIN=~/rust-1.85 cargo xtask msrv")]
pub(crate) struct Msrv;

impl Msrv {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let workspace = Workspace::load()?;
        let toolchain = Toolchain::find(&workspace).inspect_err(|_| println!("skipped: {NAME}"))?;
        check(&workspace, &toolchain).map(|outcome| exit_code(outcome.is_success()))
    }
}

/// An old compiler with its cargo.
pub(crate) struct Toolchain {
    /// The directory that contains `bin`.
    prefix: PathBuf,
}

impl Toolchain {
    /// Returns the toolchain named in the environment, or rustup's. The error says what is missing.
    pub(crate) fn find(workspace: &Workspace) -> Result<Self, String> {
        let toolchain = match env::var_os(OVERRIDE) {
            Some(prefix) => Some(path::absolute(prefix).map_err(|error| format!("{OVERRIDE}: {error}"))?),
            None => Self::of_rustup(),
        };
        let missing = || format!("`rustup toolchain install {TOOLCHAIN}` installs Rust {RUST_VERSION}");
        let toolchain = Self { prefix: toolchain.ok_or_else(missing)? };
        let version = output(toolchain.rustc().arg("--version"))?;
        output(toolchain.cargo(workspace).arg("--version"))?;
        if version.split(' ').nth(1).is_none_or(|version| !version.starts_with(&format!("{RUST_VERSION}."))) {
            return Err(format!("{} is {}, not {RUST_VERSION}", toolchain.tool("rustc").display(), version.trim()));
        }
        Ok(toolchain)
    }

    /// Rustup's toolchain of that version, if it is installed.
    fn of_rustup() -> Option<PathBuf> {
        let installed = output(Command::new("rustup").args(["toolchain", "list"])).ok()?;
        installed.lines().find(|line| line.starts_with(TOOLCHAIN))?;
        let rustc = output(Command::new("rustup").args(["which", "--toolchain", TOOLCHAIN, "rustc"])).ok()?;
        Some(Path::new(rustc.trim()).parent()?.parent()?.into())
    }

    fn tool(&self, name: &str) -> PathBuf {
        self.prefix.join("bin").join(name)
    }

    /// Returns a command without the libraries of the cargo that runs this.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.tool(program));
        command.current_dir(root());
        command.env_remove("LD_LIBRARY_PATH");
        command
    }

    fn rustc(&self) -> Command {
        self.command("rustc")
    }

    /// Returns the old cargo, called by its path: the cargo of rustup would use the compiler that `rust-toolchain.toml`
    /// names.
    fn cargo(&self, workspace: &Workspace) -> Command {
        let mut command = self.command("cargo");
        command.env("RUSTC", self.tool("rustc")).env("RUSTDOC", self.tool("rustdoc"));
        command.env("CARGO_TARGET_DIR", workspace.target.join("msrv/build"));
        command
    }

    /// Returns a cargo that builds the standard library for a target without one, and links with this linker.
    pub(crate) fn cargo_with_std(&self, workspace: &Workspace, target: &str, linker: &Path) -> Option<Command> {
        if !self.has_sources() {
            return None;
        }
        let mut cargo = self.cargo(workspace);
        let variable = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
        cargo.env("RUSTC_BOOTSTRAP", "1").env(variable, linker);
        Some(cargo)
    }

    /// Returns `true` if the sources of `core` and `alloc` are installed.
    fn has_sources(&self) -> bool {
        self.prefix.join("lib/rustlib/src/rust/library/Cargo.toml").is_file()
    }
}

/// Checks all crates that declare this compiler, with most features and with none, then those that need no system for
/// bare targets. `crates-alone` checks that a crate needs no feature that another one switches on.
pub(crate) fn check(workspace: &Workspace, toolchain: &Toolchain) -> Result<Outcome, String> {
    let crates = workspace.packages.iter().filter(|package| declares_it(package));
    let names = crates.clone().map(|package| &*package.name).collect::<Vec<_>>().join(" ");
    let features = crates.flat_map(|package| features(workspace, package)).collect::<Vec<_>>().join(",");
    let mut passed = true;
    let mut run = |command: &[&str], names: &str, features: &str| {
        let mut cargo = toolchain.cargo(workspace);
        cargo.args(command).args(["--no-default-features", "--features", features]);
        println!(
            "$ cargo-{RUST_VERSION} {} --no-default-features --features {features:?} ({names})",
            command.join(" ")
        );
        if command.iter().any(|argument| argument.starts_with("-Z")) {
            cargo.env("RUSTC_BOOTSTRAP", "1");
        }
        passed &= succeeds(cargo.args(names.split(' ').flat_map(|name| ["-p", name])));
    };
    run(&["check", "--locked"], &names, &features);
    run(&["check", "--locked"], &names, "");
    if !toolchain.has_sources() {
        println!("the sources of `core` for Rust {RUST_VERSION} are missing: bare targets are left out");
        return Ok(if passed { Outcome::Skipped("rust-src") } else { Outcome::Failed });
    }
    // Their machine code would take three times as long, and `size` and `web` make some of it.
    let mut bare = vec!["check", "--locked", "-Zbuild-std=core,alloc"];
    bare.extend(BARE_TARGETS.iter().flat_map(|target| ["--target", target]));
    BARE_CRATES.iter().for_each(|(names, features)| run(&bare, names, features));
    Ok(passed.into())
}

/// Returns `true` if a package declares the old compiler.
fn declares_it(package: &Package) -> bool {
    package.rust_version.as_deref() == Some(RUST_VERSION)
}

/// Returns every feature of `package` that the old compiler can build, after the name of the package.
fn features(workspace: &Workspace, package: &Package) -> Vec<String> {
    let newer = newer_features(workspace, package);
    let others = package.features.keys().filter(|name| !newer.contains(name.as_str()));
    others.map(|feature| format!("{}/{feature}", package.name)).collect()
}

/// Returns the features of `package` that need a newer compiler, or bring a member of the workspace that does, directly or
/// by another feature.
fn newer_features<'a>(workspace: &Workspace, package: &'a Package) -> BTreeSet<&'a str> {
    let is_newer = |name: &str| workspace.package(name).is_some_and(|member| !declares_it(member));
    let mut newer = BTreeSet::new();
    loop {
        let before = newer.len();
        for (feature, enables) in &package.features {
            // `dep:name`, `name/feature` and `name` bring a package; `name?/feature` does not.
            let brings = |entry: &String| {
                let name = entry.strip_prefix("dep:").unwrap_or(entry);
                is_newer(name.split('/').next().unwrap_or(name)) || newer.contains(name)
            };
            if feature == NEWER_FEATURE || enables.iter().any(brings) {
                newer.insert(feature.as_str());
            }
        }
        if newer.len() == before {
            return newer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A member with its `rust-version` and its features.
    fn package(name: &str, rust_version: &str, features: &[(&str, &[&str])]) -> Package {
        let strings = |texts: &[&str]| texts.iter().map(|&text| text.into()).collect();
        Package {
            name: name.into(),
            rust_version: Some(rust_version.into()),
            features: features.iter().map(|&(feature, enables)| (feature.into(), strings(enables))).collect(),
            ..Package::default()
        }
    }

    #[test]
    fn features_that_bring_a_newer_crate_are_left_out() {
        let features: [(&str, &[&str]); 6] = [
            ("default", &["std", "perft"]),
            ("json", &["perft", "counts/json"]),
            ("notation", &["dep:old"]),
            ("perft", &["dep:counts"]),
            ("quick", &["counts/quick"]),
            ("std", &["counts?/std", "old?/std"]),
        ];
        let facade = package("facade", RUST_VERSION, &features);
        let packages = vec![package("old", RUST_VERSION, &[]), package("counts", "1.95", &[])];
        let workspace = Workspace { packages, ..Workspace::default() };
        assert_eq!(newer_features(&workspace, &facade), BTreeSet::from(["default", "json", "perft", "quick"]));
        assert_eq!(super::features(&workspace, &facade), ["facade/notation", "facade/std"]);
    }

    #[test]
    fn instructions_of_later_compilers_are_left_out() {
        let vectors = package("vectors", RUST_VERSION, &[("avx512", &[]), ("std", &[])]);
        assert_eq!(features(&Workspace::default(), &vectors), ["vectors/std"]);
    }
}
