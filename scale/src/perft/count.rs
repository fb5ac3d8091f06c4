//! Counts the move sequences from the positions of a part of a key range.

use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, UInt64Type};
use arrow_array::{Array, Decimal128Array, FixedSizeBinaryArray, RecordBatch, StringArray, UInt32Array, UInt64Array};
use gardez_count::{Counter, Hits};
use gardez_position::Board;
use serde_json::{Map, json};

use super::expand::units_of;
use super::frontier::read_frontier;
use super::planning::parameters;
use crate::context::UnitContext;
use crate::done::{Done, Facts, facts};
use crate::error::{Error, Refusal, Result};
use crate::output::Output;
use crate::plan::Task;
use crate::schema::{self, SUM_TYPE};
use crate::store::Store;
use crate::table::{TableWriter, read_rows};
use crate::unit::Slice;

pub(crate) const FILE: &str = "count.parquet";

/// The results of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) records: u64,
    /// The sum of their counts.
    pub(crate) leaves: u128,
    /// The same, with each count multiplied by the number of sequences that lead to the position.
    pub(crate) sum: u128,
}

pub(crate) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>) -> Result<Facts> {
    let Task::Count { depth, from } = &context.stage.task else {
        unreachable!("the registry runs this for tasks that count");
    };
    let depth = *depth;
    let parameters = parameters(context.plan)?;
    let slice = Slice::new(context.unit.number, context.stage.units, units_of(context, Some(from)));
    let rows = slice.rows(context.sources()[0].1.rows);
    let whole = rows.end - rows.start;
    let (content, place) = (context.read(0)?, context.place(0));

    // The table keeps the counts of earlier positions, which are similar.
    let table = context.worker.table(useful_mebibytes(whole, depth), parameters.table_mib as usize);
    let mut table = table.map_err(Error::io(Path::new("the table")))?;
    let hits = |table: &Option<&mut gardez_count::Table>| (0..=depth).map(|d| hits_at(table, d)).collect::<Vec<_>>();
    let before = hits(&table);

    let counter = Counter::new();
    let mut counted = Counted::default();
    let mut sequences = 0_u128;
    read_frontier(content, &place, parameters.ply, Some(rows), |record| {
        let board = Board::try_from(&record.board());
        let board = board.map_err(|error| Error::malformed(format_args!("{:?}", record.board()), error))?;
        let leaves = match &mut table {
            Some(table) => counter.count_with(&board, depth, table),
            None => counter.count(&board, depth),
        };
        counted.records += 1;
        sequences += u128::from(record.n);
        counted.add(leaves, record.n).ok_or_else(|| too_large(&place))?;
        if counted.records % 256 == 0 {
            (context.report)(counted.records, whole);
        }
        Ok(())
    })?;
    if counted.records != whole {
        let what = format!("{} rows were read instead of {whole}", counted.records);
        return Err(Error::malformed(place, what));
    }

    let hits = hit_facts(&before, &hits(&table));
    write(context, output, counted)?;
    Ok(facts(json!({
        "records": counted.records,
        "sequences": sequences.to_string(),
        "leaves": counted.leaves.to_string(),
        "sum": counted.sum.to_string(),
        "hits": hits,
    })))
}

/// Returns the size of a table with room for all boards that are stored in a count of similar positions. A larger one
/// has no more hits, but the system takes time to provide its memory.
fn useful_mebibytes(positions: u64, depth: u32) -> usize {
    // Two plies are counted faster than they are looked up. Deeper counts store depth 3, or 2 if that is all there is.
    let Some(plies @ 1..) = depth.checked_sub(if depth <= 3 { 2 } else { 3 }) else { return 0 };
    // A position has about 25 moves, of which half lead to a board that is stored already. An entry has 16 bytes, and a
    // table keeps what it has if it is half full.
    let bytes = positions as f64 * 25_f64.powi(plies as i32) * 16.0;
    let mebibytes = (bytes / f64::from(1 << 20)).clamp(16.0, f64::from(1 << 30)) as usize;
    mebibytes.next_power_of_two()
}

