//! `gardez rescore`: training records of lc0, rescored with endgame tables.

mod game;
mod names;
mod summary;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::data::{Deblunder, RescoreOptions, Rescorer, in_order};
use gardez::lc0::InputFormat;
use gardez::lc0::training::V7;

use crate::output::{Batch, Output, Taken, print};
use crate::packed::Threads;
use crate::progress::Progress;
use crate::rescore::game::{Done, Job};
use crate::rescore::names::{Game, games};
use crate::rescore::summary::Summary;
use crate::stop::{EXIT_CODES, Stop, code};
use crate::tables;

const EXPLANATION: &str = "\
Examples:
  gardez rescore --tables syzygy --output rescored games
  gardez rescore --tables syzygy/345:syzygy/6 --threads 8 -o out games/*.gz
  gardez rescore --tables syzygy --new-input-format 4 --deblunder -o out games
  gardez rescore --tables syzygy --dtz-policy-boost 0.3 --json -o out games

A file has the records of one game. It is written to the directory of the
output under its own name. Inputs are never changed or deleted.

A game that lc0's rescorer refuses is skipped, counted, and printed with its
reason. Records that are marked for deletion are used to find the moves of the
game, and are not written. Records of versions 3 to 5 become version 6, or 7
with --v7.

A position is left as it is if its probe asks for a table that is missing. As
lc0's, a probe looks at the position after each capture first, in lc0's order
of moves: it stops at a move that wins, and fails at a missing table.

The options have the names and defaults of lc0's rescorer. Option names may be
written with lc0's underscores (--dist_offset, --dtz_policy_boost).";

/// The usual factor of short-term values.
const THETA: &str = "5/6";

/// Rescore training records of lc0 with Syzygy endgame tables
///
/// Results and plies left become those of the tables, where a game reaches
/// them. Probabilities, blunders and the input format can be changed, too. The
/// records are those that lc0's rescorer writes, byte for byte.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{EXPLANATION}\n\n{EXIT_CODES}"))]
pub(crate) struct Rescore {
    /// Files with one game each, directories of .gz files, or tars
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,

    /// Directory of the rescored games
    ///
    /// It is made if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Directories of tables
    ///
    /// They contain .rtbw and .rtbz files, and are separated as in PATH.
    #[arg(long, value_name = "DIRS", visible_alias = "syzygy", alias = "syzygy-paths", required = true)]
    tables: OsString,

    /// Replace games that exist, but never an input
    #[arg(short, long)]
    force: bool,

    #[command(flatten)]
    threads: Threads,

    /// Write records of version 7
    ///
    /// Their short-term values are averages whose weights fall by the factor
    /// THETA from one record to the next [default: 5/6, as in the trainer].
    #[arg(long, value_name = "THETA", num_args = 0..=1, require_equals = true, default_missing_value = THETA)]
    #[arg(value_parser = theta, verbatim_doc_comment)]
    v7: Option<f32>,

    /// Print counters and refused games as a line of JSON
    #[arg(long)]
    json: bool,

    /// Show no progress and no summary
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    changes: Changes,
}

/// The changes besides results and plies left.
#[derive(Args, Debug)]
#[command(next_help_heading = "Changes")]
struct Changes {
    /// Raise probabilities to the power 1/T, from 0.001 to 100
    #[arg(long, value_name = "T", default_value_t = 1.0)]
    temperature: f32,

    /// Add this to each probability first, from -0.999 to 0
    #[arg(long, value_name = "P", alias = "dist_offset", default_value_t = 0.0, allow_negative_numbers = true)]
    dist_offset: f32,

    /// Raise the fastest wins by this in all, from 0 to 1
    #[arg(long, value_name = "P", alias = "dtz_policy_boost", default_value_t = 0.0)]
    dtz_policy_boost: f32,

    /// Input format of the new planes, or -1 to keep them
    #[arg(long, long_help = format!("Input format of the new planes, or -1 to keep them\n\nOne of {}.", InputFormat::NUMBERS), value_name = "FORMAT", default_value_t = -1, allow_negative_numbers = true)]
    new_input_format: i32,

    /// Replace results from before a blunder by those that were expected
    #[arg(long)]
    deblunder: bool,

    /// best_q - played_q that makes a blunder, from 0 to 2
    #[arg(long, value_name = "Q", default_value_t = 2.0, requires = "deblunder")]
    deblunder_q_blunder_threshold: f32,

    /// Mix results around the threshold, from 0 to 2
    #[arg(long, value_name = "Q", default_value_t = 0.0, requires = "deblunder")]
    deblunder_q_blunder_width: f32,
}

fn theta(text: &str) -> Result<f32, &'static str> {
    let number = if text == THETA { Ok(V7::DEFAULT_THETA) } else { text.parse() };
    number.ok().filter(|theta| (0.0..=1.0).contains(theta)).ok_or("expected a number from 0 to 1")
}

impl Changes {
    fn options(&self) -> Result<RescoreOptions, Stop> {
        let mut options = RescoreOptions {
            temperature: self.temperature,
            dist_offset: self.dist_offset,
            dtz_policy_boost: self.dtz_policy_boost,
            ..RescoreOptions::default()
        };
        if self.new_input_format != -1 {
            let number = u32::try_from(self.new_input_format).ok();
            let unknown = || Stop::Failed(format!("there is no input format {}", self.new_input_format));
            options.new_input_format = Some(number.and_then(InputFormat::from_raw).ok_or_else(unknown)?);
        }
        if self.deblunder {
            let (threshold, width) = (self.deblunder_q_blunder_threshold, self.deblunder_q_blunder_width);
            options.deblunder = Some(Deblunder { threshold, width });
        }
        Ok(options)
    }
}

impl Rescore {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let options = self.changes.options()?;
        options.check().map_err(|error| Stop::Failed(error.to_string()))?;
        let tables = tables::open(&self.tables)?;
        let rescorer = Rescorer::new(&tables, options).map_err(|error| Stop::Failed(error.to_string()))?;
        let games = games(&self.inputs, &self.output)?;
        fs::create_dir_all(&self.output).map_err(|error| Stop::unwritable(self.output.display(), error))?;

        let mut paths: Vec<PathBuf> = games.iter().filter_map(|game| game.input.path()).collect();
        paths.dedup();
        let progress = Progress::of(&paths, self.quiet, false);
        let job = Job { rescorer, theta: self.v7, force: self.force, taken: Taken::new(&paths), progress: &progress };
        let summary = self.rescore_all(&job, &games);
        progress.end();
        let summary = summary?;
        if self.json {
            print(format_args!("{}\n", summary.json()))?;
        } else {
            summary.print_refusals();
            if !self.quiet {
                print(format_args!("{summary}"))?;
            }
        }
        Ok(code(summary.is_complete(), summary.is_fine()))
    }

    /// Rescores the games in several threads. Each game is written in the order of the inputs.
    fn rescore_all(&self, job: &Job<'_>, games: &[Game]) -> Result<Summary, Stop> {
        let (mut summary, mut finished, mut next) = (Summary::default(), Batch::default(), games.iter());
        let take = |(game, done): (&Game, Result<(Done, Option<Output>), Stop>)| {
            let (done, output) = done?;
            summary.add(game, done);
            output.map_or(Ok(()), |output| finished.push(output))
        };
        // What cannot be written will not be writable for the other games either.
        let threads = self.threads.count();
        let done = in_order(threads, || next.next(), |game| (game, job.run(game)), take);
        finished.finish()?;
        done.map(|()| summary)
    }
}
