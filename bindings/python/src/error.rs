//! The exceptions.

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(gardez, InvalidMoveError, PyValueError, "A text that is not a move.");
pyo3::create_exception!(gardez, IllegalMoveError, PyValueError, "A move that is not legal here.");
pyo3::create_exception!(gardez, AmbiguousMoveError, PyValueError, "A text that several legal moves fit.");
pyo3::create_exception!(gardez, FenError, PyValueError, "A text that is not the FEN of a legal position.");
pyo3::create_exception!(gardez, RecordError, PyValueError, "A record of training data that cannot be read.");
pyo3::create_exception!(gardez, MissingTableError, PyKeyError, "An endgame table that is not there.");

/// Adds the exceptions to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add("InvalidMoveError", py.get_type::<InvalidMoveError>())?;
    m.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    m.add("AmbiguousMoveError", py.get_type::<AmbiguousMoveError>())?;
    m.add("FenError", py.get_type::<FenError>())?;
    m.add("RecordError", py.get_type::<RecordError>())?;
    m.add("MissingTableError", py.get_type::<MissingTableError>())
}
