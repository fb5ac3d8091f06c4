//! What is wrong with an element of a batch, as an exception that names it.

use gardez_position::{FenError, FindMoveError, IllegalMoveError};
use pyo3::prelude::*;

use crate::error::{self, IllegalMoveError as IllegalMoveException};

/// Why a move is not legal.
#[derive(Debug)]
pub(super) enum MoveError {
    Text(FindMoveError),
    Encoded(IllegalMoveError),
}

impl MoveError {
    /// Returns the exception, with a text before it.
    pub(super) fn into_exception(self, before: &str) -> PyErr {
        IllegalMoveException::new_err(match self {
            Self::Text(error) => format!("{before}{error}"),
            Self::Encoded(error) => format!("{before}{error}"),
        })
    }
}

/// An exception about an element of the batch, and its place.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) index: usize,
    pub(super) error: PyErr,
}

impl Failed {
    /// Returns the exception, whose `index` is the place.
    pub(super) fn into_exception(self, py: Python<'_>) -> PyErr {
        at(py, self.error, self.index)
    }
}

#[cold]
pub(super) fn fen(index: usize, text: &str, error: &FenError) -> PyErr {
    Python::attach(|py| {
        let exception = error::fen(py, text, error);
        error::with(py, exception, (("args", (format!("fens[{index}]: {error}"),)),))
    })
}

/// Returns the exception with the place of the element.
pub(super) fn at(py: Python<'_>, exception: PyErr, index: usize) -> PyErr {
    error::with(py, exception, (("index", index),))
}
