//! The benches, and how other libraries compare with Gardez in the same run.

mod build_cost;
mod levels;
pub(crate) mod page;
pub(crate) mod peers;
mod picture;
mod ratios;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::{Args, value_parser};
use walkdir::WalkDir;

use self::levels::Levels;
use self::peers::Peers;
use self::ratios::{Measurement, Rounds};
use crate::process::{cargo, succeeds};
use crate::workspace::Workspace;

/// The filter that measures builds instead of benches.
const BUILD: &str = "build";

/// The filter that runs the levels of the counting engine, compiled for the CPU of this machine: the fastest form of
/// cozy-chess needs that.
const PERFT: &str = "perft";

/// Run the benches and print how other libraries compare
#[derive(Args)]
#[command(after_help = "\
Two filters are special. `perft` runs the levels of the counting engine,
compiled for the CPU of this machine. `build` runs no bench; it measures
clean release builds.

With --write, the rows of what was measured are replaced in
docs/benchmarks.md, with the date, the commit and the CPU, and the picture of
the README is drawn again. `cargo xtask python --bench --write` does the same
for Python.

Examples:
  cargo xtask bench fen -- --quick
  cargo xtask bench search --write
  cargo xtask bench perft --rounds 5")]
pub(crate) struct Bench {
    /// Run only the benches whose names contain this
    #[arg(value_name = "FILTER")]
    filter: Option<OsString>,

    /// How often to run; the tables show medians
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), default_value_t = 3)]
    rounds: u64,

    /// Compile for the CPU of this machine
    #[arg(long)]
    native: bool,

    /// Write the ratios to docs/benchmarks.md
    #[arg(long)]
    write: bool,

    /// Flags for criterion, like --quick
    #[arg(value_name = "FLAGS", last = true)]
    flags: Vec<OsString>,
}

impl Bench {
    /// Runs the benches, or measures builds, and prints the table of ratios.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let mut target = Workspace::load()?.target;
        if self.filter.as_ref().is_some_and(|filter| filter == BUILD) {
            if self.native || self.write || !self.flags.is_empty() {
                return Err(format!("`{BUILD}` takes --rounds and no other option"));
            }
            print!("{}", build_cost::measure(&target.join("build-cost"), self.rounds)?);
            return Ok(ExitCode::SUCCESS);
        }

        let mut rustflags = env::var("RUSTFLAGS").unwrap_or_default();
        let levels = OsString::from(format!("^{}/", ratios::LEVELS));
        let is_perft = self.filter.as_ref().is_some_and(|filter| filter == PERFT);
        let (filter, native) = if is_perft { (Some(&levels), true) } else { (self.filter.as_ref(), self.native) };
        if native {
            // Another directory keeps the builds with and without these flags apart.
            target.push("native");
            rustflags += " -C target-cpu=native";
        }
        let results = target.join("criterion");

        let package: &[&str] = match peers::state()? {
            Peers::Ready => &["--manifest-path", peers::MANIFEST],
            Peers::Missing(reason) => {
                eprintln!("skipped: {}: {reason}", peers::NAMES);
                &["-p", "benches"]
            }
            Peers::Stale => return Err(peers::STALE.into()),
        };
        let mut rounds = Rounds::default();
        for round in 1..=self.rounds {
            eprintln!("round {round} of {}", self.rounds);
            let start = SystemTime::now();
            let mut command = cargo();
            command.args(["bench", "--locked", "--bench", "*"]).args(package);
            command.arg("--").args(filter).args(&self.flags);
            // Only the table goes to the standard output.
            command.env("CARGO_TARGET_DIR", &target).env("CRITERION_HOME", &results).stdout(io::stderr());
            if native {
                command.env("RUSTFLAGS", rustflags.trim());
            }
            if !succeeds(&mut command) {
                return Err(format!("the benches failed in round {round}"));
            }
            rounds.add(collect(&results, start).map_err(|error| format!("{}: {error}", results.display()))?);
        }
        if rounds.is_empty() {
            return Err("no bench matches FILTER".into());
        }
        print!("{rounds}{}", Levels(&rounds));
        if self.write {
            // The levels are compared with the fastest form of their peer, which a plain build is not.
            let mut figures = rounds.figures();
            figures.retain(|figure| native || figure.bench != ratios::LEVELS);
            page::write(&figures, if native { "native" } else { "plain" }, self.rounds)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the results that criterion wrote below `directory` since `start`. Older results belong to another run.
fn collect(directory: &Path, start: SystemTime) -> io::Result<Vec<Measurement>> {
    let mut measurements = Vec::new();
    for entry in WalkDir::new(directory) {
        let new = entry?.into_path();
        let (benchmark, estimates) = (new.join("benchmark.json"), new.join("estimates.json"));
        if new.ends_with("new") && benchmark.is_file() && start <= fs::metadata(&estimates)?.modified()? {
            let measurement = Measurement::parse(&fs::read_to_string(benchmark)?, &fs::read_to_string(estimates)?);
            measurements.push(measurement.ok_or_else(|| io::Error::other("a result does not have the expected form"))?);
        }
    }
    Ok(measurements)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_of_an_earlier_run_are_ignored() {
        let directory = env::temp_dir().join(format!("gardez-bench-{}", std::process::id()));
        for name in ["gardez", "peer"] {
            let new = directory.join(format!("perft_start/{name}/4/new"));
            fs::create_dir_all(&new).expect("the temporary directory can be written");
            let benchmark = format!(r#"{{"group_id": "perft/start", "function_id": "{name}", "value_str": "4"}}"#);
            fs::write(new.join("benchmark.json"), benchmark).expect("the temporary directory can be written");
            fs::write(new.join("estimates.json"), r#"{"median": {"point_estimate": 5.0}}"#).expect("as before");
        }
        let hour = Duration::from_secs(3600);
        let count = |start| collect(&directory, start).expect("the results can be read").len();
        let (fresh, stale) = (count(SystemTime::now() - hour), count(SystemTime::now() + hour));
        fs::remove_dir_all(&directory).expect("the temporary directory can be removed");
        assert_eq!((fresh, stale), (2, 0));
    }
}
