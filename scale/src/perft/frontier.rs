//! Files with distinct positions in ascending order.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, UInt64Type};
use arrow_array::{Array, Decimal128Array, RecordBatch, UInt64Array};
use gardez_position::PackedBoard;

use super::record::Record;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::schema::{self, Layout, WIDE_PLY};
use crate::table::{TableWriter, read_rows};

/// The number of records that are passed to the writer at once.
const CHUNK: usize = 1 << 14;

/// Writes a file with the positions of a ply.
pub(crate) struct FrontierWriter {
    writer: TableWriter,
    layout: Layout,
    is_wide: bool,
    boards: FixedSizeBinaryBuilder,
    numbers: Vec<u64>,
    /// The sum of the numbers that were passed to the writer.
    sequences: u128,
}

impl FrontierWriter {
    pub(crate) fn create(output: &Output<'_>, name: &str, ply: u32) -> Result<Self> {
        let layout = schema::frontier(ply);
        let writer = TableWriter::create(output, name, &layout)?;
        let boards = FixedSizeBinaryBuilder::with_capacity(CHUNK, PackedBoard::SIZE as i32);
        Ok(Self { writer, layout, is_wide: WIDE_PLY <= ply, boards, numbers: Vec::with_capacity(CHUNK), sequences: 0 })
    }

    #[inline]
    pub(crate) fn push(&mut self, record: &Record) -> Result<()> {
        self.boards.append_value(record.board().as_bytes()).expect("the builder is for packed boards");
        self.numbers.push(record.n);
        if self.numbers.len() < CHUNK { Ok(()) } else { self.flush() }
    }

    pub(crate) fn finish(mut self, output: &mut Output<'_>) -> Result<u128> {
        self.flush()?;
        self.writer.finish(output)?;
        Ok(self.sequences)
    }

    fn flush(&mut self) -> Result<()> {
        let numbers = std::mem::replace(&mut self.numbers, Vec::with_capacity(CHUNK));
        self.sequences += numbers.iter().map(|&n| u128::from(n)).sum::<u128>();
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
pub(crate) fn read_frontier(
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

pub(crate) fn for_each_record(
    batch: &RecordBatch,
    place: &str,
    mut each: impl FnMut(Record) -> Result<()>,
) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;
    use tempfile::TempDir;

    use super::*;
    use crate::done::FileRecord;
    use crate::store::Folder;
    use crate::unit::UnitId;

    fn records(numbers: &[u64]) -> Vec<Record> {
        let record = |(index, &n): (usize, &u64)| Record { key: [index as u64, 7, n], n: n.max(1) };
        numbers.iter().enumerate().map(record).collect()
    }

    /// Writes a file and returns its content and what is recorded about it.
    fn written(records: &[Record], ply: u32) -> (Vec<u8>, FileRecord) {
        let dir = TempDir::new().expect("a folder");
        let (store, unit) = (Folder::new(dir.path()), UnitId::new("merge", 0));
        let mut output = Output::new(&store, &unit);
        let mut writer = FrontierWriter::create(&output, "a.parquet", ply).expect("a file");
        records.iter().for_each(|record| writer.push(record).expect("there is room"));
        writer.finish(&mut output).expect("there is room");
        let record = output.records().remove(0);
        output.publish().expect("there is room");
        (record.read(&store, &unit).expect("a file"), record)
    }

    fn read(content: Vec<u8>, ply: u32, rows: Option<Range<u64>>) -> Result<Vec<Record>> {
        let mut read = Vec::new();
        read_frontier(content, "a", ply, rows, |record| {
            read.push(record);
            Ok(())
        })?;
        Ok(read)
    }

    quickcheck! {
        fn records_are_read_as_they_were_written(numbers: Vec<u64>, ply: u8, start: u8, end: u8) -> bool {
            let (records, ply) = (records(&numbers), u32::from(ply % 20));
            let (content, file) = written(&records, ply);
            let end = usize::from(end).min(records.len());
            let start = usize::from(start).min(end);
            file.rows == records.len() as u64
                && file.bytes == content.len() as u64
                && read(content.clone(), ply, None).is_ok_and(|read| read == records)
                && read(content, ply, Some(start as u64..end as u64)).is_ok_and(|read| read == records[start..end])
        }

        fn a_damaged_file_is_an_error_or_gives_records(at: usize, bit: u8) -> bool {
            let (mut content, _) = written(&records(&[3, 1, 4, 1, 5]), 6);
            let at = at % content.len();
            content[at] ^= 1 << (bit % 8);
            let _ = read(content.clone(), 6, None);
            content.truncate(at);
            read(content, 6, None).is_err()
        }
    }

    #[test]
    fn a_file_of_another_kind_or_order_is_refused() {
        let (wide, _) = written(&records(&[1, 2]), 14);
        assert!(read(wide.clone(), 14, None).is_ok());
        assert_eq!(read(wide, 13, None).expect_err("128 bits").exit_code(), 3);
        let mut records = records(&[1, 2]);
        records.reverse();
        assert_eq!(read(written(&records, 6).0, 6, None).expect_err("descending").exit_code(), 3);
        assert_eq!(read(b"PAR1".to_vec(), 6, None).expect_err("no footer").exit_code(), 3);
    }
}
