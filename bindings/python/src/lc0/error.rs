//! Errors of chunks and records as exceptions of Python.

use gardez_data::loader::{ChunkSource, LoaderError};
use gardez_io::{DecompressLimits, decompress_into};
use gardez_lc0::training::{AnyRecord, ArchiveError, ReadError, RecordErrorKind, RecordRef};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::error::{RecordError, with};
use crate::files::os_error;

/// Returns a `RecordError` about a chunk, a record of it, and the byte of the unpacked chunk.
pub(crate) fn record_error(
    py: Python<'_>,
    text: String,
    chunk: &str,
    record: Option<u32>,
    offset: Option<u64>,
) -> PyErr {
    with(py, RecordError::new_err(text), (("chunk", chunk), ("record", record), ("offset", offset)))
}

/// Returns the exception of an archive that cannot be listed, or of a chunk that cannot be opened.
pub(super) fn archive_error(py: Python<'_>, error: &ArchiveError) -> PyErr {
    match error {
        ArchiveError::File { path, error } => os_error(error, Some(path)),
        ArchiveError::Changed { name, .. } | ArchiveError::Chunk { name, .. } | ArchiveError::TooLong { name, .. } => {
            record_error(py, error.to_string(), name, None, None)
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}

pub(super) fn read_error(py: Python<'_>, error: &ReadError, chunk: &str, record: u32) -> PyErr {
    let text = if chunk.is_empty() { error.to_string() } else { format!("{error}, of the chunk {chunk}") };
    record_error(py, text, chunk, Some(record), Some(error.offset()))
}

pub(super) fn loader_error(py: Python<'_>, error: &LoaderError, source: &dyn ChunkSource) -> PyErr {
    let text = error.to_string();
    match error {
        LoaderError::Read { chunk, error } => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(inner) => archive_error(py, inner),
            None => record_error(py, text, chunk, None, None),
        },
        LoaderError::Chunk { chunk, .. } | LoaderError::Panicked { chunk } => record_error(py, text, chunk, None, None),
        LoaderError::Record { chunk, record, .. } => {
            record_error(py, text, chunk, Some(*record), offset_of(source, chunk, *record))
        }
        LoaderError::Thread(_) => PyRuntimeError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// Returns the byte of the unpacked chunk at which a record begins, as far as it can be found again.
fn offset_of(source: &dyn ChunkSource, chunk: &str, record: u32) -> Option<u64> {
    let index = (0..source.count()).find(|&index| source.name(index) == chunk)?;
    let mut buffer = Vec::new();
    let (stored, mut unpacked) = (source.read(index, usize::MAX, &mut buffer).ok()?, Vec::new());
    // The record may come before damage.
    let _ = decompress_into(stored, &mut unpacked, DecompressLimits::default());
    records(&unpacked).nth(record as usize).map(|(offset, _)| offset)
}

/// Returns the records in these bytes, as a loader counts them, with the byte at which each begins. A record of an
/// unknown version is assumed to be as long as the one before it. Ends at an incomplete record.
pub(super) fn records(bytes: &[u8]) -> impl Iterator<Item = (u64, Option<RecordRef<'_>>)> {
    let (mut offset, mut usual) = (0, gardez_lc0::training::V6::SIZE);
    core::iter::from_fn(move || {
        let rest = bytes.get(offset..)?;
        let version = u32::from_le_bytes(*rest.first_chunk()?);
        let size = RecordRef::size_of_version(version).unwrap_or(usual);
        let record = RecordRef::from_bytes(rest.get(..size)?).ok();
        if let Some(record) = &record {
            usual = record.record_bytes().len();
        }
        let start = offset;
        offset += size;
        Some((start as u64, record))
    })
}

/// Returns the number of records in these bytes.
///
/// # Errors
///
/// Raises `RecordError` at the first bytes that are not a whole record of a known version.
pub(super) fn count(py: Python<'_>, bytes: &[u8]) -> PyResult<usize> {
    let (mut count, mut offset) = (0, 0);
    while offset < bytes.len() {
        let rest = &bytes[offset..];
        let size = rest.first_chunk().and_then(|version| RecordRef::size_of_version(u32::from_le_bytes(*version)));
        let size = size.unwrap_or(rest.len()).min(rest.len());
        match RecordRef::from_bytes(&rest[..size]) {
            Ok(_) => (count, offset) = (count + 1, offset + size),
            Err(error) => {
                let hint = match error.kind {
                    RecordErrorKind::UnknownVersion { .. } if rest.starts_with(&[0x1f, 0x8b]) => {
                        "; this looks like gzip, which `records` and `Batches` unpack"
                    }
                    _ => "",
                };
                let text = format!("{}, in the record at byte {offset}{hint}", error.kind);
                return Err(record_error(py, text, "", u32::try_from(count).ok(), Some(offset as u64)));
            }
        }
    }
    Ok(count)
}
