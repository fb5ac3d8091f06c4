//! Game rows as rows of entries, in any packed format.

use std::io::BufWriter;

use gardez_formats::{Format, WriteError, WriteOptions};
use gardez_types::GameResult;
use serde_json::json;

use super::file_name;
use super::games::for_each_game;
use crate::context::UnitContext;
use crate::done::{Facts, facts};
use crate::error::{Error, Result};
use crate::output::Output;

/// Runs a unit that writes this format, which has a score and a result for each position.
pub(super) fn run(
    context: &mut UnitContext<'_>,
    output: &mut Output<'_>,
    rows: &[u64],
    format: Format,
) -> Result<Facts> {
    let mut target = BufWriter::with_capacity(1 << 18, output.open(&file_name(context, format.extension()))?);
    let unwritable = || Error::malformed(format, "it cannot be written");
    let mut writer = format.writer(&mut target, WriteOptions::default()).ok_or_else(unwritable)?;
    let (mut entries, mut without_score, mut without_result, mut unrepresentable) = (0_u64, 0_u64, 0_u64, 0_u64);
    let folder = context.store.place(&context.unit.to_string());
    let failed = |error: WriteError| match error {
        WriteError::Stream(error) => Error::Io { path: folder.clone(), error },
        error => Error::malformed(folder.display(), error),
    };
    for_each_game(context, rows, |_, game| {
        if game.result == GameResult::Unknown {
            without_result += 1;
            return Ok(());
        }
        for entry in game.entries() {
            match entry.map(|entry| writer.write(&entry)) {
                Some(Ok(())) => entries += 1,
                Some(Err(WriteError::Unrepresentable(_))) => unrepresentable += 1,
                Some(Err(error)) => return Err(failed(error)),
                None => without_score += 1,
            }
        }
        Ok(())
    })?;
    writer.finish().map_err(&failed)?;
    let file = target.into_inner().map_err(|error| Error::Io { path: folder.clone(), error: error.into_error() })?;
    output.finish(file, entries);
    Ok(facts(json!({
        "entries": entries,
        "without_score": without_score,
        "without_result": without_result,
        "unrepresentable": unrepresentable,
    })))
}
