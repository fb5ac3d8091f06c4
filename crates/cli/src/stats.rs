//! `gardez stats`: statistics of files of packed positions.

mod html;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::data::files::Survey;
use gardez::data::{Filter, Histogram, Memory, Rejection, Statistics};
use gardez_formats::Wdl;
use serde_json::{Value, json};

use crate::conditions::Conditions;
use crate::input::or_standard;
use crate::output::{Output, Taken, print, print_json};
use crate::packed::{Inputs, explanation, told};
use crate::progress::Progress;
use crate::stop::{Stop, code, print_error};

const EXAMPLES: &str = "\
Examples:
  gardez stats games.{1}
  gardez stats --json part*.{4}.zst
  gardez stats --no-checks --duplicates --html report.html games.{1}
  gardez stats --compare old.{4} new.{4}";

/// Print numbers about packed positions: results, scores, plies
///
/// Draws the scores, the numbers of pieces and the plies as histograms, and
/// fits the curve by which scores win. The numbers are those of all files
/// together.
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

    /// Print two to four files side by side
    #[arg(long, conflicts_with = "json")]
    compare: bool,

    /// Count positions that appear again
    #[arg(long)]
    duplicates: bool,

    /// Memory for positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,

    /// Write a page with pictures, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Replace the page if it exists
    #[arg(short, long, requires = "html")]
    force: bool,

    #[command(flatten)]
    conditions: Conditions,
}

/// The numbers of some files.
struct Numbers {
    name: String,
    statistics: Statistics,
    duplicates: Option<u64>,
    left_out: Vec<(&'static str, u64)>,
}

impl Stats {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let paths = or_standard(&self.paths)?;
        let groups: Vec<&[PathBuf]> = if self.compare { paths.chunks(1).collect() } else { vec![&paths] };
        if self.compare && !(2..=4).contains(&groups.len()) {
            return Err(Stop::Failed("--compare expects two to four files".to_owned()));
        }
        let progress = Progress::of(&paths, self.inputs.quiet, false);
        let (mut is_complete, mut is_sound) = (true, true);
        let read = groups.iter().map(|paths| self.read(paths, &progress, &mut is_complete, &mut is_sound));
        let read = read.collect::<Result<Vec<Numbers>, Stop>>();
        progress.end();
        let read = read?;
        if let Some(path) = &self.html {
            let mut output = Output::create(path, self.force, &Taken::new(&paths))?;
            output.write(html::page(&read).as_bytes())?;
            output.finish()?;
        }
        match (&read[..], self.json) {
            ([numbers], true) => print_json(&line(numbers))?,
            ([numbers], false) => print(format_args!("{}", text::drawn(numbers)))?,
            (several, _) => print(format_args!("{}", text::compared(several)))?,
        }
        let has_entries = read.iter().all(|numbers| numbers.statistics.entries != 0);
        Ok(code(is_complete, is_sound && has_entries))
    }

    /// Reads some files.
    fn read(
        &self,
        paths: &[PathBuf],
        progress: &Progress,
        is_complete: &mut bool,
        is_sound: &mut bool,
    ) -> Result<Numbers, Stop> {
        let filter: Filter = self.conditions.filter(1);
        let places = self.inputs.places(paths, &filter)?;
        let mut survey = Survey::new(filter, self.inputs.threads());
        if self.duplicates {
            let bytes = usize::try_from(u64::from(self.memory) << 20).unwrap_or(usize::MAX);
            survey = survey.with_duplicates(&Memory::new(bytes, std::env::temp_dir()));
        }
        survey.read(&self.inputs.opener_of(true, progress), &places, |file| -> Result<(), Stop> {
            if file.error.is_some() {
                progress.suspend(|| print_error(&told(&file)));
                *is_sound = false;
                *is_complete &= !file.is_of_stream();
            }
            Ok(())
        })?;
        let duplicates = survey.duplicates().map_err(|error| Stop::Failed(error.to_string()))?;
        let count = |&reason: &Rejection| (reason.name(), survey.rejections.count(reason));
        let left_out = Rejection::ALL.iter().map(count).filter(|&(_, count)| count != 0).collect();
        let name = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        Ok(Numbers { name, statistics: survey.statistics, duplicates, left_out })
    }
}

fn line(Numbers { statistics, duplicates, left_out, .. }: &Numbers) -> Value {
    let summary = |histogram: &Histogram| {
        let [min, median, max] = [0.0, 0.5, 1.0].map(|share| histogram.quantile(share));
        json!({ "min": min, "median": median, "max": max, "mean": histogram.mean() })
    };
    let rate = statistics.win_rate().map(|rate| json!({ "half": rate.half, "scale": rate.scale }));
    json!({
        "entries": statistics.entries, "games": statistics.games,
        "white_wins": statistics.results[Wdl::Win as usize], "black_wins": statistics.results[Wdl::Loss as usize],
        "draws": statistics.results[Wdl::Draw as usize],
        "without_result": statistics.entries - statistics.results.iter().sum::<u64>(),
        "white_to_move": statistics.sides[0], "black_to_move": statistics.sides[1], "in_check": statistics.checks,
        "with_move": statistics.moves, "captures": statistics.captures,
        "with_castling_rights": statistics.castling_rights,
        "scores_without_negation": statistics.scores_without_negation, "scores": summary(&statistics.scores),
        "pieces": summary(&statistics.pieces), "plies": summary(&statistics.plies),
        "phases": summary(&statistics.phases), "duplicates": duplicates,
        "left_out": left_out.iter().map(|(_, count)| count).sum::<u64>(), "win_rate": rate,
    })
}
