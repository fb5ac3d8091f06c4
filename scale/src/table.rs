//! Parquet files whose bytes depend on nothing but their rows.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_schema::ArrowError;
use arrow_select::coalesce::BatchCoalescer;
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::ChunkReader;
use parquet::schema::types::ColumnPath;

use crate::error::{Error, Result};
use crate::output::{Output, OutputFile};
use crate::schema::{BOARD, FEN, Layout};

/// The number of rows in a row group.
pub(crate) const ROW_GROUP: usize = 1 << 20;

/// The number of rows that are encoded at once. Other numbers would give other pages.
const CHUNK: usize = 1 << 16;

/// The number of rows that are read at once.
const READ: usize = 1 << 13;

/// Writes rows to a Parquet file of a unit.
///
/// The bytes do not depend on how the rows are divided into batches, on the time, or on the machine: zstd at level 3,
/// no dictionary for packed boards, row groups of [`ROW_GROUP`] rows.
pub(crate) struct TableWriter {
    writer: ArrowWriter<OutputFile>,
    coalescer: BatchCoalescer,
    rows: u64,
}

impl TableWriter {
    /// Opens a file of this name.
    pub(crate) fn create(output: &Output<'_>, name: &str, layout: &Layout) -> Result<Self> {
        let file = output.open(name)?;
        let path = file.path().to_owned();
        let options = ArrowWriterOptions::new().with_properties(properties(layout)).with_skip_arrow_metadata(true);
        let writer = ArrowWriter::try_new_with_options(file, layout.schema.clone(), options);
        let writer = writer.map_err(|error| failed(&path, error))?;
        Ok(Self { writer, coalescer: BatchCoalescer::new(layout.schema.clone(), CHUNK), rows: 0 })
    }

    pub(crate) fn write(&mut self, batch: RecordBatch) -> Result<()> {
        self.rows += batch.num_rows() as u64;
        self.coalescer.push_batch(batch).map_err(|error| self.failed(from_arrow(error)))?;
        self.write_chunks()
    }

    /// Returns the memory of the rows that are not written yet, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.coalescer.size() + self.writer.memory_size()
    }

    pub(crate) fn end_group(&mut self) -> Result<()> {
        self.coalescer.finish_buffered_batch().map_err(|error| self.failed(from_arrow(error)))?;
        self.write_chunks()?;
        self.writer.flush().map_err(|error| self.failed(error))
    }

    pub(crate) fn finish(mut self, output: &mut Output<'_>) -> Result<()> {
        self.coalescer.finish_buffered_batch().map_err(|error| self.failed(from_arrow(error)))?;
        self.write_chunks()?;
        let path = self.writer.inner().path().to_owned();
        let file = self.writer.into_inner().map_err(|error| failed(&path, error))?;
        output.finish(file, self.rows);
        Ok(())
    }

    fn write_chunks(&mut self) -> Result<()> {
        while let Some(chunk) = self.coalescer.next_completed_batch() {
            self.writer.write(&chunk).map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    fn failed(&self, error: ParquetError) -> Error {
        failed(self.writer.inner().path(), error)
    }
}

/// Returns the settings of all files with this layout.
fn properties(layout: &Layout) -> WriterProperties {
    let sorting = vec![SortingColumn { column_idx: 0, descending: false, nulls_first: false }];
    WriterProperties::builder()
        .set_created_by("gardez-scale".to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).expect("a level of zstd")))
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_column_dictionary_enabled(ColumnPath::from(BOARD), false)
        .set_column_dictionary_enabled(ColumnPath::from(FEN), false)
        .set_sorting_columns(layout.is_sorted.then_some(sorting))
        .build()
}

/// Reads rows of a Parquet file whose content has been checked against its digest.
///
/// `place` is the name of the file in messages.
pub(crate) fn read_rows(
    content: Vec<u8>,
    place: &str,
    layout: &Layout,
    rows: Option<Range<u64>>,
    mut each: impl FnMut(&RecordBatch) -> Result<()>,
) -> Result<()> {
    RowReader::new(Bytes::from(content), place, layout, rows)?.try_for_each(|batch| each(&batch?))
}

/// An iterator over the rows of a Parquet file whose content has been checked against its digest.
#[derive(Debug)]
pub(crate) struct RowReader {
    batches: ParquetRecordBatchReader,
    place: String,
}

