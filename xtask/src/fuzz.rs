//! Runs the fuzz targets, each for some time.

use std::process::{Command, ExitCode};

use clap::{Args, value_parser};

use crate::outcome::Outcome;
use crate::process::{answers, exit_code, output, root, succeeds};

/// The name of the tool, printed if it is missing.
const TOOL: &str = "cargo-fuzz";

/// Run each fuzz target for a while (needs cargo-fuzz)
#[derive(Args)]
#[command(after_help = "Example: cargo xtask fuzz fen uci --seconds 10")]
pub(crate) struct Fuzz {
    /// Run only these targets
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,

    /// How long each target runs
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), default_value_t = 60)]
    seconds: u64,
}

impl Fuzz {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        Ok(exit_code(self.outcome()?.is_success()))
    }

    /// Runs all targets, even after one has found an input that fails.
    fn outcome(&self) -> Result<Outcome, String> {
        if !answers(cargo_fuzz().arg("--version")) {
            println!(
                "`rustup toolchain install nightly` and `cargo install --locked cargo-fuzz` install what is needed"
            );
            return Ok(Outcome::Skipped(TOOL));
        }
        let list = output(cargo_fuzz().arg("list"))?;
        let targets = choose(&list, &self.targets)?;
        let time = format!("-max_total_time={}", self.seconds);
        let mut passed = true;
        for target in targets {
            println!("$ cargo +nightly fuzz run {target} -- {time}");
            passed &= succeeds(cargo_fuzz().args(["run", target, "--", &time]));
        }
        Ok(passed.into())
    }
}

/// The targets of a list that are wanted, or all if none is named.
fn choose<'a>(list: &'a str, wanted: &'a [String]) -> Result<Vec<&'a str>, String> {
    let all: Vec<_> = list.split_whitespace().collect();
    match wanted.iter().find(|target| !all.contains(&target.as_str())) {
        Some(unknown) => Err(format!("`{unknown}` is not a fuzz target: {}", all.join(", "))),
        None if wanted.is_empty() => Ok(all),
        None => Ok(wanted.iter().map(String::as_str).collect()),
    }
}

/// The command `cargo fuzz` with a nightly compiler. Only rustup's cargo knows `+nightly`.
fn cargo_fuzz() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).args(["+nightly", "fuzz"]);
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_choice_every_target_runs() {
        let list = "book\nepd\nfen\n";
        assert_eq!(choose(list, &[]).as_deref(), Ok(&["book", "epd", "fen"][..]));
        let wanted = ["fen", "book"].map(String::from);
        assert_eq!(choose(list, &wanted).as_deref(), Ok(&["fen", "book"][..]));
    }

    #[test]
    fn an_unknown_target_is_refused() {
        let error = choose("book\nfen\n", &["fan".into()]).expect_err("there is none of that name");
        assert_eq!(error, "`fan` is not a fuzz target: book, fen");
    }
}
