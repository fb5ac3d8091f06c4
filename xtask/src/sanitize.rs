//! Runs the tests of the libraries under sanitizers, and models of the code that threads share.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::outcome::Outcome;
use crate::process::{cargo, exit_code, host, output, shown, succeeds};
use crate::workspace::Workspace;

/// The component of rustup with the sources of the standard library, and its name in the table.
const SOURCES: &str = "rust-src";

/// Run the tests under sanitizers, and models of shared memory
///
/// The options of a sanitizer need a nightly compiler. RUSTC_BOOTSTRAP=1, which
/// this command sets, makes the compiler at hand accept them. The sanitizers
/// `thread` and `memory` also compile the standard library, from the component
/// rust-src of rustup; without it, they are skipped. Doc tests do not run.
#[derive(Args)]
#[command(verbatim_doc_comment, after_help = "Example: cargo xtask sanitize address --package gardez-syzygy")]
pub(crate) struct Sanitize {
    /// Run only these: address, thread, memory, loom
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    names: Vec<String>,

    /// Test only these packages
    #[arg(long = "package", short, value_name = "PACKAGE")]
    packages: Vec<String>,
}

/// A sanitizer, or the models.
struct Check {
    name: &'static str,
    /// The flags of the compiler.
    flags: &'static str,
    /// The packages whose tests run, or all published ones.
    packages: Option<&'static [&'static str]>,
    /// `true` if the standard library is compiled with the flags, too.
    builds_std: bool,
    /// The options of the sanitizer: the environment variable and its value.
    options: Option<(&'static str, &'static str)>,
    /// Run only the tests of the libraries whose names contain this.
    filter: Option<&'static str>,
}

/// Tests that do not run under a sanitizer. They limit the memory of a process, compare its peak with a bound, or limit
/// the time; a sanitizer reserves terabytes, keeps a shadow of all memory, and is slow.
const MEASURED: [&str; 4] = [
    "a_line_of_a_megabyte_takes_linear_time",
    "memory_does_not_grow_with_the_file",
    "only_requested_memory_must_be_available",
    "without_memory_for_any_thread_it_counts_in_one_thread",
];

const CHECKS: [Check; 4] = [
    // Some tests leak tables on purpose, and some measure memory, to which what the sanitizer holds back would count.
    Check {
        name: "address",
        flags: "-Zsanitizer=address",
        packages: None,
        builds_std: false,
        options: Some(("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=1:allocator_may_return_null=1")),
        filter: None,
    },
    // The crates in which threads share memory.
    Check {
        name: "thread",
        flags: "-Zsanitizer=thread",
        packages: Some(&["gardez-count", "gardez-lc0", "gardez-perft", "gardez-syzygy", "gardez-uci"]),
        builds_std: true,
        options: Some(("TSAN_OPTIONS", "allocator_may_return_null=1")),
        filter: None,
    },
    Check {
        name: "memory",
        flags: "-Zsanitizer=memory -Zsanitizer-memory-track-origins",
        packages: None,
        builds_std: true,
        options: Some(("MSAN_OPTIONS", "allocator_may_return_null=1")),
        filter: None,
    },
    Check {
        name: "loom",
        flags: "--cfg loom",
        packages: Some(&["gardez-count", "gardez-syzygy"]),
        builds_std: false,
        options: None,
        filter: Some("model::"),
    },
];

fn names() -> [&'static str; CHECKS.len()] {
    CHECKS.map(|check| check.name)
}

impl Sanitize {
    /// Runs every chosen check, even after a failure, and prints the result of each.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let workspace = Workspace::load()?;
        let chosen = CHECKS.into_iter().filter(|check| is_chosen(check.name, &self.names));
        let mut results = Vec::new();
        for check in chosen {
            results.push((check.name, check.run(&workspace, &self.packages)?));
        }
        for (name, outcome) in &results {
            println!("{name:<8} {}", text(*outcome));
        }
        let failed = results.iter().any(|(_, outcome)| *outcome == Outcome::Failed);
        let passed = results.iter().any(|(_, outcome)| *outcome == Outcome::Passed);
        Ok(exit_code(passed && !failed))
    }
}

/// Runs the models only.
pub(crate) fn models() -> Result<Outcome, String> {
    let [.., models] = CHECKS;
    models.run(&Workspace::load()?, &[])
}

fn is_chosen(name: &str, names: &[String]) -> bool {
    names.is_empty() || names.iter().any(|chosen| chosen == name)
}