impl Counted {
    /// Adds the count of a position that `n` sequences lead to. Returns `None` if a sum has more than 38 digits.
    fn add(&mut self, leaves: u128, n: u64) -> Option<()> {
        const LIMIT: u128 = 10_u128.pow(38);
        self.leaves = self.leaves.checked_add(leaves).filter(|&sum| sum < LIMIT)?;
        self.sum = self.sum.checked_add(leaves.checked_mul(n.into())?).filter(|&sum| sum < LIMIT)?;
        Some(())
    }
}

fn too_large(place: &str) -> Error {
    Error::refused(place, Refusal::TooLarge("the sum has more than 38 digits".to_owned()))
}

fn hits_at(table: &Option<&mut gardez_count::Table>, depth: u32) -> Hits {
    table.as_ref().map_or(Hits::default(), |table| table.hits(depth))
}

/// Returns for each depth at which boards were looked up how many, and the part of them that was found.
fn hit_facts(before: &[Hits], after: &[Hits]) -> Map<String, serde_json::Value> {
    let mut facts = Map::new();
    for (depth, (before, after)) in before.iter().zip(after).enumerate() {
        let (lookups, found) = (after.lookups - before.lookups, after.found - before.found);
        if 0 < lookups {
            let rate = (found as f64 / lookups as f64 * 1e4).round() / 1e4;
            facts.insert(depth.to_string(), json!({ "lookups": lookups, "found": found, "rate": rate }));
        }
    }
    facts
}

/// Writes the file with the sums.
fn write(context: &UnitContext<'_>, output: &mut Output<'_>, counted: Counted) -> Result<()> {
    let sum = |number: u128| {
        let array = Decimal128Array::from_iter_values([i128::try_from(number).expect("at most 38 digits")]);
        Arc::new(array.with_data_type(SUM_TYPE)) as Arc<dyn Array>
    };
    let inputs = FixedSizeBinaryArray::try_from_iter([context.sources_digest().as_bytes()].into_iter());
    let columns: Vec<Arc<dyn Array>> = vec![
        Arc::new(UInt32Array::from(vec![context.unit.number])),
        Arc::new(UInt64Array::from(vec![counted.records])),
        sum(counted.leaves),
        sum(counted.sum),
        Arc::new(StringArray::from(vec![context.plan.code.as_str()])),
        Arc::new(inputs.expect("a digest has 32 bytes")),
    ];
    let layout = schema::count();
    let batch = RecordBatch::try_new(layout.schema.clone(), columns).expect("these are the columns");
    let mut writer = TableWriter::create(output, FILE, &layout)?;
    writer.write(batch)?;
    writer.finish(output)
}

/// Reads what a unit has counted, from a file whose digest is checked.
pub(crate) fn read(store: &dyn Store, done: &Done) -> Result<Counted> {
    let unit = &done.unit;
    let malformed = |what: &str| Error::malformed(unit, what);
    let file = done.file(FILE).ok_or_else(|| malformed("its done.json does not mention count.parquet"))?;
    let place = format!("{unit}/{FILE}");
    let mut counted = None;
    read_rows(file.read(store, unit)?, &place, &schema::count(), None, |batch| {
        if batch.num_rows() != 1 || counted.is_some() || batch.columns().iter().any(|column| 0 < column.null_count()) {
            return Err(malformed("the count is not one row"));
        }
        let sum = |column: usize| {
            let value = batch.column(column).as_primitive::<Decimal128Type>().value(0);
            u128::try_from(value).map_err(|_| malformed("a sum is negative"))
        };
        let records = batch.column(1).as_primitive::<UInt64Type>().value(0);
        counted = Some(Counted { records, leaves: sum(2)?, sum: sum(3)? });
        Ok(())
    })?;
    counted.ok_or_else(|| malformed("the count is not one row"))
}
