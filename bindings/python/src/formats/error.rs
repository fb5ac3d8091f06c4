//! Errors of packed positions as exceptions of Python.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_data::loader::{EntryFile, EntryFileError, LoaderError, Positions, RecordProblem};
use gardez_data::table;
use gardez_formats::{Format, InputError, ReadError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{RecordError, with};
use crate::files::os_error;

/// What can go wrong while entries are read.
#[derive(Debug)]
pub(super) enum Problem {
    /// A file cannot be opened or read.
    File(Arc<PathBuf>, io::Error),
    /// The bytes of a file are not what the format says. The offset counts from the beginning of the file, unpacked.
    Format(Arc<PathBuf>, ReadError, u64),
    /// An entry has more pieces than the packed forms have room for. The number counts the entries of its block.
    Pieces(Arc<PathBuf>, u64, u32),
    /// An epoch has no entries, and another one follows.
    NoEntries,
    /// Options or a state that the loader refuses.
    Refused(String),
    Interrupted,
}

impl Problem {
    /// Returns the problem of a reader whose bytes begin at `start` of the file.
    pub(super) fn of_reader(path: &Arc<PathBuf>, error: ReadError, start: u64) -> Self {
        match error {
            ReadError::Stream { error, .. } => Self::File(Arc::clone(path), error),
            error => {
                let offset = start.saturating_add(error.offset());
                Self::Format(Arc::clone(path), error, offset)
            }
        }
    }

    pub(super) fn of_loader(error: LoaderError, samples: &Positions) -> Self {
        let path = |chunk: String| Arc::new(samples.path_of(&chunk).map_or_else(|| chunk.into(), Path::to_owned));
        match error {
            LoaderError::Read { chunk, error } => Self::File(path(chunk), error),
            LoaderError::Format { chunk, offset, error } => Self::Format(path(chunk), error, offset),
            LoaderError::Record { chunk, record, problem: RecordProblem::Pieces(pieces) } => {
                Self::Pieces(path(chunk), record.into(), pieces)
            }
            LoaderError::NoRecords => Self::NoEntries,
            LoaderError::Interrupted => Self::Interrupted,
            error => Self::Refused(error.to_string()),
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::File(path, error) => format!("{}: {error}", path.display()),
            &Self::Format(ref path, ReadError::Format(mut error), offset) => {
                error.offset = offset;
                format!("{}: {error}", path.display())
            }
            Self::Format(path, error, _) => format!("{}: {error}", path.display()),
            Self::Pieces(path, number, found) => {
                let path = path.display();
                format!("{path}: entry {number} has {found} pieces, and the arrays have room for 32")
            }
            Self::NoEntries => "an epoch has no entries".into(),
            Self::Refused(text) => text.clone(),
            Self::Interrupted => "interrupted".into(),
        }
    }

    /// Returns the exception. `RecordError` has the attributes `filename` and `offset`.
    pub(super) fn raise(&self, py: Python<'_>, interruption: impl FnOnce() -> PyErr) -> PyErr {
        let (path, offset) = match self {
            Self::Interrupted => return interruption(),
            Self::NoEntries | Self::Refused(_) => return PyValueError::new_err(self.text()),
            Self::File(path, error) => return file_error(path, error),
            Self::Format(path, _, offset) => (path, Some(*offset)),
            Self::Pieces(path, ..) => (path, None),
        };
        let none = None::<u32>;
        let attributes = (("filename", path.as_os_str()), ("offset", offset), ("chunk", none), ("record", none));
        with(py, RecordError::new_err(self.text()), attributes)
    }
}

/// Returns the exception of a file: `OSError` from the system, and `RecordError` for the compressed data.
fn file_error(path: &Arc<PathBuf>, error: &InputError) -> PyErr {
    if error.raw_os_error().is_some() {
        return os_error(error, Some(path));
    }
    RecordError::new_err(format!("{}: {error}", path.display()))
}

/// Returns the file with this path, of this format or of the one that it looks like.
pub(super) fn opened(py: Python<'_>, path: PathBuf, format: Option<Format>) -> PyResult<EntryFile> {
    let opened = py.detach(|| EntryFile::open(path.clone(), format));
    opened.map_err(|error| not_opened(&error, Some(&path)))
}

pub(super) fn not_opened(error: &EntryFileError, path: Option<&Path>) -> PyErr {
    match (error, path) {
        (EntryFileError::File(error), Some(path)) => os_error(error, Some(path)),
        (error, Some(path)) => PyValueError::new_err(format!("{}: {error}", path.display())),
        (error, None) => PyValueError::new_err(error.to_string()),
    }
}

/// Returns the format with this name, which is an extension of its files.
pub(super) fn format_of(name: &str) -> PyResult<Format> {
    table::named(name)
        .ok_or_else(|| PyValueError::new_err(format!("{name:?} is not a format that is read here: {}", table::names())))
}
