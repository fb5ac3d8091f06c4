//! `gardez pgn`: work on PGN files.

mod clean;
mod count;
mod extract;
mod filter;
mod games;
mod positions;
mod split;
mod tree;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use gardez::notation::san::Letters;

use crate::input::or_standard;
use crate::packed::Threads;
use crate::progress::Progress;
use crate::stop::{EXIT_CODES, Stop};

pub(crate) use games::tell_errors;

const EXPLANATION: &str = "\
Examples:
  gardez pgn count games.pgn.zst
  gardez pgn clean games.pgn -o clean.pgn
  gardez pgn filter games.pgn --white carlsen --min-elo 2700 -o strong.pgn
  gardez pgn extract --games 1,10-12 games.pgn
  gardez pgn split games.pgn --by ECO --dir openings
  gardez pgn tree games.pgn --plies 8 --games 10
  zstdcat games.pgn.zst | gardez pgn filter --result 1/2-1/2 | less

Files of any size are read in bounded memory; --unique takes memory for each
game, and tree for each move up to --nodes. A game that does not need to
change is written with exactly the bytes that it has in the file.
`gardez pgn COMMAND --help` explains a command.";

/// Count, clean, filter, split and compare the games of PGN files
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
#[command(subcommand_required = true, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Pgn {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Count(count::Count),
    Clean(clean::Clean),
    Filter(Box<filter::Filter>),
    Extract(extract::Extract),
    Split(split::Split),
    Tree(Box<tree::Tree>),
    Positions(positions::Positions),
}

/// The files that a command reads.
#[derive(Args, Debug)]
struct Inputs {
    /// PGN files, packed or not [default: standard input]
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    /// Letters to read [default: found in each game]
    #[arg(long, value_name = "LANG", value_parser = letters)]
    letters: Option<Letters>,

    #[command(flatten)]
    threads: Threads,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

impl Pgn {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        match self.command {
            Command::Count(count) => count.run(),
            Command::Clean(clean) => clean.run(),
            Command::Filter(filter) => filter.run(),
            Command::Extract(extract) => extract.run(),
            Command::Split(split) => split.run(),
            Command::Tree(tree) => tree.run(),
            Command::Positions(positions) => positions.run(),
        }
    }
}

impl Inputs {
    /// Returns the paths; `-` if there are none.
    fn paths(&self) -> Result<Vec<PathBuf>, Stop> {
        or_standard(&self.paths)
    }

    /// Returns the progress of reading; none if the games are shown on a terminal.
    fn progress(&self, is_shown: bool) -> Progress {
        self.paths().map_or(Progress::none(), |paths| Progress::of(&paths, self.quiet, is_shown))
    }
}

fn letters(code: &str) -> Result<Letters, String> {
    Letters::from_code(code).ok_or_else(|| format!("expected one of {}", codes()))
}

fn codes() -> String {
    Letters::all().map(Letters::code).collect::<Vec<_>>().join(", ")
}

/// Returns the end of a help text: examples and exit codes.
fn explanation(examples: &str) -> String {
    format!("{examples}\n\n{EXIT_CODES}")
}
