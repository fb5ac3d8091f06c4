//! `records`: the records of chunks, one after the other.

use std::io::{self, Chain, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

use gardez_lc0::training::{self, ArchiveError, ArchiveOptions, ReadError, Reader};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::error::{archive_error, read_error};
use super::record;
use crate::args::Items;
use crate::turns::{Patience, Problems, Turns};

/// The greatest number of bytes of a chunk, unpacked.
const LONGEST: u64 = 64 << 20;

/// An iterator over the records of chunks; made by `gardez.lc0.records`.
///
/// A problem is raised or skipped, and the next call goes on after it.
#[pyclass(module = "gardez.lc0", frozen, name = "Records")]
pub(crate) struct Records {
    state: Turns<State>,
    skips: bool,
}

struct State {
    sources: vec::IntoIter<Source>,
    chunks: Option<training::Chunks>,
    name: Arc<str>,
    records: Option<Reader<Chain<Cursor<Vec<u8>>, End>>>,
    next: u32,
    /// The process that opened the files, whose places a forked process would share.
    process: u32,
    problems: Problems,
}

/// The end of a chunk: the error that ended it, if there is one.
struct End(Option<io::Error>);

impl Read for End {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

enum Source {
    Path(PathBuf),
    Bytes(PyBackedBytes),
}

/// What can go wrong.
enum Problem {
    Archive(ArchiveError),
    Record(Arc<str>, u32, ReadError),
    Interrupted,
    Forked,
}

impl Problem {
    fn raise(&self, py: Python<'_>, patience: &Patience) -> PyErr {
        match self {
            Self::Archive(error) => archive_error(py, error),
            Self::Record(name, record, error) => read_error(py, error, name, *record),
            Self::Interrupted => patience.error(),
            Self::Forked => PyRuntimeError::new_err("these records belong to the process before the fork"),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Archive(error) => error.to_string(),
            Self::Record(name, _, error) => format!("{error}, of the chunk {name}"),
            Self::Interrupted | Self::Forked => String::new(),
        }
    }
}

impl State {
    /// Opens the next chunk. `false` at the end.
    fn open(&mut self) -> Result<bool, Problem> {
        loop {
            let Some(chunks) = &mut self.chunks else {
                let Some(source) = self.sources.next() else { return Ok(false) };
                let opened = match source {
                    Source::Path(path) => training::Chunks::open_with(path, ArchiveOptions::default()),
                    Source::Bytes(bytes) => training::Chunks::from_stream(Cursor::new(bytes)),
                };
                self.chunks = Some(opened.map_err(Problem::Archive)?);
                continue;
            };
            let Some(chunk) = chunks.next_chunk() else {
                self.chunks = None;
                continue;
            };
            let chunk = chunk.map_err(Problem::Archive)?;
            self.name = chunk.name().into();
            self.next = 0;
            let mut bytes = Vec::new();
            let end = match chunk.take(LONGEST + 1).read_to_end(&mut bytes) {
                Ok(length) if LONGEST < length as u64 => Some(io::ErrorKind::FileTooLarge.into()),
                read => read.err(),
            };
            self.records = Some(Reader::new(Cursor::new(bytes).chain(End(end))));
            return Ok(true);
        }
    }

    fn next(&mut self) -> Result<Option<(training::Record, u32)>, Problem> {
        loop {
            let Some(records) = &mut self.records else {
                if self.open()? {
                    continue;
                }
                return Ok(None);
            };
            let index = self.next;
            match records.next() {
                None => self.records = None,
                Some(record) => {
                    self.next += 1;
                    return match record {
                        Ok(record) => Ok(Some((record, index))),
                        Err(error) => Err(Problem::Record(Arc::clone(&self.name), index, error)),
                    };
                }
            }
        }
    }
}

#[pymethods]
impl Records {
    #[new]
    #[pyo3(signature = (paths, data, skips))]
    fn new(paths: Items<PathBuf>, data: Option<PyBackedBytes>, skips: bool) -> Self {
        let sources = paths.0.into_iter().map(Source::Path).chain(data.map(Source::Bytes));
        let state = State {
            sources: sources.collect::<Vec<_>>().into_iter(),
            chunks: None,
            name: "".into(),
            records: None,
            next: 0,
            process: std::process::id(),
            problems: Problems::default(),
        };
        Self { state: Turns::new(state), skips }
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let patience = Patience::new();
        let mut signals = patience.clone();
        let skips = self.skips;
        let next = self.state.with(py, |state| {
            if state.process != std::process::id() {
                return Err(Problem::Forked);
            }
            loop {
                match state.next() {
                    Ok(None) => return Ok(None),
                    Ok(Some((record, index))) => return Ok(Some((record, Arc::clone(&state.name), index))),
                    Err(problem) if !skips => return Err(problem),
                    Err(problem) => state.problems.push(problem.text()),
                }
                if signals.is_over() {
                    return Err(Problem::Interrupted);
                }
            }
        })?;
        let next = next.map_err(|problem| problem.raise(py, &patience))?;
        next.map(|(record, chunk, index)| record::object(py, record, chunk, index)).transpose()
    }

    /// Returns the texts of the first 100 problems that were skipped.
    #[getter]
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.state.with(py, |state| state.problems.texts.clone())
    }

    /// Returns the number of problems that were skipped.
    #[getter]
    fn problem_count(&self, py: Python<'_>) -> PyResult<u64> {
        self.state.with(py, |state| state.problems.count)
    }

    /// Closes the files.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.state.close(py)
    }
}
