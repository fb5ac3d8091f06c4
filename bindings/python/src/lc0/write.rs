//! `write`: records as a chunk.

use std::path::PathBuf;

use gardez_lc0::training::{self, Reader};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::error::read_error;
use crate::files::os_error;

/// Writes the records in `data` to a chunk that is compressed with gzip, and returns their number. The file appears when
/// it is complete.
#[pyfunction]
#[pyo3(name = "_lc0_write")]
pub(crate) fn write(py: Python<'_>, path: PathBuf, data: PyBackedBytes) -> PyResult<u32> {
    let failed = |error: std::io::Error| os_error(&error, Some(&path));
    py.detach(|| {
        let mut writer = training::create(&path).map_err(failed)?;
        let mut number = 0;
        for record in Reader::new(&data[..]) {
            let record = record
                .map_err(|error| Python::attach(|py| read_error(py, &error, &path.display().to_string(), number)))?;
            writer.write(&record).map_err(failed)?;
            number += 1;
        }
        writer.close().map_err(failed)?;
        Ok(number)
    })
}
