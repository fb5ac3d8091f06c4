//! From packed planes to dense ones.

use gardez_lc0::Bitboard;
use gardez_lc0::{CELLS, CellLayout, PLANES, Planes};
use half::f16;
use numpy::{Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::chunk::{CHUNK, in_threads};
use super::options::{CellType, Threads, type_name};
use super::output::{Array, Numbers, Rows, shown};
use super::planes::Dense;
use crate::error;

/// Unpack the planes that `packed` returns.
///
/// Parameters
/// ----------
/// masks : uint64 array (n, 112)
/// counter : float32 array (n,)
///     Any numbers, also NaN: the number on the squares of plane 109. uint8 takes the nearest of 0 to 255, and 0 for
///     NaN; it is for a plain counter (formats 1, 2 and 3 with ``rule50="engine"``).
/// out : array (n, 112, 8, 8)
///     The array to write to: C-contiguous, writable, of the right dtype.
/// dtype : float32, float16 or uint8
///     float32 by default, or the dtype of ``out``.
/// threads : int, 1 to 256
///
/// Returns
/// -------
/// planes : array (n, 112, 8, 8)
///
/// Raises
/// ------
/// TypeError, ValueError
///     For arguments of a wrong type, dtype or shape.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from gardez import batch
/// >>> fens = ["4k3/8/8/8/8/8/4P3/4K3 w - - 7 60"]
/// >>> masks, counter = batch.packed(fens)
/// >>> np.array_equal(batch.unpack(masks, counter), batch.planes(fens))
/// True
#[pyfunction]
#[pyo3(
    signature = (masks, counter, out=None, dtype=None, threads=Threads::ONE),
    text_signature = "(masks, counter, out=None, dtype=None, threads=1)"
)]
pub(super) fn unpack<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    counter: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let masks = input::<u64>("masks", masks)?;
    let &[n, PLANES] = masks.shape() else {
        let found = shown(masks.shape());
        return Err(PyValueError::new_err(format!("masks: expected the shape (n, 112), found {found}")));
    };
    let counter = input::<f32>("counter", counter)?;
    if counter.shape() != [n] {
        let found = shown(counter.shape());
        return Err(PyValueError::new_err(format!("counter: expected the shape ({n},), found {found}")));
    }
    let packed = Packed { masks: masks.cast()?.clone(), counter: counter.cast()?.clone() };
    match CellType::new(py, dtype, out)? {
        CellType::F32 => dense::<f32>(py, &packed, threads, out),
        CellType::F16 => dense::<f16>(py, &packed, threads, out),
        CellType::U8 => dense::<u8>(py, &packed, threads, out),
    }
}

/// The arrays of a call, contiguous.
struct Packed<'py> {
    masks: Bound<'py, PyArray2<u64>>,
    counter: Bound<'py, PyArray1<f32>>,
}

fn dense<'py, T: Dense>(
    py: Python<'py>,
    packed: &Packed<'py>,
    threads: Threads,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let n = packed.counter.len();
    let mut planes = Array::<T>::new(py, "out", out, &[n, PLANES, 8, 8])?;
    let mut rows = Numbers::new(T::cells(planes.numbers()?), CELLS);
    let size = CHUNK * threads.0;
    let (mut masks, mut counters) = (Vec::new(), Vec::new());
    for start in (0..n).step_by(size) {
        let end = (start + size).min(n);
        // A copy, because other threads of Python may write to the arrays in the meantime.
        masks.clear();
        let input = packed.masks.try_readonly().map_err(|error| error::array("masks", error))?;
        masks.extend_from_slice(&input.as_slice()?[start * PLANES..end * PLANES]);
        counters.clear();
        let input = packed.counter.try_readonly().map_err(|error| error::array("counter", error))?;
        counters.extend_from_slice(&input.as_slice()?[start..end]);
        let rows = rows.split(end - start);
        py.detach(|| write::<T>(threads, &masks, &counters, rows));
        py.check_signals()?;
    }
    Ok(planes.into_object())
}

fn write<T: Dense>(threads: Threads, masks: &[u64], counters: &[f32], mut rows: Numbers<'_, T::Cell>) {
    let share = counters.len().div_ceil(threads.0).max(16);
    let shares = masks.chunks(share * PLANES).zip(counters.chunks(share));
    let shares = shares.map(|(masks, counters)| (masks, counters, rows.split(counters.len()))).collect();
    let unpacked = in_threads(threads, shares, |(masks, counters, mut rows)| {
        for (masks, &counter) in masks.chunks_exact(PLANES).zip(counters) {
            let masks: &[u64; PLANES] = masks.try_into().expect("a row has a mask for each plane");
            let planes = Planes::new(masks.map(Bitboard::from_bits), counter);
            planes.write(CellLayout::PlanesFirst, rows.next()).expect("a row has room for all planes");
        }
        Ok::<_, super::trouble::Failed>(())
    });
    unpacked.expect("all masks are planes");
}

/// Returns an array of this dtype as a contiguous one.
fn input<'py, T: Element>(name: &str, obj: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = obj.py();
    let Ok(array) = obj.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("{name}: expected a NumPy array, found {}", type_name(obj))));
    };
    let (expected, found) = (numpy::dtype::<T>(py), array.dtype());
    if !found.is_equiv_to(&expected) {
        return Err(PyTypeError::new_err(format!("{name}: expected the dtype {expected}, found {found}")));
    }
    let array = py.import("numpy")?.call_method1("require", (array, py.None(), ["C", "A"]))?;
    Ok(array.cast_into()?)
}
