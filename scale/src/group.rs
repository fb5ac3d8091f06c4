//! Sums over rows with equal keys, in ascending order of the keys, by DataFusion in bounded memory.
//!
//! A unit runs the query by itself, on one thread, over the files of one key range. There is no cluster and no shuffle.
//!
//! The files are sorted. If the memory has room for a part of each, they are merged as they are read, and the rows of a key
//! are added up when they meet. Otherwise the rows go through a hash table, which moves to the disk when the memory is full.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, iter};

use arrow::array::RecordBatch;
use arrow::datatypes::{DataType, SchemaRef};
use arrow::error::ArrowError;
use datafusion::catalog::streaming::StreamingTable;
use datafusion::error::DataFusionError;
use datafusion::execution::disk_manager::{DiskManagerBuilder, DiskManagerMode};
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::functions_aggregate::expr_fn::{max, sum};
use datafusion::logical_expr::{Expr, cast, ident};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::PartitionStream;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;

use crate::done::FileRecord;
use crate::error::{Error, Refusal, Result};
use crate::plan::Source;
use crate::schema::{Layout, SUM_TYPE};
use crate::table::{RowReader, column_sum};

/// How the names of the folders begin in which queries keep what does not fit into memory.
const PREFIX: &str = ".tmp-group-";

/// The memory that a file takes while it is merged: a part of each of its columns, as it is stored and as rows.
const FILE_MEMORY: usize = 2 << 20;

/// The rows of a file. It is opened when the first one is read.
pub type Rows = Box<dyn Iterator<Item = Result<RecordBatch>> + Send>;

/// What is computed for each key.
#[derive(Clone, Copy, Debug)]
pub struct Grouping<'a> {
    /// The columns of the key, by which the result is sorted.
    pub keys: &'a [&'a str],
    /// The columns that are added up. Numbers of 32 bits have sums of 64 bits. Larger ones have sums of 128 bits,
    /// because sums of 64 bits could wrap.
    pub sums: &'a [&'a str],
    /// The columns whose largest value is kept.
    pub largest: &'a [&'a str],
}

/// How much memory and how many files a query uses, and where it keeps what does not fit.
#[derive(Clone, Copy, Debug)]
pub struct Room<'a> {
    /// The size of the memory pool in bytes.
    pub memory: usize,
    /// The number of files that may be open at once.
    pub open_files: usize,
    /// The folder of the unit.
    pub folder: &'a Path,
}

/// Groups the rows of files by their keys, in whose order each file is. `each` receives the keys, the sums and the
/// largest values, in ascending order of the keys.
///
/// # Errors
///
/// Returns the first error of `files` or of `each`, a refusal if the memory is too small for the query, or an error if
/// the disk is full.
pub fn group(
    schema: SchemaRef,
    files: Vec<Rows>,
    grouping: &Grouping<'_>,
    room: &Room<'_>,
    mut each: impl FnMut(&RecordBatch) -> Result<()>,
) -> Result<()> {
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(room.folder).map_err(Error::io(room.folder))?;
    let stopped = Arc::new(Mutex::new(None));
    let failed = |error: DataFusionError| {
        let first = stopped.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.unwrap_or_else(|| explain(error, room))
    };

    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(Error::io(room.folder))?;
    runtime.block_on(async {
        let context = session(folder.path(), room.memory).map_err(failed)?;
        let files = files.into_iter().map(|file| Partition::new(&schema, watched(file, &schema, &stopped))).collect();
        let mut batches = query(&context, &schema, files, grouping, room).await.map_err(failed)?;
        while let Some(batch) = batches.next().await {
            each(&batch.map_err(failed)?)?;
        }
        Ok(())
    })
}

/// Returns the rows of files of earlier units. The content of each is checked against its digest.
pub fn rows_of(dir: &Path, sources: &[(Source, FileRecord)], layout: &Layout) -> Vec<Rows> {
    let rows = |(source, record): &(Source, FileRecord)| -> Rows {
        let (dir, source, record, layout) = (dir.to_owned(), source.clone(), record.clone(), layout.clone());
        let open = move || {
            let place = format!("{}/{}", source.unit, source.file);
            RowReader::new(record.open(&dir, &source.unit)?, &place, &layout, None)
        };
        Box::new(iter::once_with(open).flat_map(|opened| {
            let (reader, error) = match opened {
                Ok(reader) => (Some(reader), None),
                Err(error) => (None, Some(Err(error))),
            };
            reader.into_iter().flatten().chain(error)
        }))
    };
    sources.iter().map(rows).collect()
}

/// The sum of a column of rows, of which DataFusion reads one after another.
#[derive(Clone, Debug, Default)]
pub struct Added(Arc<Mutex<u128>>);

impl Added {
    /// Rows that add up this column as they are read.
    pub fn watch(&self, column: &'static str, rows: Rows) -> Rows {
        let added = self.clone();
        Box::new(rows.inspect(move |batch| {
            let sum = batch.as_ref().map_or(0, |batch| column_sum(batch, column));
            *added.0.lock().unwrap_or_else(PoisonError::into_inner) += sum;
        }))
    }

