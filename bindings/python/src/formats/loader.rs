//! The loader behind `gardez.formats.Features`.

use std::path::PathBuf;

use gardez_data::Filter;
use gardez_data::loader::{
    ChunkOrder, EntryFile, LastBatch, Loader, LoaderOptions, LoaderState, OnProblem, Position, Positions,
};
use gardez_formats::{Color, Strictness};
use gardez_nnue::features::IndexList;
use gardez_types::Move;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::error::{Problem, format_of, opened};
use super::inputs::Inputs;
use crate::args::Items;
use crate::error;
use crate::turns::{Patience, Turns};

/// The mark of an input that is not there, after those of a position.
const NOTHING: i32 = -1;

/// Files whose formats are known.
#[pyclass(module = "gardez._gardez", frozen, name = "_FormatFiles")]
pub(crate) struct FormatFiles {
    files: Vec<EntryFile>,
    /// Files that could not be opened, and why.
    unread: Vec<String>,
}

#[pymethods]
impl FormatFiles {
    #[new]
    fn new(py: Python<'_>, paths: Items<PathBuf>, format: Option<&str>, skips: bool) -> PyResult<Self> {
        let format = format.map(format_of).transpose()?;
        let (mut files, mut unread) = (Vec::new(), Vec::new());
        for path in paths.0 {
            match opened(py, path, format) {
                Ok(file) => files.push(file),
                Err(error) if skips => unread.push(error),
                Err(error) => return Err(error),
            }
        }
        // Nothing is left: the first error is raised.
        if files.is_empty() && !unread.is_empty() {
            return Err(unread.swap_remove(0));
        }
        Ok(Self { files, unread: unread.iter().map(|error| error.value(py).to_string()).collect() })
    }
}

/// Makes batches of the inputs of networks, which threads of Python use in turns.
#[pyclass(module = "gardez._gardez", frozen, name = "_FeatureLoader")]
pub(crate) struct FeatureLoader {
    state: Turns<State>,
    set: Inputs,
    is_white: bool,
    patience: Patience,
    /// Files that could not be opened, and why.
    unread: Vec<String>,
}

struct State {
    loader: Loader<Positions>,
    batch: Vec<Position>,
    list: Box<IndexList>,
}

impl FeatureLoader {
    /// Uses the next batch of at most this size.
    fn with_batch<R: Send>(
        &self,
        py: Python<'_>,
        size: usize,
        work: impl FnOnce(&[Position], &mut IndexList) -> R + Send,
    ) -> PyResult<R> {
        let made = self.state.with(py, |State { loader, batch, list }| match loader.next_positions(size, batch) {
            Ok(_) => Ok(work(batch, list)),
            Err(error) => Err(Problem::of_loader(error, loader.samples())),
        })?;
        made.map_err(|problem| problem.raise(py, || self.patience.error()))
    }
}

/// Returns the inputs of one perspective of a batch.
fn perspective(position: &Position, is_first: bool, is_white: bool) -> Color {
    let first = if is_white { Color::White } else { position.side_to_move() };
    if is_first { first } else { !first }
}

/// Returns the array of this name, which may be written.
fn writable<'py, T: numpy::Element>(
    dict: &Bound<'py, PyDict>,
    name: &str,
    len: usize,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let wrong = |text: String| PyValueError::new_err(format!("out: {name}: {text}"));
    let array = dict.get_item(name)?.ok_or_else(|| wrong("is missing".into()))?;
    let array = array.cast::<PyArrayDyn<T>>().map_err(|_| wrong("an array of another type".into()))?;
    let array = array.try_readwrite().map_err(|error| error::array(&format!("out: {name}"), error))?;
    if array.as_slice().map_err(|error| wrong(error.to_string()))?.len() != len {
        return Err(wrong(format!("it must have {len} elements")));
    }
    Ok(array)
}

/// Returns the array of this name, which may be written, if there is one.
fn if_there<'py, T: numpy::Element>(
    dict: &Bound<'py, PyDict>,
    name: &str,
    len: usize,
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    if dict.contains(name)? { writable(dict, name, len).map(Some) } else { Ok(None) }
}

/// Returns the number of the move of a position; 0 for none.
fn number(position: &Position) -> u16 {
    position.mv().map_or(0, Move::raw)
}

