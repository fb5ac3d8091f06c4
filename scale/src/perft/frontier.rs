//! Files with distinct positions in ascending order.

use std::ops::Range;
use std::sync::Arc;

use arrow::array::{Array, AsArray, Decimal128Array, FixedSizeBinaryBuilder, RecordBatch, UInt64Array};
use arrow::datatypes::{Decimal128Type, UInt64Type};
use gardez_position::PackedBoard;

use super::record::Record;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::schema::{self, Layout, WIDE_PLY};
use crate::table::{TableWriter, read_rows};

/// The number of records that are passed to the writer at once.
const CHUNK: usize = 1 << 14;

/// Writes a file with the positions of a ply.
pub struct FrontierWriter {
    writer: TableWriter,
    layout: Layout,
    is_wide: bool,
    boards: FixedSizeBinaryBuilder,
    numbers: Vec<u64>,
}

impl FrontierWriter {
    /// Opens a file of this name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn create(output: &Output, name: &str, ply: u32) -> Result<Self> {
        let layout = schema::frontier(ply);
        let writer = TableWriter::create(output, name, &layout)?;
        let boards = FixedSizeBinaryBuilder::with_capacity(CHUNK, PackedBoard::SIZE as i32);
        Ok(Self { writer, layout, is_wide: WIDE_PLY <= ply, boards, numbers: Vec::with_capacity(CHUNK) })
    }

    /// Adds a record. Records are added in ascending order.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    #[inline]
    pub fn push(&mut self, record: &Record) -> Result<()> {
        self.boards.append_value(record.board().as_bytes()).expect("the builder is for packed boards");
        self.numbers.push(record.n);
        if self.numbers.len() < CHUNK { Ok(()) } else { self.flush() }
    }

    /// Completes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn finish(mut self, output: &mut Output) -> Result<()> {
        self.flush()?;
        self.writer.finish(output)
    }

    fn flush(&mut self) -> Result<()> {
        let numbers = std::mem::replace(&mut self.numbers, Vec::with_capacity(CHUNK));
        let numbers: Arc<dyn Array> = if self.is_wide {
            let wide = Decimal128Array::from_iter_values(numbers.into_iter().map(i128::from));
            Arc::new(wide.with_data_type(schema::SUM_TYPE))
        } else {
            Arc::new(UInt64Array::from(numbers))
        };
        let columns = vec![Arc::new(self.boards.finish()) as Arc<dyn Array>, numbers];
        let batch = RecordBatch::try_new(self.layout.schema.clone(), columns).expect("these are the columns");
        self.writer.write(batch)
    }
}

/// Reads records of a file with the positions of a ply, and checks that they are in ascending order.
///
/// `place` is the name of the file in messages.
///
/// # Errors
///
/// Returns a refusal if the file is not what it should be, or the first error of `each`.
pub fn read_frontier(
    content: Vec<u8>,
    place: &str,
    ply: u32,
    rows: Option<Range<u64>>,
    mut each: impl FnMut(Record) -> Result<()>,
) -> Result<()> {
    let mut last: Option<[u64; 3]> = None;
    read_rows(content, place, &schema::frontier(ply), rows, |batch| {
        for_each_record(batch, place, |record| {
            if last.is_some_and(|last| record.key <= last) {
                return Err(Error::malformed(place, "the positions are not in ascending order"));
            }
            last = Some(record.key);
            each(record)
        })
    })
}

/// Passes on the records of a batch with the columns of a frontier.
///
/// # Errors
///
/// Returns a refusal if a number is missing or too large, or the first error of `each`.
pub fn for_each_record(batch: &RecordBatch, place: &str, mut each: impl FnMut(Record) -> Result<()>) -> Result<()> {
    let malformed = |what: &str| Error::malformed(place, what);
    let (boards, numbers) = (batch.column(0), batch.column(1));
    let boards = boards.as_fixed_size_binary_opt().ok_or_else(|| malformed("the boards are not bytes"))?;
    if boards.value_length() as usize != PackedBoard::SIZE || 0 < boards.null_count() + numbers.null_count() {
        return Err(malformed("a value is missing"));
    }
    let narrow = numbers.as_primitive_opt::<UInt64Type>();
    let wide = numbers.as_primitive_opt::<Decimal128Type>();
    for row in 0..batch.num_rows() {
        let n = match (narrow, wide) {
            (Some(numbers), _) => Some(numbers.value(row)),
            (None, Some(numbers)) => u64::try_from(numbers.value(row)).ok(),
            (None, None) => None,
        };
        let n = n.filter(|&n| 0 < n).ok_or_else(|| malformed("a number of sequences is not from 1 to 2^64 - 1"))?;
        let bytes = boards.value(row).try_into().map_err(|_| malformed("a board does not have 24 bytes"))?;
        each(Record::new(PackedBoard::from_bytes(bytes), n))?;
    }
    Ok(())
}
