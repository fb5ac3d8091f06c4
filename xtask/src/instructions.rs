//! The instructions of the hot paths, counted under valgrind and compared with a baseline.
//!
//! On a shared machine, times vary from run to run; numbers of instructions hardly do. They depend on the compiler, so
//! the baseline names its compiler, and counts of another compiler are not compared. Plain builds must not contain bit
//! scans that are slow on AMD, and no build copies a list of moves that is returned.

mod scans;

use std::fs;
use std::path::Path;
use std::process::{ExitCode, Stdio};

use clap::Args;

use crate::needs;
use crate::process::{Outcome, cannot, cargo, output, program, read, root};
use crate::workspace::Workspace;

/// The path of the baseline from the workspace root.
const BASELINE: &str = "instructions/baseline.tsv";

/// The first line of the baseline, before the compiler, and the second one.
const HEADER: &str = "# instructions of each path, counted with ";
const COLUMNS: &str = "path\tanswer\tx86-64\tx86-64-v3";

/// A count this many percent above the baseline is a regression; as far below, renew the baseline.
const BOUND: f64 = 3.0;

/// The builds that are counted, as names of the compiler's CPUs. Valgrind does not support AVX-512.
const BUILDS: [&str; 2] = ["x86-64", "x86-64-v3"];

/// A build that is looked at and not run: lists of moves are made with vector instructions.
const AVX512: &str = "icelake-server";

/// Count instructions under valgrind, compare with the baseline
///
/// Builds the package `instructions` for plain x86-64 and for x86-64-v3, runs
/// each hot path under callgrind, and compares answers and counts with
/// instructions/baseline.tsv. It fails if an answer differs, if a count is more
/// than 3 % above the baseline, if a plain path contains `bsf` or `bsr`, which
/// are slow on AMD, or if a function that returns a list of moves copies the
/// list.
///
/// Renew the baseline if a path is new, if a count changes on purpose, or if
/// rust-toolchain.toml names a new compiler, and commit the file with the change
/// that caused it. Never renew it only to make CI pass.
#[derive(Args)]
#[command(verbatim_doc_comment, after_help = "Example: cargo xtask instructions --renew")]
pub(crate) struct Instructions {
    /// Write the counts as the new baseline
    #[arg(long)]
    renew: bool,
}

impl Instructions {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        match needs::missing(["valgrind", "objdump", "x86-64-v3"]) {
            Some(missing) => Ok(Outcome::Skipped(missing).code()),
            None => compare(self.renew).map(Outcome::code),
        }
    }
}

/// Counts and compares. With `renew`, writes a new baseline.
pub(crate) fn compare(renew: bool) -> Result<Outcome, String> {
    // Without the commit: `rustc 1.95.0`.
    let version = output(program("rustc", "--version").current_dir(root()))?;
    let compiler = version.rsplit_once(" (").map_or(version.trim(), |(compiler, _)| compiler);
    let header = format!("{HEADER}{compiler}\n{COLUMNS}\n");
    let before = if renew { String::new() } else { read(BASELINE)? };
    if !renew && !before.starts_with(&header) {
        println!("the baseline is not from {compiler}");
        return Ok(Outcome::Skipped("the baseline's compiler"));
    }
    let programs = [BUILDS[0], BUILDS[1], AVX512].map(compile);
    let [plain, v3, avx512] = programs;
    let (plain, v3, avx512) = (plain?, v3?, avx512?);
    let [counts, v3_counts] = [count(&plain)?, count(&v3)?];
    if !counts.iter().map(|(path, _)| path).eq(v3_counts.iter().map(|(path, _)| path)) {
        return Err("the builds have different paths or answers".into());
    }
    let now: Vec<_> = counts.into_iter().zip(v3_counts).map(|((path, one), (_, two))| (path, [one, two])).collect();
    let (table, mut passed) = compared(&rows(&before)?, &now);
    let plain = scans::disassembly(&plain)?;
    let copies = [scans::copies(&plain)?, scans::copies(&scans::disassembly(&avx512)?)?].concat();
    for line in [scans::slow_scans(&plain), copies].concat() {
        println!("{line}");
        passed = false;
    }
    if renew {
        let rows: String = now.iter().map(|(path, [plain, v3])| format!("{path}\t{plain}\t{v3}\n")).collect();
        let path = root().join(BASELINE);
        fs::write(&path, header + &rows).map_err(cannot(&path))?;
        println!("{BASELINE} written");
    } else {
        print!("{table}");
    }
    Ok((passed || renew).into())
}

/// A path with its answer, and its number of instructions in each build.
type Counts = Vec<(String, [u64; 2])>;

