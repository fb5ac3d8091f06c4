//! Whole games: from the inputs to a PGN or to training records of lc0.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use gardez::data::chunk::{ChunkOptions, GameConversion, GameConversionError, GameFormat, GameOptions, GamesConverted};
use gardez::data::{Conversion, EntryOrder, Filter, PolicyComments};
use serde_json::json;

use crate::convert::job::Job;
use crate::convert::report::left_out;
use crate::output::{Batch, Output, Taken, Target, print_json};
use crate::progress::Progress;
use crate::stop::{Stop, code, print_error};

/// Converts, and prints what was done.
pub(super) fn run(job: &Job<'_>, format: GameFormat) -> Result<ExitCode, Stop> {
    let Conversion { head, sample, is_unique, order, split, filter, .. } = &job.conversion;
    let is_sampled = head.is_some() || sample.is_some();
    let is_of_positions = is_sampled || *is_unique || *order != EntryOrder::Kept || split.is_some();
    if !filter.is_all() || job.tables.is_asked() || is_of_positions {
        let advice = "conditions, tables, --unique and another order are for positions";
        return Err(Stop::Failed(format!("{} are written as whole games; {advice}", format.content)));
    }
    let [target] = job.targets else { unreachable!("there are no parts") };
    if job.has_json && target.is_standard() {
        return Err(Stop::Failed("--json needs standard output, but the output goes there".to_owned()));
    }
    let places = job.inputs.places(job.paths, &Filter::ALL)?;
    let progress = Progress::of(job.paths, job.inputs.quiet, target.is_standard());
    // Records keep their policies; a PGN gets them if it is asked for.
    let policies = if format.is_divisible || job.games.policies { PolicyComments::Write } else { PolicyComments::Omit };
    let records = ChunkOptions::new(job.games.input_format);
    let conversion = GameConversion {
        target: format,
        options: GameOptions { strictness: job.inputs.strictness(), records, policies },
        missing_score: job.inputs.missing_score,
        on_unrepresentable: job.conversion.on_unrepresentable,
    };
    let mut output = Games::new(job.taken(&places), target, format)?;
    let done = conversion.run(&job.inputs.opener(&progress), &places, |number, bytes| output.write(number, bytes));
    progress.end();
    let done = done?;
    output.finish()?;
    done.damage.iter().for_each(|damage| print_error(damage));
    if job.has_json {
        print_json(&json!({
            "output": target.name(), "games_read": done.read, "games_written": done.written,
            "records_written": done.records, "left_out": left_out(&done.left_out),
        }))?;
    } else if !job.inputs.quiet {
        gardez_io::output::write_error(format_args!("{}\n", summary(&done, format)));
    }
    Ok(code(!done.has_failed_stream, done.damage.is_empty() && done.written != 0))
}

impl From<GameConversionError> for Stop {
    fn from(error: GameConversionError) -> Self {
        match error {
            GameConversionError::Open(error) => error.into(),
            GameConversionError::SameFormat { name, format } => {
                Self::Failed(format!("{name} is a {format} already; `gardez pgn clean` rewrites it"))
            }
            GameConversionError::NoMove { .. } => Self::Failed(format!("{error}; --skip leaves such entries out")),
            GameConversionError::Unfit { .. } => Self::Failed(format!("{error}; --skip leaves such games out")),
            error => Self::Failed(error.to_string()),
        }
    }
}

enum Games<'a> {
    File(Output),
    /// A file for each game.
    Directory(Taken, &'a Target, &'a Path, Batch),
}

impl<'a> Games<'a> {
    fn new(taken: Taken, target: &'a Target, format: GameFormat) -> Result<Self, Stop> {
        match target.directory() {
            Some(directory) if format.is_divisible => {
                fs::create_dir_all(directory).map_err(|error| Stop::unwritable(directory.display(), error))?;
                Ok(Self::Directory(taken, target, directory, Batch::default()))
            }
            _ => Ok(Self::File(target.open(&taken)?)),
        }
    }

    fn finish(self) -> Result<(), Stop> {
        match self {
            Self::File(output) => output.finish(),
            Self::Directory(.., mut files) => files.finish(),
        }
    }

    fn write(&mut self, number: u64, bytes: &[u8]) -> Result<(), Stop> {
        match self {
            Self::File(output) => output.write(bytes),
            Self::Directory(taken, target, directory, files) => {
                // The names are those of lc0's self-play.
                let mut file = target.create_in(directory, &format!("game_{number:06}.gz"), taken)?;
                file.write(bytes)?;
                files.push(file)
            }
        }
    }
}

fn summary(done: &GamesConverted, format: GameFormat) -> String {
    let noun = if done.read == 1 { "game" } else { "games" };
    let mut text = format!("{} {noun} read, {} written", done.read, done.written);
    if format.is_divisible {
        text += &format!(" as {} records", done.records);
    }
    for (reason, count) in &done.left_out {
        text += &format!("\n{count:>9} left out: {reason}");
    }
    text
}
