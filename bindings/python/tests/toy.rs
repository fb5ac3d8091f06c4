//! The extension module with a format that a program adds, in one file. The module `toy` adds it; the one of the package
//! is in the same library.

#[path = "../../../crates/cli/tests/toy/format.rs"]
mod format;

use _gardez as _;
use gardez_data::table;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Adds the toy format.
#[pymodule]
fn toy(_: &Bound<'_, PyModule>) -> PyResult<()> {
    table::register(&format::TOY).map(drop).map_err(|error| PyValueError::new_err(error.to_string()))
}
