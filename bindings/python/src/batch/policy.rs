//! The 1858 moves of the policy head.

use gardez_lc0::{InputFormat, POLICY_SIZE, PolicyIndexing};
use gardez_position::Board;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::moves::{Asked, Numbering, indices};
use super::options::{Format, Indexing, Threads};
use super::output::{Array, Numbers, Values};
use super::source::Source;
use crate::error::IllegalMoveError;
use crate::moves::Move;

/// Marks the legal moves among the 1858 outputs of a network, a bool array (n, 1858).
///
/// Parameters
/// ----------
/// format : the number of an input format of lc0
///     The input format of the planes. Canonical formats, from 3 on, may transform a board, and so its moves.
/// indexing : "lc0" or "geometric"
///     How the indices follow a transform that transposes: as in lc0 since release 0.32.0, or as before.
/// out : bool array (n, 1858)
///     The array to write to.
///
/// Examples
/// --------
/// >>> from gardez import Board, batch
/// >>> mask = batch.legal_mask([Board()])
/// >>> mask.shape, mask.dtype, int(mask.sum()), bool(mask[0, batch.policy_index([Board()], ["e2e4"])[0]])
/// ((1, 1858), dtype('bool'), 20, True)
#[pyfunction]
#[pyo3(
    signature = (boards_or_fens, format=Format::CLASSICAL, indexing=Indexing::LC0, out=None, threads=Threads::ONE),
    text_signature = "(boards_or_fens, format=1, indexing='lc0', out=None, threads=1)"
)]
pub(super) fn legal_mask<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    format: Format,
    indexing: Indexing,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::boards(boards_or_fens)?;
    let mut mask = Array::<bool>::new(py, "out", out, &[source.len(), POLICY_SIZE])?;
    let rows = Numbers::new(mask.numbers()?, POLICY_SIZE);
    source.run(py, threads, rows, |element, mask| {
        write_mask(&element.board()?, format.0, indexing.0, mask);
        Ok(())
    })?;
    Ok(mask.into_object())
}

/// Marks the legal moves of a board.
pub(super) fn write_mask(board: &Board, format: InputFormat, indexing: PolicyIndexing, mask: &mut [bool]) {
    mask.fill(false);
    let numbering = Numbering::new(board, format, indexing);
    for &m in &board.legal_moves() {
        mask[usize::from(numbering.index(board, m).index())] = true;
    }
}

/// Finds the index of a move of each position among the 1858 outputs of a network, a uint16 array (n,).
///
/// `moves` are Moves, texts in UCI notation, or a uint16 array of encoded moves, as `pgn` returns. Castling is written in
/// either way: ``e1g1`` or ``e1h1``. For `format` and `indexing`, see `legal_mask`. A wrong move is an InvalidMoveError or
/// IllegalMoveError: ``moves[17]: ...``.
///
/// >>> from gardez import Board, batch
/// >>> batch.policy_index([Board(), Board()], ["e2e4", "g1f3"])
/// array([322, 159], dtype=uint16)
#[pyfunction]
#[pyo3(
    signature = (boards_or_fens, moves, format=Format::CLASSICAL, indexing=Indexing::LC0, threads=Threads::ONE),
    text_signature = "(boards_or_fens, moves, format=1, indexing='lc0', threads=1)"
)]
pub(super) fn policy_index<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    moves: &Bound<'py, PyAny>,
    format: Format,
    indexing: Indexing,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::boards(boards_or_fens)?;
    let moves = Asked::list(moves, source.len())?;
    let mut found = Array::<u16>::new(py, "index", None, &[source.len()])?;
    source.run(py, threads, Values(found.numbers()?), |element, index| {
        let board = element.board()?;
        let m = moves[element.index()]
            .on(&board)
            .map_err(|error| error.into_exception(&format!("moves[{}]: ", element.index())))?;
        *index = Numbering::new(&board, format.0, indexing.0).index(&board, m).index();
        Ok(())
    })?;
    Ok(found.into_object())
}

/// Finds the legal move of each position that has an index among the 1858 outputs of a network, a list of Moves.
///
/// It is the inverse of `policy_index`, and `indices` are n integers from 0 to 1857. An index of no legal move is an
/// IllegalMoveError.
///
/// >>> from gardez import batch
/// >>> castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
/// >>> [m.uci() for m in batch.move_from_index([castles, castles], [103, 101])]
/// ['e1g1', 'e1f1']
#[pyfunction]
#[pyo3(
    signature = (boards_or_fens, indices, format=Format::CLASSICAL, indexing=Indexing::LC0, threads=Threads::ONE),
    text_signature = "(boards_or_fens, indices, format=1, indexing='lc0', threads=1)"
)]
pub(super) fn move_from_index<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    indices: &Bound<'py, PyAny>,
    format: Format,
    indexing: Indexing,
    threads: Threads,
) -> PyResult<Bound<'py, PyList>> {
    let source = Source::boards(boards_or_fens)?;
    let indices = self::indices(indices, source.len())?;
    let mut found = vec![None::<Move>; source.len()];
    source.run(py, threads, Values(&mut found), |element, found| {
        let (board, index) = (element.board()?, indices[element.index()]);
        let numbering = Numbering::new(&board, format.0, indexing.0);
        let moves = board.legal_moves();
        let m = moves.iter().copied().find(|&m| numbering.index(&board, m) == index);
        let m = m.ok_or_else(|| {
            let (at, number) = (element.index(), index.index());
            IllegalMoveError::new_err(format!("indices[{at}]: no legal move has the index {number}"))
        })?;
        *found = Some(Move::of(m, board.castling_mode()));
        Ok(())
    })?;
    Move::objects(py, found.into_iter().flatten())
}