/// Returns the slice of an array that `writable` has checked.
fn slice<'a, T: numpy::Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl FeatureLoader {
    #[new]
    #[allow(clippy::too_many_arguments)] // the arguments of a class of the package, which has names for them
    fn new(
        py: Python<'_>,
        files: &FormatFiles,
        features: &str,
        buckets: Option<Vec<u8>>,
        seed: u64,
        shuffle: usize,
        has_block_order: bool,
        shard: (u32, u32),
        epochs: Option<u64>,
        is_white: bool,
        strict: bool,
        skips: bool,
        drops_last: bool,
        filters: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let mut filter = Filter { seed, ..Filter::ALL };
        for (name, text) in filters {
            filter.set(&name, &text).map_err(|error| PyValueError::new_err(format!("filters: {error}")))?;
        }
        let set = Inputs::new(features, buckets)?;
        let samples = Positions::new(files.files.iter().cloned()).with_filter(filter);
        let samples = samples.with_strictness(if strict { Strictness::Strict } else { Strictness::Lenient });
        let samples = if is_white { samples.seen_by_white() } else { samples };
        let options = LoaderOptions::default()
            .with_seed(seed)
            .with_shuffle(shuffle)
            .with_chunk_order(if has_block_order { ChunkOrder::Shuffled } else { ChunkOrder::Source })
            .with_shard(shard.0, shard.1)
            .with_epochs(epochs)
            .with_problems(if skips { OnProblem::Skip } else { OnProblem::Stop })
            .with_last_batch(if drops_last { LastBatch::Drop } else { LastBatch::Keep });
        let patience = Patience::new();
        let made = py.detach(|| Loader::new(samples, options));
        let none = Positions::new([]);
        let mut loader = made.map_err(|error| Problem::of_loader(error, &none).raise(py, || patience.error()))?;
        let mut signals = patience.clone();
        loader.set_interrupt(move || signals.is_over());
        let state = State { loader, batch: Vec::new(), list: Box::new(IndexList::new()) };
        Ok(Self { state: Turns::new(state), set, is_white, patience, unread: files.unread.clone() })
    }

    /// Fills arrays with the next batch of at most this size, and returns the number of positions.
    fn fill(&self, py: Python<'_>, size: usize, arrays: &Bound<'_, PyDict>) -> PyResult<usize> {
        let width = self.set.most();
        let cells = size.saturating_mul(width);
        let (mut first, mut second) = (writable(arrays, "first", cells)?, writable(arrays, "second", cells)?);
        let (mut score, mut result) = (writable(arrays, "score", size)?, writable(arrays, "result", size)?);
        let (mut turn, mut pieces) = (writable(arrays, "turn", size)?, writable(arrays, "pieces", size)?);
        let (first, second): (&mut [i32], &mut [i32]) = (slice(&mut first)?, slice(&mut second)?);
        let (score, result): (&mut [i16], &mut [i8]) = (slice(&mut score)?, slice(&mut result)?);
        let (turn, pieces): (&mut [bool], &mut [u8]) = (slice(&mut turn)?, slice(&mut pieces)?);
        // Facts that are not asked for have no array.
        let mut moves = if_there::<u16>(arrays, "move", size)?;
        let mut plies = if_there::<u16>(arrays, "ply", size)?;
        let mut checks = if_there::<bool>(arrays, "check", size)?;
        let moves: &mut [u16] = moves.as_mut().map_or(Ok(&mut [][..]), slice)?;
        let plies: &mut [u16] = plies.as_mut().map_or(Ok(&mut [][..]), slice)?;
        let checks: &mut [bool] = checks.as_mut().map_or(Ok(&mut [][..]), slice)?;
        self.with_batch(py, size, |batch, list| {
            for (place, position) in batch.iter().enumerate() {
                for (row, is_first) in [(&mut *first, true), (&mut *second, false)] {
                    let row = &mut row[place * width..][..width];
                    let mut next = 0;
                    self.set.active(position, perspective(position, is_first, self.is_white), list, |index| {
                        if let Some(cell) = row.get_mut(next) {
                            (*cell, next) = (index as i32, next + 1);
                        }
                    });
                    row[next..].fill(NOTHING);
                }
                (score[place], result[place]) = (position.score(), position.result());
                (turn[place], pieces[place]) = (position.side_to_move() == Color::White, position.len() as u8);
            }
            for (cell, position) in moves.iter_mut().zip(batch) {
                *cell = number(position);
            }
            for (cell, position) in plies.iter_mut().zip(batch) {
                *cell = position.ply();
            }
            for (cell, position) in checks.iter_mut().zip(batch) {
                *cell = position.in_check();
            }
            batch.len()
        })
    }

    /// Returns the next batch of at most this size with all indices in a row: arrays by their names. Empty after the
    /// last batch.
    fn flat<'py>(&self, py: Python<'py>, size: usize, facts: Vec<String>) -> PyResult<Bound<'py, PyDict>> {
        let made = self.with_batch(py, size, |batch, list| {
            let [first, second] = [true, false].map(|is_first| {
                let (mut indices, mut offsets) = (Vec::new(), Vec::with_capacity(batch.len() + 1));
                offsets.push(0);
                for position in batch {
                    self.set.active(position, perspective(position, is_first, self.is_white), list, |index| {
                        indices.push(index as i32);
                    });
                    offsets.push(indices.len() as i32);
                }
                (indices, offsets)
            });
            let score: Vec<_> = batch.iter().map(|position| position.score()).collect();
            let result: Vec<_> = batch.iter().map(|position| position.result()).collect();
            let turn: Vec<_> = batch.iter().map(|position| position.side_to_move() == Color::White).collect();
            let pieces: Vec<_> = batch.iter().map(|position| position.len() as u8).collect();
            let moves: Vec<_> = batch.iter().map(number).collect();
            let plies: Vec<_> = batch.iter().map(Position::ply).collect();
            let checks: Vec<_> = batch.iter().map(Position::in_check).collect();
            (first, second, score, result, turn, pieces, (moves, plies, checks))
        });
        let (first, second, score, result, turn, pieces, (moves, plies, checks)) = made?;
        let dict = PyDict::new(py);
        if score.is_empty() {
            return Ok(dict);
        }
        for (name, (indices, offsets)) in [("first", first), ("second", second)] {
            dict.set_item(name, PyArray1::from_vec(py, indices))?;
            dict.set_item(format!("{name}_offsets"), PyArray1::from_vec(py, offsets))?;
        }
        dict.set_item("score", PyArray1::from_vec(py, score))?;
        dict.set_item("result", PyArray1::from_vec(py, result))?;
        dict.set_item("turn", PyArray1::from_vec(py, turn))?;
        dict.set_item("pieces", PyArray1::from_vec(py, pieces))?;
        for fact in facts {
            match fact.as_str() {
                "move" => dict.set_item(fact, PyArray1::from_slice(py, &moves))?,
                "ply" => dict.set_item(fact, PyArray1::from_slice(py, &plies))?,
                _ => dict.set_item(fact, PyArray1::from_slice(py, &checks))?,
            }
        }
        Ok(dict)
    }

    /// Returns the state as bytes.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.state.with(py, |state| state.loader.state().to_bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Continues where the loader with this state was.
    fn restore(&self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        let state = LoaderState::from_bytes(state).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let restored = self.state.with(py, |State { loader, .. }| {
            loader.restore(&state).map_err(|error| Problem::of_loader(error, loader.samples()))
        })?;
        restored.map_err(|problem| problem.raise(py, || self.patience.error()))
    }

    /// Returns the most inputs of a position: the width of the arrays.
    #[getter]
    fn width(&self) -> usize {
        self.set.most()
    }

    /// Returns the number of inputs of the set.
    #[getter]
    fn inputs(&self) -> u32 {
        self.set.count()
    }

    /// Returns what the loader has done so far.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = self.state.with(py, |state| state.loader.stats())?;
        let dict = PyDict::new(py);
        dict.set_item("entries_read", stats.records - stats.refused_values)?;
        dict.set_item("positions_used", stats.records_used)?;
        dict.set_item("batches", stats.batches)?;
        let problems = stats.chunks_unreadable + stats.chunks_incomplete + stats.refused_values;
        dict.set_item("problems", problems + self.unread.len() as u64)?;
        Ok(dict)
    }

    /// Returns the first problems that were skipped.
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let found = self.state.with(py, |state| state.loader.problems().iter().map(ToString::to_string).collect());
        Ok(self.unread.iter().cloned().chain::<Vec<_>>(found?).collect())
    }

    /// Closes the files and frees the memory.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.state.close(py)
    }
}
