//! Game rows in the packed formats of trainers.

use std::io::BufWriter;

use gardez::data::Evaluation;
use gardez_formats::{AnyWriter, Entry, Format, Wdl, White, WriteError, WriteOptions};
use gardez_types::Color;
use serde_json::json;

use super::file_name;
use super::games::{Step, for_each_game, result};
use crate::context::UnitContext;
use crate::done::Facts;
use crate::error::{Error, Result};
use crate::output::Output;

/// What was written, and what was left out.
#[derive(Default)]
struct Counts {
    entries: u64,
    without_score: u64,
    without_result: u64,
    misfits: u64,
}

/// Runs a unit that writes this format, which has a score and a result for each position.
pub(super) fn run(context: &mut UnitContext<'_>, output: &mut Output, rows: &[u64], format: Format) -> Result<Facts> {
    let mut target = BufWriter::with_capacity(1 << 18, output.open(&file_name(context, format.extension()))?);
    let unwritable = || Error::malformed(format, "it cannot be written");
    let mut writer = format.writer(&mut target, WriteOptions::default()).ok_or_else(unwritable)?;
    let mut counts = Counts::default();
    let folder = context.unit.folder(context.dir);
    let failed = |error: WriteError| match error {
        WriteError::Stream(error) => Error::Io { path: folder.clone(), error },
        error => Error::malformed(folder.display(), error),
    };
    for_each_game(context, rows, |steps| {
        let Some(known) = Wdl::from_game(result(steps[0].row.result), Color::White) else {
            counts.without_result += 1;
            return Ok(());
        };
        steps.iter().try_for_each(|step| write_step(step, known, &mut writer, &mut counts).map_err(&failed))
    })?;
    writer.finish().map_err(&failed)?;
    let file = target.into_inner().map_err(|error| Error::Io { path: folder.clone(), error: error.into_error() })?;
    output.finish(file, counts.entries);
    let Counts { entries, without_score, without_result, misfits } = counts;
    let facts = json!({
        "entries": entries,
        "without_score": without_score,
        "without_result": without_result,
        "misfits": misfits,
    });
    Ok(facts.as_object().cloned().unwrap_or_default())
}

/// Writes a position that has a move and an evaluation.
fn write_step(
    step: &Step,
    result: Wdl,
    writer: &mut AnyWriter<'_>,
    counts: &mut Counts,
) -> std::result::Result<(), WriteError> {
    let Some(mv) = step.row.mv.flatten() else { return Ok(()) };
    let Some(evaluation) = step.row.evaluation else {
        counts.without_score += 1;
        return Ok(());
    };
    let color = step.board.side_to_move();
    let score = Evaluation::from_white(evaluation.score(), color).to_score();
    let score = if color == Color::White { score } else { -score };
    match writer.write(&Entry::<White>::new(step.board, Some(mv), score, result)) {
        Ok(()) => counts.entries += 1,
        Err(WriteError::Unrepresentable(_)) => counts.misfits += 1,
        Err(error) => return Err(error),
    }
    Ok(())
}
