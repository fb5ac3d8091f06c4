//! What `gardez.lc0.Record` asks about the bytes of a record.

use std::sync::Arc;

use gardez_lc0::training::{self, AnyRecord, RecordRef, Strictness};
use gardez_lc0::{CELLS, CellLayout};
use numpy::{PyArray, PyArrayDyn, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use super::error::record_error;
use crate::batch::options::{Layout, Scale};
use crate::error;

/// Returns the `Record` of a record that was read. Versions 3 to 5 become 6.
pub(super) fn object(
    py: Python<'_>,
    record: training::Record,
    chunk: Arc<str>,
    index: u32,
) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "gardez.lc0", "Record")?;
    let (data, version) = converted(py, record);
    class.call_method1(intern!(py, "_of"), (data, version, &*chunk, index))
}

fn converted(py: Python<'_>, record: training::Record) -> (Bound<'_, PyBytes>, u32) {
    let version = record.version();
    let bytes = match record {
        training::Record::V7(record) => PyBytes::new(py, record.record_bytes()),
        record => PyBytes::new(py, record.into_v6().record_bytes()),
    };
    (bytes, version)
}

/// Reads one record of version 3 to 7, and returns its bytes in version 6 or 7, and its version.
#[pyfunction]
#[pyo3(name = "_lc0_record")]
pub(super) fn read<'py>(py: Python<'py>, data: &[u8], chunk: &str, index: u32) -> PyResult<(Bound<'py, PyBytes>, u32)> {
    let record = training::Record::from_bytes(data)
        .map_err(|error| record_error(py, error.to_string(), chunk, Some(index), Some(error.offset as u64)))?;
    Ok(converted(py, record))
}

fn view(data: &[u8]) -> PyResult<RecordRef<'_>> {
    RecordRef::from_bytes(data).map_err(error::value)
}

/// Returns the transform of a record.
#[pyfunction]
#[pyo3(name = "_lc0_transform")]
pub(super) fn transform(data: &[u8]) -> PyResult<u8> {
    Ok(view(data)?.transform().raw())
}

/// Returns all 112 planes of a record.
#[pyfunction]
#[pyo3(name = "_lc0_planes")]
pub(super) fn planes<'py>(
    py: Python<'py>,
    data: &[u8],
    rule50: Scale,
    layout: Layout,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let (planes, _) = view(data)?.planes(rule50.0).map_err(error::value)?;
    let mut cells = vec![0.0_f32; CELLS];
    planes.write(layout.0, &mut cells).map_err(error::value)?;
    let shape = if layout.0 == CellLayout::Tokens { vec![64, 112] } else { vec![112, 8, 8] };
    PyArray::from_vec(py, cells).reshape(shape)
}

/// Returns the text of the first rule that a record breaks.
#[pyfunction]
#[pyo3(name = "_lc0_check")]
pub(super) fn check(data: &[u8], strict: bool) -> PyResult<Option<String>> {
    let strictness = if strict { Strictness::Strict } else { Strictness::Lc0 };
    Ok(view(data)?.check(strictness).err().map(|error| error.to_string()))
}
