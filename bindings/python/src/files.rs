//! Files and file objects as streams, and their errors as Python's.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gardez_io::{DecompressLimits, Unpacked};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyDict, PyString};

use crate::args::PathArg;

/// A file that is open for reading, or an object of Python with a method `read`.
#[derive(Debug)]
pub(crate) enum Source {
    File(File),
    Object(Object),
}

/// A stream that is unpacked if it is compressed, and the path from which it comes.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) stream: Unpacked<Source>,
    pub(crate) path: Option<PathBuf>,
}

impl Opened {
    /// Opens a path, or begins to read a file object.
    pub(crate) fn open(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = source.py();
        if source.hasattr(intern!(py, "read"))? {
            let object = Object { object: source.clone().unbind(), rest: Vec::new(), used: 0 };
            let stream = Unpacked::new(Source::Object(object), DecompressLimits::default());
            return Ok(Self { stream: stream.map_err(|error| os_error(&error, None))?, path: None });
        }
        let PathArg(path) = source.extract().map_err(|_| {
            let kind = source.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
            PyTypeError::new_err(format!("expected a path or a file object, not {kind}"))
        })?;
        let opened = py.detach(|| {
            File::open(&path).and_then(|file| Unpacked::new(Source::File(file), DecompressLimits::default()))
        });
        match opened {
            Ok(stream) => Ok(Self { stream, path: Some(path) }),
            Err(error) => Err(os_error(&error, Some(&path))),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Object(object) => object.read(buffer),
        }
    }
}

/// An object of Python with a method `read`, which returns bytes or text.
#[derive(Debug)]
pub(crate) struct Object {
    object: Py<PyAny>,
    /// Bytes that were read, of which the first are used already.
    rest: Vec<u8>,
    used: usize,
}

impl Object {
    /// The number of bytes or characters requested at once.
    const CHUNK: usize = 64 << 10;

    /// Reads the next piece; empty at the end.
    fn piece(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        // A long input can be interrupted.
        py.check_signals()?;
        let piece = self.object.bind(py).call_method1(intern!(py, "read"), (Self::CHUNK,))?;
        if let Ok(bytes) = piece.extract::<PyBackedBytes>() {
            return Ok(bytes.to_vec());
        }
        let Ok(text) = piece.cast::<PyString>() else {
            let kind = piece.get_type().name()?;
            return Err(PyTypeError::new_err(format!("read() should return bytes or str, not {kind}")));
        };
        match text.extract::<PyBackedStr>() {
            Ok(text) => Ok(text.as_bytes().to_vec()),
            // Bytes that were not UTF-8 when the text was decoded.
            Err(_) => {
                let bytes = text.call_method1(intern!(py, "encode"), ("utf-8", "surrogateescape"))?;
                Ok(bytes.extract::<PyBackedBytes>()?.to_vec())
            }
        }
    }
}

impl Read for Object {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.rest.len() {
            self.rest = Python::attach(|py| self.piece(py)).map_err(io::Error::other)?;
            self.used = 0;
        }
        let rest = &self.rest[self.used..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.used += length;
        Ok(length)
    }
}

/// Returns the exception for an error of a stream: what a file object raised, or an `OSError` with the path.
pub(crate) fn os_error(error: &io::Error, path: Option<&Path>) -> PyErr {
    if let Some(raised) = error.get_ref().and_then(|inner| inner.downcast_ref::<PyErr>()) {
        return Python::attach(|py| raised.clone_ref(py));
    }
    let Some(path) = path else { return PyOSError::new_err(error.to_string()) };
    let text = error.to_string();
    match error.raw_os_error() {
        Some(code) => {
            let reason = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((code, reason, path.as_os_str().to_owned()))
        }
        None if error.kind() == io::ErrorKind::InvalidInput => PyValueError::new_err(text),
        None => damaged(text, path),
    }
}

/// Returns the exception for the contents of a file: an `OSError` with its path. Its text needs a number; 5 is an input
/// error.
pub(crate) fn damaged(text: String, path: &Path) -> PyErr {
    PyOSError::new_err((5, text, path.as_os_str().to_owned()))
}

/// Returns the arrays as a table, which libraries of data frames take.
pub(crate) fn table<'py>(arrays: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    arrays.py().import("gardez._arrow")?.getattr("Table")?.call1((arrays,))
}
