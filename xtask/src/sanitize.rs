//! Runs the tests of the libraries under sanitizers and Miri, and models of the code that threads share.

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

use clap::Args;

use crate::needs;
use crate::process::{Outcome, cargo, exit_code, host, output, program, root, shown, succeeds};
use crate::workspace::Workspace;

/// Run the tests under sanitizers, and models of shared memory
///
/// `address` finds reads and writes outside of an object, `thread` data races,
/// `memory` decisions by memory that was never written, `miri` undefined behavior
/// in the files that docs/unsafe.md lists, and `loom` interleavings of threads in
/// which a table returns a value that was never stored: a model is a test in a
/// module `model`, compiled with `--cfg loom`.
///
/// The options of a sanitizer need a nightly compiler. RUSTC_BOOTSTRAP=1, which
/// this command sets, makes the compiler at hand accept them. The sanitizers
/// `thread` and `memory` also compile the standard library, from the component
/// rust-src of rustup; without it, they are skipped, and so is `miri` without the
/// nightly toolchain. Doc tests do not run, and neither do the tests that limit
/// memory or time.
#[derive(Args)]
#[command(verbatim_doc_comment, after_help = "Example: cargo xtask sanitize address -- -p gardez-syzygy")]
pub(crate) struct Sanitize {
    /// Run only these: address, thread, memory, loom, miri
    #[arg(value_name = "NAME", value_parser = ["address", "thread", "memory", "loom", "miri"], hide_possible_values = true)]
    names: Vec<String>,

    /// Arguments for cargo test, like the packages
    #[arg(value_name = "ARGS", last = true)]
    args: Vec<String>,
}

/// A sanitizer, or the models: the name, the compiler's flags, the packages whose tests run (all published ones if there is
/// none), and whether the standard library is compiled with the flags, too.
type Check = (&'static str, &'static str, &'static str, bool);

/// `thread` and `loom` check the crates in which threads share memory.
const CHECKS: [Check; 4] = [
    ("address", "-Zsanitizer=address", "", false),
    (
        "thread",
        "-Zsanitizer=thread",
        "-p gardez-count -p gardez-data -p gardez-lc0 -p gardez-perft -p gardez-syzygy -p gardez-uci",
        true,
    ),
    ("memory", "-Zsanitizer=memory -Zsanitizer-memory-track-origins", "", true),
    ("loom", "--cfg loom", "-p gardez-count -p gardez-syzygy", false),
];

/// Some tests leak tables on purpose, and some measure memory, to which what the sanitizer holds back would count.
const OPTIONS: [(&str, &str); 3] = [
    ("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=1:allocator_may_return_null=1"),
    ("TSAN_OPTIONS", "allocator_may_return_null=1"),
    ("MSAN_OPTIONS", "allocator_may_return_null=1"),
];

/// Tests that do not run under a sanitizer. They limit the memory of a process, compare its peak with a bound, or limit
/// the time; a sanitizer reserves terabytes, keeps a shadow of all memory, and is slow.
const MEASURED: &str = "--skip a_line_of_a_megabyte_takes_linear_time --skip memory_does_not_grow_with_the_file \
    --skip only_requested_memory_must_be_available --skip without_memory_for_any_thread_it_counts_in_one_thread";

/// Returns the runs of Miri: the CPU, the arguments of cargo, and the files with unsafe code that they reach; or `-`, the
/// reason, and files that Miri cannot run.
fn interpreted() -> impl Iterator<Item = [&'static str; 3]> {
    let row = |line: &'static str| line.split('\t').collect::<Vec<_>>().try_into().expect("a row has three fields");
    include_str!("../miri.tsv").lines().skip(1).map(row)
}

impl Sanitize {
    /// Runs every chosen check, even after a failure, and prints the result of each.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let mut results = Vec::new();
        for check in CHECKS {
            if self.names.is_empty() || self.names.iter().any(|name| name == check.0) {
                results.push((check.0, run(check, &self.args.join(" "))?));
            }
        }
        if self.names.is_empty() || self.names.iter().any(|name| name == "miri") {
            results.push(("miri", miri()?));
        }
        results.iter().for_each(|(name, outcome)| println!("{name:<8} {outcome:?}"));
        let has = |wanted| results.iter().any(|(_, outcome)| *outcome == wanted);
        Ok(exit_code(has(Outcome::Passed) && !has(Outcome::Failed)))
    }
}

/// Runs the models only.
pub(crate) fn models() -> Result<Outcome, String> {
    run(CHECKS[3], "")
}

fn run((name, flags, packages, builds_std): Check, arguments: &str) -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    if builds_std && let Some(missing) = needs::missing(["rust-src"]) {
        return Ok(Outcome::Skipped(missing));
    }
    let published = workspace.options();
    let packages =
        [arguments, packages, &published].into_iter().find(|packages| !packages.is_empty()).unwrap_or_default();
    let is_model = name == "loom";
    // Some tests start examples.
    let tests = if is_model { "--lib" } else { "--tests --examples" };
    let std = if builds_std { "-Zbuild-std" } else { "" };
    let line = format!("test --locked --all-features --no-fail-fast --target {} {packages} {tests} {std}", host()?);
    let flags = format!("{} {flags}", env::var("RUSTFLAGS").unwrap_or_default());
    println!("RUSTC_BOOTSTRAP=1 RUSTFLAGS=\"{}\"", flags.trim());
    let with_flags = |command: &mut Command| {
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", &flags).envs(OPTIONS);
        command.env("CARGO_TARGET_DIR", workspace.target.join("sanitize").join(name));
    };
    let filter = if is_model { "model::" } else { MEASURED };
    let (mut list, mut tests) = (cargo(&format!("{line} -- --list {filter}")), shown(&format!("{line} -- {filter}")));
    with_flags(&mut list);
    with_flags(&mut tests);
    // A module that was renamed has no models.
    let has_tests = output(&mut list)?.contains(": test\n");
    Ok((has_tests && succeeds(&mut tests)).into())
}

/// Runs the tests of files with unsafe code in Miri. Tests of random cases try few of them there.
pub(crate) fn miri() -> Result<Outcome, String> {
    if let Some(missing) = needs::missing(["miri"]) {
        return Ok(Outcome::Skipped(missing));
    }
    let (target, mut passed) = (Workspace::load()?.target.join("sanitize"), true);
    for [cpu, line, files] in interpreted().filter(|[cpu, ..]| *cpu != "-") {
        println!("$ rustup run nightly cargo miri {line} (for {cpu})");
        let (start, mut command) = (Instant::now(), program("rustup", &format!("run nightly cargo miri {line}")));
        command.env("MIRIFLAGS", "-Zmiri-tree-borrows -Zmiri-symbolic-alignment-check -Zmiri-disable-isolation");
        command.env("RUSTFLAGS", format!("-Ctarget-cpu={cpu}"));
        command.env("QUICKCHECK_TESTS", "2").env("QUICKCHECK_GENERATOR_SIZE", "12");
        passed &= succeeds(command.current_dir(root()).env("CARGO_TARGET_DIR", target.join(cpu)));
        println!("{:.1} minutes: {files}", start.elapsed().as_secs_f64() / 60.0);
    }
    Ok(passed.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::process::read;

    #[test]
    fn every_file_with_unsafe_code_is_run_by_miri_or_cannot_be() {
        let page = read("docs/unsafe.md").expect("the page is there");
        let listed: BTreeSet<_> = page.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
        let named = interpreted().flat_map(|[_, _, files]| files.split_whitespace());
        assert_eq!(named.collect::<BTreeSet<_>>(), listed);
    }
}
