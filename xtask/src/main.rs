//! The chores of the Gardez workspace, run as `cargo xtask COMMAND`.
//!
//! This package links `gardez-types` and no other crate of the workspace: a broken table above the vocabulary cannot
//! stop `codegen` from renewing it. Commands that need the other crates run them through cargo.

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

/// The exit code for a wrong command line.
const USAGE: u8 = 2;

/// The width of the texts of `--help`.
const HELP_COLUMNS: usize = 80;

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
                .about("Build the optimized `perft` program and run it with ARGS")
                .disable_help_flag(true)
                .arg(words("ARGS").trailing_var_arg(true).allow_hyphen_values(true)),
        )
        .subcommand(
            Command::new("conform")
                .about("Compare the crates with files of expected values, named by ARGS")
                .disable_help_flag(true)
                .arg(words("ARGS").trailing_var_arg(true).allow_hyphen_values(true)),
        )
        .subcommand(
            Command::new("codegen")
                .about("Search the magic factors and write them to the sources")
                .arg(flag("check", "Write nothing; fail if the file differs")),
        )
        .subcommand(
            Command::new("bench")
                .about("Run the benches and print how other libraries compare")
                .arg(
                    Arg::new("FILTER")
                        .value_parser(value_parser!(OsString))
                        .help("Run only the benches whose names contain this"),
                )
                .after_help(
                    "Two filters are special. `perft` runs the levels of the counting engine,\n\
                     compiled for the CPU of this machine. `build` runs no bench; it measures\n\
                     clean release builds.",
                )
                .arg(
                    Arg::new("rounds")
                        .long("rounds")
                        .value_name("N")
                        .value_parser(value_parser!(u64).range(1..))
                        .default_value("3")
                        .help("How often to run; the tables show medians [default: 3]")
                        .hide_default_value(true),
                )
                .arg(flag("native", "Compile for the CPU of this machine"))
                .arg(words("FLAGS").last(true).help("Flags for criterion, like --quick")),
        )
        .subcommand(
            Command::new("instructions")
                .about("Count instructions under valgrind, compare with the baseline")
                .arg(flag("renew", "Write the counts as the new baseline")),
        )
        .subcommand(Command::new("tidy").about("Check the rules of the house that a machine can check"))
        .subcommand(
            Command::new("ci")
                .about("Run the steps of CI and print the result of each")
                .arg(
                    Arg::new("STEP")
                        .num_args(0..)
                        .value_parser(PossibleValuesParser::new(ci::names()))
                        .hide_possible_values(true)
                        .help("Run only these steps"),
                )
                .after_help(list("Steps:", &ci::names()))
                .arg(flag("slow", "Test more thoroughly; download Rust 1.85 if it is missing"))
                .arg(flag("require-all", "Fail if a step is skipped because its tool is missing")),
        )
        .subcommand(Command::new("msrv").about("Check the libraries with Rust 1.85, and for bare targets"))
}

/// The words below a title, in lines of at most 80 columns.
fn list(title: &str, words: &[&str]) -> String {
    let (mut text, mut column) = (title.to_owned(), HELP_COLUMNS);
    for word in words {
        if HELP_COLUMNS < column + 1 + word.len() {
            text.push_str("\n ");
            column = 1;
        }
        text = text + " " + word;
        column += 1 + word.len();
    }
    text
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

/// Prints the help if the user asked for it, or else one line that says what is wrong.
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
    fn every_help_text_fits_into_80_columns() {
        let mut command = command_line();
        command.build();
        let mut helps = vec![command.render_help().to_string()];
        helps.extend(command.get_subcommands_mut().map(|command| command.render_help().to_string()));
        for line in helps.iter().flat_map(|help| help.lines()) {
            assert!(line.chars().count() <= HELP_COLUMNS, "{line}");
        }
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
    fn a_wrong_command_line_is_refused() {
        for line in [
            "xtask prft",
            "xtask codegen --chek",
            "xtask bench --rounds 0",
            "xtask tidy now",
            "xtask --slow",
            "xtask ci tidi",
        ] {
            assert!(parse(line).is_err_and(|error| error.exit_code() == i32::from(USAGE)), "{line}");
        }
    }
}
