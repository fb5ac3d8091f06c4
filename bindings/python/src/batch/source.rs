//! Copying positions out of Python.

use std::ops::Range;

use gardez_position::PackedBoard;
use gardez_types::{PieceType, Square, UciText};
use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyMapping, PySlice, PyString, PyTuple};

use super::chunk::{CHUNK, Chunk, Element, Item};
use super::options::{Threads, type_name};
use super::output::Rows;
use super::trouble::at;
use crate::chess::Board;
use crate::error::{self, InvalidMoveError};
use crate::moves::Move;
use crate::position;

/// A sequence of Python whose elements are read in chunks.
pub(super) struct Sequence<'py> {
    items: Items<'py>,
    len: usize,
    name: &'static str,
}

enum Items<'py> {
    List(Bound<'py, PyList>),
    Tuple(Bound<'py, PyTuple>),
    Array(Bound<'py, PyUntypedArray>),
    /// Rows of packed boards.
    Packed(Bound<'py, PyArray2<u8>>),
}

impl<'py> Sequence<'py> {
    /// Returns a list, a tuple, an array of one dimension, or any other object that has a length and elements in order.
    ///
    /// `name` and `wanted` are for messages.
    pub(super) fn new(obj: &Bound<'py, PyAny>, name: &'static str, wanted: &str) -> PyResult<Self> {
        let (items, len) = if let Ok(list) = obj.cast::<PyList>() {
            (Items::List(list.clone()), list.len())
        } else if let Ok(tuple) = obj.cast::<PyTuple>() {
            (Items::Tuple(tuple.clone()), tuple.len())
        } else if let Ok(array) = obj.cast::<PyUntypedArray>() {
            let &[len] = array.shape() else {
                let dimensions = array.ndim();
                return Err(PyValueError::new_err(format!("{name}: expected 1 dimension, found {dimensions}")));
            };
            (Items::Array(array.clone()), len)
        } else {
            let list = listed(obj, name, wanted)?;
            let len = list.len();
            (Items::List(list), len)
        };
        Ok(Self { items, len, name })
    }

    /// Returns positions: a sequence, one position alone, or rows of packed boards.
    fn positions(obj: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (py, name) = (obj.py(), "boards_or_fens");
        if obj.is_instance_of::<PyString>() || obj.is_instance_of::<Board>() {
            return Ok(Self { items: Items::List(PyList::new(py, [obj])?), len: 1, name });
        }
        if let Ok(array) = obj.cast::<PyUntypedArray>() {
            let is_packed = array.dtype().is_equiv_to(&numpy::dtype::<u8>(py))
                && array.ndim() <= 2
                && array.shape().last() == Some(&PackedBoard::SIZE);
            if is_packed {
                let rows = array.call_method1("reshape", ((-1, PackedBoard::SIZE),))?;
                let rows: Bound<'_, PyArray2<u8>> = rows.cast_into()?;
                return Ok(Self { len: rows.len() / PackedBoard::SIZE, items: Items::Packed(rows), name });
            }
        }
        Self::new(obj, name, "FENs (str), boards, or packed boards (n, 24)")
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns a part of the sequence as a list.
    fn part(&self, range: Range<usize>) -> PyResult<Bound<'py, PyList>> {
        let part = match &self.items {
            Items::List(list) => list.get_slice(range.start, range.end),
            Items::Tuple(tuple) => tuple.get_slice(range.start, range.end).to_list(),
            Items::Array(array) => {
                let (start, end) = (range.start as isize, range.end as isize);
                array.get_item(PySlice::new(array.py(), start, end, 1))?.call_method0("tolist")?.cast_into()?
            }
            Items::Packed(rows) => {
                let (start, end) = (range.start as isize, range.end as isize);
                rows.get_item(PySlice::new(rows.py(), start, end, 1))?.call_method0("tolist")?.cast_into()?
            }
        };
        if part.len() == range.len() {
            return Ok(part);
        }
        Err(PyValueError::new_err(format!("{}: the length has changed during the call", self.name)))
    }

    pub(super) fn visit(
        &self,
        range: Range<usize>,
        mut visit: impl FnMut(usize, Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let start = range.start;
        self.part(range)?.iter().enumerate().try_for_each(|(place, item)| visit(start + place, item))
    }

    pub(super) fn visit_all(&self, mut visit: impl FnMut(usize, Bound<'py, PyAny>) -> PyResult<()>) -> PyResult<()> {
        (0..self.len).step_by(CHUNK).try_for_each(|start| self.visit(start..(start + CHUNK).min(self.len), &mut visit))
    }

    /// Returns the exception for an element of another type.
    pub(super) fn type_error(&self, index: usize, wanted: &str, found: &Bound<'py, PyAny>) -> PyErr {
        let (name, found_type) = (self.name, type_name(found));
        let error = PyTypeError::new_err(format!("{name}[{index}]: expected {wanted}, found {found_type}"));
        at(found.py(), error, index)
    }
}

/// The most elements of a sequence that is not a list, tuple or array. A `range` has any length without having elements.
const MAX_COPIED: usize = 1 << 24;

/// Returns the elements of another sequence, at most as many as its length says.
fn listed<'py>(obj: &Bound<'py, PyAny>, name: &str, wanted: &str) -> PyResult<Bound<'py, PyList>> {
    let single = obj.is_instance_of::<PyString>()
        || obj.is_instance_of::<PyBytes>()
        || obj.is_instance_of::<PyByteArray>()
        || obj.is_instance_of::<Board>()
        || obj.is_instance_of::<PyMapping>();
    if single || !obj.hasattr("__getitem__")? || !obj.hasattr("__len__")? {
        let found = type_name(obj);
        return Err(PyTypeError::new_err(format!("{name}: expected a sequence of {wanted}, found {found}")));
    }
    let len = obj.len()?;
    if MAX_COPIED < len {
        let reason =
            format!("{name}: a sequence of {len} elements is too long to be copied: pass a list, or parts of it");
        return Err(PyValueError::new_err(reason));
    }
    // The elements of Arrow are objects of its own.
    if let Some(to_list) = obj.getattr_opt("to_pylist")? {
        return Ok(to_list.call0()?.cast_into()?);
    }
    let list = PyList::empty(obj.py());
    for item in obj.try_iter()?.take(len) {
        list.append(item?)?;
    }
    Ok(list)
}

/// What is copied: texts only, boards without their earlier positions, or boards with them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    Text,
    Board,
    History,
}

/// The positions of a call.
pub(super) struct Source<'py> {
    positions: Sequence<'py>,
    histories: Option<Sequence<'py>>,
    keeps: Keeps,
}

impl<'py> Source<'py> {
    pub(super) fn boards(obj: &Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Self { positions: Sequence::positions(obj)?, histories: None, keeps: Keeps::Board })
    }

    pub(super) fn texts(obj: &Bound<'py, PyAny>) -> PyResult<Self> {
        let positions = Sequence::new(obj, "fens", "FENs (str)")?;
        Ok(Self { positions, histories: None, keeps: Keeps::Text })
    }

    /// Positions with the moves before them.
    pub(super) fn games(obj: &Bound<'py, PyAny>, histories: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let positions = Self::boards(obj)?.positions;
        let histories = histories.map(|obj| Sequence::new(obj, "histories", "lists of moves")).transpose()?;
        if let Some(histories) = histories.as_ref().filter(|histories| histories.len != positions.len) {
            let (expected, found) = (positions.len, histories.len);
            return Err(PyValueError::new_err(format!("histories: expected {expected} lists, found {found}")));
        }
        Ok(Self { positions, histories, keeps: Keeps::History })
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len
    }

    /// Calls `work` for each position with its row, chunk by chunk, without the lock of the interpreter.
    pub(super) fn run<R: Rows>(
        &self,
        py: Python<'py>,
        threads: Threads,
        mut rows: R,
        work: impl Fn(&Element<'_>, R::Row) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        self.each_chunk(py, threads, |chunk| {
            let rows = rows.split(chunk.items.len());
            py.detach(|| chunk.spread(threads, rows, &work)).map_err(|failed| failed.into_exception(py))
        })
    }

    /// Copies one chunk after the other, and calls `visit` with it.
    pub(super) fn each_chunk(
        &self,
        py: Python<'py>,
        threads: Threads,
        mut visit: impl FnMut(&Chunk) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut chunk = Chunk::default();
        let size = CHUNK * threads.0;
        for start in (0..self.len()).step_by(size) {
            self.copy(start..(start + size).min(self.len()), &mut chunk)?;
            visit(&chunk)?;
            // Control-C stops the call here.
            py.check_signals()?;
        }
        Ok(())
    }

    fn copy(&self, range: Range<usize>, chunk: &mut Chunk) -> PyResult<()> {
        chunk.clear(range.start);
        if let Items::Packed(rows) = &self.positions.items {
            let rows = rows.try_readonly().map_err(|error| error::array(self.positions.name, error))?;
            let rows = rows.as_array();
            for index in range.clone() {
                let bytes = std::array::from_fn(|at| rows.get([index, at]).copied().unwrap_or_default());
                chunk.items.push(Item::Packed(PackedBoard::from_bytes(bytes)));
            }
        } else {
            self.positions.visit(range.clone(), |index, item| self.copy_item(index, &item, chunk))?;
        }
        let Some(histories) = &self.histories else { return Ok(()) };
        histories.visit(range, |index, moves| {
            let start = chunk.moves.len();
            read_history(histories, index, &moves, &mut chunk.moves)?;
            chunk.histories.push(start..chunk.moves.len());
            Ok(())
        })
    }
}

