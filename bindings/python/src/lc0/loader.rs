//! The loader behind `gardez.lc0.Batches`.

use std::sync::Arc;

use gardez_data::loader::{Loader, LoaderError, LoaderState, Records};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::chunks::{Chunks, Lc0Chunks};
use super::error::loader_error;
use super::options;
use super::outputs::{Arrays, Space, Style};
use crate::batch::options::{Layout, Scale};
use crate::turns::{Patience, Turns};

/// Makes batches of chunks: a loader of the crate, which threads of Python use in turns.
#[pyclass(module = "gardez._gardez", frozen, name = "_Lc0Loader")]
pub(crate) struct Lc0Loader {
    state: Turns<State>,
    source: Arc<Chunks>,
    style: Style,
    patience: Patience,
}

/// A loader with memory for its outputs.
struct State {
    loader: Loader<Records>,
    space: Space,
}

impl Lc0Loader {
    /// Returns the exception of an error.
    fn raise(&self, py: Python<'_>, error: &LoaderError) -> PyErr {
        match error {
            LoaderError::Interrupted => self.patience.error(),
            error => loader_error(py, error, &*self.source),
        }
    }
}

#[pymethods]
impl Lc0Loader {
    #[new]
    fn new(
        py: Python<'_>,
        chunks: &Lc0Chunks,
        rule50: Scale,
        layout: Layout,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let style = Style { rule50: rule50.0, layout: layout.0 };
        let (source, options) = (Arc::clone(&chunks.source), options::read(options)?);
        let made = py.detach(|| Loader::new(Records::new(Arc::clone(&source)), options));
        let mut loader = made.map_err(|error| loader_error(py, &error, &*source))?;
        let patience = Patience::new();
        let mut signals = patience.clone();
        loader.set_interrupt(move || signals.is_over());
        let state = Turns::new(State { loader, space: Space::default() });
        Ok(Self { state, source, style, patience })
    }

    /// Fills the arrays with the next batch of at most this size, and returns the number of records.
    fn fill(&self, py: Python<'_>, size: usize, arrays: &Bound<'_, PyDict>) -> PyResult<usize> {
        let mut arrays = Arrays::borrow(arrays)?;
        let mut slices = arrays.slices(size)?;
        let style = self.style;
        let filled = self.state.with(py, |State { loader, space }| {
            let count = loader.next_batch(slices.batch(size, style, space))?;
            slices.finish(count, space);
            Ok(count)
        })?;
        filled.map_err(|error: LoaderError| self.raise(py, &error))
    }

    /// Returns the state as bytes.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.state.with(py, |state| state.loader.state().to_bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Continues where the loader with this state was.
    fn restore(&self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        let state = LoaderState::from_bytes(state).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let restored = self.state.with(py, |own| own.loader.restore(&state))?;
        restored.map_err(|error| self.raise(py, &error))
    }

    /// Returns what the loader has done so far.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = self.state.with(py, |state| state.loader.stats())?;
        let dict = PyDict::new(py);
        for (name, value) in stats.iter() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// Returns the first problems that were skipped.
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.state.with(py, |state| state.loader.problems().iter().map(ToString::to_string).collect())
    }

    /// Returns the number of chunks of an epoch.
    fn chunks_per_epoch(&self, py: Python<'_>) -> PyResult<u64> {
        self.state.with(py, |state| state.loader.chunks_per_epoch())
    }

    /// Ends the threads and frees the memory.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.state.close(py)
    }
}
