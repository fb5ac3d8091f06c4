//! `SquareSet`: a set of squares as Python's `set` is one, and scans of numbers of 64 bits.

use std::sync::atomic::{AtomicU64, Ordering};

use gardez_position::Bitboard;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::args::{MaskArg, SquareArg};
use crate::error;
use crate::moves::{pickled, with_attributes};
use crate::pool::{Pool, Reusable};

/// A set of squares, made of an int of 64 bits (bit 0 is a1), of another set, or of squares.
///
/// It behaves as Python's `set` does, and its operators take numbers and iterables of squares, too. `mask` is its number. It
/// can be changed, so it has no hash. A square that is not from 0 to 63 raises ValueError.
///
/// >>> import gardez
/// >>> center = gardez.SquareSet(gardez.BB_CENTER)
/// >>> print(center & gardez.BB_RANK_4)
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . 1 1 . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
#[pyclass(module = "gardez", subclass, frozen)]
#[derive(Debug)]
pub(crate) struct SquareSet(AtomicU64);

static POOL: PyOnceLock<Pool<SquareSet>> = PyOnceLock::new();

impl Reusable for SquareSet {
    type Value = u64;

    fn fresh(py: Python<'_>, bits: u64) -> PyResult<Py<Self>> {
        Py::new(py, Self::from_bits(bits))
    }

    fn write(object: &Py<Self>, bits: u64) {
        object.get().0.store(bits, Ordering::Relaxed);
    }
}

/// What a set can be made of.
pub(crate) struct Squares(pub(crate) u64);

impl FromPyObject<'_, '_> for Squares {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(set) = argument.cast::<SquareSet>() {
            return Ok(Self(set.get().bits()));
        }
        if let Ok(MaskArg(bits)) = argument.extract() {
            return Ok(Self(bits.bits()));
        }
        let elements = argument.try_iter().map_err(|_| PyTypeError::new_err("expected a number or squares"))?;
        let mut bits = 0;
        for square in elements {
            let SquareArg(square) = square?.extract()?;
            bits |= Bitboard::from_square(square).bits();
        }
        Ok(Self(bits))
    }
}

impl SquareSet {
    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(AtomicU64::new(bits))
    }

    /// Returns an object of this set.
    pub(crate) fn object(py: Python<'_>, bits: u64) -> PyResult<Py<Self>> {
        POOL.get_or_try_init(py, || Pool::new(py))?.get(py, bits)
    }

    pub(crate) fn bits(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn change(&self, change: impl Fn(u64) -> u64) -> u64 {
        let before = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |bits| Some(change(bits)));
        before.unwrap_or_else(|bits| bits)
    }
}

