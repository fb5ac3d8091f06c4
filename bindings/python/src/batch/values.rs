//! Values of networks for many positions: the class of `gardez.nnue`.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use gardez_nnue::features::{KingBuckets, Mirror, PieceSquares};
use gardez_nnue::{
    AccumulatorStack, Activation, Architecture, Evaluation, Network as CoreNetwork, NetworkError, SimpleShape,
};
use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::options::Threads;
use super::output::{Array, Numbers};
use super::source::Source;
use crate::files::{damaged, os_error};

/// A network of Stockfish (15.1 to 18, July 2026), read from file: a path or bytes. `simple` reads those of bullet.
///
/// Any other network needs a description in TOML: a path or bytes. docs/nnue.md explains it.
///
/// A damaged or foreign file raises OSError with its filename, or ValueError if file is bytes. Threads may share a network.
///
/// >>> from gardez import Board, nnue
/// >>> network = nnue.Network.simple(bytes(1544), width=1)
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
        let read = |bytes: &[u8]| CoreNetwork::read_described(bytes, &architecture).map(CoreNetwork::into_owned);
        NetworkFile::open(file)?.read(file.py(), read)
    }

    /// Reads a network with one hidden layer, as bullet's simple examples save it, from file: a path or bytes.
    ///
    /// The file does not state its shape: width is the number of neurons for each perspective. buckets are the king
    /// buckets for the files a to d of each rank, mirrored, or None for one bucket without mirroring. activation is
    /// "screlu", "crelu" or "relu".
    ///
    /// >>> from gardez import nnue
    /// >>> nnue.Network.simple(bytes(1544), width=1).kind
    /// 'simple'
    #[staticmethod]
    #[pyo3(signature = (file, *, width, buckets=None, outputs=1, activation="screlu", qa=255, qb=64, scale=400))]
    #[allow(clippy::too_many_arguments)] // each has a name in Python
    fn simple(
        file: &Bound<'_, PyAny>,
        width: usize,
        buckets: Option<[u8; 32]>,
        outputs: usize,
        activation: &str,
        qa: i16,
        qb: i16,
        scale: i32,
    ) -> PyResult<Self> {
        let inputs = match buckets {
            None => PieceSquares::CHESS_768,
            Some(layout) => {
                let kings = KingBuckets::Half(layout);
                PieceSquares { kings, mirror: Mirror::AToD, ..PieceSquares::CHESS_768 }
            }
        };
        let activation = match activation {
            "screlu" => Activation::SCReLU,
            "crelu" => Activation::CReLU,
            "relu" => Activation::ReLU,
            other => {
                let reason = format!("activation: expected 'screlu', 'crelu' or 'relu', found {other:?}");
                return Err(PyValueError::new_err(reason));
            }
        };
        let output_buckets = outputs;
        let shape = SimpleShape { inputs, width, output_buckets, activation, qa, qb, scale, is_transposed: true };
        let read = |bytes: &[u8]| CoreNetwork::read_simple(bytes, &shape).map(CoreNetwork::into_owned);
        NetworkFile::open(file)?.read(file.py(), read)
    }

    /// Returns the kind, such as "stockfish-18-big".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().name()
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

    /// Evaluates positions, an int32 array (n,) from the side to move's point of view: in Stockfish's units, or centipawns
    /// for a simple network.
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
        format!("<Network {}, width {}>", self.0.kind(), self.0.width())
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
