//! The arrays that a call returns: new ones, or the caller's.

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::options::type_name;
use crate::error;

/// An array that is being written. While it exists, no other call can write to the same memory.
pub(super) struct Array<'py, T: Element> {
    array: Bound<'py, PyAny>,
    guard: PyReadwriteArrayDyn<'py, T>,
}

impl<'py, T: Element> Array<'py, T> {
    /// Returns the array `out` if it fits, or a new one.
    ///
    /// `name` names the array in messages.
    pub(super) fn new(py: Python<'py>, name: &str, out: Option<&Bound<'py, PyAny>>, shape: &[usize]) -> PyResult<Self> {
        let array = match out {
            Some(out) => {
                check::<T>(name, out, shape)?;
                out.clone()
            }
            // By way of Python, a lack of memory is an exception.
            None => {
                let shape = PyTuple::new(py, shape)?;
                py.import("numpy")?.call_method1("empty", (shape, numpy::dtype::<T>(py)))?
            }
        };
        let guard = array.cast::<PyArrayDyn<T>>()?.try_readwrite().map_err(|error| error::array(name, error))?;
        Ok(Self { array, guard })
    }

    pub(super) fn numbers(&mut self) -> PyResult<&mut [T]> {
        Ok(self.guard.as_slice_mut()?)
    }

    pub(super) fn into_object(self) -> Bound<'py, PyAny> {
        self.array
    }
}

fn shown(shape: &[usize]) -> String {
    let numbers: Vec<_> = shape.iter().map(ToString::to_string).collect();
    format!("({}{})", numbers.join(", "), if shape.len() == 1 { "," } else { "" })
}

/// Checks that an array of the caller has this type, this shape, and the memory layout of a new array.
fn check<T: Element>(name: &str, out: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<()> {
    let Ok(array) = out.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("{name}: expected a NumPy array, found {}", type_name(out))));
    };
    let (expected, found) = (numpy::dtype::<T>(out.py()), array.dtype());
    if !found.is_equiv_to(&expected) {
        return Err(PyTypeError::new_err(format!("{name}: expected the dtype {expected}, found {found}")));
    }
    let flaw = if array.shape() != shape {
        format!("expected the shape {}, found {}", shown(shape), shown(array.shape()))
    } else if !array.is_c_contiguous() {
        "the array is not C-contiguous".to_owned()
    } else if !array.is_aligned() {
        "the memory of the array is not aligned".to_owned()
    } else {
        return Ok(());
    };
    Err(PyValueError::new_err(format!("{name}: {flaw}")))
}

/// The rows of an output, one for each position, which threads share among themselves.
pub(super) trait Rows: Send + Sized {
    /// The part that one position writes.
    type Row;

    /// Removes the first `count` rows and returns them.
    fn split(&mut self, count: usize) -> Self;

    /// Removes the first row and returns it.
    fn next(&mut self) -> Self::Row;
}

/// Rows of `width` numbers each.
pub(super) struct Numbers<'a, T> {
    numbers: &'a mut [T],
    width: usize,
}

impl<'a, T> Numbers<'a, T> {
    pub(super) fn new(numbers: &'a mut [T], width: usize) -> Self {
        Self { numbers, width }
    }

    fn take(&mut self, count: usize) -> &'a mut [T] {
        let (front, rest) = std::mem::take(&mut self.numbers).split_at_mut(count * self.width);
        self.numbers = rest;
        front
    }
}

impl<'a, T: Send> Rows for Numbers<'a, T> {
    type Row = &'a mut [T];

    fn split(&mut self, count: usize) -> Self {
        Self { numbers: self.take(count), width: self.width }
    }

    fn next(&mut self) -> &'a mut [T] {
        self.take(1)
    }
}

pub(super) struct Values<'a, T>(pub(super) &'a mut [T]);

impl<'a, T: Send> Rows for Values<'a, T> {
    type Row = &'a mut T;

    fn split(&mut self, count: usize) -> Self {
        let (front, rest) = std::mem::take(&mut self.0).split_at_mut(count);
        self.0 = rest;
        Self(front)
    }

    fn next(&mut self) -> &'a mut T {
        let (first, rest) = std::mem::take(&mut self.0).split_first_mut().expect("there is a row for each position");
        self.0 = rest;
        first
    }
}

impl<A: Rows, B: Rows> Rows for (A, B) {
    type Row = (A::Row, B::Row);

    fn split(&mut self, count: usize) -> Self {
        (self.0.split(count), self.1.split(count))
    }

    fn next(&mut self) -> Self::Row {
        (self.0.next(), self.1.next())
    }
}

/// Rows that are wanted only with some options.
impl<A: Rows> Rows for Option<A> {
    type Row = Option<A::Row>;

    fn split(&mut self, count: usize) -> Self {
        self.as_mut().map(|rows| rows.split(count))
    }

    fn next(&mut self) -> Self::Row {
        self.as_mut().map(Rows::next)
    }
}
