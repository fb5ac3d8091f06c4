//! The task that counts positions: one key range of the files of all shards becomes one row for each position.

use arrow_array::RecordBatch;
use serde_json::json;

use super::pairs::Pair;
use super::planning::parameters;
use super::positions::Positions;
use crate::context::{UnitContext, check_conserved};
use crate::done::{Facts, facts};
use crate::error::Result;
use crate::output::Output;
use crate::schema;
use crate::shuffle::merge_range;
use crate::table::{TableWriter, column_sum};

pub(crate) const POSITIONS: &str = "positions.parquet";

pub(crate) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    let memory = parameters(context.plan)?.memory();
    let mut positions = Positions::new(context.unit.to_string());
    let mut writer = TableWriter::create(output, POSITIONS, &schema::positions())?;
    let (mut rows, mut occurrences) = (0, 0);
    let mut write = |batch: RecordBatch| {
        rows += batch.num_rows() as u64;
        occurrences += column_sum(&batch, "n");
        writer.write(batch)
    };
    let read = merge_range(context, memory, |pair: &Pair| positions.push(pair)?.map_or(Ok(()), &mut write))?;
    write(positions.finish()?)?;
    writer.finish(output)?;
    check_conserved(context.unit, read.weight, occurrences)?;
    Ok(facts(json!({ "pairs": read.items, "positions": rows, "occurrences": occurrences.to_string() })))
}
