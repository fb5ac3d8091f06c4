//! The loader behind `gardez.formats.Features`.

use std::path::PathBuf;

use gardez_formats::{Color, Strictness};
use gardez_nnue::features::IndexList;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::error::Problem;
use super::input::{Input, checksum, format_of};
use super::inputs::Inputs;
use super::order::{Order, Plan};
use super::position::Position;
use crate::args::Items;
use crate::error;
use crate::lc0::os_error;
use crate::turns::{Patience, Turns};

/// The first bytes of a state, before its version.
const MAGIC: &[u8; 7] = b"gzfeat\x00";

/// The version of the states that are written and read.
const VERSION: u8 = 2;

/// The mark of an input that is not there, after those of a position.
const NOTHING: i32 = -1;

/// Files whose formats are known.
#[pyclass(module = "gardez._gardez", frozen, name = "_FormatFiles")]
pub(crate) struct FormatFiles {
    inputs: Vec<Input>,
}

#[pymethods]
impl FormatFiles {
    #[new]
    fn new(py: Python<'_>, paths: Items<PathBuf>, format: Option<&str>) -> PyResult<Self> {
        let format = format.map(format_of).transpose()?;
        let inputs = paths.0.into_iter().map(|path| Input::open(py, path, format)).collect::<PyResult<Vec<_>>>()?;
        Ok(Self { inputs })
    }
}

/// Makes batches of the inputs of networks, which threads of Python use in turns.
#[pyclass(module = "gardez._gardez", frozen, name = "_FeatureLoader")]
pub(crate) struct FeatureLoader {
    state: Turns<State>,
    set: Inputs,
    is_white: bool,
    drops_last: bool,
    fingerprint: u64,
}

struct State {
    order: Order,
    /// Positions of a batch that an error has interrupted.
    pending: Vec<Position>,
    list: Box<IndexList>,
}

impl State {
    /// Takes the positions of a batch.
    fn take(&mut self, size: usize, drops_last: bool, patience: &mut Patience) -> Result<usize, Problem> {
        while self.pending.len() < size {
            let Some(position) = self.order.next(patience)? else { break };
            self.pending.push(position);
        }
        let mut count = self.pending.len();
        if count < size && drops_last {
            self.order.used(count as u64);
            self.pending.clear();
            count = 0;
        }
        Ok(count)
    }

    /// Ends a batch.
    fn end(&mut self, count: usize) {
        self.pending.clear();
        self.order.used(count as u64);
        self.order.stats.positions_used += count as u64;
        self.order.stats.batches += u64::from(count > 0);
    }
}

/// The inputs of one perspective of a batch.
fn perspective(position: &Position, is_first: bool, is_white: bool) -> Color {
    let first = if is_white { Color::White } else { position.turn };
    if is_first { first } else { !first }
}

/// The array of this name, which may be written.
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

