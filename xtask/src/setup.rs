//! Brings what the steps of CI need to a new machine.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::Duration;

use clap::Args;

use crate::msrv;
use crate::process::{answers, has_target, output, root, succeeds};
use crate::step::OTHER_TARGET;
use crate::workspace::Workspace;

/// The number of times that something is asked for, because a registry may have a bad minute.
const TIMES: u64 = 3;

/// What a step needs.
struct Need {
    /// The name with which a step without it is skipped.
    name: &'static str,
    is_here: fn() -> bool,
    source: Source,
}

/// The program that brings what is missing, and its arguments.
enum Source {
    Rustup(&'static [&'static str]),
    /// A package of Debian.
    Apt(&'static str),
}

const NEEDS: [Need; 11] = [
    Need {
        name: "rustfmt",
        is_here: || has_component("rustfmt"),
        source: Source::Rustup(&["component", "add", "rustfmt"]),
    },
    Need {
        name: "clippy",
        is_here: || has_component("clippy"),
        source: Source::Rustup(&["component", "add", "clippy"]),
    },
    Need {
        name: "rust-std for wasm32",
        is_here: || has_target("wasm32-unknown-unknown").is_ok_and(|has| has),
        source: Source::Rustup(&["target", "add", "wasm32-unknown-unknown"]),
    },
    Need {
        name: "rust-std for aarch64",
        is_here: || has_target(OTHER_TARGET).is_ok_and(|has| has),
        source: Source::Rustup(&["target", "add", OTHER_TARGET]),
    },
    Need {
        name: msrv::NAME,
        is_here: || Workspace::load().is_ok_and(|workspace| msrv::Toolchain::find(&workspace).is_ok()),
        source: Source::Rustup(&[
            "toolchain",
            "install",
            msrv::TOOLCHAIN,
            "--profile",
            "minimal",
            "--component",
            "rust-src",
        ]),
    },
    Need { name: "valgrind", is_here: || has_program("valgrind"), source: Source::Apt("valgrind") },
    Need { name: "objdump", is_here: || has_program("objdump"), source: Source::Apt("binutils") },
    Need { name: "stockfish", is_here: || has_program("stockfish"), source: Source::Apt("stockfish") },
    Need { name: "chromium", is_here: || has_program("chromium"), source: Source::Apt("chromium") },
    Need { name: "c++", is_here: || has_program("c++"), source: Source::Apt("g++") },
    Need { name: "make", is_here: || has_program("make"), source: Source::Apt("make") },
];

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
        let missing = || NEEDS.iter().filter(|need| !(need.is_here)());
        for time in 1..=TIMES {
            let commands = commands(missing());
            if commands.is_empty() {
                break;
            }
            for mut command in commands {
                println!("$ {command:?}");
                // Its answer does not count: the next look at what is here does.
                succeeds(command.current_dir(root()).env("DEBIAN_FRONTEND", "noninteractive"));
            }
            if time < TIMES && missing().next().is_some() {
                sleep(Duration::from_secs(10 * time));
            }
        }
        let names: Vec<_> = missing().map(|need| need.name).collect();
        names.iter().for_each(|name| println!("not brought: {name}"));
        fs::write(&list, names.join("\n")).map_err(|error| format!("{}: {error}", list.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the commands that bring what is missing: one for all packages, because an index is fetched first.
fn commands(missing: impl Iterator<Item = &'static Need>) -> Vec<Command> {
    let (mut commands, mut packages) = (Vec::new(), Vec::new());
    for need in missing {
        match need.source {
            Source::Rustup(arguments) => commands.push(command("rustup", arguments)),
            Source::Apt(package) => packages.push(package),
        }
    }
    if let (false, Some(apt)) = (packages.is_empty(), apt()) {
        commands.push(command(apt[0], &[&apt[1..], &["update", "--quiet"]].concat()));
        commands.push(command(apt[0], &[&apt[1..], &["install", "--quiet", "--yes"], &*packages].concat()));
    }
    commands
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Returns the words that start apt-get as root, or `None` where this is impossible.
fn apt() -> Option<&'static [&'static str]> {
    let is_root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let has_sudo = || answers(Command::new("sudo").args(["-n", "true"]));
    match (has_program("apt-get"), is_root) {
        (true, true) => Some(&["apt-get"]),
        (true, false) if has_sudo() => Some(&["sudo", "-n", "apt-get"]),
        _ => None,
    }
}

fn has_component(name: &str) -> bool {
    answers(crate::process::cargo().args([if name == "rustfmt" { "fmt" } else { name }, "--version"]))
}

fn has_program(name: &str) -> bool {
    // Debian's games are not on the path of every shell.
    answers(Command::new("sh").args(["-c", "PATH=$PATH:/usr/games command -v \"$0\"", name]))
}

/// Returns what the last `setup` could not bring.
pub(crate) fn not_brought() -> Vec<String> {
    let text = list().and_then(|list| fs::read_to_string(list).map_err(|error| error.to_string())).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Returns the file with what the last `setup` could not bring.
fn list() -> Result<PathBuf, String> {
    let target = Workspace::load()?.target;
    fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    Ok(target.join("not-brought.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_brought_by_as_few_commands_as_possible() {
        let lines: Vec<_> = commands(NEEDS.iter()).iter().map(|command| format!("{command:?}")).collect();
        let rustup = lines.iter().filter(|line| line.starts_with("\"rustup\"")).count();
        assert_eq!(rustup, 5, "{lines:?}");
        assert!(lines.len() == rustup || lines.len() == rustup + 2, "{lines:?}");
        assert!(commands([].iter()).is_empty());
        assert!(has_program("sh") && !has_program("no-program-has-this-name"));
    }
}
