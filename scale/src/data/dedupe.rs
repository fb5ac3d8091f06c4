//! The task that counts positions: the files of one key range, one from each shard, become one row for each position.

use serde_json::json;

use super::pairs::{Pair, read_pairs};
use super::planning::parameters;
use super::positions::{Counted, Positions};
use crate::context::{MergeWith, UnitContext, check_conserved};
use crate::done::Facts;
use crate::error::{Error, Refusal, Result};
use crate::output::Output;
use crate::schema;
use crate::table::{TableWriter, column_sum, read_rows};

/// The file with the positions.
pub const POSITIONS: &str = "positions.parquet";

/// Runs a unit.
///
/// # Errors
///
/// Returns a refusal if an input is not what it should be, or needs more memory than the plan allows where the disk
/// cannot be used, or an error if a file cannot be written.
pub fn run(context: &mut UnitContext<'_>, output: &mut Output) -> Result<Facts> {
    let rows: u64 = context.sources().iter().map(|(_, file)| file.rows).sum();
    let allowed = parameters(context.plan)?.memory();
    // Sorting takes up to half as much memory again.
    let needed = rows.saturating_mul(size_of::<Pair>() as u64 * 3 / 2);
    let mut writer = PositionWriter::create(output, context.unit.to_string())?;
    let before = match context.worker.merge {
        MergeWith::Auto | MergeWith::Memory if needed <= allowed as u64 => in_memory(context, &mut writer, rows)?,
        MergeWith::Memory => return Err(too_large(context, rows, needed, allowed)),
        MergeWith::Auto | MergeWith::Group => on_disk(context, &mut writer, rows, needed, allowed)?,
    };
    let (positions, occurrences) = writer.finish(output)?;
    check_conserved(context.unit, before, occurrences)?;
    let mut facts = Facts::new();
    facts.insert("pairs".to_owned(), json!(rows));
    facts.insert("positions".to_owned(), json!(positions));
    facts.insert("occurrences".to_owned(), json!(occurrences.to_string()));
    Ok(facts)
}

fn too_large(context: &UnitContext<'_>, rows: u64, needed: u64, allowed: usize) -> Error {
    let what =
        format!("grouping {rows} rows in memory takes {} MiB, and the plan allows {}", needed >> 20, allowed >> 20);
    Error::refused(context.unit, Refusal::TooLarge(what))
}

/// Writes the positions, and returns the sum of the counts that were read.
fn in_memory(context: &mut UnitContext<'_>, writer: &mut PositionWriter, rows: u64) -> Result<u128> {
    let mut pairs: Vec<Pair> = Vec::with_capacity(rows as usize);
    for index in 0..context.sources().len() {
        let (content, place) = (context.read(index)?, context.place(index));
        read_rows(content, &place, &schema::pairs(), None, |batch| {
            pairs.extend(read_pairs(batch).ok_or_else(|| Error::malformed(&place, "the file has other columns"))?);
            Ok(())
        })?;
        (context.report)(pairs.len() as u64, rows);
    }
    // Each file is sorted, and a stable sort merges sorted runs.
    pairs.sort_by_key(Pair::key);
    pairs.iter().try_for_each(|pair| writer.push(&Counted::from(pair)))?;
    Ok(pairs.iter().map(|pair| u128::from(pair.n)).sum())
}

#[cfg(not(feature = "group"))]
fn on_disk(
    context: &mut UnitContext<'_>,
    _: &mut PositionWriter,
    rows: u64,
    needed: u64,
    allowed: usize,
) -> Result<u128> {
    if allowed as u64 >= needed {
        let what = "this program was compiled without the feature `group`".to_owned();
        return Err(Error::refused(context.unit, Refusal::Malformed(what)));
    }
    Err(too_large(context, rows, needed, allowed))
}

#[cfg(feature = "group")]
fn on_disk(
    context: &mut UnitContext<'_>,
    writer: &mut PositionWriter,
    rows: u64,
    _: u64,
    allowed: usize,
) -> Result<u128> {
    use crate::group::{Added, Grouping, Room, group, rows_of};

    if u64::from(u32::MAX) < rows {
        let what = format!("{rows} rows are 2^32 or more, whose sums may need more than 64 bits: use more key ranges");
        return Err(Error::refused(context.unit, Refusal::TooLarge(what)));
    }
    let before = Added::default();
    let rows = rows_of(context.dir, context.sources(), &schema::pairs());
    let rows = rows.into_iter().map(|rows| before.watch("n", rows)).collect();
    let grouping = Grouping { keys: &["board", "move"], sums: &["n", "white", "draws", "black"], largest: &["best"] };
    let folder = context.unit.folder(context.dir);
    let room = Room { memory: allowed, open_files: context.worker.open_files, folder: &folder };
    group(schema::pairs().schema, rows, &grouping, &room, |batch| {
        let mut counted = read_counted(batch).ok_or_else(|| Error::Bug("the query has other columns".to_owned()))?;
        counted.try_for_each(|counted| writer.push(&counted))
    })?;
    Ok(before.sum())
}

/// Returns the sums of a batch of the query; `None` if it has other columns.
#[cfg(feature = "group")]
fn read_counted(batch: &arrow::array::RecordBatch) -> Option<impl Iterator<Item = Counted> + '_> {
    use arrow::array::{Array, AsArray};
    use arrow::datatypes::{Decimal128Type, UInt16Type, UInt64Type};

    let column = |name: &str| batch.column_by_name(name);
    let board = column("board")?.as_fixed_size_binary_opt().filter(|board| board.value_length() == 24)?;
    let mv = column("move")?.as_primitive_opt::<UInt16Type>()?;
    let counts = |name| column(name)?.as_primitive_opt::<UInt64Type>();
    let (n, white, draws, black) = (counts("n")?, counts("white")?, counts("draws")?, counts("black")?);
    let best = column("best")?.as_primitive_opt::<Decimal128Type>()?;
    Some((0..batch.num_rows()).map(move |row| Counted {
        board: super::columns::packed(board.value(row)),
        mv: mv.value(row),
        n: n.value(row),
        white: white.value(row),
        draws: draws.value(row),
        black: black.value(row),
        best: if best.is_valid(row) { best.value(row) } else { -1 },
    }))
}

impl From<&Pair> for Counted {
    fn from(pair: &Pair) -> Self {
        let Pair { best, board, n, white, draws, black, mv } = *pair;
        let [n, white, draws, black] = [n, white, draws, black].map(u64::from);
        Self { board, mv, n, white, draws, black, best }
    }
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
    fn create(output: &Output, unit: String) -> Result<Self> {
        let writer = TableWriter::create(output, POSITIONS, &schema::positions())?;
        Ok(Self { positions: Positions::new(), writer, rows: 0, occurrences: 0, unit })
    }

    /// Adds counts, which are sorted by board and move.
    fn push(&mut self, counted: &Counted) -> Result<()> {
        let batch = self.positions.push(counted).map_err(|what| Error::malformed(&self.unit, what))?;
        batch.map_or(Ok(()), |batch| self.write(batch))
    }

    fn write(&mut self, batch: arrow::array::RecordBatch) -> Result<()> {
        self.rows += batch.num_rows() as u64;
        self.occurrences += column_sum(&batch, "n");
        self.writer.write(batch)
    }

    /// Completes the file, and returns the number of positions and the sum of their counts.
    fn finish(mut self, output: &mut Output) -> Result<(u64, u128)> {
        let batch = self.positions.finish().map_err(|what| Error::malformed(&self.unit, what))?;
        self.write(batch)?;
        self.writer.finish(output)?;
        Ok((self.rows, self.occurrences))
    }
}
