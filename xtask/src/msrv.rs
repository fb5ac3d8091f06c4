//! Checks with the oldest compiler that the libraries support, and builds for targets without an operating system.

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

/// The toolchain, as the table of CI names it.
pub(crate) const NAME: &str = "Rust 1.85";

/// The environment variable that names another toolchain: a directory that contains `bin/cargo` and `bin/rustc`.
const OVERRIDE: &str = "GARDEZ_MSRV_TOOLCHAIN";

/// Targets without a standard library, and the crates built for them with the features that need none. A crate that
/// needs a newer compiler is left out.
const BARE_TARGETS: [&str; 3] = ["thumbv7em-none-eabi", "wasm32-unknown-unknown", "aarch64-unknown-none"];
const BARE_CRATES: [(&str, &str); 14] = [
    ("gardez-types", ""),
    ("gardez-io", ""),
    ("gardez-bitboard", ""),
    ("gardez-zobrist", ""),
    ("gardez-position", "alloc"),
    ("gardez-notation", "alloc"),
    ("gardez-uci", "alloc"),
    ("gardez-lc0", "alloc"),
    ("gardez-openings", ""),
    ("gardez-svg", ""),
    ("gardez-variants", ""),
    ("gardez-formats", ""),
    ("gardez-nnue", ""),
    ("gardez", "formats,lc0,nnue,notation,openings,svg,uci,variants"),
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
        let missing = || format!("`rustup toolchain install {RUST_VERSION}.0` installs Rust {RUST_VERSION}");
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
        let version = format!("{RUST_VERSION}.0");
        let installed = output(Command::new("rustup").args(["toolchain", "list"])).ok()?;
        installed.lines().find(|line| line.starts_with(&version))?;
        let rustc = output(Command::new("rustup").args(["which", "--toolchain", &version, "rustc"])).ok()?;
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

/// Checks every crate that declares this compiler, then builds those that need no system for bare targets.
pub(crate) fn check(workspace: &Workspace, toolchain: &Toolchain) -> Result<Outcome, String> {
    let mut passed = true;
    for package in workspace.packages.iter().filter(|package| declares_it(package)) {
        for features in [most_features(workspace, package), vec!["--no-default-features".into()]] {
            println!("$ cargo-{RUST_VERSION} check --locked -p {} {}", package.name, features.join(" "));
            let mut cargo = toolchain.cargo(workspace);
            passed &= succeeds(cargo.args(["check", "--locked", "-p", &package.name]).args(features));
        }
    }
    if !toolchain.has_sources() {
        println!("the sources of `core` for Rust {RUST_VERSION} are missing: bare targets are left out");
        return Ok(if passed { Outcome::Skipped("rust-src") } else { Outcome::Failed });
    }
    for target in BARE_TARGETS {
        for (name, features) in
            BARE_CRATES.into_iter().filter(|(name, _)| workspace.package(name).is_some_and(declares_it))
        {
            let mut arguments = vec!["build", "-Zbuild-std=core,alloc", "--target", target, "--locked", "-p", name];
            arguments.push("--no-default-features");
            if !features.is_empty() {
                arguments.extend(["--features", features]);
            }
            println!("$ cargo-{RUST_VERSION} {}", arguments.join(" "));
            passed &= succeeds(toolchain.cargo(workspace).args(arguments).env("RUSTC_BOOTSTRAP", "1"));
        }
    }
    Ok(passed.into())
}

/// Returns `true` if a package declares the old compiler.
fn declares_it(package: &Package) -> bool {
    package.rust_version.as_deref() == Some(RUST_VERSION)
}

/// Returns the arguments that switch on every feature of `package` that the old compiler can build.
fn most_features(workspace: &Workspace, package: &Package) -> Vec<String> {
    let newer = newer_features(workspace, package);
    if newer.is_empty() {
        return vec!["--all-features".into()];
    }
    let others: Vec<_> = package.features.keys().map(String::as_str).filter(|name| !newer.contains(name)).collect();
    vec!["--no-default-features".into(), "--features".into(), others.join(",")]
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
            version: "0.1.0".into(),
            manifest: format!("{name}/Cargo.toml"),
            rust_version: Some(rust_version.into()),
            is_published: true,
            features: features.iter().map(|&(feature, enables)| (feature.into(), strings(enables))).collect(),
            dependencies: Vec::new(),
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
        let workspace = Workspace { target: "target".into(), packages };
        assert_eq!(newer_features(&workspace, &facade), BTreeSet::from(["default", "json", "perft", "quick"]));
        assert_eq!(most_features(&workspace, &facade), ["--no-default-features", "--features", "notation,std"]);
    }

    #[test]
    fn instructions_of_later_compilers_are_left_out() {
        let vectors = package("vectors", RUST_VERSION, &[("avx512", &[]), ("std", &[])]);
        let workspace = Workspace { target: "target".into(), packages: vec![] };
        assert_eq!(most_features(&workspace, &vectors), ["--no-default-features", "--features", "std"]);
    }

    #[test]
    fn without_such_features_all_are_checked() {
        let workspace = Workspace { target: "target".into(), packages: vec![package("old", RUST_VERSION, &[])] };
        let user = package("user", RUST_VERSION, &[("old", &["dep:old"])]);
        assert_eq!(most_features(&workspace, &user), ["--all-features"]);
    }
}
