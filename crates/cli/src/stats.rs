//! `gardez stats`: what is in files of packed positions.

mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::data::files::{FileSummary, Place};
use gardez::data::{Filter, Histogram, Statistics};
use gardez_formats::Wdl;
use serde::Serialize;

use crate::input::or_standard;
use crate::output::{print, print_json};
use crate::packed::{Inputs, explanation};
use crate::progress::Progress;
use crate::stop::{Stop, code, print_error};

const EXAMPLES: &str = "\
Examples:
  gardez stats games.{1}
  gardez stats --json part*.{4}.zst";

/// Print numbers about packed positions: results, scores, plies
///
/// Draws the scores, the numbers of pieces and the plies as histograms. The
/// numbers are those of all files together.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(crate) struct Stats {
    /// Files, packed or not [default: standard input]
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    inputs: Inputs,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// The line of JSON.
#[derive(Serialize)]
struct Line {
    entries: u64,
    games: u64,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
    white_to_move: u64,
    black_to_move: u64,
    in_check: u64,
    with_move: u64,
    captures: u64,
    with_castling_rights: u64,
    scores_without_negation: u64,
    scores: Numbers,
    pieces: Numbers,
    plies: Numbers,
}

/// A histogram in JSON.
#[derive(Serialize)]
struct Numbers {
    min: Option<i64>,
    median: Option<i64>,
    max: Option<i64>,
    mean: Option<f64>,
}

impl Stats {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let paths = or_standard(&self.paths)?;
        let progress = Progress::of(&paths, self.inputs.quiet, false);
        let read = self.inputs.places(&paths, &Filter::ALL).and_then(|places| self.read(&places, &progress));
        progress.end();
        let (statistics, files) = read?;
        let damaged = files.iter().filter(|file| file.error.is_some());
        damaged.clone().for_each(|file| print_error(&file.to_string()));
        if self.json {
            print_json(&line(&statistics))?;
        } else {
            print(format_args!("{}", text::drawn(&statistics)))?;
        }
        let is_complete = !damaged.clone().any(|file| file.is_of_stream());
        Ok(code(is_complete, damaged.count() == 0 && statistics.entries != 0))
    }

    /// Reads all files.
    fn read(&self, places: &[Place], progress: &Progress) -> Result<(Statistics, Vec<FileSummary>), Stop> {
        let (mut statistics, mut files) = (Statistics::default(), Vec::new());
        let opener = self.inputs.opener(progress);
        for place in places {
            files.push(match opener.open(place) {
                Ok(reader) => FileSummary::read(place.to_string(), reader, Some(&mut statistics)),
                Err(error) => FileSummary::unopened(place, error)?,
            });
        }
        Ok((statistics, files))
    }
}

fn line(statistics: &Statistics) -> Line {
    let [white_to_move, black_to_move] = statistics.sides;
    Line {
        entries: statistics.entries,
        games: statistics.games,
        white_wins: statistics.results[Wdl::Win as usize],
        black_wins: statistics.results[Wdl::Loss as usize],
        draws: statistics.results[Wdl::Draw as usize],
        white_to_move,
        black_to_move,
        in_check: statistics.checks,
        with_move: statistics.moves,
        captures: statistics.captures,
        with_castling_rights: statistics.castling_rights,
        scores_without_negation: statistics.scores_without_negation,
        scores: numbers(&statistics.scores),
        pieces: numbers(&statistics.pieces),
        plies: numbers(&statistics.plies),
    }
}

fn numbers(histogram: &Histogram) -> Numbers {
    let [min, median, max] = [0.0, 0.5, 1.0].map(|share| histogram.quantile(share));
    Numbers { min, median, max, mean: histogram.mean() }
}
