//! Arrays from many positions: the functions of `gardez.batch`.
//!
//! A call goes through its positions in chunks. Each chunk is copied out of the Python objects, and then computed without
//! the interpreter's lock, in as many threads as the caller asks for:
//!
//! | file | what it does |
//! |---|---|
//! | `options` | reads the options of a call: formats, fill modes, numbers of threads, types of numbers |
//! | `output` | the arrays of a call, made or given as `out=` |
//! | `source` | copies a chunk of positions out of Python |
//! | `chunk` | positions without Python; runs a function on each, in threads |
//! | `trouble` | what can be wrong with an element, and the exception that names it |
//! | `planes`, `unpack` | input planes, dense and packed |
//! | `policy`, `moves` | masks and indices of the 1858 moves |
//! | `boards`, `perft` | boards, keys, counts |
//! | `pgn` | the main lines of games |
//! | `tables` | values of endgame tables |
//! | `values` | values of networks |
//! | `network` | the same for a single board |

mod boards;
mod chunk;
mod moves;
mod network;
mod options;
mod output;
mod perft;
mod pgn;
mod planes;
mod policy;
mod source;
mod tables;
mod trouble;
mod unpack;
mod values;

use pyo3::prelude::*;
use pyo3::wrap_pyfunction;

/// Adds the functions to the module, as a module of their own.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let batch = PyModule::new(m.py(), "gardez.batch")?;
    batch.add_function(wrap_pyfunction!(planes::planes, &batch)?)?;
    batch.add_function(wrap_pyfunction!(planes::packed, &batch)?)?;
    batch.add_function(wrap_pyfunction!(unpack::unpack, &batch)?)?;
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
