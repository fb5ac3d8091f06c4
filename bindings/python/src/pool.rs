//! Objects of Python for small values that a program may change.
//!
//! A list of moves is found in less time than its objects are made, so objects are used again: an object is handed out if
//! nothing but the pool has it, with its value written anew. Whatever a program does to a move, a piece or a set that it
//! was given, no one else sees. Such classes have no weak references, because these would see it.

use std::sync::{Mutex, MutexGuard};

use pyo3::PyClass;
use pyo3::prelude::*;

/// The objects of a pool: more than a position has moves.
const SIZE: usize = 512;

/// An object whose value is written before it is used again.
pub(crate) trait Reusable: PyClass + Sync {
    /// The value.
    type Value: Copy;

    /// Returns an object that no one has.
    fn fresh(py: Python<'_>, value: Self::Value) -> PyResult<Py<Self>>;

    /// Writes the value.
    fn write(object: &Py<Self>, value: Self::Value);
}

/// Objects that are handed out in turns.
pub(crate) struct Pool<T>(Mutex<Ring<T>>);

struct Ring<T> {
    objects: Vec<Py<T>>,
    next: usize,
    /// Where threads run at the same time, the number of references to an object says nothing.
    is_reused: bool,
}

impl<T: Reusable> Pool<T> {
    pub(crate) fn new(py: Python<'_>) -> PyResult<Self> {
        let is_free = py.import("sysconfig")?.call_method1("get_config_var", ("Py_GIL_DISABLED",))?.is_truthy()?;
        Ok(Self(Mutex::new(Ring { objects: Vec::new(), next: 0, is_reused: !is_free })))
    }

    #[inline]
    pub(crate) fn get(&self, py: Python<'_>, value: T::Value) -> PyResult<Py<T>> {
        match self.ring() {
            Some(mut ring) => ring.take(py, value),
            None => T::fresh(py, value),
        }
    }

    /// Returns an object of each value.
    pub(crate) fn all(&self, py: Python<'_>, values: impl IntoIterator<Item = T::Value>) -> PyResult<Vec<Py<T>>> {
        let mut ring = self.ring();
        let take = |value| match &mut ring {
            Some(ring) => ring.take(py, value),
            None => T::fresh(py, value),
        };
        let mut objects = Vec::with_capacity(64);
        for object in values.into_iter().map(take) {
            objects.push(object?);
        }
        Ok(objects)
    }

    /// Returns the objects, unless code that runs while they are handed out asks for them again.
    #[inline]
    fn ring(&self) -> Option<MutexGuard<'_, Ring<T>>> {
        self.0.try_lock().ok().filter(|ring| ring.is_reused)
    }
}

impl<T: Reusable> Ring<T> {
    #[inline]
    fn take(&mut self, py: Python<'_>, value: T::Value) -> PyResult<Py<T>> {
        let at = self.next;
        self.next = (at + 1) % SIZE;
        // The successor of `get_refcnt` is an unsafe function.
        #[allow(deprecated)]
        let free = self.objects.get(at).filter(|object| object.get_refcnt(py) == 1);
        if let Some(object) = free {
            T::write(object, value);
            return Ok(object.clone_ref(py));
        }
        let fresh = T::fresh(py, value)?;
        match self.objects.get_mut(at) {
            Some(object) => *object = fresh.clone_ref(py),
            None => self.objects.push(fresh.clone_ref(py)),
        }
        Ok(fresh)
    }
}
