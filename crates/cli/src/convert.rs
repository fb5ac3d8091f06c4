//! `gardez convert`: entries from one format to another.

mod games;
mod job;
mod lossy;
mod order;
mod parts;
mod report;
mod tables;
mod transfer;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use gardez::data::chunk::GameFormat;
use gardez::data::{Conversion, EntryOrder, GameSplit, table};
use gardez_formats::{ChainRule, Format, WriteOptions};

use crate::conditions::Conditions;
use crate::convert::job::{GameArgs, Job};
use crate::convert::lossy::OnLoss;
use crate::convert::order::Order;
use crate::convert::parts::{Part, part, path_of};
use crate::convert::tables::Tables;
use crate::convert::transfer::run as run_entries;
use crate::input::is_standard;
use crate::output::{Packing, Target};
use crate::packed::{Inputs, explanation, format};
use crate::range::choice;
use crate::stop::Stop;

const CONVERT: &str = "\
Examples:
  gardez convert games.{1} games.{7}
  gardez convert --no-checks --no-captures --max-score 3000 a.{2} b.{2} c.{4}
  gardez convert --missing-score 0 games.pgn.zst games.{1}
  gardez convert --unique --memory 4096 part*.{1}.zst all.{4}
  gardez convert --split train=0.9,test=0.1 games.{7} games.{1}
  gardez convert --tables syzygy --tb-result set games.{1} better.{2}
  gardez convert --from {7} --to {3} - - < games | less
  gardez convert --shuffle --seed 42 --memory 1024 part*.{1} all.{4}
  gardez convert --to v6 --input-format 3 games.pgn chunks/
  gardez convert chunks/ games.pgn

The last name is the output; all others are inputs. The entries of a damaged
input are converted up to the damage, and its place is printed.";

/// Convert packed positions and games from one format to another
///
/// Reads packed positions, games of a PGN and lc0's training records, and
/// writes all but policy games. Entries can be filtered, compared with endgame
/// tables, mixed, and divided into parts; each position can be kept once. PGN
/// and records are written as whole games.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(CONVERT))]
pub(crate) struct Convert {
    /// Inputs, then the output; `-` is standard input or output
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    inputs: Inputs,

    /// Format of the output [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,

    /// Replace the output if it exists; never an input
    #[arg(short, long)]
    force: bool,

    #[command(flatten)]
    packing: Packing,

    /// Print what was done as lines of JSON
    ///
    /// A line for each input, one for each output, and one for the whole.
    #[arg(long, verbatim_doc_comment)]
    json: bool,

    /// Condition under which a .binpack chain goes on
    ///
    /// - counters (default): an entry whose position and counters follow
    /// - pieces: one whose position follows, as in Stockfish's tools; a
    ///   fifty-move counter that does not follow is lost
    #[arg(
        long,
        value_name = "RULE",
        default_value = "counters",
        value_parser = choice(&[("counters", ChainRule::Counters), ("pieces", ChainRule::Pieces)]),
        hide_default_value = true,
        hide_possible_values = true,
        verbatim_doc_comment
    )]
    chain_rule: ChainRule,

    #[command(flatten)]
    on_loss: OnLoss,

    #[command(flatten)]
    order: Order,

    #[command(flatten)]
    conditions: Conditions,

    #[command(flatten)]
    tables: Tables,

    /// Write the entries in random order, in bounded memory
    ///
    /// All entries of all inputs are mixed; games do not stay together. The
    /// order depends on the seed and the inputs only. What does not fit into
    /// the memory is put into temporary files.
    #[arg(long, verbatim_doc_comment, help_heading = "Order", display_order = 0)]
    shuffle: bool,

    /// Mix the inputs at random; each keeps its order
    ///
    /// All inputs end at about the same time. Needs little memory.
    #[arg(long, conflicts_with = "shuffle", help_heading = "Order", display_order = 0)]
    interleave: bool,

    /// Divide the games among several outputs
    ///
    /// The parts have names and sizes. With train=0.9,test=0.1 and the output
    /// games.bin, nine of ten games go to games.train.bin and the others to
    /// games.test.bin. To shuffle as well, split first and shuffle each part.
    #[arg(
        long,
        value_name = "PARTS",
        value_delimiter = ',',
        value_parser = part,
        conflicts_with_all = ["shuffle", "unique", "interleave"],
        help_heading = "Order",
        display_order = 0,
        verbatim_doc_comment
    )]
    split: Vec<Part>,

    #[command(flatten)]
    games: GameArgs,
}