/// The slice of an array that `writable` has checked.
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
    ) -> PyResult<Self> {
        let set = Inputs::new(features, buckets)?;
        let (shard, shards) = shard;
        if shard >= shards {
            return Err(PyValueError::new_err("the shard must be below the number of shards"));
        }
        let mut blocks = Vec::new();
        for (number, input) in files.inputs.iter().enumerate() {
            let added = py.detach(|| input.add_blocks(number as u32, shards, &mut blocks));
            added.map_err(|error| os_error(&error, &input.path))?;
        }
        let mut text = format!("{seed} {shuffle} {has_block_order} {shard} {shards} {strict} {is_white}");
        for input in &files.inputs {
            let name = input.path.file_name().unwrap_or_default().to_string_lossy();
            text.push_str(&format!("\n{} {} {:x} {name}", input.format, input.size, input.beginning));
        }
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        let plan = Plan {
            inputs: files.inputs.clone(),
            blocks,
            seed,
            shuffle,
            has_block_order,
            shard,
            shards,
            epochs,
            is_white,
            strictness,
            skips,
        };
        let state = State { order: Order::new(plan), pending: Vec::new(), list: Box::new(IndexList::new()) };
        Ok(Self { state: Turns::new(state), set, is_white, drops_last, fingerprint: checksum(text.as_bytes()) })
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
        let patience = Patience::new();
        let mut signals = patience.clone();
        let filled = self.state.with(py, |state| {
            let count = state.take(size, self.drops_last, &mut signals)?;
            let State { pending, list, .. } = state;
            for (place, position) in pending.iter().enumerate() {
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
                (score[place], result[place]) = (position.score, position.result);
                (turn[place], pieces[place]) = (position.turn == Color::White, position.len() as u8);
            }
            state.end(count);
            Ok(count)
        })?;
        filled.map_err(|problem: Problem| problem.raise(py, || patience.error()))
    }

    /// The next batch of at most this size with all indices in a row: arrays by their names. Empty after the last batch.
    fn flat<'py>(&self, py: Python<'py>, size: usize) -> PyResult<Bound<'py, PyDict>> {
        let patience = Patience::new();
        let mut signals = patience.clone();
        let made = self.state.with(py, |state| {
            let count = state.take(size, self.drops_last, &mut signals)?;
            let State { pending, list, .. } = state;
            let [first, second] = [true, false].map(|is_first| {
                let (mut indices, mut offsets) = (Vec::new(), Vec::with_capacity(count + 1));
                offsets.push(0);
                for position in pending.iter() {
                    self.set.active(position, perspective(position, is_first, self.is_white), list, |index| {
                        indices.push(index as i32);
                    });
                    offsets.push(indices.len() as i32);
                }
                (indices, offsets)
            });
            let score: Vec<_> = pending.iter().map(|position| position.score).collect();
            let result: Vec<_> = pending.iter().map(|position| position.result).collect();
            let turn: Vec<_> = pending.iter().map(|position| position.turn == Color::White).collect();
            let pieces: Vec<_> = pending.iter().map(|position| position.len() as u8).collect();
            state.end(count);
            Ok((first, second, score, result, turn, pieces))
        })?;
        let (first, second, score, result, turn, pieces) =
            made.map_err(|problem: Problem| problem.raise(py, || patience.error()))?;
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
        Ok(dict)
    }

    /// The state as bytes: the options, the epoch, and the number of its positions that have been used.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (epoch, used) = self.state.with(py, |state| state.order.place())?;
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        for number in [self.fingerprint, epoch, used] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        let checksum = checksum(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        Ok(PyBytes::new(py, &bytes))
    }

    /// Continues where the loader with this state was.
    fn restore(&self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        let wrong = || PyValueError::new_err("the bytes are not the state of a loader");
        let (body, end) = state.split_last_chunk().ok_or_else(wrong)?;
        let (&version, numbers) = body.strip_prefix(MAGIC).and_then(<[u8]>::split_first).ok_or_else(wrong)?;
        if u64::from_le_bytes(*end) != checksum(body) || numbers.len() != 24 {
            return Err(wrong());
        }
        if version != VERSION {
            let text = format!("the state has the version {version} of another release, expected {VERSION}");
            return Err(PyValueError::new_err(text));
        }
        let mut numbers =
            numbers.chunks_exact(8).filter_map(|bytes| bytes.first_chunk()).map(|b| u64::from_le_bytes(*b));
        let [fingerprint, epoch, used] = core::array::from_fn(|_| numbers.next().unwrap_or_default());
        if fingerprint != self.fingerprint {
            return Err(Problem::OtherState.raise(py, wrong));
        }
        let patience = Patience::new();
        let mut signals = patience.clone();
        let restored = self.state.with(py, |state| {
            state.pending.clear();
            state.order.seek((epoch, used), &mut signals)
        })?;
        restored.map_err(|problem| problem.raise(py, || patience.error()))
    }

    /// The most inputs of a position: the width of the arrays.
    #[getter]
    fn width(&self) -> usize {
        self.set.most()
    }

    /// The number of inputs of the set.
    #[getter]
    fn inputs(&self) -> u32 {
        self.set.count()
    }

    /// What the loader has done so far.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = self.state.with(py, |state| state.order.stats)?;
        let dict = PyDict::new(py);
        dict.set_item("entries_read", stats.entries_read)?;
        dict.set_item("positions_used", stats.positions_used)?;
        dict.set_item("batches", stats.batches)?;
        dict.set_item("problems", stats.problems)?;
        Ok(dict)
    }

    /// The first problems that were skipped.
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.state.with(py, |state| state.order.problems.clone())
    }

    /// Closes the files and frees the memory.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.state.close(py)
    }
}
