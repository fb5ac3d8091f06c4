//! The task that counts positions: one key range of the files of all shards becomes one row for each position.

use serde_json::json;

use super::pairs::Pair;
use super::planning::parameters;
use super::positions::Positions;
use crate::context::{UnitContext, check_conserved};
use crate::done::Facts;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::schema;
use crate::shuffle::merge_range;
use crate::table::{TableWriter, column_sum};

/// The file with the positions.
pub(crate) const POSITIONS: &str = "positions.parquet";

pub(crate) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    let memory = parameters(context.plan)?.memory();
    let mut writer = PositionWriter::create(output, context.unit.to_string())?;
    let read = merge_range(context, memory, |pair: &Pair| writer.push(pair))?;
    let (positions, occurrences) = writer.finish(output)?;
    check_conserved(context.unit, read.weight, occurrences)?;
    let mut facts = Facts::new();
    facts.insert("pairs".to_owned(), json!(read.items));
    facts.insert("positions".to_owned(), json!(positions));
    facts.insert("occurrences".to_owned(), json!(occurrences.to_string()));
    Ok(facts)
}

/// The file with the positions of a key range.
struct PositionWriter {
    positions: Positions,
    writer: TableWriter,
    rows: u64,
    /// The sum of the counts that were written.
    occurrences: u128,
    unit: String,
}

impl PositionWriter {
    fn create(output: &Output<'_>, unit: String) -> Result<Self> {
        let writer = TableWriter::create(output, POSITIONS, &schema::positions())?;
        Ok(Self { positions: Positions::new(), writer, rows: 0, occurrences: 0, unit })
    }

    /// Adds a pair. Pairs are sorted by board and move.
    fn push(&mut self, pair: &Pair) -> Result<()> {
        let batch = self.positions.push(pair).map_err(|what| Error::malformed(&self.unit, what))?;
        batch.map_or(Ok(()), |batch| self.write(batch))
    }

    fn write(&mut self, batch: arrow::array::RecordBatch) -> Result<()> {
        self.rows += batch.num_rows() as u64;
        self.occurrences += column_sum(&batch, "n");
        self.writer.write(batch)
    }

    /// Completes the file, and returns the number of positions and the sum of their counts.
    fn finish(mut self, output: &mut Output<'_>) -> Result<(u64, u128)> {
        let batch = self.positions.finish().map_err(|what| Error::malformed(&self.unit, what))?;
        self.write(batch)?;
        self.writer.finish(output)?;
        Ok((self.rows, self.occurrences))
    }
}
