//! The chores of the Gardez workspace, run as `cargo xtask COMMAND`.
//!
//! This package links `gardez-types` and no other crate of the workspace: a broken table above the vocabulary cannot
//! stop `codegen` from renewing it. Whatever needs the other crates runs as a child of cargo's.

mod bench;
mod ci;
mod codegen;
mod conform;
mod instructions;
mod msrv;
mod perft;
mod process;
mod python_chess;
mod tidy;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

/// The exit code for a command line that makes no sense.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let matches = match command_line().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return explain(&error),
    };
    run(&matches).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// The commands and their arguments.
fn command_line() -> Command {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("xtask")
        .bin_name("cargo xtask")
        .about("The chores of the Gardez workspace")
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("perft")
                .about("Count the positions of a game tree: build the optimized `perft` and run it with ARGS")
                .disable_help_flag(true)
                .arg(words("ARGS").trailing_var_arg(true).allow_hyphen_values(true)),
        )
        .subcommand(
            Command::new("conform")
                .about("Hold the crates against files of expected values: build `conformance` and run it with ARGS")
                .disable_help_flag(true)
                .arg(words("ARGS").trailing_var_arg(true).allow_hyphen_values(true)),
        )
        .subcommand(
            Command::new("codegen")
                .about("Search the magic factors again and write them to the sources")
                .arg(flag("check", "Write nothing; fail if the committed file differs")),
        )
        .subcommand(
            Command::new("bench")
                .about(
                    "Run the benches and print the ratios to the peers; with FILTER `perft`, the speed of the counting engine; \
                     with `build`, the cost of a build",
                )
                .arg(Arg::new("FILTER").value_parser(value_parser!(OsString)).help(
                    "Run only benches that contain this; `perft` runs the levels of the counting engine, compiled for the CPU \
                     of this machine; `build` runs none, but measures clean release builds instead",
                ))
                .arg(
                    Arg::new("rounds")
                        .long("rounds")
                        .value_name("N")
                        .value_parser(value_parser!(u64).range(1..))
                        .default_value("3")
                        .help("How often; the tables show medians [default: 3]")
                        .hide_default_value(true),
                )
                .arg(flag("native", "Compile for the CPU of this machine"))
                .arg(words("FLAGS").last(true).help("What criterion is told besides, like --quick")),
        )
        .subcommand(
            Command::new("instructions")
                .about("Count the instructions of the hot paths under valgrind, and compare with the baseline")
                .arg(flag("renew", "Write what was counted as the new baseline")),
        )
        .subcommand(Command::new("tidy").about("Check the rules of the house: layers, headers, unsafe, paths, sizes"))
        .subcommand(
            Command::new("ci")
                .about("Run all steps of CI, or some of them, and print the result of each")
                .arg(
                    Arg::new("STEP")
                        .num_args(0..)
                        .value_parser(PossibleValuesParser::new(ci::names()))
                        .help("Run only these steps"),
                )
                .arg(flag("slow", "Test more thoroughly; download Rust 1.85 if it is missing"))
                .arg(flag("require-all", "Fail if a step is skipped because its tool is missing")),
        )
        .subcommand(Command::new("msrv").about("Check the libraries with Rust 1.85, and for targets without a system"))
}

/// Any number of arguments that are passed on as they are.
fn words(name: &'static str) -> Arg {
    Arg::new(name).num_args(0..).value_parser(value_parser!(OsString))
}

fn run(matches: &ArgMatches) -> Result<ExitCode, String> {
    let passed = match matches.subcommand() {
        Some(("perft", matches)) => {
            return Ok(perft::run(matches.get_many::<OsString>("ARGS").unwrap_or_default()));
        }
        Some(("conform", matches)) => {
            return conform::run(matches.get_many::<OsString>("ARGS").unwrap_or_default());
        }
        Some(("codegen", matches)) if matches.get_flag("check") => codegen::check(&process::root()).map(|()| true)?,
        Some(("codegen", _)) => {
            let written = codegen::write(&process::root()).map_err(|error| format!("{}: {error}", codegen::FACTORS))?;
            println!("{} {}", codegen::FACTORS, if written { "written" } else { "is up to date" });
            true
        }
        Some(("bench", matches)) => bench::run(&bench::Options {
            filter: matches.get_one("FILTER"),
            rounds: *matches.get_one("rounds").expect("it has a default"),
            native: matches.get_flag("native"),
            profile: "bench",
            flags: matches.get_many("FLAGS").unwrap_or_default().collect(),
        })?,
        Some(("instructions", matches)) => match instructions::run(matches.get_flag("renew"))? {
            instructions::Comparison::Passed => true,
            instructions::Comparison::Failed => false,
            instructions::Comparison::Skipped(tool) => return Err(format!("{tool} is missing")),
        },
        Some(("tidy", _)) => tidy::run(&process::root())?,
        Some(("ci", matches)) => ci::run(&ci::Options {
            steps: matches.get_many("STEP").unwrap_or_default().cloned().collect(),
            slow: matches.get_flag("slow"),
            require_all: matches.get_flag("require-all"),
        }),
        Some(("msrv", _)) => msrv::run()?,
        _ => unreachable!("the command line requires one of the commands above"),
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the help that was asked for, or one line about what is wrong.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) {
        print!("{text}");
        return ExitCode::SUCCESS;
    }
    eprintln!("{} (see `cargo xtask --help`)", text.lines().next().unwrap_or("error: wrong arguments"));
    ExitCode::from(USAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<ArgMatches, clap::Error> {
        command_line().try_get_matches_from(line.split(' '))
    }

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }

    #[test]
    fn perft_gets_every_argument_as_it_is() {
        for line in ["--help", "--depth 5 --divide", "--fen 8/8 --suite a b --json -h", ""] {
            let matches = parse(format!("xtask perft {line}").trim_end()).expect("anything goes");
            let (_, perft) = matches.subcommand().expect("perft was called");
            let arguments: Vec<_> = perft.get_many::<OsString>("ARGS").unwrap_or_default().collect();
            assert_eq!(arguments, line.split_whitespace().collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in ["xtask prft", "xtask codegen --chek", "xtask bench --rounds 0", "xtask tidy now", "xtask --slow"] {
            assert!(parse(line).is_err_and(|error| error.exit_code() == i32::from(USAGE)), "{line}");
        }
    }
}
