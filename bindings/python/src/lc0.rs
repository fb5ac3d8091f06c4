//! Training records of lc0: records, and batches of them.
//!
//! ```text
//! error      exceptions, and the records in bytes
//! chunks     archives and bytes as sources of a loader
//! options    the options of a loader
//! outputs    the arrays of a batch
//! loader     what is behind `gardez.lc0.Batches`
//! record     one record
//! records    the records of chunks, one after the other
//! write      records as a chunk
//! ```

mod chunks;
mod error;
mod loader;
mod options;
mod outputs;
mod record;
mod records;
mod write;

use pyo3::prelude::*;

pub(crate) use error::os_error;

/// Adds the classes to the module. The module `gardez.lc0` gives some of them their public names.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<chunks::Lc0Chunks>()?;
    m.add_class::<loader::Lc0Loader>()?;
    m.add("_Lc0Record", m.py().get_type::<record::Record>())?;
    m.add("_Lc0Records", m.py().get_type::<records::Records>())?;
    m.add_function(wrap_pyfunction!(write::write, m)?)
}
