//! The oldest compiler that the libraries promise to work with, and targets without an operating system.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::Command;

use crate::ci::Outcome;
use crate::process::{answers, output, root, succeeds};
use crate::workspace::Workspace;

/// What the libraries declare as their `rust-version`.
const RUST_VERSION: &str = "1.85";

/// Debian's packages of that compiler: those of one version, and the libraries they need beside what a system has.
const DEBIAN_VERSION: &str = "1.85.0+dfsg3-1~deb12u3";
const DEBIAN_PACKAGES: [&str; 5] =
    ["rustc-web", "cargo-web", "libstd-rust-web-1.85", "libstd-rust-web-dev", "rust-web-src"];
const DEBIAN_LIBRARIES: [&str; 3] = ["libllvm19", "libhttp-parser2.9", "libpcre3"];

/// A directory with a toolchain to be used instead: it holds `bin/cargo` and `bin/rustc`.
const OVERRIDE: &str = "GARDEZ_MSRV_TOOLCHAIN";

/// Targets without a standard library, and the crates built for them with the features that need none.
const BARE_TARGETS: [&str; 3] = ["thumbv7em-none-eabi", "wasm32-unknown-unknown", "aarch64-unknown-none"];
const BARE_CRATES: [(&str, &str); 6] = [
    ("gardez-types", ""),
    ("gardez-bitboard", ""),
    ("gardez-zobrist", ""),
    ("gardez-position", "alloc"),
    ("gardez-notation", "alloc"),
    ("gardez-lc0", "alloc"),
];

/// An old compiler with its cargo.
pub(crate) struct Toolchain {
    /// The directory that holds `bin`.
    prefix: PathBuf,
    /// Where its shared libraries lie, if the system does not know.
    libraries: Vec<PathBuf>,
}

impl Toolchain {
    /// The toolchain named in the environment, rustup's, or the unpacked one; the last is fetched if `may_fetch`.
    ///
    /// The error tells what is missing.
    pub(crate) fn find(workspace: &Workspace, may_fetch: bool) -> Result<Self, String> {
        let toolchain = if let Some(prefix) = env::var_os(OVERRIDE) {
            Self::in_prefix(&path::absolute(prefix).map_err(|error| format!("{OVERRIDE}: {error}"))?)
        } else if let Some(toolchain) = Self::of_rustup() {
            toolchain
        } else {
            let unpacked = workspace.target.join("msrv").join(DEBIAN_VERSION);
            if !unpacked.is_dir() {
                if !may_fetch {
                    return Err(format!("no Rust {RUST_VERSION} at hand; `cargo xtask msrv` fetches one"));
                }
                fetch(&unpacked)?;
            }
            Self::in_prefix(&unpacked)
        };
        let version = output(toolchain.rustc().arg("--version"))?;
        output(toolchain.cargo(workspace).arg("--version"))?;
        if version.split(' ').nth(1).is_none_or(|version| !version.starts_with(&format!("{RUST_VERSION}."))) {
            return Err(format!("{} is {}, not {RUST_VERSION}", toolchain.tool("rustc").display(), version.trim()));
        }
        Ok(toolchain)
    }

    /// The toolchain in `prefix`, which is like `/usr` or like a root directory that holds `usr`.
    fn in_prefix(prefix: &Path) -> Self {
        let usr = prefix.join("usr");
        if !usr.join("bin/rustc").is_file() {
            return Self { prefix: prefix.into(), libraries: Vec::new() };
        }
        // Debian keeps shared libraries in a directory per architecture.
        let architectures = [usr.join("lib"), prefix.join("lib")].map(fs::read_dir).into_iter().flatten().flatten();
        let paths = architectures.filter_map(Result::ok).map(|entry| entry.path());
        let libraries = paths.filter(|path| path.to_string_lossy().contains("-linux-gnu")).collect();
        Self { prefix: usr, libraries }
    }

    /// Rustup's toolchain of that version, if it is installed.
    fn of_rustup() -> Option<Self> {
        let version = format!("{RUST_VERSION}.0");
        let installed = output(Command::new("rustup").args(["toolchain", "list"])).ok()?;
        installed.lines().find(|line| line.starts_with(&version))?;
        let rustc = output(Command::new("rustup").args(["which", "--toolchain", &version, "rustc"])).ok()?;
        Some(Self::in_prefix(Path::new(rustc.trim()).parent()?.parent()?))
    }

    fn tool(&self, name: &str) -> PathBuf {
        self.prefix.join("bin").join(name)
    }

