//! Arguments that are numbers with a limit, such as squares, colors and piece types, and lists of arguments.
//!
//! A number of the wrong size is a `ValueError`, a value of another type a `TypeError`.

use std::path::PathBuf;

use gardez_position::Bitboard;
use gardez_types::{Color, PieceType, Square};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::error;

/// A square from 0 (a1) to 63 (h8).
#[derive(Clone, Copy)]
pub(crate) struct SquareArg(pub(crate) Square);

/// A color: True for white.
#[derive(Clone, Copy)]
pub(crate) struct ColorArg(pub(crate) Color);

/// A piece type from 1 (pawn) to 6 (king).
#[derive(Clone, Copy)]
pub(crate) struct PieceTypeArg(pub(crate) PieceType);

/// A set of squares: an int, of which the lowest 64 bits count, or a `SquareSet`.
#[derive(Clone, Copy)]
pub(crate) struct MaskArg(pub(crate) Bitboard);

impl MaskArg {
    /// All squares.
    pub(crate) const ALL: Self = Self(Bitboard::FULL);
}

/// The elements of a list or a tuple. A conversion to a `Vec` would reserve as many as the length of any sequence says, and
/// that of a `range` may be larger than all memory.
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Items<T>
where
    Vec<T>: FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if !argument.is_instance_of::<PyList>() && !argument.is_instance_of::<PyTuple>() {
            return Err(PyTypeError::new_err("expected a list or a tuple"));
        }
        argument.extract().map(Self)
    }
}

/// A path: a text, bytes, or an object that has either.
pub(crate) struct PathArg(pub(crate) PathBuf);

impl FromPyObject<'_, '_> for PathArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let py = argument.py();
        py.import(intern!(py, "os"))?.call_method1(intern!(py, "fsdecode"), (argument,))?.extract().map(Self)
    }
}

/// Returns the number of an argument, or `None` if it is too large.
fn number(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Option<u8>> {
    argument.extract::<u8>().map(Some).or_else(|failure| {
        if failure.is_instance_of::<PyOverflowError>(argument.py()) { Ok(None) } else { Err(failure) }
    })
}

impl<'py> FromPyObject<'_, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = argument.cast::<PyString>() {
            let name = name.repr()?;
            let text = format!("a square is a number, such as E4, not {name}: parse_square({name}) reads a name");
            return Err(PyTypeError::new_err(text));
        }
        let square = number(argument)?.and_then(Square::from_index);
        square.map(Self).ok_or_else(|| error::value(format_args!("a square is from 0 to 63, not {}", *argument)))
    }
}

impl<'py> FromPyObject<'_, 'py> for MaskArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bits) = argument.extract::<u64>() {
            return Ok(Self(Bitboard::from_bits(bits)));
        }
        // A negative number, a larger one, and a `SquareSet`, which is an index.
        let low = argument.call_method0("__index__").and_then(|number| number.bitand(u64::MAX));
        let bits = low.map_err(|_| PyTypeError::new_err("a set of squares is an int or a SquareSet"))?;
        bits.extract().map(|bits| Self(Bitboard::from_bits(bits)))
    }
}

impl<'py> FromPyObject<'_, 'py> for ColorArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_white = match argument.extract::<bool>() {
            Ok(is_white) => is_white,
            // The numbers 0 and 1 equal the truth values.
            Err(_) => match argument.extract::<u8>() {
                Ok(number @ (0 | 1)) => number == 1,
                _ => return Err(PyTypeError::new_err("a color is True (white) or False (black)")),
            },
        };
        Ok(Self(if is_white { Color::White } else { Color::Black }))
    }
}

impl<'py> FromPyObject<'_, 'py> for PieceTypeArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let piece_type = number(argument)?.and_then(PieceType::from_raw);
        piece_type.map(Self).ok_or_else(|| error::value(format_args!("a piece type is from 1 to 6, not {}", *argument)))
    }
}
