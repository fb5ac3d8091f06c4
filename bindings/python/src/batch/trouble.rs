//! What can be wrong with an element of a batch.

use gardez_lc0::PolicyIndex;
use gardez_position::{FenError, FindMoveError, IllegalMoveError, PackError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOverflowError, PyValueError};
use pyo3::prelude::*;

use crate::error::{self, IllegalMoveError as IllegalMoveException};
use crate::syzygy::Failure;

/// What is wrong with one element.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The text is not the FEN of a legal position.
    Fen(FenError),
    /// A move of the history is not legal.
    History {
        /// The place of the move in the history.
        ply: usize,
        error: FindMoveError,
    },
    /// The move is not legal.
    Move(MoveError),
    /// No legal move has this index.
    Index(PolicyIndex),
    /// An endgame table cannot be used.
    Table(Failure),
    /// The position has more pieces than fit.
    Packed(PackError),
    /// The count does not fit into 64 bits.
    Count,
    /// A signal has stopped the call.
    Interrupted,
}

/// Why a move is not legal.
#[derive(Debug)]
pub(super) enum MoveError {
    Text(FindMoveError),
    Encoded(IllegalMoveError),
}

/// Which element it is, and what is wrong with it.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) index: usize,
    pub(super) trouble: Trouble,
}

impl MoveError {
    /// Returns the exception for a move by itself.
    pub(super) fn into_exception(self) -> PyErr {
        IllegalMoveException::new_err(self.text())
    }

    fn text(&self) -> String {
        match self {
            Self::Text(error) => error.to_string(),
            Self::Encoded(error) => error.to_string(),
        }
    }
}

impl Failed {
    /// Returns the exception, whose text names the element and whose `index` is its place.
    ///
    /// `fen` returns the text of an element.
    pub(super) fn into_exception<'a>(self, py: Python<'_>, fen: impl FnOnce(usize) -> &'a str) -> PyErr {
        let Self { index, trouble } = self;
        let exception = match trouble {
            Trouble::Fen(error) => {
                let exception = error::fen(py, fen(index), &error);
                let text = format!("fens[{index}]: {error}");
                exception.value(py).setattr("args", (text,)).err().unwrap_or(exception)
            }
            Trouble::History { ply, error } => {
                IllegalMoveException::new_err(format!("histories[{index}][{ply}]: {error}"))
            }
            Trouble::Move(error) => IllegalMoveException::new_err(format!("moves[{index}]: {}", error.text())),
            Trouble::Index(number) => {
                let number = number.index();
                IllegalMoveException::new_err(format!("indices[{index}]: no legal move has the index {number}"))
            }
            Trouble::Table(failure) => failure.into_exception(&format!("fens[{index}]: ")),
            Trouble::Packed(error) => PyValueError::new_err(format!("fens[{index}]: {error}")),
            Trouble::Count => PyOverflowError::new_err(format!("fens[{index}]: the count is above 2**64 - 1")),
            Trouble::Interrupted => PyKeyboardInterrupt::new_err(()),
        };
        at(py, exception, index)
    }
}

/// Returns the exception with the place of the element.
pub(super) fn at(py: Python<'_>, exception: PyErr, index: usize) -> PyErr {
    match exception.value(py).setattr("index", index) {
        Ok(()) => exception,
        Err(other) => other,
    }
}
