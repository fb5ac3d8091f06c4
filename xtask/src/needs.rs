//! The needs of the steps: tools, and the commands that install them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::Duration;

use clap::Args;

use self::Source::{Apt, Hand, Rustup};
use crate::environment::{OLDEST, find};
use crate::process::{answers, cannot, cargo, output, program, root, succeeds};
use crate::systems::{PROCESSORS, WINDOWS};
use crate::workspace::Workspace;

/// The number of times that something is asked for, because a registry may have a bad minute.
const TIMES: u64 = 3;

/// A tool or component that a step needs.
pub(crate) struct Need {
    /// The name with which a step without it is skipped.
    pub(crate) name: &'static str,
    is_here: fn() -> bool,
    source: Source,
}

/// The way to install it.
enum Source {
    /// Rustup with these arguments.
    Rustup(&'static str),
    /// A package of Debian.
    Apt(&'static str),
    /// The user, who reads this.
    Hand(&'static str),
}

/// Everything that a step may need.
const NEEDS: [Need; 24] = [
    need("rustfmt", || answers(&mut cargo("fmt --version")), Rustup("component add rustfmt")),
    need("clippy", || answers(&mut cargo("clippy --version")), Rustup("component add clippy")),
    need("rust-std for wasm32", || has_target("wasm32-unknown-unknown"), Rustup("target add wasm32-unknown-unknown")),
    need(
        "rust-std for others",
        || PROCESSORS.iter().all(|(target, ..)| has_target(target)) && has_target(WINDOWS),
        Rustup(
            "target add s390x-unknown-linux-gnu i686-unknown-linux-musl aarch64-unknown-linux-musl wasm32-wasip1 \
             x86_64-pc-windows-gnu",
        ),
    ),
    need("qemu-user", || has("qemu-s390x --version"), Apt("qemu-user")),
    need("gcc for s390x", || has("s390x-linux-gnu-gcc --version"), Apt("gcc-s390x-linux-gnu libc6-dev-s390x-cross")),
    need("wine", || has("wine --version"), Apt("wine")),
    need("mingw", || has("x86_64-w64-mingw32-gcc --version"), Apt("gcc-mingw-w64-x86-64")),
    need(
        "Rust 1.85",
        || has_sources("rustup", "run 1.85.0 rustc"),
        Rustup("toolchain install 1.85.0 --profile minimal --component rust-src"),
    ),
    need("rust-src", || has_sources("rustc", ""), Hand("rustup component add rust-src")),
    need(
        "miri",
        || has("rustup run nightly cargo miri --version"),
        Rustup("toolchain install nightly --profile minimal --component miri --component rust-src"),
    ),
    need("valgrind", || has("valgrind --version"), Apt("valgrind")),
    need("objdump", || has("objdump --version"), Apt("binutils")),
    // Debian's games are not on the path of every shell.
    need("stockfish", || has("stockfish quit") || has("/usr/games/stockfish quit"), Apt("stockfish")),
    need("chromium", || browser().is_some(), Apt("chromium")),
    need("c++", || has("c++ --version"), Apt("g++")),
    need("make", || has("make --version"), Apt("make")),
    need("tar", || has("tar --version"), Apt("tar")),
    need("x86-64-v3", has_avx2, Hand("a CPU with AVX2")),
    need("python", || find(OLDEST).is_some(), Hand("Python 3.11 with venv and ensurepip, on the path or in PYTHON")),
    need("node", has_node, Hand("node 20.19")),
    need("mdbook", || has("mdbook --version"), Hand("cargo install mdbook --locked")),
    need("cargo-deny", || answers(&mut cargo("deny --version")), Hand("cargo install cargo-deny --locked")),
    need(
        "cargo-semver-checks",
        || answers(&mut cargo("semver-checks --version")),
        Hand("cargo install cargo-semver-checks --locked"),
    ),
];

const fn need(name: &'static str, is_here: fn() -> bool, source: Source) -> Need {
    Need { name, is_here, source }
}

/// Returns the first of the named needs that is missing, after what brings it is printed.
pub(crate) fn missing<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    let find = |name| NEEDS.iter().find(|need| need.name == name && !(need.is_here)());
    let need = names.into_iter().find_map(find)?;
    match need.source {
        Hand(what) => println!("{} is missing: {what}", need.name),
        Rustup(_) | Apt(_) => println!("{} is missing: `cargo xtask setup` brings it", need.name),
    }
    Some(need.name)
}

/// Returns `true` if the table has a need of this name.
#[cfg(test)]
pub(crate) fn is_known(name: &str) -> bool {
    NEEDS.iter().any(|need| need.name == name)
}

fn has(line: &str) -> bool {
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    answers(&mut program(name, arguments))
}

fn has_target(target: &str) -> bool {
    let libraries = output(&mut program("rustc", &format!("--print target-libdir --target {target}")));
    libraries.is_ok_and(|libraries| Path::new(libraries.trim()).is_dir())
}

/// Returns `true` if a toolchain, whose compiler is started so, has the sources of the standard library.
fn has_sources(starter: &str, arguments: &str) -> bool {
    let sysroot = output(program(starter, &format!("{arguments} --print sysroot")).current_dir(root()));
    sysroot.is_ok_and(|path| Path::new(path.trim()).join("lib/rustlib/src/rust/library/Cargo.toml").is_file())
}

/// Returns `true` if a node that is new enough is installed.
pub(crate) fn has_node() -> bool {
    let Ok(version) = output(&mut program("node", "--version")) else { return false };
    let numbers: Vec<u32> = version.trim().trim_start_matches('v').split('.').filter_map(|n| n.parse().ok()).collect();
    // The oldest one on which `require` loads the package.
    [20, 19].as_slice() <= numbers.as_slice()
}

/// Returns the browser that the variable `CHROMIUM` names, or one on the path.
pub(crate) fn browser() -> Option<PathBuf> {
    let known = ["chromium", "chromium-browser", "google-chrome"].map(PathBuf::from);
    let mut programs = env::var_os("CHROMIUM").map(PathBuf::from).into_iter().chain(known);
    let program = programs.find(|program| answers(Command::new(program).arg("--version")))?;
    let path = output(Command::new("sh").args(["-c", "command -v \"$0\""]).arg(&program)).ok()?;
    Some(path.trim().into())
}

/// Returns `true` if the CPU can run programs for x86-64-v3.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}

/// Bring what the steps of CI need to this machine
///
/// Adds targets, components and Rust 1.85 by rustup, and packages by apt-get where
/// it exists and may be used. What is here already is left alone. What cannot be
/// brought is named, and `cargo xtask ci --require-all` accepts its absence.
#[derive(Args)]
#[command(verbatim_doc_comment, after_help = "Example: cargo xtask setup && cargo xtask ci")]
pub(crate) struct Setup;

impl Setup {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let list = list()?;
        let missing = || NEEDS.iter().filter(|need| !matches!(need.source, Hand(_)) && !(need.is_here)());
        for time in 1..=TIMES {
            let lines = commands(missing(), apt());
            for line in &lines {
                println!("$ {line}");
                let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
                // Its answer does not count: the next look at what is here does.
                succeeds(program(name, arguments).current_dir(root()).env("DEBIAN_FRONTEND", "noninteractive"));
            }
            if lines.is_empty() || missing().next().is_none() {
                break;
            }
            sleep(Duration::from_secs(if time < TIMES { 10 * time } else { 0 }));
        }
        let names: Vec<_> = missing().map(|need| need.name).collect();
        names.iter().for_each(|name| println!("not brought: {name}"));
        fs::write(&list, names.join("\n")).map_err(cannot(&list))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the commands that bring what is missing: one for all packages, because an index is fetched first.
fn commands(missing: impl Iterator<Item = &'static Need>, apt: Option<&str>) -> Vec<String> {
    let (mut lines, mut packages) = (Vec::new(), Vec::new());
    for need in missing {
        match need.source {
            Rustup(arguments) => lines.push(format!("rustup {arguments}")),
            Apt(package) => packages.push(package),
            Hand(_) => {}
        }
    }
    if let (false, Some(apt)) = (packages.is_empty(), apt) {
        lines.push(format!("{apt} update --quiet"));
        lines.push(format!("{apt} install --quiet --yes {}", packages.join(" ")));
    }
    lines
}

/// Returns the command that starts apt-get as root, or `None` where this is impossible.
fn apt() -> Option<&'static str> {
    let is_root = output(&mut program("id", "-u")).is_ok_and(|id| id.trim() == "0");
    let commands = [(is_root, "apt-get"), (has("sudo -n true"), "sudo -n apt-get")];
    commands.into_iter().find(|&(may, _)| may && has("apt-get --version")).map(|(_, apt)| apt)
}

/// Returns what the last `setup` could not bring.
pub(crate) fn not_brought() -> Vec<String> {
    let text = list().ok().and_then(|list| fs::read_to_string(list).ok()).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Returns the file with what the last `setup` could not bring.
fn list() -> Result<PathBuf, String> {
    let target = Workspace::load()?.target;
    fs::create_dir_all(&target).map_err(cannot(&target))?;
    Ok(target.join("not-brought.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_brought_by_as_few_commands_as_possible() {
        let lines = commands(NEEDS.iter(), Some("apt-get"));
        assert_eq!(lines.iter().filter(|line| line.starts_with("rustup ")).count(), 6, "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("apt-get ")).count(), 2, "{lines:?}");
        assert_eq!(commands(NEEDS.iter(), None).len(), 6);
        assert!(commands([].iter(), Some("apt-get")).is_empty());
    }

    #[test]
    fn a_program_is_here_if_it_answers() {
        assert!(has("sh -c :") && !has("no-program-has-this-name"));
    }
}
