//! The benches, and how other libraries compare with Gardez in the same run.

#[cfg(test)]
mod dated;
pub(crate) mod page;
pub(crate) mod peers;
mod picture;
mod ratios;
mod row;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::{Args, ValueEnum, value_parser};
use walkdir::WalkDir;

use self::ratios::Rounds;
use crate::process::{cannot, cargo, succeeds};
use crate::workspace::Workspace;

/// Run the benches and print how other libraries compare
#[derive(Args)]
#[command(after_help = "\
The filter `perft` is special: it runs the levels of the counting engine,
compiled for the CPU of this machine.

With --write, the rows of what was measured are replaced in
docs/benchmarks.md, with the date, the commit and the CPU, and the picture of
the README is drawn again. `cargo xtask python --bench --write` does the same
for Python.

Examples:
  cargo xtask bench fen -- --quick
  cargo xtask bench search --build default --write
  cargo xtask bench perft --rounds 5")]
pub(crate) struct Bench {
    /// Run only the benches whose names contain this
    #[arg(value_name = "FILTER")]
    filter: Option<OsString>,

    /// Number of runs; the tables show medians
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), default_value_t = 3)]
    rounds: u64,

    /// Build: plain, default or native
    ///
    /// `plain` has link-time optimization and one codegen unit, `default` is
    /// cargo's own release profile, `native` is plain for this machine's CPU.
    #[arg(long, value_enum, default_value = "plain", hide_possible_values = true, verbatim_doc_comment)]
    build: Build,

    /// Write the ratios to docs/benchmarks.md
    #[arg(long)]
    write: bool,

    /// Flags for criterion, like --quick
    #[arg(value_name = "FLAGS", last = true)]
    flags: Vec<OsString>,
}

/// The build of all contestants.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Build {
    Plain,
    Default,
    Native,
}

impl Build {
    fn name_and_variables(self) -> (&'static str, Vec<(&'static str, String)>) {
        let native = || env::var("RUSTFLAGS").unwrap_or_default() + " -C target-cpu=native";
        match self {
            Self::Plain => ("plain", vec![]),
            Self::Default => (
                "default",
                vec![("CARGO_PROFILE_BENCH_LTO", "false".into()), ("CARGO_PROFILE_BENCH_CODEGEN_UNITS", "16".into())],
            ),
            Self::Native => ("native", vec![("RUSTFLAGS", native().trim_start().into())]),
        }
    }
}

impl Bench {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let mut target = Workspace::load()?.target;
        let levels = OsString::from(format!("^{}/", ratios::LEVELS));
        // The fastest form of cozy-chess, which the levels are compared with, needs the instructions of this CPU.
        let is_perft = self.filter.as_ref().is_some_and(|filter| filter == "perft");
        let (filter, build) =
            if is_perft { (Some(&levels), Build::Native) } else { (self.filter.as_ref(), self.build) };
        let (name, variables) = build.name_and_variables();
        if build != Build::Plain {
            // Directories of their own keep the builds apart.
            target.push(name);
        }
        let results = target.join("criterion");
        let package = match peers::state() {
            Ok(manifest) => format!("--manifest-path {manifest}"),
            Err(reason) if reason == peers::STALE => return Err(reason),
            Err(reason) => {
                eprintln!("{reason}");
                "-p benches".into()
            }
        };
        let mut rounds = Rounds::default();
        for round in 1..=self.rounds {
            eprintln!("round {round} of {}", self.rounds);
            let start = SystemTime::now();
            let mut command = cargo(&format!("bench --locked --bench * {package} --"));
            // Only the table goes to the standard output.
            command.args(filter).args(&self.flags).stdout(io::stderr());
            command.env("CARGO_TARGET_DIR", &target).env("CRITERION_HOME", &results);
            command.envs(variables.iter().cloned());
            if !succeeds(&mut command) {
                return Err(format!("the benches failed in round {round}"));
            }
            collect(&mut rounds, &results, start).map_err(cannot(&results))?;
        }
        if rounds.is_empty() {
            return Err("no bench matches FILTER".into());
        }
        print!("{rounds}");
        if self.write {
            // The levels are compared with the fastest form of their peer, which a plain build is not.
            let mut figures = rounds.figures();
            figures.retain(|figure| build == Build::Native || figure.bench != ratios::LEVELS);
            page::write(&figures, name, self.rounds)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Adds the results that criterion wrote below `directory` since `start`. Older results belong to another run.
fn collect(rounds: &mut Rounds, directory: &Path, start: SystemTime) -> io::Result<()> {
    for entry in WalkDir::new(directory) {
        let new = entry?.into_path();
        let (benchmark, estimates) = (new.join("benchmark.json"), new.join("estimates.json"));
        if new.ends_with("new") && benchmark.is_file() && start <= fs::metadata(&estimates)?.modified()? {
            let added = rounds.add(&fs::read_to_string(benchmark)?, &fs::read_to_string(estimates)?);
            added.ok_or_else(|| io::Error::other("a result does not have the expected form"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_of_an_earlier_run_are_ignored() {
        let directory = env::temp_dir().join(format!("gardez-bench-{}", std::process::id()));
        let new = directory.join("perft_start/gardez/4/new");
        fs::create_dir_all(&new).expect("the temporary directory can be written");
        let benchmark = r#"{"group_id": "perft/start", "function_id": "gardez", "value_str": "4"}"#;
        fs::write(new.join("benchmark.json"), benchmark).expect("the temporary directory can be written");
        fs::write(new.join("estimates.json"), r#"{"median": {"point_estimate": 5.0}}"#).expect("as before");
        let hour = Duration::from_secs(3600);
        let is_found = |start| {
            let mut rounds = Rounds::default();
            collect(&mut rounds, &directory, start).expect("the results can be read");
            !rounds.is_empty()
        };
        let (fresh, stale) = (is_found(SystemTime::now() - hour), is_found(SystemTime::now() + hour));
        fs::remove_dir_all(&directory).expect("the temporary directory can be removed");
        assert_eq!((fresh, stale), (true, false));
    }
}