impl RowReader {
    /// Returns a reader of these rows, or of all. `place` is the name of the file in messages.
    pub(crate) fn new(
        content: impl ChunkReader + 'static,
        place: &str,
        layout: &Layout,
        rows: Option<Range<u64>>,
    ) -> Result<Self> {
        let malformed = |error: &dyn std::fmt::Display| Error::malformed(place, error);
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = guarded(place, || ParquetRecordBatchReaderBuilder::try_new_with_options(content, options))?;
        let mut builder = builder.map_err(|error| malformed(&error))?.with_batch_size(READ);
        let (found, expected) = (builder.schema().fields(), layout.schema.fields());
        let same = found.len() == expected.len()
            && found
                .iter()
                .zip(expected)
                .all(|(a, b)| a.name() == b.name() && a.data_type().equals_datatype(b.data_type()));
        if !same {
            return Err(malformed(&"the file has other columns"));
        }
        if let Some(rows) = rows {
            let narrow = |number: u64| usize::try_from(number).map_err(|_| malformed(&"the file has too many rows"));
            builder = builder.with_offset(narrow(rows.start)?).with_limit(narrow(rows.end - rows.start)?);
        }
        let batches = guarded(place, || builder.build())?.map_err(|error| malformed(&error))?;
        Ok(Self { batches, place: place.to_owned() })
    }
}

impl Iterator for RowReader {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = guarded(&self.place, || self.batches.next()).transpose()?;
        Some(batch.and_then(|batch| batch.map_err(|error| Error::malformed(&self.place, error))))
    }
}

/// Returns the sum of a column of numbers from 0 on. Other values count as 0.
pub(crate) fn column_sum(batch: &RecordBatch, name: &str) -> u128 {
    let numbers = batch.column_by_name(name).and_then(|column| column.as_primitive_opt::<Int64Type>());
    numbers.into_iter().flatten().flatten().filter_map(|number| u128::try_from(number).ok()).sum()
}

/// Calls the reader of Parquet, which panics on some files that are not what they should be.
fn guarded<T>(place: &str, read: impl FnOnce() -> T) -> Result<T> {
    // What may be left half done is dropped with the error.
    let read = catch_unwind(AssertUnwindSafe(read));
    read.map_err(|_| Error::malformed(place, "the file contradicts itself"))
}

fn from_arrow(error: ArrowError) -> ParquetError {
    ParquetError::External(Box::new(error))
}

/// Returns an error of the file system, if the Parquet error contains one.
fn failed(path: &std::path::Path, error: ParquetError) -> Error {
    let error = match error {
        ParquetError::External(inner) => match inner.downcast::<std::io::Error>() {
            Ok(error) => *error,
            Err(inner) => std::io::Error::other(inner),
        },
        error => std::io::Error::other(error),
    };
    Error::Io { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{FixedSizeBinaryArray, UInt64Array};
    use tempfile::TempDir;

    use super::*;
    use crate::digest::Digest;
    use crate::schema::frontier;
    use crate::store::Folder;
    use crate::unit::UnitId;

    /// The digest of a file with these rows, written in batches of this size.
    fn digest(rows: usize, batch: usize) -> Digest {
        let dir = TempDir::new().expect("a folder");
        let (store, unit) = (Folder::new(dir.path()), UnitId::new("merge", 0));
        let mut output = Output::new(&store, &unit);
        let layout = frontier(6);
        let mut writer = TableWriter::create(&output, "a.parquet", &layout).expect("a file");
        for start in (0..rows).step_by(batch) {
            let range = start..rows.min(start + batch);
            let board = |row: usize| std::array::from_fn::<u8, 24, _>(|i| (row >> (8 * (i % 4))) as u8);
            let boards = FixedSizeBinaryArray::try_from_iter(range.clone().map(board)).expect("24 bytes");
            let numbers = UInt64Array::from_iter_values(range.map(|row| row as u64 % 5));
            let batch = RecordBatch::try_new(layout.schema.clone(), vec![Arc::new(boards), Arc::new(numbers)]);
            writer.write(batch.expect("these are the columns")).expect("there is room");
        }
        writer.finish(&mut output).expect("there is room");
        output.records()[0].blake3
    }

    #[test]
    fn the_bytes_do_not_depend_on_how_rows_come_in_batches() {
        let rows = 3 * CHUNK + 17;
        let expected = digest(rows, rows);
        for batch in [1000, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 5] {
            assert_eq!(digest(rows, batch), expected, "{batch}");
        }
        assert_ne!(digest(rows - 1, rows), expected);
    }
}
