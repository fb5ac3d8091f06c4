//! Input planes: dense and packed.

use gardez_lc0::{CELLS, Cell, CellLayout, Encoder, PLANES, Planes};
use half::f16;
use half::slice::HalfFloatSliceExt;
use numpy::Element;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::options::{CellType, Fill, Format, Scale, Threads, encoder};
use super::output::{Array, Numbers, Values};
use super::source::Source;

/// A type of NumPy that planes can be written in.
pub(super) trait Dense: Element {
    type Cell: Cell;

    /// Returns the same numbers as the encoder writes them.
    fn cells(numbers: &mut [Self]) -> &mut [Self::Cell];
}

impl Dense for f32 {
    type Cell = Self;

    fn cells(numbers: &mut [Self]) -> &mut [Self] {
        numbers
    }
}

impl Dense for u8 {
    type Cell = Self;

    fn cells(numbers: &mut [Self]) -> &mut [Self] {
        numbers
    }
}

impl Dense for f16 {
    type Cell = u16;

    fn cells(numbers: &mut [Self]) -> &mut [u16] {
        numbers.reinterpret_cast_mut()
    }
}

/// Encodes positions as the input of a network: 112 planes of 8 x 8 numbers for each position.
///
/// Parameters
/// ----------
/// boards_or_fens : sequence of str or Board, of length n
///     A Board brings its earlier positions, since its last null move. An en passant square counts if a pawn attacks it.
/// format : the number of an input format of lc0
///     Formats from 3 on are canonical: the board may be transformed.
/// fill : "no", "fen_only" or "always"
///     What the slots before the first position show: nothing, the first position again unless it is the start
///     position of chess, or always the first position again.
/// dtype : float32, float16 or uint8
///     float32 by default, or the dtype of ``out``.
/// out : array (n, 112, 8, 8)
///     The array to write to: C-contiguous, writable, of the right dtype. New arrays cost several times the encoding,
///     so a loop should reuse one.
/// histories : sequence of n histories
///     The moves to make on each position before it is encoded: a list of UCI texts or Moves, a text with spaces
///     between the moves, or None. A wrong move is an InvalidMoveError or IllegalMoveError: ``histories[3][5]: ...``.
/// rule50 : "engine" or "training"
///     Plane 109 has the plies since the last capture or pawn move, "engine": as they are in formats 1, 2 and 3;
///     "training": divided by 99 there, as lczero-training does. Other formats divide them by 100. With uint8, plane
///     109 has the plain number, at most 255.
///
/// Returns
/// -------
/// planes : array (n, 112, 8, 8)
///     ``planes[i, p, rank, file]``, seen by the side to move. All numbers but those of plane 109 are 0 or 1.
/// transform : uint8 array (n,), only for canonical formats
///     0 to 7: bit 0 flips files, bit 1 flips ranks, bit 2 transposes.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from gardez import Board, batch
/// >>> planes = batch.planes([Board()], histories=["e2e4 e7e5"])
/// >>> planes.shape, planes.dtype
/// ((1, 112, 8, 8), dtype('float32'))
/// >>> planes[0, 0, :4].astype(int)  # our pawns, rank 1 first
/// array([[0, 0, 0, 0, 0, 0, 0, 0],
///        [1, 1, 1, 1, 0, 1, 1, 1],
///        [0, 0, 0, 0, 0, 0, 0, 0],
///        [0, 0, 0, 0, 1, 0, 0, 0]])
/// >>> out = np.empty((1, 112, 8, 8), np.float16)
/// >>> batch.planes([Board()], out=out) is out
/// True
#[pyfunction]
#[pyo3(
    signature = (boards_or_fens, format=Format::CLASSICAL, fill=Fill::FEN_ONLY, dtype=None, out=None, histories=None,
        threads=Threads::ONE, *, rule50=Scale::ENGINE),
    text_signature = "(boards_or_fens, format=1, fill='fen_only', dtype=None, out=None, histories=None, threads=1, *, rule50='engine')"
)]
#[expect(clippy::too_many_arguments, reason = "in Python, all but one are optional")]
pub(super) fn planes<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    format: Format,
    fill: Fill,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    histories: Option<&Bound<'py, PyAny>>,
    threads: Threads,
    rule50: Scale,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::games(boards_or_fens, histories)?;
    let encoder = encoder(format, fill, rule50);
    match CellType::new(py, dtype, out)? {
        CellType::F32 => dense::<f32>(py, &source, &encoder, threads, out),
        CellType::F16 => dense::<f16>(py, &source, &encoder, threads, out),
        CellType::U8 => dense::<u8>(py, &source, &encoder, threads, out),
    }
}

/// Returns an array for dense planes, or `out` if it is one.
#[pyfunction]
#[pyo3(name = "_planes_array")]
pub(super) fn array<'py>(
    py: Python<'py>,
    n: usize,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [n, PLANES, 8, 8];
    Ok(match CellType::new(py, dtype, out)? {
        CellType::F32 => Array::<f32>::new(py, "out", out, &shape)?.into_object(),
        CellType::F16 => Array::<f16>::new(py, "out", out, &shape)?.into_object(),
        CellType::U8 => Array::<u8>::new(py, "out", out, &shape)?.into_object(),
    })
}

