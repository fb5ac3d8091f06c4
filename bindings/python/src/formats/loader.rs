//! The loader behind `gardez.formats.Features`.

use std::path::PathBuf;

use gardez_data::loader::{
    ChunkOrder, EntryFile, LastBatch, Loader, LoaderOptions, LoaderState, OnProblem, Position, Positions,
};
use gardez_data::{Filter, TrainerFilter};
use gardez_formats::{Color, Strictness};
use gardez_nnue::architecture::OutputBuckets;
use gardez_nnue::features::{FeatureSets, IndexList};
use gardez_types::Move;
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::error::{Problem, format_of, opened};
use crate::args::Items;
use crate::error;
use crate::turns::{Patience, Turns};

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
    sets: FeatureSets,
    is_white: bool,
    patience: Patience,
    /// Files that could not be opened, and why.
    unread: Vec<String>,
}

struct State {
    loader: Loader<Positions>,
    batch: Vec<Position>,
    lists: Box<[IndexList; 2]>,
}

impl FeatureLoader {
    /// Uses the next batch of at most this size.
    fn with_batch<R: Send>(
        &self,
        py: Python<'_>,
        size: usize,
        work: impl FnOnce(&[Position], &mut [IndexList; 2]) -> R + Send,
    ) -> PyResult<R> {
        let made = self.state.with(py, |State { loader, batch, lists }| match loader.next_positions(size, batch) {
            Ok(_) => Ok(work(batch, lists)),
            Err(error) => Err(Problem::of_loader(error, loader.samples())),
        })?;
        made.map_err(|problem| problem.raise(py, || self.patience.error()))
    }
}

/// Returns the array of this name, which may be written.
fn writable<'py, T: Element>(
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

/// Defines the arrays of one number for each position.
macro_rules! facts {
    ($position:ident: $($text:literal $name:ident: $number:ty = $value:expr;)+) => {
        /// The arrays of facts that are asked for.
        struct Facts<'py> {
            $($name: Option<PyReadwriteArrayDyn<'py, $number>>,)+
        }

        /// The same as slices, which can leave the GIL.
        struct FactSlices<'a> {
            $($name: &'a mut [$number],)+
        }

        impl<'py> Facts<'py> {
            fn borrow(arrays: &Bound<'py, PyDict>, size: usize) -> PyResult<Self> {
                let there = |name| arrays.contains(name);
                Ok(Self { $($name: if there($text)? { Some(writable(arrays, $text, size)?) } else { None },)+ })
            }

            fn slices(&mut self) -> PyResult<FactSlices<'_>> {
                Ok(FactSlices { $($name: self.$name.as_mut().map_or(Ok(&mut [][..]), slice)?,)+ })
            }
        }

        impl FactSlices<'_> {
            fn write(&mut self, batch: &[Position]) {
                $(self.$name.iter_mut().zip(batch).for_each(|(cell, $position)| *cell = $value);)+
            }
        }
    };
}

facts! {
    position:
    "score" score: i16 = position.score();
    "result" result: i8 = position.result();
    "turn" turn: bool = position.side_to_move() == Color::White;
    "pieces" pieces: u8 = position.len() as u8;
    "move" mv: u16 = position.mv().map_or(0, Move::raw);
    "ply" ply: u16 = position.ply();
    "check" check: bool = position.in_check();
    "bucket" bucket: u8 = OutputBuckets::stockfish().of(position.len() as usize) as u8;
}

fn slice<'a, T: Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
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
        trainer: Option<Vec<(String, String)>>,
    ) -> PyResult<Self> {
        let mut filter = Filter { seed, ..Filter::ALL };
        for (name, text) in filters {
            filter.set(&name, &text).map_err(|error| PyValueError::new_err(format!("filters: {error}")))?;
        }
        let trainer = trainer.map(|options| {
            let mut filter = TrainerFilter::default();
            let done = options.iter().try_for_each(|(name, text)| filter.set(name, text));
            done.map(|()| filter).map_err(|error| PyValueError::new_err(format!("filters: nnue_pytorch: {error}")))
        });
        let sets = FeatureSets::named(features, &buckets.unwrap_or_default());
        let sets = sets.map_err(|error| PyValueError::new_err(format!("features: {error}")))?;
        let samples = Positions::new(files.files.iter().cloned()).with_filter(filter);
        let samples = samples.with_trainer_filter(trainer.transpose()?);
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
        let state = State { loader, batch: Vec::new(), lists: Box::new([IndexList::new(), IndexList::new()]) };
        Ok(Self { state: Turns::new(state), sets, is_white, patience, unread: files.unread.clone() })
    }

    /// Fills arrays with the next batch of at most this size, and returns the number of positions.
    fn fill(&self, py: Python<'_>, size: usize, arrays: &Bound<'_, PyDict>) -> PyResult<usize> {
        let width = self.sets.max_active();
        let cells = size.saturating_mul(width);
        let (mut first, mut second) = (writable(arrays, "first", cells)?, writable(arrays, "second", cells)?);
        let (first, second): (&mut [i32], &mut [i32]) = (slice(&mut first)?, slice(&mut second)?);
        let mut facts = Facts::borrow(arrays, size)?;
        let mut facts = facts.slices()?;
        self.with_batch(py, size, |batch, lists| {
            for (place, position) in batch.iter().enumerate() {
                let mut rows = [&mut *first, &mut *second].map(|rows| &mut rows[place * width..][..width]);
                if !self.is_white && position.side_to_move() == Color::Black {
                    rows.reverse();
                }
                // Every position comes from a board.
                if let Some(board) = position.board() {
                    self.sets.write_rows(&board, lists, rows);
                }
            }
            facts.write(batch);
            batch.len()
        })
    }

    /// Fills arrays with the facts of the next batch of at most this size. Returns the number of positions, and for each
    /// perspective all indices in a row and where those of each position begin.
    #[allow(clippy::type_complexity)]
    fn flat<'py>(
        &self,
        py: Python<'py>,
        size: usize,
        arrays: &Bound<'py, PyDict>,
    ) -> PyResult<(usize, [(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>); 2])> {
        let mut facts = Facts::borrow(arrays, size)?;
        let mut facts = facts.slices()?;
        let (count, both) = self.with_batch(py, size, |batch, lists| {
            let mut both = [(Vec::new(), vec![0]), (Vec::new(), vec![0])];
            for position in batch {
                let mut rows = both.each_mut();
                if !self.is_white && position.side_to_move() == Color::Black {
                    rows.reverse();
                }
                let Some(board) = position.board() else { continue };
                self.sets.list(&board, lists, |lists, start| {
                    for ((indices, _), list) in rows.iter_mut().zip(lists) {
                        indices.extend(list.iter().map(|index| (start + index) as i32));
                    }
                });
                rows.into_iter().for_each(|(indices, offsets)| offsets.push(indices.len() as i32));
            }
            facts.write(batch);
            (batch.len(), both)
        })?;
        let array = |numbers| PyArray1::from_vec(py, numbers);
        Ok((count, both.map(|(indices, offsets)| (array(indices), array(offsets)))))
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
        self.sets.max_active()
    }

    /// Returns the number of inputs of the set.
    #[getter]
    fn inputs(&self) -> u32 {
        self.sets.inputs()
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
