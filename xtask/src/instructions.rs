//! The instructions of the hot paths, counted under valgrind and compared with a baseline.
//!
//! On a shared machine, times vary from run to run; numbers of instructions hardly do. They depend on the compiler, so
//! the baseline names its compiler, and counts of another compiler are not compared. Plain builds must not contain bit
//! scans that are slow on AMD, and no build copies a list of moves that is returned.

mod baseline;
mod scans;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use clap::Args;

use crate::outcome::Outcome;
use crate::process::{answers, cargo, exit_code, output, root, succeeds};
use baseline::{Baseline, Counts};

/// The path of the baseline from the workspace root.
const BASELINE: &str = "instructions/baseline.tsv";

/// The builds that are counted: their names in the table, and the flags for rustc. Valgrind does not support AVX-512.
const BUILDS: [(&str, &str); 2] = [("x86-64", ""), ("x86-64-v3", "-C target-cpu=x86-64-v3")];

/// A build that is looked at and not run: lists of moves are made with vector instructions.
const AVX512: (&str, &str) = ("icelake-server", "-C target-cpu=icelake-server");

/// Count instructions under valgrind, compare with the baseline
#[derive(Args)]
#[command(after_help = "Example: cargo xtask instructions --renew")]
pub(crate) struct Instructions {
    /// Write the counts as the new baseline
    #[arg(long)]
    renew: bool,
}

impl Instructions {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        compare(self.renew).map(|outcome| exit_code(outcome.is_success()))
    }
}

/// Counts and compares. With `renew`, writes a new baseline.
pub(crate) fn compare(renew: bool) -> Result<Outcome, String> {
    if !answers(Command::new("valgrind").arg("--version")) {
        return Ok(Outcome::Skipped("valgrind"));
    }
    if !answers(Command::new("objdump").arg("--version")) {
        return Ok(Outcome::Skipped("objdump"));
    }
    if !cfg!(target_arch = "x86_64") || !has_avx2() {
        return Ok(Outcome::Skipped("x86-64-v3"));
    }
    let compiler = compiler()?;
    let path = root().join(BASELINE);
    let before = match fs::read_to_string(&path) {
        Ok(text) => Some(Baseline::read(&text).map_err(|error| format!("{BASELINE}: {error}"))?),
        Err(_) if renew => None,
        Err(error) => return Err(format!("{BASELINE}: {error}; `cargo xtask instructions --renew` writes it")),
    };
    if let Some(before) = before.as_ref().filter(|before| !renew && before.compiler != compiler) {
        println!("the baseline is from {}, but this is {compiler}", before.compiler);
        return Ok(Outcome::Skipped("the baseline's compiler"));
    }
    let counted = Baseline { compiler, counts: count()? };
    let passed = before.as_ref().is_none_or(|before| {
        let (table, passed) = baseline::compare(before, &counted);
        print!("{table}");
        passed
    });
    let [plain, with_avx512] = [BUILDS[0], AVX512].map(|(target, flags)| scans::disassembly(&compile(target, flags)?));
    let (plain, with_avx512) = (plain?, with_avx512?);
    let unexpected = [scans::slow_scans(&plain), scans::copies(&plain)?, scans::copies(&with_avx512)?].concat();
    unexpected.iter().for_each(|line| println!("{line}"));
    if renew {
        fs::write(&path, counted.to_string()).map_err(|error| format!("{BASELINE}: {error}"))?;
        println!("{BASELINE} written");
    }
    Ok(((passed || renew) && unexpected.is_empty()).into())
}

/// Returns `true` if the CPU can run programs for x86-64-v3.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}

/// Returns the name and version of the compiler, without its commit: `rustc 1.95.0`.
fn compiler() -> Result<String, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let text = output(Command::new(rustc).arg("--version").current_dir(root()))?;
    Ok(text.split(' ').take(2).collect::<Vec<_>>().join(" ").trim().to_owned())
}

/// Counts every path in every build.
fn count() -> Result<Vec<Counts>, String> {
    let mut counts: Vec<Counts> = Vec::new();
    for (build, (target, flags)) in BUILDS.into_iter().enumerate() {
        let program = compile(target, flags)?;
        for path in output(&mut Command::new(&program))?.lines() {
            let (answer, instructions) = callgrind(&program, path)?;
            match build {
                0 => counts.push(Counts { path: path.into(), answer, instructions: [instructions, 0] }),
                _ => {
                    let known = counts.iter_mut().find(|counts| counts.path == path);
                    let known = known.ok_or_else(|| format!("only the build for {target} has the path {path}"))?;
                    if known.answer != answer {
                        return Err(format!(
                            "{path} returns {answer} for {target}, but {} for the build before",
                            known.answer
                        ));
                    }
                    known.instructions[build] = instructions;
                }
            }
        }
    }
    Ok(counts)
}

fn compile(target: &str, flags: &str) -> Result<PathBuf, String> {
    let metadata = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let directory = metadata.join("instructions").join(target);
    let mut cargo = cargo();
    cargo.args(["build", "--locked", "--quiet", "--release", "-p", "instructions", "--target-dir"]).arg(&directory);
    cargo.env("RUSTFLAGS", flags).env_remove("CARGO_ENCODED_RUSTFLAGS");
    if !succeeds(&mut cargo) {
        return Err(format!("`instructions` does not compile for {target}"));
    }
    Ok(directory.join("release/instructions"))
}

/// Runs one path under callgrind and returns its answer and its number of instructions.
fn callgrind(program: &PathBuf, path: &str) -> Result<(u64, u64), String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measured*"]);
    let output = valgrind.arg(program).arg(path).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("valgrind cannot be started: {error}"))?;
    let (answer, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let answer = answer.trim().rsplit('\t').next().and_then(|answer| answer.parse().ok());
    let instructions = log.lines().find_map(|line| line.split("Collected :").nth(1)?.trim().parse().ok());
    match (output.status.success(), answer, instructions) {
        (true, Some(answer), Some(instructions)) if instructions > 0 => Ok((answer, instructions)),
        _ => Err(format!("valgrind does not count {path}: {}", log.lines().last().unwrap_or("it prints nothing"))),
    }
}
