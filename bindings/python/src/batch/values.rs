//! Values of networks for many positions: the class of `gardez.nnue`.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use gardez_nnue::{AccumulatorStack, Architecture, Evaluation, Network as CoreNetwork, NetworkError};
use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::options::Threads;
use super::output::{Array, Numbers};
use super::source::Source;
use crate::files::{damaged, os_error};

/// A network of Stockfish (12 to 18, July 2026), read from file: a path or bytes.
///
/// Any other network needs a description in TOML: a path or bytes. docs/nnue.md explains it.
///
/// A damaged or foreign file raises OSError with its filename, or ValueError if file is bytes. Threads may share a network.
///
/// >>> from gardez import Board, nnue
/// >>> description = b"""
/// ... width = 1
/// ... inputs = [{ pieces = {} }]
/// ... activation = ["screlu 255"]
/// ... file = "l0w i16; l0b i16; l1w i16; l1b i16"
/// ... """
/// >>> network = nnue.Network(bytes(1544), description)
/// >>> network.evaluate([Board()])
/// array([0], dtype=int32)
#[pyclass(module = "gardez.nnue", frozen)]
#[derive(Debug)]
pub(crate) struct Network(CoreNetwork<'static>);

/// A file, and where it came from.
struct NetworkFile {
    bytes: Vec<u8>,
    path: Option<PathBuf>,
}

impl NetworkFile {
    fn open(file: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = file.cast::<PyBytes>() {
            return Ok(Self { bytes: bytes.as_bytes().to_vec(), path: None });
        }
        let path: PathBuf = file.extract()?;
        let bytes = file.py().detach(|| fs::read(&path)).map_err(|error| os_error(&error, Some(&path)))?;
        Ok(Self { bytes, path: Some(path) })
    }

    fn read(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&[u8]) -> Result<CoreNetwork<'static>, NetworkError> + Send,
    ) -> PyResult<Network> {
        py.detach(|| read(&self.bytes)).map(Network).map_err(|error| self.error(&error))
    }

    fn error(&self, error: &NetworkError) -> PyErr {
        match &self.path {
            Some(path) => damaged(error.to_string(), path),
            None => PyValueError::new_err(error.to_string()),
        }
    }
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (file, description=None))]
    fn new(file: &Bound<'_, PyAny>, description: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(description) = description else { return NetworkFile::open(file)?.read(file.py(), CoreNetwork::read) };
        let description = NetworkFile::open(description)?;
        let text = String::from_utf8_lossy(&description.bytes);
        let architecture = Architecture::from_toml(&text).map_err(|error| description.error(&error))?;
        let read = |bytes: &[u8]| CoreNetwork::borrow(bytes, &architecture).map(CoreNetwork::into_owned);
        NetworkFile::open(file)?.read(file.py(), read)
    }

    /// Returns the kind, such as "stockfish-18-big", or the name in the description.
    #[getter]
    fn kind(&self) -> &str {
        &self.0.architecture().name
    }

    /// Returns the number of neurons of the first layer for each perspective.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Returns the text in the file.
    #[getter]
    fn description(&self) -> &str {
        self.0.description()
    }

    /// Evaluates positions, an int32 array (n,) from the side to move's point of view: in Stockfish's units, or mostly
    /// centipawns for other networks.
    ///
    /// `out` is an array to write to, and `boards_or_fens`, `threads` and exceptions are those of `gardez.batch`.
    #[pyo3(
        signature = (boards_or_fens, *, out=None, threads=Threads::ONE),
        text_signature = "($self, boards_or_fens, *, out=None, threads=1)"
    )]
    fn evaluate<'py>(
        &self,
        boards_or_fens: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run::<i32, 1>(boards_or_fens, out, threads, |found| [found.value])
    }

    /// Evaluates positions and returns the outputs of the last layer, before they are scaled: a float64 array (n,).
    #[pyo3(
        signature = (boards_or_fens, *, out=None, threads=Threads::ONE),
        text_signature = "($self, boards_or_fens, *, out=None, threads=1)"
    )]
    fn outputs<'py>(
        &self,
        boards_or_fens: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run::<f64, 1>(boards_or_fens, out, threads, |found| [found.output])
    }

    /// Evaluates positions and returns the parts: material and positional part in sixteenths, and the bucket, an int64 array
    /// (n, 3).
    #[pyo3(
        signature = (boards_or_fens, *, out=None, threads=Threads::ONE),
        text_signature = "($self, boards_or_fens, *, out=None, threads=1)"
    )]
    fn parts<'py>(
        &self,
        boards_or_fens: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        let parts = |found: Evaluation| [found.material.into(), found.positional, found.bucket as i64];
        self.run::<i64, 3>(boards_or_fens, out, threads, parts)
    }

    fn __repr__(&self) -> String {
        format!("<Network {}, width {}>", self.kind(), self.width())
    }
}

impl Network {
    /// Returns an array with what is found in each position: a number, or a row of several.
    fn run<'py, T: Element + Copy, const WIDTH: usize>(
        &self,
        boards_or_fens: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
        row: impl Fn(Evaluation) -> [T; WIDTH] + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, source) = (boards_or_fens.py(), Source::boards(boards_or_fens)?);
        let shape = [source.len(), WIDTH];
        let mut values = Array::<T>::new(py, "out", out, if WIDTH == 1 { &shape[..1] } else { &shape })?;
        // A stack for each thread, because it is expensive to make.
        let stacks = Mutex::new(Vec::new());
        source.run(py, threads, Numbers::new(values.numbers()?, WIDTH), |element, cells| {
            let board = element.board()?;
            let unused = stacks.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut stack = unused.unwrap_or_else(|| AccumulatorStack::new(&self.0));
            stack.reset();
            cells.copy_from_slice(&row(stack.evaluate(&board)));
            stacks.lock().unwrap_or_else(PoisonError::into_inner).push(stack);
            Ok(())
        })?;
        Ok(values.into_object())
    }
}

/// Adds the class to the module, under a name that the package does not show.
pub(super) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("_NnueNetwork", m.py().get_type::<Network>())
}