fn dense<'py, T: Dense>(
    py: Python<'py>,
    source: &Source<'py>,
    encoder: &Encoder,
    threads: Threads,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let n = source.len();
    let mut planes = Array::<T>::new(py, "out", out, &[n, PLANES, 8, 8])?;
    let mut transforms = transforms(py, encoder, n)?;
    let cells = Numbers::new(T::cells(planes.numbers()?), CELLS);
    let rows = (cells, transforms.as_mut().map(|array| array.numbers().map(Values)).transpose()?);
    source.run(py, threads, rows, |element, (cells, transform)| {
        let (planes, applied) = encoder.encode(&element.history()?);
        planes.write(CellLayout::PlanesFirst, cells).expect("a row has room for all planes");
        if let Some(transform) = transform {
            *transform = applied.raw();
        }
        Ok(())
    })?;
    match transforms {
        None => Ok(planes.into_object()),
        Some(transforms) => Ok((planes.into_object(), transforms.into_object()).into_pyobject(py)?.into_any()),
    }
}

/// Encodes positions as 112 sets of squares and one number: the input of a network, 32 times smaller than float32.
///
/// Send the sets to the GPU and unpack them there; the documentation of this module has the code for PyTorch and JAX.
/// `unpack` does the same with NumPy arrays. Arguments and exceptions are those of `planes`, but `out` is a pair of arrays,
/// masks and counter.
///
/// Returns
/// -------
/// masks : uint64 array (n, 112)
///     One bit for each square: bit 0 is a1, bit 1 is b1, bit 63 is h8, as the side to move sees the board.
/// counter : float32 array (n,)
///     The number on the squares of plane 109; on the squares of other planes, the number is 1.
/// transform : uint8 array (n,), only for canonical formats
///
/// Examples
/// --------
/// >>> from gardez import batch
/// >>> masks, counter = batch.packed(["4k3/8/8/8/8/8/4P3/4K3 w - - 7 60"])
/// >>> masks.shape, hex(masks[0, 0]), counter, batch.unpack(masks, counter).shape
/// ((1, 112), '0x1000', array([7.], dtype=float32), (1, 112, 8, 8))
#[pyfunction]
#[pyo3(
    signature = (boards_or_fens, format=Format::CLASSICAL, fill=Fill::FEN_ONLY, out=None, histories=None,
        threads=Threads::ONE, *, rule50=Scale::ENGINE),
    text_signature = "(boards_or_fens, format=1, fill='fen_only', out=None, histories=None, threads=1, *, rule50='engine')"
)]
#[expect(clippy::too_many_arguments, reason = "in Python, all but one are optional")]
pub(super) fn packed<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    format: Format,
    fill: Fill,
    out: Option<&Bound<'py, PyAny>>,
    histories: Option<&Bound<'py, PyAny>>,
    threads: Threads,
    rule50: Scale,
) -> PyResult<Bound<'py, PyTuple>> {
    let source = Source::games(boards_or_fens, histories)?;
    let encoder = encoder(format, fill, rule50);
    let n = source.len();
    let (out_masks, out_counter) = out.map(pair).transpose()?.unzip();
    let mut masks = Array::<u64>::new(py, "out[0]", out_masks.as_ref(), &[n, PLANES])?;
    let mut counters = Array::<f32>::new(py, "out[1]", out_counter.as_ref(), &[n])?;
    let mut transforms = transforms(py, &encoder, n)?;
    let rows = (
        (Numbers::new(masks.numbers()?, PLANES), Values(counters.numbers()?)),
        transforms.as_mut().map(|array| array.numbers().map(Values)).transpose()?,
    );
    source.run(py, threads, rows, |element, ((masks, counter), transform)| {
        let (planes, applied) = encoder.encode(&element.history()?);
        write_packed(&planes, masks, counter);
        if let Some(transform) = transform {
            *transform = applied.raw();
        }
        Ok(())
    })?;
    let (masks, counters) = (masks.into_object(), counters.into_object());
    match transforms {
        None => (masks, counters).into_pyobject(py),
        Some(transforms) => (masks, counters, transforms.into_object()).into_pyobject(py),
    }
}

fn write_packed(planes: &Planes, masks: &mut [u64], counter: &mut f32) {
    for (bits, mask) in masks.iter_mut().zip(planes.masks()) {
        *bits = mask.bits();
    }
    *counter = planes.rule50();
}

/// Returns the array of the transforms, which only canonical formats return.
fn transforms<'py>(py: Python<'py>, encoder: &Encoder, n: usize) -> PyResult<Option<Array<'py, u8>>> {
    let wanted = encoder.format().is_canonical();
    wanted.then(|| Array::new(py, "transform", None, &[n])).transpose()
}

fn pair<'py>(out: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    out.extract().map_err(|_| PyTypeError::new_err("out: expected a pair of arrays, for the masks and the counter"))
}
