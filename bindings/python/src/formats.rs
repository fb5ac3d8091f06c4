//! Packed positions of trainers: arrays of their columns, and batches of the inputs of networks.
//!
//! ```text
//! error      exceptions
//! columns    entries as arrays, a chunk at a time
//! inputs     the sets of inputs by their names
//! loader     a loader of the crate `data`, which is behind `gardez.formats.Features`
//! ```

mod columns;
mod error;
mod inputs;
mod loader;

use gardez_data::table;
use pyo3::prelude::*;

/// Returns the names of all formats, each with what it is.
#[pyfunction]
#[pyo3(name = "_format_names")]
fn names() -> Vec<(&'static str, &'static str)> {
    table::formats().iter().map(|format| (format.extension(), format.row().about)).collect()
}

/// Adds the classes to the module. The module `gardez.formats` gives some of them their public names.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<loader::FormatFiles>()?;
    m.add_class::<loader::FeatureLoader>()?;
    m.add("_FormatChunks", m.py().get_type::<columns::FormatChunks>())?;
    m.add_function(wrap_pyfunction!(names, m)?)?;
    m.add_function(wrap_pyfunction!(columns::format_fens, m)?)?;
    m.add_function(wrap_pyfunction!(columns::format_moves, m)?)
}