/// Returns an iterator over the squares of a set, from the lowest or the highest.
fn iterator(py: Python<'_>, bits: u64, is_reversed: bool) -> PyResult<Bound<'_, PyAny>> {
    let squares = Bitboard::from_bits(bits).into_iter();
    let list = match is_reversed {
        true => PyList::new(py, squares.rev().map(|square| square as u8).collect::<Vec<_>>())?,
        false => PyList::new(py, squares.map(|square| square as u8))?,
    };
    Ok(list.try_iter()?.into_any())
}

fn bit(SquareArg(square): SquareArg) -> u64 {
    Bitboard::from_square(square).bits()
}

fn shifted(bits: u64, by: i64, left: bool) -> PyResult<u64> {
    let by = u32::try_from(by.min(64)).map_err(|_| error::value("negative shift count"))?;
    Ok(if left { bits.checked_shl(by) } else { bits.checked_shr(by) }.unwrap_or(0))
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (*_arguments, **_options))]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyAny>>) -> Self {
        Self::from_bits(0)
    }

    #[pyo3(signature = (squares = Squares(0)))]
    fn __init__(&self, squares: Squares) {
        self.set_mask(MaskArg(Bitboard::from_bits(squares.0)));
    }

    /// Returns the set as a number of 64 bits; bit 0 is a1.
    #[getter]
    fn mask(&self) -> u64 {
        self.bits()
    }

    #[setter]
    fn set_mask(&self, mask: MaskArg) {
        self.0.store(mask.0.bits(), Ordering::Relaxed);
    }

    fn __contains__(&self, square: SquareArg) -> bool {
        self.bits() & bit(square) != 0
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        iterator(py, self.bits(), false)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        iterator(py, self.bits(), true)
    }

    fn __len__(&self) -> usize {
        self.bits().count_ones() as usize
    }

    fn __bool__(&self) -> bool {
        self.bits() != 0
    }

    fn __int__(&self) -> u64 {
        self.bits()
    }

    fn __index__(&self) -> u64 {
        self.bits()
    }

    /// Returns for each of the 64 squares whether it is in the set.
    fn tolist(&self) -> Vec<bool> {
        (0..64).map(|square| self.bits() >> square & 1 == 1).collect()
    }

    fn __eq__(&self, other: Squares) -> bool {
        self.bits() == other.0
    }

    /// Returns true if the sets have no square in common.
    fn isdisjoint(&self, other: Squares) -> bool {
        self.bits() & other.0 == 0
    }

    /// Returns true if the other set contains all squares of this one.
    fn issubset(&self, other: Squares) -> bool {
        self.bits() & !other.0 == 0
    }

    /// Returns true if this set contains all squares of the other one.
    fn issuperset(&self, other: Squares) -> bool {
        !self.bits() & other.0 == 0
    }

    fn __or__(&self, py: Python<'_>, other: Squares) -> PyResult<Py<Self>> {
        self.union(py, other)
    }

    fn __and__(&self, py: Python<'_>, other: Squares) -> PyResult<Py<Self>> {
        self.intersection(py, other)
    }

    fn __sub__(&self, py: Python<'_>, other: Squares) -> PyResult<Py<Self>> {
        self.difference(py, other)
    }

    fn __xor__(&self, py: Python<'_>, other: Squares) -> PyResult<Py<Self>> {
        self.symmetric_difference(py, other)
    }

    fn __ior__(&self, other: Squares) {
        self.update(vec![other]);
    }

    fn __iand__(&self, other: Squares) {
        self.intersection_update(vec![other]);
    }

    fn __isub__(&self, other: Squares) {
        self.difference_update(vec![other]);
    }

    fn __ixor__(&self, other: Squares) {
        self.symmetric_difference_update(vec![other]);
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        Self::object(py, !self.bits())
    }

    fn __lshift__(&self, shift: i64) -> PyResult<Self> {
        shifted(self.bits(), shift, true).map(Self::from_bits)
    }

    fn __rshift__(&self, shift: i64) -> PyResult<Self> {
        shifted(self.bits(), shift, false).map(Self::from_bits)
    }

    /// Returns the set flipped vertically.
    fn mirror(&self) -> Self {
        Self::from_bits(self.bits().swap_bytes())
    }

    /// Returns a copy of the set.
    fn copy(&self) -> Self {
        Self::from_bits(self.bits())
    }

    /// Returns all subsets of the set as numbers, the empty one first.
    ///
    /// >>> import gardez
    /// >>> list(gardez.SquareSet(5).carry_rippler())
    /// [0, 1, 4, 5]
    fn carry_rippler(&self) -> Subsets {
        Subsets { mask: self.bits(), next: std::sync::Mutex::new(Some(0)) }
    }

    /// Adds a square.
    fn add(&self, square: SquareArg) {
        let bit = bit(square);
        self.change(|bits| bits | bit);
    }

    /// Takes a square away, if it is there.
    fn discard(&self, square: SquareArg) {
        let bit = bit(square);
        self.change(|bits| bits & !bit);
    }

    /// Takes a square away. Raises KeyError if it is not there.
    fn remove(&self, square: SquareArg) -> PyResult<()> {
        let bit = bit(square);
        if self.change(|bits| bits & !bit) & bit == 0 {
            return Err(PyKeyError::new_err(square.0 as u8));
        }
        Ok(())
    }

    /// Takes the lowest square away and returns it. Raises KeyError if the set is empty.
    ///
    /// >>> import gardez
    /// >>> gardez.SquareSet([5, 9]).pop()
    /// 5
    fn pop(&self) -> PyResult<u32> {
        let before = self.change(|bits| bits & bits.wrapping_sub(1));
        if before == 0 {
            return Err(PyKeyError::new_err("pop from an empty SquareSet"));
        }
        Ok(before.trailing_zeros())
    }

    /// Takes all squares away.
    fn clear(&self) {
        self.change(|_| 0);
    }

    fn __ilshift__(&self, shift: i64) -> PyResult<()> {
        shifted(self.bits(), shift, true).map(|bits| self.0.store(bits, Ordering::Relaxed))
    }

    fn __irshift__(&self, shift: i64) -> PyResult<()> {
        shifted(self.bits(), shift, false).map(|bits| self.0.store(bits, Ordering::Relaxed))
    }

    /// Returns the rank, file or diagonal through two squares, from edge to edge; empty if there is none.
    #[classmethod]
    fn ray<'py>(cls: &Bound<'py, PyType>, a: SquareArg, b: SquareArg) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((ray(a, b),))
    }

    /// Returns the squares between two squares on a rank, file or diagonal.
    #[classmethod]
    fn between<'py>(cls: &Bound<'py, PyType>, a: SquareArg, b: SquareArg) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((between(a, b),))
    }

    /// Returns the set with one square.
    #[classmethod]
    fn from_square<'py>(cls: &Bound<'py, PyType>, square: SquareArg) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((bit(square),))
    }

    fn __repr__(&self) -> String {
        let digits = format!("{:016x}", self.bits());
        let [a, b, c, d] = [0, 4, 8, 12].map(|at| &digits[at..at + 4]);
        format!("SquareSet(0x{a}_{b}_{c}_{d})")
    }

    fn __str__(&self) -> String {
        let mut text = String::with_capacity(128);
        for rank in (0..8).rev() {
            for file in 0..8 {
                text.push(if self.bits() >> (8 * rank + file) & 1 == 1 { '1' } else { '.' });
                text.push(if file < 7 { ' ' } else { '\n' });
            }
        }
        text.pop();
        text
    }

    /// Returns the set as a drawing, which notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let options = pyo3::types::PyDict::new(slf.py());
        options.set_item("squares", slf)?;
        options.set_item("size", 390)?;
        slf.py().import("gardez.chess.svg")?.getattr("board")?.call((), Some(&options))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickled(slf, slf.get().bits())
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: (u64, Bound<'_, PyAny>)) -> PyResult<()> {
        slf.get().0.store(state.0, Ordering::Relaxed);
        with_attributes(slf, &state.1)
    }
}

