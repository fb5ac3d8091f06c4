//! A file that appears when it is complete, for the modules in Python that write files.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::MutexExt;

use crate::files::os_error;

/// Replaces a file when it is complete, at the end of a `with` block; after an exception, nothing is left of it.
#[pyclass(name = "_Output", module = "gardez._gardez", frozen)]
#[derive(Debug)]
struct Output {
    path: PathBuf,
    /// The file, until the block ends.
    file: Mutex<Option<BufWriter<gardez_io::Output>>>,
}

#[pymethods]
impl Output {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let file = gardez_io::Output::replace(&path).map_err(|error| os_error(error, Some(&path)))?;
        Ok(Self { path, file: Mutex::new(Some(BufWriter::with_capacity(1 << 16, file))) })
    }

    /// Writes text, as UTF-8, or bytes.
    fn write(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<usize> {
        match data.extract::<PyBackedStr>() {
            Ok(text) => self.add(py, text.as_bytes()),
            Err(_) => self.add(py, &data.extract::<PyBackedBytes>()?),
        }
    }

    /// Bytes are passed on when there are many, and at the end.
    #[expect(clippy::unused_self, reason = "gzip calls the method of a file")]
    fn flush(&self) {}

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let file = self.file.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).take();
        let is_complete = kind.is_none();
        py.detach(|| match file {
            Some(file) if is_complete => file.into_inner().map_err(io::Error::from)?.finish(),
            Some(file) => {
                // What is still buffered is not written.
                drop(file.into_parts());
                Ok(())
            }
            None => Ok(()),
        })
        .map_err(|error| os_error(error, Some(&self.path)))
    }
}

impl Output {
    fn add(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<usize> {
        let mut file = self.file.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let file = file.as_mut().ok_or_else(|| PyValueError::new_err("the file is closed"))?;
        file.write_all(bytes).map_err(|error| os_error(error, Some(&self.path)))?;
        Ok(bytes.len())
    }
}

/// Adds the class to the module, under a name that the package does not show.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("_Output", m.py().get_type::<Output>())
}