fn rows(baseline: &str) -> Result<Counts, String> {
    let row = |line: &str| {
        let mut fields = line.rsplitn(3, '\t');
        let [v3, plain] = [fields.next()?.parse().ok()?, fields.next()?.parse().ok()?];
        Some((fields.next()?.to_owned(), [plain, v3]))
    };
    baseline.lines().skip(2).map(|line| row(line).ok_or_else(|| format!("{BASELINE}: {line:?} is not a row"))).collect()
}

/// Returns a table of all paths, and whether each has its old answer and no regression.
fn compared(before: &Counts, now: &Counts) -> (String, bool) {
    let (mut table, mut passed) = (String::new(), true);
    for (path, counts) in now {
        let Some((_, old)) = before.iter().find(|(old, _)| old == path) else {
            table += &format!("{path:<20} is not in the baseline\n");
            passed = false;
            continue;
        };
        // With the difference first, the result for 1030 and 1000 is exactly 3.
        let change = |build: usize| 100.0 * (counts[build] as f64 - old[build] as f64) / (old[build] as f64).max(1.0);
        let ([plain, v3], path) = ([change(0), change(1)], path.replace('\t', " "));
        let verdict = match plain.max(v3) {
            worst if worst > BOUND => "REGRESSION",
            _ if plain.min(v3) < -BOUND => "better: renew the baseline",
            _ => "",
        };
        passed &= plain.max(v3) <= BOUND;
        table += &format!("{path:<26} x86-64 {plain:>+6.1} %   x86-64-v3 {v3:>+6.1} %   {verdict}\n");
    }
    for (path, _) in before.iter().filter(|(old, _)| !now.iter().any(|(path, _)| path == old)) {
        table += &format!("{path:<20} is in the baseline only\n");
        passed = false;
    }
    (table, passed)
}

fn compile(cpu: &str) -> Result<std::path::PathBuf, String> {
    let target = Workspace::load()?.target.join("instructions").join(cpu);
    let mut build = cargo("build --locked --quiet --release -p instructions");
    build.env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", format!("-C target-cpu={cpu}"));
    output(build.env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
    Ok(target.join("release/instructions"))
}

/// Runs each path of a program under callgrind. Returns the paths with their answers, and the numbers of instructions.
fn count(program: &Path) -> Result<Vec<(String, u64)>, String> {
    let callgrind = |path: &str| {
        let options = "--tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=*measured*";
        let mut valgrind = crate::process::program("valgrind", options);
        let run = valgrind.arg(program).arg(path).stdin(Stdio::null()).output();
        let run = run.map_err(|error| format!("valgrind cannot be started: {error}"))?;
        let (answer, log) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        let counted = log.lines().find_map(|line| line.split("Collected :").nth(1)?.trim().parse().ok());
        match (run.status.success(), counted) {
            (true, Some(counted)) if counted > 0 => Ok((answer.trim().to_owned(), counted)),
            _ => Err(format!("valgrind does not count {path}: {}", log.lines().last().unwrap_or("it prints nothing"))),
        }
    };
    output(&mut crate::process::program(program, ""))?.lines().map(callgrind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(path: &str, instructions: [u64; 2]) -> Counts {
        vec![(path.into(), instructions)]
    }

    #[test]
    fn the_committed_baseline_can_be_read() {
        assert!(!rows(&read(BASELINE).expect("it is committed")).expect("it has rows").is_empty());
        assert_eq!(rows("\n\ndo-undo\t7\t1000\t900\n"), Ok(counts("do-undo\t7", [1000, 900])));
        assert!(rows("\n\ndo-undo\t7\t1000\tnine\n").is_err());
    }

    #[test]
    fn more_than_three_percent_more_is_a_regression_in_either_build() {
        let before = counts("a\t7", [1000, 1000]);
        assert!(compared(&before, &counts("a\t7", [1029, 971])).1);
        for worse in [[1031, 1000], [1000, 1031]] {
            let (table, passed) = compared(&before, &counts("a\t7", worse));
            assert!(!passed && table.contains("REGRESSION"), "{table}");
        }
        assert!(compared(&before, &counts("a\t7", [900, 900])).0.contains("renew"));
    }

    #[test]
    fn another_answer_and_a_missing_path_fail() {
        let before = counts("a\t7", [1000, 1000]);
        for other in ["a\t8", "b\t7"] {
            let (table, passed) = compared(&before, &counts(other, [1000, 1000]));
            assert!(!passed && table.contains("not in the baseline") && table.contains("baseline only"), "{table}");
        }
    }
}
