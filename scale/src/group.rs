//! Sums over rows with equal keys, in ascending order of the keys, by DataFusion: in bounded memory, with the rest on the
//! disk.
//!
//! A unit runs the query by itself, on one thread, over the files of one key range. There is no cluster and no shuffle.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

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
use crate::table::RowReader;
use crate::temporary;

/// What is computed for each key.
#[derive(Clone, Copy, Debug)]
pub struct Grouping<'a> {
    /// The columns of the key, by which the result is sorted.
    pub keys: &'a [&'a str],
    /// The columns that are added up. Numbers of 32 bits have sums of 64 bits. Larger ones have sums of 128 bits, because
    /// sums of 64 bits could wrap.
    pub sums: &'a [&'a str],
    /// The columns whose largest value is kept.
    pub largest: &'a [&'a str],
}

/// How much memory a query uses, and where it keeps what does not fit.
#[derive(Clone, Copy, Debug)]
pub struct Room<'a> {
    /// The size of the memory pool in bytes.
    pub memory: usize,
    /// The folder of the unit.
    pub folder: &'a Path,
}

/// Groups rows by their keys. `each` receives the keys, the sums and the largest values, in ascending order of the keys.
///
/// # Errors
///
/// Returns the first error of `rows` or of `each`, a refusal if the memory is too small for the query, or an error if the
/// disk is full.
pub fn group(
    schema: SchemaRef,
    rows: impl Iterator<Item = Result<RecordBatch>> + Send + 'static,
    grouping: &Grouping<'_>,
    room: &Room<'_>,
    mut each: impl FnMut(&RecordBatch) -> Result<()>,
) -> Result<()> {
    let prefix = format!("{}group-", temporary::PREFIX);
    let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(room.folder).map_err(Error::io(room.folder))?;
    let stopped = Arc::new(Mutex::new(None));
    let source = Rows::new(schema, rows, Arc::clone(&stopped));
    let failed = |error: DataFusionError| {
        let first = stopped.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.unwrap_or_else(|| explain(error, room))
    };

    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(Error::io(room.folder))?;
    runtime.block_on(async {
        let context = session(folder.path(), room.memory).map_err(failed)?;
        let frame = source.and_then(|source| query(&context, source, grouping)).map_err(failed)?;
        let mut batches = frame.execute_stream().await.map_err(failed)?;
        while let Some(batch) = batches.next().await {
            each(&batch.map_err(failed)?)?;
        }
        Ok(())
    })
}

/// The rows of files of earlier units, one file after another. The content of each is checked against its digest.
pub fn rows_of(
    dir: &Path,
    sources: &[(Source, FileRecord)],
    layout: &Layout,
) -> impl Iterator<Item = Result<RecordBatch>> + Send + 'static {
    let (dir, sources, layout) = (dir.to_owned(), sources.to_vec(), layout.clone());
    sources.into_iter().flat_map(move |(source, record)| {
        let place = format!("{}/{}", source.unit, source.file);
        let content = record.read(&dir, &source.unit);
        let reader = content.and_then(|content| RowReader::new(bytes::Bytes::from(content), &place, &layout, None));
        let (reader, error) = match reader {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        reader.into_iter().flatten().chain(error)
    })
}

/// A session with one thread and this memory.
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

fn query(
    context: &SessionContext,
    source: Rows,
    grouping: &Grouping<'_>,
) -> std::result::Result<datafusion::prelude::DataFrame, DataFusionError> {
    let schema = Arc::clone(&source.schema);
    let total = |name: &&str| {
        let is_narrow = schema.field_with_name(name).is_ok_and(|field| *field.data_type() == DataType::UInt32);
        let column = if is_narrow { ident(*name) } else { cast(ident(*name), SUM_TYPE) };
        sum(column).alias(*name)
    };
    let largest = |name: &&str| max(ident(*name)).alias(*name);
    let values: Vec<Expr> = grouping.sums.iter().map(total).chain(grouping.largest.iter().map(largest)).collect();
    let keys: Vec<Expr> = grouping.keys.iter().map(|name| ident(*name)).collect();
    let order = keys.iter().map(|key| key.clone().sort(true, false)).collect();
    let table = StreamingTable::try_new(Arc::clone(&schema), vec![Arc::new(source)])?;
    context.read_table(Arc::new(table))?.aggregate(keys, values)?.sort(order)
}

/// Rows that are read once.
struct Rows {
    schema: SchemaRef,
    stream: Mutex<Option<SendableRecordBatchStream>>,
}

impl Rows {
    /// The first error of the rows goes to `stopped`.
    fn new(
        schema: SchemaRef,
        rows: impl Iterator<Item = Result<RecordBatch>> + Send + 'static,
        stopped: Arc<Mutex<Option<Error>>>,
    ) -> std::result::Result<Self, DataFusionError> {
        let columns = Arc::clone(&schema);
        let rows = rows.map(move |batch| match batch {
            // The columns may be marked as optional, but no value is missing where none may be.
            Ok(batch) => RecordBatch::try_new(Arc::clone(&columns), batch.columns().to_vec()).map_err(Into::into),
            Err(error) => {
                stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                Err(DataFusionError::Execution("the rows end with an error".to_owned()))
            }
        });
        let stream = RecordBatchStreamAdapter::new(Arc::clone(&schema), futures::stream::iter(rows));
        Ok(Self { schema, stream: Mutex::new(Some(Box::pin(stream))) })
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").finish_non_exhaustive()
    }
}

impl PartitionStream for Rows {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
        stream.unwrap_or_else(|| {
            let again = Err(DataFusionError::Execution("the rows can be read only once".to_owned()));
            Box::pin(RecordBatchStreamAdapter::new(Arc::clone(&self.schema), futures::stream::iter([again])))
        })
    }
}

/// What an error of DataFusion means for a launcher.
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