impl<'py> Source<'py> {
    /// Copies one position out of Python.
    fn copy_item(&self, index: usize, item: &Bound<'py, PyAny>, chunk: &mut Chunk) -> PyResult<()> {
        if let Ok(fen) = item.cast::<PyString>() {
            let start = chunk.text.len();
            match fen.to_str() {
                Ok(text) => chunk.text.push_str(text),
                // Half of a surrogate pair, which the reader of FENs then refuses.
                Err(_) => chunk.text.push_str(&fen.to_string_lossy()),
            }
            chunk.items.push(Item::Fen(start..chunk.text.len()));
            return Ok(());
        }
        if self.keeps == Keeps::Text {
            return Err(self.positions.type_error(index, "a FEN (str)", item));
        }
        let Ok(board) = item.cast::<Board>() else {
            return Err(self.positions.type_error(index, "a FEN (str) or a Board", item));
        };
        let named = |error: PyErr| {
            let py = item.py();
            let text = format!("fens[{index}]: {}", error.value(py));
            at(py, error.value(py).setattr("args", (text,)).err().unwrap_or(error), index)
        };
        if self.keeps == Keeps::History {
            let position = position::position_of(board).map_err(named)?;
            if !position.history().is_empty() {
                chunk.items.push(Item::Game(Box::new(position)));
                return Ok(());
            }
        }
        chunk.items.push(Item::Board(position::board_of(board).map_err(named)?));
        Ok(())
    }
}