    /// A command that finds the toolchain's libraries, before those of the cargo that runs this.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.tool(program));
        command.current_dir(root());
        match env::join_paths(&self.libraries) {
            Ok(paths) if !paths.is_empty() => command.env("LD_LIBRARY_PATH", paths),
            _ => command.env_remove("LD_LIBRARY_PATH"),
        };
        command
    }

    fn rustc(&self) -> Command {
        self.command("rustc")
    }

    /// The old cargo, called directly: rustup's one would obey `rust-toolchain.toml`.
    fn cargo(&self, workspace: &Workspace) -> Command {
        let mut command = self.command("cargo");
        command.env("RUSTC", self.tool("rustc")).env("RUSTDOC", self.tool("rustdoc"));
        command.env("CARGO_TARGET_DIR", workspace.target.join("msrv/build"));
        command
    }

    /// Whether the sources of `core` and `alloc` are there.
    fn has_sources(&self) -> bool {
        self.prefix.join("lib/rustlib/src/rust/library/Cargo.toml").is_file()
    }
}

/// Checks every crate that promises this compiler, then builds those that need no system for bare targets.
pub(crate) fn check(workspace: &Workspace, toolchain: &Toolchain) -> Result<Outcome, String> {
    let mut passed = true;
    for package in workspace.packages.iter().filter(|package| package.rust_version.as_deref() == Some(RUST_VERSION)) {
        for features in ["--all-features", "--no-default-features"] {
            let arguments = ["check", "--locked", "-p", &package.name, features];
            println!("$ cargo-{RUST_VERSION} {}", arguments.join(" "));
            passed &= succeeds(toolchain.cargo(workspace).args(arguments));
        }
    }
    if !toolchain.has_sources() {
        println!("no sources of `core` for Rust {RUST_VERSION}: bare targets are left out");
        return Ok(if passed { Outcome::Skipped("rust-src") } else { Outcome::Failed });
    }
    for target in BARE_TARGETS {
        for (name, features) in BARE_CRATES.into_iter().filter(|(name, _)| workspace.package(name).is_some()) {
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

/// The command of its own: here a toolchain that cannot be had is a failure.
pub(crate) fn run() -> Result<bool, String> {
    let workspace = Workspace::load()?;
    let toolchain = Toolchain::find(&workspace, true).inspect_err(|_| println!("skipped: rustc-web"))?;
    match check(&workspace, &toolchain)? {
        Outcome::Passed => Ok(true),
        Outcome::Failed => Ok(false),
        Outcome::Skipped(tool) => {
            println!("skipped: {tool}");
            Ok(false)
        }
    }
}

/// Downloads Debian's packages and unpacks them into `directory`, without installing anything.
fn fetch(directory: &Path) -> Result<(), String> {
    if !answers(Command::new("apt-get").arg("--version")) || !answers(Command::new("dpkg").arg("--version")) {
        return Err(format!(
            "Rust {RUST_VERSION} can be fetched on Debian only; set {OVERRIDE} to a directory that has it"
        ));
    }
    println!("fetching rustc-web {DEBIAN_VERSION} ...");
    let partial = directory.with_file_name("partial");
    let packages = partial.join("packages");
    // What an earlier run left unfinished is of no use.
    _ = fs::remove_dir_all(&partial);
    let cannot = |error: std::io::Error| format!("{}: {error}", partial.display());
    fs::create_dir_all(&packages).map_err(cannot)?;

    let mut download = Command::new("apt-get");
    download.args(["-q", "-o", "APT::Sandbox::User=root", "download"]).current_dir(&packages);
    download.args(DEBIAN_PACKAGES.map(|name| format!("{name}={DEBIAN_VERSION}"))).args(DEBIAN_LIBRARIES);
    output(&mut download).map_err(|error| format!("{error} (is `apt-get update` due?)"))?;

    for package in fs::read_dir(&packages).map_err(cannot)? {
        let package = package.map_err(cannot)?.path();
        let arguments: [OsString; 3] = ["-x".into(), package.into(), partial.clone().into()];
        output(Command::new("dpkg").args(arguments))?;
    }
    fs::remove_dir_all(&packages).map_err(cannot)?;
    fs::rename(&partial, directory).map_err(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_taken_for_a_prefix_or_for_a_root() {
        let directory = env::temp_dir().join(format!("gardez-msrv-{}", std::process::id()));
        let plain = Toolchain::in_prefix(&directory);
        assert_eq!(plain.tool("cargo"), directory.join("bin/cargo"));

        for path in ["usr/bin", "usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "lib/modules"] {
            fs::create_dir_all(directory.join(path)).expect("the temporary directory can be written");
        }
        fs::write(directory.join("usr/bin/rustc"), "").expect("the temporary directory can be written");
        let unpacked = Toolchain::in_prefix(&directory);
        fs::remove_dir_all(&directory).expect("the temporary directory can be removed");

        assert_eq!(unpacked.tool("rustc"), directory.join("usr/bin/rustc"));
        let libraries = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"].map(|path| directory.join(path));
        assert_eq!(unpacked.libraries, libraries);
        assert!(!unpacked.has_sources());
    }
}
