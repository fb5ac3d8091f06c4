//! Boards from texts, and numbers about boards.

use gardez_position::{Board as CoreBoard, FenError, FenMode, FenReader, PackedBoard};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::options::{Threads, choose};
use super::output::{Array, Numbers, Values};
use super::source::Source;
use super::trouble::{at, fen};
use crate::chess::Board;

/// What to do with a text that is not a FEN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Errors {
    Raise,
    Skip,
}

impl FromPyObject<'_, '_> for Errors {
    type Error = PyErr;

    fn extract(obj: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        choose(obj, "errors", &[("raise", Self::Raise), ("skip", Self::Skip)])
    }
}

/// Reads FENs: a list of Boards. With ``errors="skip"``, texts that are not the FEN of a legal position are left out, and the
/// result is the list and an int64 array of their places, ascending. `chess960` is that of `Board`.
///
/// An element that is not a str is a TypeError, also with ``errors="skip"``.
///
/// >>> from gardez import batch
/// >>> boards, skipped = batch.read_fens(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "what?"], errors="skip")
/// >>> len(boards), skipped
/// (1, array([1]))
#[pyfunction]
#[pyo3(
    signature = (fens, errors=Errors::Raise, *, chess960=Some(false), threads=Threads::ONE),
    text_signature = "(fens, errors='raise', *, chess960=False, threads=1)"
)]
pub(super) fn read_fens<'py>(
    py: Python<'py>,
    fens: &Bound<'py, PyAny>,
    errors: Errors,
    chess960: Option<bool>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::texts(fens)?;
    let mode = match chess960 {
        None => FenMode::Detect,
        Some(false) => FenMode::Standard,
        Some(true) => FenMode::Chess960,
    };
    let reader = FenReader::new().with_mode(mode);
    let (boards, mut skipped) = (PyList::empty(py), Vec::new());
    source.each_chunk(py, threads, |chunk| {
        let mut read: Vec<Option<Result<CoreBoard, FenError>>> = vec![None; chunk.items.len()];
        let rows = Values(&mut read);
        let done = py.detach(|| {
            chunk.spread(threads, rows, |element, read| {
                *read = Some(reader.read_board(element.fen()).map(|read| read.position));
                Ok(())
            })
        });
        done.map_err(|failed| failed.into_exception(py))?;
        for (place, read) in read.into_iter().flatten().enumerate() {
            let index = chunk.first + place;
            match read {
                Ok(board) => boards.append(Board::from_core(py, &board)?)?,
                Err(_) if errors == Errors::Skip => skipped.push(index as i64),
                Err(error) => {
                    return Err(at(py, fen(index, chunk.text_at(place), &error), index));
                }
            }
        }
        Ok(())
    })?;
    match errors {
        Errors::Raise => Ok(boards.into_any()),
        Errors::Skip => Ok((boards, numpy::PyArray1::from_vec(py, skipped)).into_pyobject(py)?.into_any()),
    }
}

/// Counts the legal moves of each position, a uint16 array (n,): 0 in checkmate and stalemate.
///
/// >>> from gardez import batch
/// >>> batch.legal_counts(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
/// array([20,  0], dtype=uint16)
#[pyfunction]
#[pyo3(signature = (boards_or_fens, threads=Threads::ONE), text_signature = "(boards_or_fens, threads=1)")]
pub(super) fn legal_counts<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    // A board has at most 472 moves, whatever pieces it has.
    numbers(py, boards_or_fens, threads, |board| board.legal_move_count() as u16)
}

/// Computes the key of each position, a uint64 array (n,) of what `Board.key` returns.
///
/// >>> from gardez import Board, batch
/// >>> keys = batch.keys([Board(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])
/// >>> keys.dtype, bool(keys[0] == Board().key), bool(keys[0] == keys[1])
/// (dtype('uint64'), True, False)
#[pyfunction]
#[pyo3(signature = (boards_or_fens, threads=Threads::ONE), text_signature = "(boards_or_fens, threads=1)")]
pub(super) fn keys<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    numbers(py, boards_or_fens, threads, CoreBoard::key)
}

/// Packs each position into 24 bytes, a uint8 array (n, 24), as `gardez.formats` has boards.
///
/// Two rows are equal exactly if the positions are, except for the counters. `fens` is the inverse. A position with more than
/// 32 pieces is a ValueError.
///
/// >>> from gardez import batch
/// >>> boards = batch.boards(["4k3/8/8/8/8/8/4P3/4K3 w - - 5 9"])
/// >>> boards.shape, batch.fens(boards), batch.fens(boards, [5], [9])
/// ((1, 24), ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'], ['4k3/8/8/8/8/8/4P3/4K3 w - - 5 9'])
#[pyfunction]
#[pyo3(signature = (boards_or_fens, threads=Threads::ONE), text_signature = "(boards_or_fens, threads=1)")]
pub(super) fn boards<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::boards(boards_or_fens)?;
    let mut array = Array::<u8>::new(py, "boards", None, &[source.len(), PackedBoard::SIZE])?;
    let rows = Numbers::new(array.numbers()?, PackedBoard::SIZE);
    source.run(py, threads, rows, |element, row| {
        let packed = element.board()?.packed().map_err(|error| element.error(error))?;
        row.copy_from_slice(&packed.to_bytes());
        Ok(())
    })?;
    Ok(array.into_object())
}

/// Returns an array with a number for each position.
fn numbers<'py, T: numpy::Element>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    threads: Threads,
    number: impl Fn(&CoreBoard) -> T + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::boards(boards_or_fens)?;
    let mut array = Array::<T>::new(py, "out", None, &[source.len()])?;
    source.run(py, threads, Values(array.numbers()?), |element, found| {
        *found = number(&element.board()?);
        Ok(())
    })?;
    Ok(array.into_object())
}
