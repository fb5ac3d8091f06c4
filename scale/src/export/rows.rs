//! The rows of all inputs as one sequence, of which each unit reads a part.

use std::ops::Range;
use std::path::Path;

use arrow_array::RecordBatch;

use crate::context::UnitContext;
use crate::error::{Error, Result};
use crate::plan::InputFile;
use crate::schema::Layout;
use crate::store;
use crate::table::RowReader;

/// Returns the rows of a unit: an equal part of all.
pub(super) fn range(context: &UnitContext<'_>, rows: &[u64]) -> Range<u64> {
    let all: u128 = rows.iter().map(|&rows| u128::from(rows)).sum();
    let units = u128::from(context.stage.units.max(1));
    let cut = |unit: u32| (all * u128::from(unit) / units) as u64;
    cut(context.unit.number)..cut(context.unit.number + 1)
}

/// Returns the rows of this range of all inputs, in order. Each file is checked before its first row is read.
pub(super) fn read<'a>(
    dir: &'a Path,
    inputs: &'a [InputFile],
    rows: &'a [u64],
    layout: &'a Layout,
    range: Range<u64>,
) -> impl Iterator<Item = Result<RecordBatch>> + use<'a> {
    let starts = rows.iter().scan(0_u64, |next, &rows| {
        let start = *next;
        *next += rows;
        Some(start)
    });
    let parts = inputs.iter().zip(rows).zip(starts).filter_map(move |((input, &rows), start)| {
        let part = range.start.max(start)..range.end.min(start + rows);
        (part.start < part.end).then(|| (input, part.start - start..part.end - start))
    });
    parts.flat_map(move |(input, part)| {
        let (reader, error) = match open(dir, input, layout, part) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        reader.into_iter().flatten().chain(error)
    })
}

fn open(dir: &Path, input: &InputFile, layout: &Layout, rows: Range<u64>) -> Result<RowReader> {
    let (store, name) = store::of_file(dir, &input.path)?;
    let place = store.place(&name).display().to_string();
    let recorded = input.blake3.ok_or_else(|| Error::malformed(&place, "the plan has no digest of it"))?;
    let remedy = || "`scale run --repair` of the plan that it belongs to makes it again".to_owned();
    let file = store.fetch_checked(&name, &place, input.bytes, recorded, remedy)?;
    RowReader::new(file, &place, layout, Some(rows))
}
