//! The exceptions, and how errors of the crates become exceptions.
//!
//! The text of an exception is the `Display` of the error. The attributes `start` and `end` count characters, as Python
//! does, and not bytes.

use std::fmt::Display;
use std::ops::Range;

use gardez_position::FenError as CoreFenError;
use gardez_types::ErrorInfo;
use numpy::BorrowError;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

pyo3::create_exception!(
    gardez,
    InvalidMoveError,
    PyValueError,
    "A text that is not a move in any form; `reason` says why, or is None.

>>> import gardez
>>> gardez.Move.from_uci('e9e4')
Traceback (most recent call last):
    ...
gardez.InvalidMoveError: expected a rank from 1 to 8, found '9' at byte 1
"
);
pyo3::create_exception!(
    gardez,
    IllegalMoveError,
    PyValueError,
    "A move that is not legal in the position; `reason` says why, or is None.

>>> import gardez
>>> try:
...     gardez.Board().push_uci('e2e5')
... except gardez.IllegalMoveError as error:
...     error.reason
'the piece on e2 cannot make this move to e5: no pawn moves so'
"
);
pyo3::create_exception!(
    gardez,
    AmbiguousMoveError,
    PyValueError,
    "A text that fits several legal moves; `candidates` is the list of these moves.

>>> import gardez
>>> try:
...     gardez.Board('4k3/8/8/8/8/8/4K3/R6R w - - 0 1').parse_san('Rd1')
... except gardez.AmbiguousMoveError as error:
...     [move.uci() for move in error.candidates]
['a1d1', 'h1d1']
"
);
pyo3::create_exception!(
    gardez,
    FenError,
    PyValueError,
    "A text that is not a FEN, or a position that cannot be played where one is needed.

`kind` names what is wrong, as a word with hyphens. `start` and `end` are the place in the text, in characters, and `reason`
says what is wrong there. `problem` is the name of the problem if a more lenient reader would accept the text. What an error
does not know is None.

>>> import gardez
>>> try:
...     gardez.Board('4k3/8/8/9/8/8/8/4K3 w - - 0 1')
... except gardez.FenError as error:
...     (error.kind, error.start, error.end, error.reason)
('unknown-piece', 8, 9, \"expected a piece, a digit from 1 to 8 or a slash, found '9' (at byte 8)\")
"
);
pyo3::create_exception!(
    gardez,
    RecordError,
    PyValueError,
    "A record of training data that cannot be read; `offset` is its place in the file, in bytes.

>>> import gardez
>>> issubclass(gardez.RecordError, ValueError), gardez.RecordError.offset
(True, None)
"
);
pyo3::create_exception!(
    gardez,
    MissingTableError,
    PyKeyError,
    "An endgame table that is needed and was not found.

>>> import gardez
>>> issubclass(gardez.MissingTableError, KeyError)
True
"
);

/// Returns a text that cannot be read as a FEN, as an exception. `text` is the text that was read.
pub(crate) fn fen(py: Python<'_>, text: &str, error: &CoreFenError) -> PyErr {
    let problem = error.problem().map(|problems| problems.names().collect::<Vec<_>>().join(" "));
    let (start, end) = error.span().map(|span| place(text, span)).unzip();
    let reason = error.to_string();
    let attributes =
        (("kind", error.kind_name()), ("start", start), ("end", end), ("reason", reason), ("problem", problem));
    with(py, FenError::new_err(error.to_string()), attributes)
}

/// Returns a position that cannot be built, as a [`FenError`] without a place.
pub(crate) fn board(py: Python<'_>, error: &(impl ErrorInfo + ?Sized)) -> PyErr {
    with(py, FenError::new_err(error.to_string()), (("kind", error.kind_name()),))
}

/// Returns an exception with attributes: pairs of a name and a value.
pub(crate) fn with<'py>(
    py: Python<'py>,
    exception: PyErr,
    attributes: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyErr {
    let set = || {
        attributes.into_pyobject(py)?.iter().try_for_each(|pair| {
            let (name, value) = pair.extract::<(Bound<'_, PyString>, Bound<'_, PyAny>)>()?;
            exception.value(py).setattr(name, value)
        })
    };
    set().err().unwrap_or(exception)
}

/// Returns a move that is not legal.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// Returns a text that is not a move.
pub(crate) fn invalid_move(error: impl Display) -> PyErr {
    InvalidMoveError::new_err(error.to_string())
}

/// Returns an array that cannot be read or written now.
pub(crate) fn array(name: &str, error: BorrowError) -> PyErr {
    value(match error {
        BorrowError::NotWriteable => format!("{name}: the array is read-only"),
        _ => format!("{name}: the array is in use by another call"),
    })
}

pub(crate) fn value(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

pub(crate) fn ambiguous(error: impl Display) -> PyErr {
    AmbiguousMoveError::new_err(error.to_string())
}

pub(crate) fn place(text: &str, span: Range<usize>) -> (usize, usize) {
    let characters = |byte: usize| text.char_indices().take_while(|&(at, _)| at < byte).count();
    (characters(span.start), characters(span.end))
}

/// Adds the exceptions to the module, with the values that their attributes have by default.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    let fen = py.get_type::<FenError>();
    for name in ["kind", "start", "end", "problem"] {
        fen.setattr(name, py.None())?;
    }
    let ambiguous = py.get_type::<AmbiguousMoveError>();
    for exception in [&fen, &py.get_type::<IllegalMoveError>(), &py.get_type::<InvalidMoveError>(), &ambiguous] {
        exception.setattr("reason", py.None())?;
        // The place in a batch.
        exception.setattr("index", py.None())?;
    }
    ambiguous.setattr("candidates", PyList::empty(py))?;
    let record = py.get_type::<RecordError>();
    for name in ["offset", "record", "chunk", "filename"] {
        record.setattr(name, py.None())?;
    }
    m.add("InvalidMoveError", py.get_type::<InvalidMoveError>())?;
    m.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    m.add("AmbiguousMoveError", ambiguous)?;
    m.add("FenError", fen)?;
    m.add("RecordError", record)?;
    m.add("MissingTableError", py.get_type::<MissingTableError>())
}
