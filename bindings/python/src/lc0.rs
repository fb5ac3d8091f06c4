//! Training records of lc0: records, and batches of them.

mod chunks;
mod error;
mod loader;
mod options;
mod outputs;
mod record;
mod records;
mod write;

use pyo3::prelude::*;

/// Adds the classes to the module. The module `gardez.lc0` gives some of them their public names.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<chunks::Lc0Chunks>()?;
    m.add_class::<loader::Lc0Loader>()?;
    m.add_function(wrap_pyfunction!(record::read, m)?)?;
    m.add_function(wrap_pyfunction!(record::transform, m)?)?;
    m.add_function(wrap_pyfunction!(record::planes, m)?)?;
    m.add_function(wrap_pyfunction!(record::check, m)?)?;
    m.add("_Lc0Records", m.py().get_type::<records::Records>())?;
    m.add_function(wrap_pyfunction!(write::write, m)?)
}
