//! `gardez convert` and `gardez shuffle`: entries from one format to another.

mod conditions;
mod games;
mod job;
mod losses;
mod order;
mod transfer;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez_formats::Format;

use crate::convert::conditions::Conditions;
use crate::convert::games::is_of_games;
use crate::convert::job::{GameArgs, Job};
use crate::convert::losses::OnLoss;
use crate::convert::order::Order;
use crate::convert::transfer::run as run_entries;
use crate::output::Target;
use crate::packed::{FORMATS_HELP, Inputs, format, from_path};
use crate::stop::{EXIT_CODES, Stop};

const CONVERT: &str = "\
Examples:
  gardez convert games.binpack games.viri
  gardez convert --no-checks --no-captures --max-score 3000 a.bin b.bin c.bullet
  gardez convert --missing-score 0 games.pgn.zst games.binpack
  gardez convert --unique --memory 4096 part*.binpack.zst all.bullet
  gardez convert --from viri --to plain - - < games | less
  gardez convert --to v6 --input-format 3 games.pgn chunks/
  gardez convert chunks/ games.pgn

The last name is the output; all others are inputs. The entries of a damaged
input are converted up to the damage, and its place is printed.";

const SHUFFLE: &str = "\
Examples:
  gardez shuffle games.bullet shuffled.bullet
  gardez shuffle --seed 42 --memory 1024 part*.binpack all.bullet

The order depends on the seed and the inputs only. What does not fit into
the memory is put into temporary files.";

/// Convert packed positions and games from one format to another
///
/// Reads .binpack, .bin, bulletformat, viriformat, PGN, lc0's training records
/// and others, and writes any of them. Entries can be filtered, and each
/// position can be kept once. PGN and records are written as whole games.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{FORMATS_HELP}\n\n{CONVERT}\n\n{EXIT_CODES}"))]
pub(crate) struct Convert {
    #[command(flatten)]
    files: Names,

    /// Write the entries in random order, like `gardez shuffle`
    #[arg(long)]
    shuffle: bool,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    games: GameArgs,
}

/// Write packed positions in random order, in bounded memory
///
/// All entries of all inputs are mixed; games do not stay together. It can
/// also convert and filter, with the options of `gardez convert`.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{FORMATS_HELP}\n\n{SHUFFLE}\n\n{EXIT_CODES}"))]
pub(crate) struct Shuffle {
    #[command(flatten)]
    files: Names,

    #[command(flatten)]
    common: Common,
}

/// The files of a conversion.
#[derive(Args, Debug)]
struct Names {
    /// Inputs, then the output; `-` is standard input or output
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
}

/// What both commands have.
#[derive(Args, Debug)]
struct Common {
    #[command(flatten)]
    inputs: Inputs,

    /// Format of the output [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,

    /// Replace the output if it exists; an input is never replaced
    #[arg(short, long)]
    force: bool,

    #[command(flatten)]
    on_loss: OnLoss,

    #[command(flatten)]
    order: Order,

    #[command(flatten)]
    conditions: Conditions,
}

impl Convert {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        self.common.run(&self.files, self.shuffle, &self.games)
    }
}

impl Shuffle {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        self.common.run(&self.files, true, &GameArgs::default())
    }
}

impl Common {
    fn run(&self, files: &Names, is_shuffled: bool, games: &GameArgs) -> Result<ExitCode, Stop> {
        // A number of values in the definition would not count names before and after an option together.
        let [inputs @ .., output] = &files.paths[..] else { unreachable!("a name is required") };
        if inputs.is_empty() {
            return Err(Stop::Failed("expected inputs and then an output, found one name".to_owned()));
        }
        let format = self.to.or_else(|| from_path(output)).ok_or_else(|| {
            Stop::Failed(format!("the format of the output {} is unknown; --to says what it is", output.display()))
        })?;
        let target = Target::new(output.clone(), self.force);
        let job = Job {
            inputs: &self.inputs,
            paths: inputs,
            target: &target,
            format,
            losses: self.on_loss.losses(),
            on_misfit: self.on_loss.on_misfit(),
            filter: self.conditions.filter(),
            memory: self.order.memory(),
            is_unique: self.order.unique,
            seed: is_shuffled.then_some(self.order.seed),
            games,
        };
        if is_of_games(format) { games::run(&job) } else { run_entries(&job) }
    }
}