/// Defines the operations of sets: one that returns a set, and one in place.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident, $(#[$update_doc:meta])* $update:ident: $f:expr;)+) => {
        #[pymethods]
        impl SquareSet {$(
            $(#[$doc])*
            fn $name(&self, py: Python<'_>, other: Squares) -> PyResult<Py<Self>> {
                let f: fn(u64, u64) -> u64 = $f;
                Self::object(py, f(self.bits(), other.0))
            }

            $(#[$update_doc])*
            #[pyo3(signature = (*others))]
            fn $update(&self, others: Vec<Squares>) {
                let f: fn(u64, u64) -> u64 = $f;
                self.change(|bits| others.iter().fold(bits, |bits, other| f(bits, other.0)));
            }
        )+}
    };
}

operations! {
    /// Returns the squares of either set.
    ///
    /// >>> import gardez
    /// >>> gardez.SquareSet([1]).union([2])
    /// SquareSet(0x0000_0000_0000_0006)
    union,
    /// Adds the squares of other sets.
    update: |own, other| own | other;
    /// Returns the squares of both sets.
    intersection,
    /// Keeps only squares that other sets contain, too.
    intersection_update: |own, other| own & other;
    /// Returns the squares of this set that are not in the other one.
    difference,
    /// Takes the squares of other sets away.
    difference_update: |own, other| own & !other;
    /// Returns the squares of exactly one of the sets.
    symmetric_difference,
    /// Keeps the squares of exactly one of the sets.
    symmetric_difference_update: |own, other| own ^ other;
}

