//! Arrays from many positions: the functions of `gardez.batch`.
//!
//! A call goes through its positions in chunks. Each chunk is copied out of the Python objects, and then computed without
//! the interpreter's lock, in as many threads as the caller asks for.

mod boards;
mod chunk;
mod moves;
mod network;
pub(crate) mod options;
mod output;
pub(crate) mod perft;
mod pgn;
mod planes;
mod policy;
mod source;
mod tables;
mod trouble;
mod values;

use pyo3::prelude::*;
use pyo3::wrap_pyfunction;

/// Adds the functions to the module, as a module of their own.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let batch = PyModule::new(m.py(), "gardez.batch")?;
    batch.add_function(wrap_pyfunction!(planes::planes, &batch)?)?;
    batch.add_function(wrap_pyfunction!(planes::packed, &batch)?)?;
    batch.add_function(wrap_pyfunction!(planes::array, &batch)?)?;
    batch.add_function(wrap_pyfunction!(policy::legal_mask, &batch)?)?;
    batch.add_function(wrap_pyfunction!(policy::policy_index, &batch)?)?;
    batch.add_function(wrap_pyfunction!(policy::move_from_index, &batch)?)?;
    batch.add_function(wrap_pyfunction!(boards::read_fens, &batch)?)?;
    batch.add_function(wrap_pyfunction!(boards::boards, &batch)?)?;
    batch.add_function(wrap_pyfunction!(boards::legal_counts, &batch)?)?;
    batch.add_function(wrap_pyfunction!(boards::keys, &batch)?)?;
    batch.add_function(wrap_pyfunction!(perft::perft, &batch)?)?;
    batch.add_function(wrap_pyfunction!(pgn::pgn, &batch)?)?;
    m.setattr("_probe_wdl_batch", wrap_pyfunction!(tables::probe_wdl_batch, m)?)?;
    m.setattr("_probe_dtz_batch", wrap_pyfunction!(tables::probe_dtz_batch, m)?)?;
    values::register(m)?;
    // Not `add`, which would also list it in `__all__`.
    m.setattr("_batch", batch)
}