/// Reads the moves of one history: `None`, a text with spaces between the moves, or a sequence of moves.
fn read_history<'py>(
    histories: &Sequence<'py>,
    index: usize,
    moves: &Bound<'py, PyAny>,
    list: &mut Vec<UciText>,
) -> PyResult<()> {
    let py = moves.py();
    let invalid = |ply: usize, error: String| {
        at(py, InvalidMoveError::new_err(format!("histories[{index}][{ply}]: {error}")), index)
    };
    if moves.is_none() {
        return Ok(());
    }
    if let Ok(text) = moves.cast::<PyString>() {
        for (ply, text) in text.to_string_lossy().split_ascii_whitespace().enumerate() {
            list.push(text.parse().map_err(|error| invalid(ply, format!("{error}")))?);
        }
        return Ok(());
    }
    let Ok(moves) = Sequence::new(moves, "a history", "moves") else {
        return Err(histories.type_error(index, "a list of moves", moves));
    };
    moves.visit_all(|ply, item| match uci(&item) {
        Some(Ok(text)) => {
            list.push(text);
            Ok(())
        }
        Some(Err(error)) => Err(invalid(ply, error)),
        None => {
            let found = type_name(&item);
            let error = PyTypeError::new_err(format!("histories[{index}][{ply}]: expected a move, found {found}"));
            Err(at(py, error, index))
        }
    })
}

/// Returns the text of a `Move` or of a str, or why it is not a move. `None` for other types.
pub(super) fn uci(item: &Bound<'_, PyAny>) -> Option<Result<UciText, String>> {
    if let Ok(text) = item.cast::<PyString>() {
        return Some(text.to_string_lossy().parse().map_err(|error: gardez_types::ParseError| error.to_string()));
    }
    let m = item.extract::<Move>().ok()?;
    if m.from == m.to {
        return Some(Err("a null move has no place in a network".to_owned()));
    }
    let promotion = m.promotion.checked_sub(1).and_then(PieceType::from_index);
    let squares = Square::from_index(m.from).zip(Square::from_index(m.to));
    Some(squares.map(|(from, to)| UciText::new(from, to, promotion)).ok_or_else(|| "not a move".to_owned()))
}
