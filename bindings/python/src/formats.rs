//! Packed positions of trainers: arrays of their columns, and batches of the inputs of networks.

mod columns;
mod error;
mod loader;
mod write;

use gardez_data::{FILTERS, FilterRow, table};
use pyo3::prelude::*;

/// Returns the names of all formats, each with what it is.
#[pyfunction]
#[pyo3(name = "_format_names")]
fn names() -> Vec<(&'static str, &'static str)> {
    table::formats().iter().map(|format| (format.extension(), format.row().about)).collect()
}

/// Returns the names of all filters, each with the name of its value and what it does.
#[pyfunction]
#[pyo3(name = "_filter_names")]
fn filters() -> Vec<(&'static str, String)> {
    let about = |row: &FilterRow| row.value.map_or_else(|| row.about.into(), |value| format!("{value}: {}", row.about));
    FILTERS.iter().map(|row| (row.name, about(row))).collect()
}

/// Adds the classes to the module. The module `gardez.formats` gives some of them their public names.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<loader::FormatFiles>()?;
    m.add_class::<loader::FeatureLoader>()?;
    m.add("_FormatChunks", m.py().get_type::<columns::FormatChunks>())?;
    m.add_function(wrap_pyfunction!(names, m)?)?;
    m.add_function(wrap_pyfunction!(filters, m)?)?;
    m.add_function(wrap_pyfunction!(columns::format_fens, m)?)?;
    m.add_function(wrap_pyfunction!(write::write, m)?)?;
    m.add_function(wrap_pyfunction!(columns::format_moves, m)?)
}