fn text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Passed => "passed".into(),
        Outcome::Failed => "FAILED".into(),
        Outcome::Skipped(missing) => format!("skipped: {missing}"),
    }
}

impl Check {
    /// Runs the tests of the packages that are both wanted and checked.
    fn run(&self, workspace: &Workspace, wanted: &[String]) -> Result<Outcome, String> {
        let published: Vec<_> = workspace.published().map(|package| package.name.as_str()).collect();
        let packages = choose(self.packages.unwrap_or(&published), &published, wanted)?;
        if packages.is_empty() {
            return Ok(Outcome::Skipped("a package that it checks"));
        }
        if self.builds_std && !has_sources()? {
            println!("`rustup component add {SOURCES}` installs what `{}` needs", self.name);
            return Ok(Outcome::Skipped(SOURCES));
        }
        let target = host()?;
        let mut arguments = vec!["test", "--locked", "--all-features", "--no-fail-fast", "--target", &target];
        arguments.extend(packages.iter().flat_map(|package| ["--package", package]));
        // Some tests start examples.
        arguments.extend(if self.filter.is_some() { &["--lib"][..] } else { &["--tests", "--examples"] });
        if self.builds_std {
            arguments.push("-Zbuild-std");
        }
        if let Some(filter) = self.filter {
            let models = output(self.environment(workspace, cargo().args(&arguments)).args(["--", "--list", filter]))?;
            let count = models.lines().filter(|line| line.ends_with(": test")).count();
            println!("{count} tests for {}", packages.join(" and "));
            if count < packages.len() {
                return Ok(Outcome::Failed);
            }
            arguments.extend(["--", filter]);
        } else {
            arguments.push("--");
            arguments.extend(MEASURED.iter().flat_map(|name| ["--skip", name]));
        }
        Ok(succeeds(self.environment(workspace, &mut shown(&arguments))).into())
    }

    /// Adds the flags of the check to a command, and a target directory of its own.
    fn environment<'a>(&self, workspace: &Workspace, command: &'a mut Command) -> &'a mut Command {
        let flags = env::var("RUSTFLAGS").unwrap_or_default();
        println!("  RUSTC_BOOTSTRAP=1 RUSTFLAGS=\"{}\"", format!("{flags} {}", self.flags).trim());
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", format!("{flags} {}", self.flags));
        command.env("CARGO_TARGET_DIR", workspace.target.join("sanitize").join(self.name));
        if let Some((variable, value)) = self.options {
            let before = env::var(variable).map(|before| format!(":{before}")).unwrap_or_default();
            command.env(variable, format!("{value}{before}"));
        }
        command
    }
}

/// Returns the packages of a check that are wanted, or all if none is named. Each wanted one must exist.
fn choose<'a>(checked: &[&'a str], published: &[&str], wanted: &[String]) -> Result<Vec<&'a str>, String> {
    if let Some(unknown) = wanted.iter().find(|name| !published.contains(&name.as_str())) {
        return Err(format!("`{unknown}` is not a published package: {}", published.join(", ")));
    }
    Ok(checked.iter().copied().filter(|name| is_chosen(name, wanted)).collect())
}

/// Returns `true` if the sources of the standard library are installed.
fn has_sources() -> Result<bool, String> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/std/Cargo.toml").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_choice_every_check_runs_on_all_its_packages() {
        assert!(names().iter().all(|name| is_chosen(name, &[])));
        assert_eq!(names().iter().filter(|name| is_chosen(name, &["thread".into()])).count(), 1);
        let published = ["gardez", "gardez-count", "gardez-svg"];
        assert_eq!(choose(&published, &published, &[]).as_deref(), Ok(&published[..]));
        let wanted = ["gardez-svg", "gardez-count"].map(String::from);
        assert_eq!(choose(&published, &published, &wanted).as_deref(), Ok(&["gardez-count", "gardez-svg"][..]));
        assert_eq!(choose(&["gardez-count"], &published, &wanted[..1]).as_deref(), Ok(&[][..]));
    }

    #[test]
    fn an_unknown_package_is_refused() {
        let error = choose(&["gardez"], &["gardez"], &["gardez-cont".into()]).expect_err("there is none of that name");
        assert_eq!(error, "`gardez-cont` is not a published package: gardez");
    }

    #[test]
    fn every_package_that_a_check_names_is_published() {
        let workspace = Workspace::load().expect("cargo metadata");
        for name in CHECKS.iter().filter_map(|check| check.packages).flatten() {
            assert!(workspace.published().any(|package| package.name == *name), "{name}");
        }
    }
}
