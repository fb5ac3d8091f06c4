//! The command line as a whole.

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use gardez_perft::program::explain;

use crate::book::Book;
use crate::check::Check;
use crate::convert::Convert;
use crate::documents::{Completions, Licenses, Manual};
use crate::epd::Epd;
use crate::eval::Eval;
use crate::fen::Fen;
use crate::output::print;
use crate::packed::named;
use crate::perft::Perft;
use crate::pgn::Pgn;
use crate::play::Match;
use crate::rescore::Rescore;
use crate::stats::Stats;
use crate::stop::Stop;
use crate::tb::Tb;

const EXPLANATION: &str = "\
Examples:
  gardez check games.pgn suite.epd book.bin
  gardez convert --shuffle --no-checks games.{1} games.{4}
  gardez fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  gardez pgn filter games.pgn.zst --player carlsen --result 1-0 -o wins.pgn
  gardez tb --tables syzygy '8/8/8/8/4k3/8/8/KR6 w - - 0 1'
  gardez perft --depth 6

`-` is standard input or output. Inputs may be packed with gzip or Zstandard;
outputs are if their names end in .gz or .zst.
`gardez COMMAND --help` explains a command, with examples.";

/// Chess on the command line: games, positions, training data, endgame tables
#[derive(Parser, Debug)]
#[command(name = "gardez", bin_name = "gardez", version, after_help = named(EXPLANATION))]
#[command(subcommand_required = true, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Gardez {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(Check),
    Convert(Box<Convert>),
    Stats(Stats),
    Pgn(Pgn),
    Book(Book),
    Fen(Fen),
    Epd(Epd),
    Tb(Tb),
    Eval(Eval),
    Rescore(Box<Rescore>),
    Perft(Box<Perft>),
    Match(Box<Match>),
    Completions(Completions),
    Manual(Manual),
    Licenses(Licenses),
}

/// Returns the command line of `gardez`, for programs that make documentation or completions from it.
///
/// ```
/// let mut command = gardez_cli::command();
/// let help = command.render_help().to_string();
/// assert!(help.contains("gardez pgn filter"));
/// ```
pub fn command() -> clap::Command {
    Gardez::command()
}

/// Reads the arguments. If there is nothing to run, help or an error has been printed already.
pub(crate) fn read() -> Result<Gardez, ExitCode> {
    let read = command().try_get_matches().and_then(|mut matches| Gardez::from_arg_matches_mut(&mut matches));
    read.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => match print(format_args!("{error}")) {
            Ok(()) => ExitCode::SUCCESS,
            Err(stop) => stop.report(),
        },
        _ => explain(&error),
    })
}

impl Gardez {
    pub(crate) fn run(self) -> ExitCode {
        let result = match self.command {
            Command::Check(check) => check.run(),
            Command::Convert(convert) => convert.run(),
            Command::Stats(stats) => stats.run(),
            Command::Pgn(pgn) => pgn.run(),
            Command::Book(book) => book.run(),
            Command::Fen(fen) => fen.run(),
            Command::Epd(epd) => epd.run(),
            Command::Tb(tb) => tb.run(),
            Command::Eval(eval) => eval.run(),
            Command::Rescore(rescore) => rescore.run(),
            Command::Perft(perft) => return perft.run(),
            Command::Match(contest) => contest.run(),
            Command::Completions(completions) => completions.run(command()),
            Command::Manual(manual) => manual.run(command()),
            Command::Licenses(licenses) => licenses.run(),
        };
        result.unwrap_or_else(|stop: Stop| stop.report())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