/// The subsets of a set, by their numbers.
#[pyclass(module = "gardez", frozen)]
#[derive(Debug)]
pub(crate) struct Subsets {
    mask: u64,
    next: std::sync::Mutex<Option<u64>>,
}

#[pymethods]
impl Subsets {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self) -> Option<u64> {
        let mut next = self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let subset = (*next)?;
        *next = Some(subset.wrapping_sub(self.mask) & self.mask).filter(|&subset| subset != 0);
        Some(subset)
    }
}

/// Returns the rank, file or diagonal through two squares, from edge to edge, as a set; empty if there is none.
///
/// >>> import gardez
/// >>> gardez.ray(gardez.A1, gardez.B2) == gardez.ray(gardez.B2, gardez.H8)
/// True
#[pyfunction]
fn ray(a: SquareArg, b: SquareArg) -> u64 {
    gardez_bitboard::line(a.0, b.0).bits()
}

/// Returns the squares between two squares on a rank, file or diagonal, as a set; empty if there are none.
///
/// >>> import gardez
/// >>> gardez.between(gardez.A1, gardez.D4) == gardez.BB_B2 | gardez.BB_C3
/// True
#[pyfunction]
fn between(a: SquareArg, b: SquareArg) -> u64 {
    gardez_bitboard::between(a.0, b.0).bits()
}

/// Returns the lowest square of a set, or -1 if it is empty.
///
/// >>> import gardez
/// >>> gardez.lsb(gardez.BB_RANK_2) == gardez.A2
/// True
#[pyfunction]
fn lsb(bb: MaskArg) -> i8 {
    bb.0.lsb().map_or(-1, |square| square as i8)
}

/// Returns the highest square of a set, or -1 if it is empty.
///
/// >>> import gardez
/// >>> gardez.msb(gardez.BB_RANK_2) == gardez.H2
/// True
#[pyfunction]
fn msb(bb: MaskArg) -> i8 {
    bb.0.msb().map_or(-1, |square| square as i8)
}

/// Returns the number of squares in a set.
///
/// >>> import gardez
/// >>> gardez.popcount(gardez.BB_RANK_2)
/// 8
#[pyfunction]
fn popcount(bb: MaskArg) -> u32 {
    bb.0.len()
}

/// Returns the squares of a set, the lowest first.
///
/// >>> import gardez
/// >>> list(gardez.scan_forward(gardez.BB_A1 | gardez.BB_H8))
/// [0, 63]
#[pyfunction]
fn scan_forward(py: Python<'_>, bb: MaskArg) -> PyResult<Bound<'_, PyAny>> {
    iterator(py, bb.0.bits(), false)
}

/// Returns the squares of a set, the highest first.
///
/// >>> import gardez
/// >>> list(gardez.scan_reversed(gardez.BB_A1 | gardez.BB_H8))
/// [63, 0]
#[pyfunction]
fn scan_reversed(py: Python<'_>, bb: MaskArg) -> PyResult<Bound<'_, PyAny>> {
    iterator(py, bb.0.bits(), true)
}

/// Adds the class and the functions to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<SquareSet>()?;
    m.py().get_type::<SquareSet>().setattr("__hash__", m.py().None())?;
    for function in [
        wrap_pyfunction!(ray, m)?,
        wrap_pyfunction!(between, m)?,
        wrap_pyfunction!(lsb, m)?,
        wrap_pyfunction!(msb, m)?,
        wrap_pyfunction!(popcount, m)?,
        wrap_pyfunction!(scan_forward, m)?,
        wrap_pyfunction!(scan_reversed, m)?,
    ] {
        function.setattr("__module__", "gardez.squares")?;
        m.add_function(function)?;
    }
    Ok(())
}
