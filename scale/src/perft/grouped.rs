//! Merging more records than fit into memory.

use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::{Decimal128Type, UInt64Type};

use super::frontier::FrontierWriter;
use super::planning::parameters;
use super::record::{Record, too_many};
use crate::context::{UnitContext, check_conserved};
use crate::error::{Error, Result};
use crate::group::{Added, Grouping, Room, Rows, group, rows_of};
use crate::output::Output;
use crate::plan::FRONTIER;
use crate::schema;

/// Runs a unit of `merge` with DataFusion. The bytes are the same as when merging in memory.
///
/// Returns the number of records and of sequences.
pub(super) fn run(context: &mut UnitContext<'_>, output: &mut Output, ply: u32, rows: u64) -> Result<(u64, u128)> {
    let layout = schema::frontier(ply);
    let unit = context.unit.to_string();
    let files = rows_of(context.dir, context.sources(), &layout).into_iter().map(|rows| -> Rows {
        let unit = unit.clone();
        Box::new(rows.map(move |batch| batch.and_then(|batch| checked(batch, &unit))))
    });
    let before = Added::default();
    let files = files.map(|rows| before.watch("n", rows)).collect();
    let folder = context.unit.folder(context.dir);
    let memory = (parameters(context.plan)?.memory_mib as usize) << 20;
    let room = Room { memory, open_files: context.worker.open_files, folder: &folder };
    let grouping = Grouping { keys: &[schema::BOARD], sums: &["n"], largest: &[] };
    let mut writer = FrontierWriter::create(output, FRONTIER, ply)?;
    let (mut records, mut last) = (0_u64, None);
    group(layout.schema, files, &grouping, &room, |batch| {
        let bug = || Error::Bug("the query has other columns".to_owned());
        let boards = batch.column(0).as_fixed_size_binary_opt().ok_or_else(bug)?;
        let sums = batch.column(1).as_primitive_opt::<Decimal128Type>().ok_or_else(bug)?;
        for (row, &sum) in sums.values().iter().enumerate() {
            let board = gardez_position::PackedBoard::from_bytes(boards.value(row).try_into().map_err(|_| bug())?);
            let n = u64::try_from(sum).map_err(|_| too_many(board))?;
            // Files in another order would be merged to something else.
            if last.replace(board).is_some_and(|last| board <= last) {
                return Err(Error::malformed(&unit, "the positions of its input are not in ascending order"));
            }
            writer.push(&Record::new(board, n))?;
            records += 1;
        }
        Ok(())
    })?;
    let sequences = writer.finish(output)?;
    check_conserved(context.unit, before.sum(), sequences)?;
    (context.report)(rows, rows);
    Ok((records, sequences))
}

/// Returns a batch whose numbers can be added up: fewer than 2<sup>62</sup> numbers below 2<sup>64</sup> have a sum
/// that fits.
fn checked(batch: RecordBatch, unit: &str) -> Result<RecordBatch> {
    let is_number = |n: i128| 0 < n && n <= i128::from(u64::MAX);
    let numbers = batch.column(1);
    let fits = numbers.null_count() == 0
        && match (numbers.as_primitive_opt::<UInt64Type>(), numbers.as_primitive_opt::<Decimal128Type>()) {
            (Some(narrow), _) => narrow.values().iter().all(|&n| is_number(n.into())),
            (None, Some(wide)) => wide.values().iter().all(|&n| is_number(n)),
            (None, None) => false,
        };
    if fits {
        return Ok(batch);
    }
    Err(Error::malformed(unit, "a number of sequences in its input is not from 1 to 2^64 - 1"))
}
