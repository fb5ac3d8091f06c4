//! Values of endgame tables for many positions.

use gardez_position::Board;
use gardez_syzygy::{Dtz, ProbeError, Tablebase as Tables, Wdl};
use numpy::Element;
use pyo3::prelude::*;

use super::options::Threads;
use super::output::{Array, Values};
use super::source::Source;
use crate::syzygy::Tablebase;

/// Probes the results of many positions, an int8 array (n,): for the side to move, if the fifty-move counter is 0, 2 win, 1
/// win that the fifty-move rule makes a draw, 0 draw, -1 loss that the rule makes a draw, -2 loss; -128 where probe_wdl raises
/// MissingTableError.
///
/// `fens` is any sequence of positions, as for `gardez.batch`. A damaged table is an OSError with its filename and ``index``.
///
/// >>> from gardez.chess import syzygy
/// >>> fens = ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]
/// >>> syzygy.probe_wdl_batch(syzygy.Tablebase(), fens)
/// array([   0, -128], dtype=int8)
#[pyfunction]
#[pyo3(
    signature = (tb, fens, *, out=None, threads=Threads::ONE),
    text_signature = "(tb, fens, *, out=None, threads=1)"
)]
pub(super) fn probe_wdl_batch<'py>(
    tb: &Bound<'py, Tablebase>,
    fens: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    probe(tb, fens, out, threads, i8::MIN, |tables, board| tables.probe_wdl(board).map(Wdl::raw))
}

/// Probes the distances of many positions, an int32 array (n,): the plies to the next capture, pawn move or mate, see
/// `Tablebase.probe_dtz`. Where that raises MissingTableError, ``np.iinfo(np.int32).min``.
///
/// Arguments and exceptions are those of `probe_wdl_batch`.
///
/// >>> from gardez.chess import syzygy
/// >>> syzygy.probe_dtz_batch(syzygy.Tablebase(), ["8/8/4k3/8/8/3K4/8/8 w - - 0 1"])
/// array([0], dtype=int32)
#[pyfunction]
#[pyo3(
    signature = (tb, fens, *, out=None, threads=Threads::ONE),
    text_signature = "(tb, fens, *, out=None, threads=1)"
)]
pub(super) fn probe_dtz_batch<'py>(
    tb: &Bound<'py, Tablebase>,
    fens: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    probe(tb, fens, out, threads, i32::MIN, |tables, board| tables.probe_dtz(board).map(Dtz::plies))
}

fn probe<'py, T: Element + Copy>(
    tb: &Bound<'py, Tablebase>,
    fens: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Threads,
    missing: T,
    value: impl Fn(&Tables, &Board) -> Result<T, ProbeError> + Send + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, tablebase) = (tb.py(), tb.get());
    let source = Source::boards(fens)?;
    let mut values = Array::<T>::new(py, "out", out, &[source.len()])?;
    source.run(py, threads, Values(values.numbers()?), |element, found| {
        let board = element.board()?;
        *found = match tablebase.with(|tables| value(tables, &board)) {
            Ok(value) => value,
            Err(failure) if failure.is_missing() => missing,
            Err(failure) => return Err(failure.into_exception(&format!("fens[{}]: ", element.index()))),
        };
        Ok(())
    })?;
    Ok(values.into_object())
}
