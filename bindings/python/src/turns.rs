//! A value that several Python threads use in turns, and waiting that Ctrl-C ends.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The time between two looks for a signal.
const STEP: Duration = Duration::from_millis(50);

/// Looks for signals from time to time while no thread of Python is attached, and keeps the exception.
#[derive(Clone)]
pub(crate) struct Patience {
    looked: Instant,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Patience {
    pub(crate) fn new() -> Self {
        Self { looked: Instant::now(), error: Arc::default() }
    }

    /// Returns True if a signal has raised an exception, which is kept. This is fast.
    pub(crate) fn is_over(&mut self) -> bool {
        if self.looked.elapsed() < STEP {
            return false;
        }
        let found = Python::try_attach(|py| py.check_signals()).and_then(Result::err);
        self.looked = Instant::now();
        let is_over = found.is_some();
        if is_over {
            *lock(&self.error) = found;
        }
        is_over
    }

    /// Returns the exception that was raised.
    pub(crate) fn error(&self) -> PyErr {
        lock(&self.error).take().unwrap_or_else(|| PyRuntimeError::new_err("interrupted"))
    }
}

/// The first problems that were skipped, and the number of all.
#[derive(Default)]
pub(crate) struct Problems {
    pub(crate) texts: Vec<String>,
    pub(crate) count: u64,
}

impl Problems {
    pub(crate) fn push(&mut self, text: String) {
        self.count += 1;
        if self.texts.len() < 100 {
            self.texts.push(text);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value that one thread after the other uses without the GIL. It is taken out meanwhile, so nobody holds a lock. A call
/// from inside its own use would wait forever, so it is an exception: a file object may call the reader that reads it.
pub(crate) struct Turns<T> {
    place: Mutex<Place<T>>,
    changed: Condvar,
}

enum Place<T> {
    Free(T),
    /// A thread of this process uses it.
    Taken(u32, ThreadId),
    Closed,
}

/// Puts the value back, also after a panic.
struct Taken<'a, T> {
    turns: &'a Turns<T>,
    value: Option<T>,
}

impl<T: Send> Turns<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { place: Mutex::new(Place::Free(value)), changed: Condvar::new() }
    }

    /// Waits for the value and uses it, without the GIL.
    pub(crate) fn with<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        py.detach(|| {
            let mut taken = Taken { turns: self, value: Some(self.take()?) };
            let value = taken.value.as_mut().ok_or_else(closed)?;
            Ok(work(value))
        })
    }

    /// Drops the value, after the thread that uses it.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let value = self.take();
            if value.is_err() && !matches!(*lock(&self.place), Place::Closed) {
                return value.map(drop);
            }
            *lock(&self.place) = Place::Closed;
            self.changed.notify_all();
            Ok(())
        })
    }

    fn take(&self) -> PyResult<T> {
        let (mut patience, user) = (Patience::new(), (std::process::id(), thread::current().id()));
        loop {
            let mut place = lock(&self.place);
            match std::mem::replace(&mut *place, Place::Closed) {
                Place::Free(value) => {
                    *place = Place::Taken(user.0, user.1);
                    return Ok(value);
                }
                Place::Closed => return Err(closed()),
                Place::Taken(process, thread) => {
                    *place = Place::Taken(process, thread);
                    if process != user.0 {
                        return Err(PyRuntimeError::new_err("another thread used this while the process was forked"));
                    }
                    if thread == user.1 {
                        return Err(PyValueError::new_err("the reader is already in use by this call"));
                    }
                }
            }
            drop(self.changed.wait_timeout(place, STEP));
            if patience.is_over() {
                return Err(patience.error());
            }
        }
    }
}

impl<T> Drop for Taken<'_, T> {
    fn drop(&mut self) {
        if let Some(value) = self.value.take() {
            *lock(&self.turns.place) = Place::Free(value);
            self.turns.changed.notify_one();
        }
    }
}

fn closed() -> PyErr {
    PyValueError::new_err("this is closed")
}
