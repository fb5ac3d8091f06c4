//! The chores of the Gardez workspace, run as `cargo xtask COMMAND`.
//!
//! This package links only `gardez-types` and `gardez-io`, so a broken table cannot stop `codegen` from renewing it.
//! All modules print with the macros of `gardez-io`: an output that cannot be written ends the program.

#[macro_use]
extern crate gardez_io;

mod bench;
mod blocks;
mod ci;
mod codegen;
mod environment;
mod guide;
mod instructions;
mod licenses;
mod needs;
mod packages;
mod process;
mod python;
mod python_chess;
mod release;
mod run;
mod sanitize;
mod steps;
mod systems;
mod texts;
mod tidy;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores of the Gardez workspace
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  cargo xtask perft --depth 6         count the positions after six plies
  cargo xtask setup                   bring what the steps of CI need
  cargo xtask ci                      check everything before a commit
  cargo xtask bench fen -- --quick    compare how fast FENs are read
  cargo xtask COMMAND --help          print the options of a command")]
struct Xtask {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the optimized `perft` program and run it with ARGS
    #[command(disable_help_flag = true)]
    Perft(run::Arguments),
    /// Compare the crates with files of expected values, named by ARGS
    #[command(disable_help_flag = true)]
    Conform(run::Arguments),
    Setup(needs::Setup),
    Ci(ci::Ci),
    Tidy(tidy::Tidy),
    Codegen(codegen::Codegen),
    Bench(bench::Bench),
    Instructions(instructions::Instructions),
    Sanitize(sanitize::Sanitize),
    Licenses(licenses::Licenses),
    Web(web::Web),
    Python(python::Python),
    Release(release::Release),
}

fn main() -> ExitCode {
    Xtask::parse().command.run().unwrap_or_else(|error| {
        eprintln!("error: {error}");
        // As for a wrong command line. Perft itself exits with 1 for a wrong count.
        ExitCode::from(2)
    })
}

impl Command {
    fn run(self) -> Result<ExitCode, String> {
        match self {
            Self::Perft(arguments) => arguments.perft(),
            Self::Conform(arguments) => arguments.conform(),
            Self::Setup(setup) => setup.run(),
            Self::Ci(ci) => ci.run(),
            Self::Tidy(tidy) => tidy.run(),
            Self::Codegen(codegen) => codegen.run(),
            Self::Bench(bench) => bench.run(),
            Self::Instructions(instructions) => instructions.run(),
            Self::Sanitize(sanitize) => sanitize.run(),
            Self::Licenses(licenses) => licenses.run(),
            Self::Web(web) => web.run(),
            Self::Python(python) => python.run(),
            Self::Release(release) => release.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Xtask, clap::Error> {
        Xtask::try_parse_from(line.split(' '))
    }

    /// The help of the program, and of each command with its name.
    fn helps() -> Vec<(String, String)> {
        let mut command = Xtask::command();
        command.build();
        let help =
            |command: &mut clap::Command| (command.get_name().to_owned(), command.render_long_help().to_string());
        [help(&mut command)].into_iter().chain(command.get_subcommands_mut().map(help)).collect()
    }

    #[test]
    fn the_command_line_is_consistent() {
        Xtask::command().debug_assert();
    }

    #[test]
    fn every_help_text_fits_into_80_columns() {
        for (_, help) in helps() {
            assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        }
    }

    #[test]
    fn every_help_text_has_an_example() {
        // These two print the help of another program.
        for (name, help) in helps().into_iter().filter(|(name, _)| !["perft", "conform"].contains(&name.as_str())) {
            let (_, examples) = help.split_once("Example").unwrap_or_else(|| panic!("{name}: {help}"));
            assert!(examples.contains("cargo xtask"), "{help}");
        }
    }

    #[test]
    fn perft_gets_every_argument_as_it_is() {
        for line in ["--help", "--depth 5 --divide", "--fen 8/8 --suite a b --json -h", ""] {
            let Ok(Xtask { command: Command::Perft(perft) }) = parse(format!("xtask perft {line}").trim_end()) else {
                panic!("{line}: anything goes");
            };
            assert_eq!(perft.args, line.split_whitespace().collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_wrong_command_line_is_refused() {
        for line in [
            "xtask prft",
            "xtask codegen --chek",
            "xtask bench --rounds 0",
            "xtask tidy now",
            "xtask tidy --write",
            "xtask --slow",
            "xtask ci tidi",
        ] {
            assert!(parse(line).is_err_and(|error| error.exit_code() == 2), "{line}");
        }
    }
}