impl Convert {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let order = match (self.shuffle, self.interleave) {
            (true, _) => EntryOrder::Random,
            (false, true) => EntryOrder::Mixed,
            (false, false) => EntryOrder::Kept,
        };
        // A number of values in the definition would not count names before and after an option together.
        let [inputs @ .., output] = &self.paths[..] else { unreachable!("a name is required") };
        if inputs.is_empty() {
            return Err(Stop::Failed("expected inputs and then an output, found one name".to_owned()));
        }
        let format = self.to.or_else(|| table::of_path(output)).ok_or_else(|| {
            Stop::Failed(format!("the format of the output {} is unknown; --to says what it is", output.display()))
        })?;
        let shards = shards(self.order.shards.unwrap_or(1));
        // Games are divided as wholes, and entries in random order in turns.
        let (parts, divided) = match (&self.split[..], &shards[..], order) {
            ([], [_], _) => (&[][..], &[][..]),
            ([], shards, EntryOrder::Random) => (shards, &[][..]),
            ([], shards, _) => (shards, shards),
            (parts, [_], _) => (parts, parts),
            _ => return Err(Stop::Failed("--split and --shards cannot be combined".to_owned())),
        };
        let seed = self.order.seed;
        let job = Job {
            inputs: &self.inputs,
            paths: inputs,
            targets: &self.targets(output, parts)?,
            conversion: Conversion {
                filter: self.conditions.filter(seed),
                split: GameSplit::from_sizes(&divided.iter().map(|part| part.size).collect::<Vec<_>>(), seed),
                is_unique: self.order.unique,
                order,
                seed,
                write: WriteOptions { lossy: self.on_loss.lossy(), chain_rule: self.chain_rule },
                head: self.order.head,
                sample: self.order.sample,
                threads: self.inputs.threads(),
                on_unrepresentable: self.on_loss.on_unrepresentable(),
                ..Conversion::new(format, self.order.memory())
            },
            tables: &self.tables,
            against: &self.order.against,
            has_json: self.json,
            games: &self.games,
        };
        match GameFormat::of(format) {
            Some(target) => games::run(&job, target),
            None => run_entries(&job),
        }
    }

    /// Returns the outputs of the parts, or the only one.
    fn targets(&self, output: &Path, parts: &[Part]) -> Result<Vec<Target>, Stop> {
        let target = |path| Target::new(path, self.force, self.packing);
        if parts.is_empty() {
            return Ok(vec![target(output.to_owned())]);
        }
        if is_standard(output) {
            return Err(Stop::Failed("several files are written, so the output cannot be -".to_owned()));
        }
        let is_repeated = |(index, part): (usize, &Part)| {
            parts[..index].iter().any(|other| other.name.to_lowercase() == part.name.to_lowercase())
        };
        if parts.iter().enumerate().any(is_repeated) {
            return Err(Stop::Failed("two parts of --split have the same name, without regard to case".to_owned()));
        }
        Ok(parts.iter().map(|part| target(path_of(output, &part.name))).collect())
    }
}

/// Returns this many parts of the same size, which have numbers as names.
fn shards(count: u32) -> Vec<Part> {
    let width = count.saturating_sub(1).checked_ilog10().map_or(1, |digits| digits as usize + 1);
    (0..count).map(|shard| Part { name: format!("{shard:0width$}"), size: 1.0 }).collect()
}
