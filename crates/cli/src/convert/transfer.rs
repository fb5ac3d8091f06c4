//! From the inputs to the output.

use std::process::ExitCode;

use gardez_formats::convert::{AnyWriter, Filtered, Rejection, Shuffled, SpillError, TransferError, Unique};
use gardez_formats::{ReadError, View, WriteError};

use crate::convert::job::Job;
use crate::packed::{Files, Opened};
use crate::progress::Progress;
use crate::stop::{Stop, code};

/// Converts, and prints a summary.
pub(super) fn run(job: &Job<'_>) -> Result<ExitCode, Stop> {
    let progress = Progress::of(job.paths, job.inputs.quiet, job.target.is_standard());
    let opened = job.inputs.open(job.paths, &progress)?;
    let mut output = job.target.open(job.paths)?;
    let unwritable = || Stop::Failed(format!("{} cannot be written", job.format));
    let mut writer = AnyWriter::new(job.format, &mut output, job.losses).ok_or_else(unwritable)?;
    let done = match opened {
        Opened::White(files) => write(job, files, &mut writer),
        Opened::SideToMove(files) => write(job, files, &mut writer),
    };
    progress.end();
    let done = done?;
    writer.finish().map_err(|error| unwritten(&error))?;
    output.finish()?;
    for damage in &done.damage {
        gardez_output::write_error(format_args!("error: {damage}\n"));
    }
    if !job.inputs.quiet {
        gardez_output::write_error(format_args!("{}\n", done.summary));
    }
    Ok(code(!done.has_failed_stream, done.damage.is_empty() && done.written != 0))
}

/// What a conversion has done.
struct Done {
    written: u64,
    /// One line about all entries.
    summary: String,
    /// A line for each damaged file.
    damage: Vec<String>,
    /// True if a file could not be read, although its bytes may be right.
    has_failed_stream: bool,
}

/// Writes the entries of the files, in their order or in another one.
fn write<V: View>(job: &Job<'_>, mut files: Files<V>, writer: &mut AnyWriter<'_>) -> Result<Done, Stop> {
    let mut filtered = Filtered::new(&mut files, job.filter.clone());
    let mut duplicates = 0;
    let transferred = match (job.is_unique, job.seed) {
        (false, None) => writer.write_all(&mut filtered, job.on_misfit),
        (false, Some(seed)) => {
            let mut shuffled = Shuffled::new(&mut filtered, seed, &job.memory).map_err(spilled)?;
            writer.write_all(&mut shuffled, job.on_misfit)
        }
        (true, None) => {
            let mut unique = Unique::new(&mut filtered, &job.memory).map_err(spilled)?;
            duplicates = unique.duplicates();
            writer.write_all(&mut unique, job.on_misfit)
        }
        (true, Some(seed)) => {
            let mut unique = Unique::new(&mut filtered, &job.memory).map_err(spilled)?;
            duplicates = unique.duplicates();
            let mut shuffled = Shuffled::new(&mut unique, seed, &job.memory).map_err(spilled)?;
            writer.write_all(&mut shuffled, job.on_misfit)
        }
    };
    let rejections = *filtered.rejections();
    drop(filtered);
    let transferred = transferred.map_err(|error| failed(&error, &files))?;

    let mut left_out: Vec<(String, u64)> =
        files.left_out().into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    left_out.extend(Rejection::ALL.map(|reason| (reason.name().to_owned(), rejections.count(reason))));
    left_out.push((Rejection::Duplicate.name().to_owned(), duplicates));
    left_out.extend(transferred.skipped.iter().map(|(error, count)| (error.to_string(), *count)));
    let mut summary = format!("{} entries read, {} written", files.total(), transferred.written);
    for (reason, count) in left_out.iter().filter(|(_, count)| *count != 0) {
        summary += &format!("; left out: {count}, {reason}");
    }
    let damaged = files.finished().iter().filter(|file| file.error.is_some());
    Ok(Done {
        written: transferred.written,
        summary,
        has_failed_stream: damaged.clone().any(|file| matches!(file.error, Some(ReadError::Stream { .. }))),
        damage: damaged.map(ToString::to_string).collect(),
    })
}

#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn spilled(error: SpillError) -> Stop {
    Stop::Failed(error.to_string())
}

fn failed<V: View>(error: &TransferError, files: &Files<V>) -> Stop {
    match error {
        TransferError::Write { error: WriteError::Stream(error), .. } => Stop::unwritable("the output", error),
        TransferError::Write { error, .. } => {
            let advice = "--skip leaves such entries out, and --lose says what may be lost";
            Stop::Failed(format!("{}, entry {}: {error}; {advice}", files.current(), files.total()))
        }
        _ => Stop::Failed(error.to_string()),
    }
}

fn unwritten(error: &WriteError) -> Stop {
    Stop::unwritable("the output", error)
}
