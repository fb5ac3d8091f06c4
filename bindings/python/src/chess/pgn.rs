//! Games of PGN, which the reader of the crates reads, for `gardez.chess.pgn`.
//!
//! **Invariant:** a game takes memory in proportion to its text, and a call per level of a variation is never made.

mod events;
mod headers;
mod lines;
mod tree;
mod visitor;

use std::path::PathBuf;

use gardez_io::Unpacked;
use gardez_notation::pgn::{ReadError, Reader, StreamSource};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::files::{Opened, Source, os_error};
use crate::turns::Turns;
use events::Receiver;

/// Reads a game for a visitor, and returns its result; None at the end of the file.
#[pyfunction]
fn _read_game<'py>(handle: &Bound<'py, PyAny>, visitor: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(text) = lines::game(handle, true)? else { return Ok(None) };
    events::read(&text.text, &mut visitor::Visitor::new(visitor))?;
    visitor.call_method0(intern!(visitor.py(), "result")).map(Some)
}

/// Reads a game as a tree; None at the end of the file.
#[pyfunction]
fn _read_tree(handle: &Bound<'_, PyAny>) -> PyResult<Option<tree::Tree>> {
    let Some(text) = lines::game(handle, true)? else { return Ok(None) };
    let mut events = tree::Builder::new();
    events::read(&text.text, &mut events)?;
    Ok(Some(events.finish(text.skipped)))
}

/// Iterates over the games of a file as trees.
#[pyclass(name = "_Trees", module = "gardez._gardez", frozen)]
struct Trees {
    reader: Turns<Box<Reader<StreamSource<Unpacked<Source>>>>>,
    path: Option<PathBuf>,
}

#[pymethods]
impl Trees {
    #[new]
    fn new(path_or_file: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Opened { stream, path } = Opened::open(path_or_file)?;
        Ok(Self { reader: Turns::new(Box::new(Reader::new(stream))), path })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<tree::Tree>> {
        let mut events = tree::Builder::new();
        let is_read = self.reader.with(py, |reader| {
            reader.read_text(&mut Receiver::new(&mut events, None)).map_err(|error| match error {
                ReadError::Source(error) => os_error(&error, self.path.as_deref()),
                ReadError::Stopped(error) => error,
            })
        })??;
        Ok(is_read.then(|| events.finish(0)))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyValueError::new_err("a file that is read is not pickled"))
    }
}

/// Adds the functions to the module.
pub(super) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<headers::Tags>()?;
    m.add_class::<tree::Tree>()?;
    m.add_class::<Trees>()?;
    m.add_function(wrap_pyfunction!(_read_game, m)?)?;
    m.add_function(wrap_pyfunction!(_read_tree, m)?)
}