    /// Returns the sum so far.
    pub fn sum(&self) -> u128 {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a session with one thread and this memory.
fn session(folder: &Path, memory: usize) -> std::result::Result<SessionContext, DataFusionError> {
    let disk = DiskManagerBuilder::default()
        .with_mode(DiskManagerMode::Directories(vec![folder.to_owned()]))
        .with_max_temp_directory_size(u64::MAX);
    let runtime = RuntimeEnvBuilder::new()
        .with_memory_pool(Arc::new(FairSpillPool::new(memory)))
        .with_disk_manager_builder(disk)
        .build_arc()?;
    let config = SessionConfig::new().with_target_partitions(1);
    Ok(SessionContext::new_with_config_rt(config, runtime))
}

/// Returns the groups, in ascending order of the keys.
async fn query(
    context: &SessionContext,
    schema: &SchemaRef,
    files: Vec<Partition>,
    grouping: &Grouping<'_>,
    room: &Room<'_>,
) -> std::result::Result<SendableRecordBatchStream, DataFusionError> {
    let total = |name: &&str| {
        let is_narrow = schema.field_with_name(name).is_ok_and(|field| *field.data_type() == DataType::UInt32);
        let column = if is_narrow { ident(*name) } else { cast(ident(*name), SUM_TYPE) };
        sum(column).alias(*name)
    };
    let largest = |name: &&str| max(ident(*name)).alias(*name);
    let values: Vec<Expr> = grouping.sums.iter().map(total).chain(grouping.largest.iter().map(largest)).collect();
    let keys: Vec<Expr> = grouping.keys.iter().map(|name| ident(*name)).collect();
    let order: Vec<_> = keys.iter().map(|key| key.clone().sort(true, false)).collect();

    let table = |partitions: Vec<Partition>| {
        let partitions = partitions.into_iter().map(|partition| Arc::new(partition) as Arc<dyn PartitionStream>);
        StreamingTable::try_new(Arc::clone(schema), partitions.collect())
    };
    let table = if files.len() <= room.open_files.min(room.memory / FILE_MEMORY) {
        // The merge has a query of its own. In one with the groups, each file would be grouped by itself before.
        let merged = context.read_table(Arc::new(table(files)?.with_sort_order(order.clone())))?;
        let merged = merged.sort(order.clone())?.execute_stream().await?;
        table(vec![Partition::new(schema, merged)])?.with_sort_order(order.clone())
    } else {
        let streams = files.into_iter().map(|file| file.take());
        let chained = RecordBatchStreamAdapter::new(Arc::clone(schema), futures::stream::iter(streams).flatten());
        table(vec![Partition::new(schema, Box::pin(chained))])?
    };
    context.read_table(Arc::new(table))?.aggregate(keys, values)?.sort(order)?.execute_stream().await
}

/// Returns the rows of a file on behalf of DataFusion. Their first error goes to `stopped`.
fn watched(rows: Rows, schema: &SchemaRef, stopped: &Arc<Mutex<Option<Error>>>) -> SendableRecordBatchStream {
    let (columns, stopped) = (Arc::clone(schema), Arc::clone(stopped));
    let rows = rows.map(move |batch| match batch {
        // The columns may be marked as optional, but no value is missing where none may be.
        Ok(batch) => RecordBatch::try_new(Arc::clone(&columns), batch.columns().to_vec()).map_err(Into::into),
        Err(error) => {
            stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            Err(DataFusionError::Execution("the rows end with an error".to_owned()))
        }
    });
    Box::pin(RecordBatchStreamAdapter::new(Arc::clone(schema), futures::stream::iter(rows)))
}

/// Rows that are read once.
struct Partition {
    schema: SchemaRef,
    stream: Mutex<Option<SendableRecordBatchStream>>,
}

impl Partition {
    fn new(schema: &SchemaRef, stream: SendableRecordBatchStream) -> Self {
        Self { schema: Arc::clone(schema), stream: Mutex::new(Some(stream)) }
    }

    /// Returns the rows, or an error if they have been taken.
    fn take(&self) -> SendableRecordBatchStream {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
        stream.unwrap_or_else(|| {
            let again = Err(DataFusionError::Execution("the rows can be read only once".to_owned()));
            Box::pin(RecordBatchStreamAdapter::new(Arc::clone(&self.schema), futures::stream::iter([again])))
        })
    }
}

impl fmt::Debug for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partition").finish_non_exhaustive()
    }
}

impl PartitionStream for Partition {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        self.take()
    }
}

/// Returns what an error of DataFusion means for a launcher.
fn explain(error: DataFusionError, room: &Room<'_>) -> Error {
    let io = |error| Error::Io { path: room.folder.to_owned(), error };
    match error {
        DataFusionError::IoError(error) => io(error),
        DataFusionError::ArrowError(error, _) => match *error {
            ArrowError::IoError(_, error) => io(error),
            error => Error::malformed("the rows", error),
        },
        DataFusionError::ResourcesExhausted(what) => {
            let what = format!("{} MiB are not enough to group the rows: {what}", room.memory >> 20);
            Error::refused(room.folder.display(), Refusal::TooLarge(what))
        }
        DataFusionError::Context(_, inner) => explain(*inner, room),
        DataFusionError::Diagnostic(_, inner) => explain(*inner, room),
        DataFusionError::Shared(shared) => match Arc::try_unwrap(shared) {
            Ok(inner) => explain(inner, room),
            Err(shared) => Error::Bug(format!("DataFusion: {shared}")),
        },
        DataFusionError::External(inner) => match inner.downcast::<DataFusionError>() {
            Ok(inner) => explain(*inner, room),
            Err(inner) => match inner.downcast::<std::io::Error>() {
                Ok(error) => io(*error),
                Err(inner) => Error::Bug(format!("DataFusion: {inner}")),
            },
        },
        error => Error::Bug(format!("DataFusion: {error}")),
    }
}
