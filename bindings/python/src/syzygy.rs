//! Endgame tables, for `gardez.chess.syzygy`.

use std::sync::{PoisonError, RwLock};

use gardez_position::Board as CoreBoard;
use gardez_syzygy::{Access, Dtz, OpenError, ProbeError, RootMove, Tablebase as CoreTablebase, Wdl};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::args::PathArg;
use crate::error::MissingTableError;
use crate::files::{damaged, os_error};
use crate::moves::{Move, MoveObject};
use crate::position::PositionArg;

/// Tables in some directories, each opened when a probe first needs it. Probes release the GIL, and threads may share them.
#[pyclass(name = "_Tablebase", module = "gardez._gardez", frozen, subclass)]
#[derive(Debug)]
pub(crate) struct Tablebase(RwLock<Option<CoreTablebase>>);

/// Why a probe has no value.
#[derive(Debug)]
pub(crate) enum Failure {
    Probe(ProbeError),
    Closed,
}

impl Failure {
    /// Returns True if no table contains the position.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(
            self,
            Self::Probe(ProbeError::CastlingRights(_) | ProbeError::TooManyPieces { .. } | ProbeError::NotAvailable(_))
        )
    }

    /// Returns the exception, with a text before its message.
    pub(crate) fn into_exception(self, before: &str) -> PyErr {
        match self {
            Self::Closed => PyValueError::new_err("the tablebase is closed"),
            Self::Probe(ProbeError::Table(error)) => damaged(format!("{before}{error}"), error.file()),
            Self::Probe(error) => MissingTableError::new_err(format!("{before}{error}")),
        }
    }
}

/// Returns a directory that cannot be read.
fn open_error(error: OpenError) -> PyErr {
    match error {
        OpenError::Io { path, kind } => {
            // Reading it again gives the number of the error.
            let error = std::fs::read_dir(&path).err().unwrap_or_else(|| kind.into());
            os_error(&error, Some(&path))
        }
        OpenError::Table(error) => damaged(error.to_string(), error.file()),
        error => PyValueError::new_err(error.to_string()),
    }
}

impl Tablebase {
    /// Calls a function with the tables, without the lock of the interpreter.
    pub(crate) fn with<R: Send>(
        &self,
        call: impl FnOnce(&CoreTablebase) -> Result<R, ProbeError> + Send,
    ) -> Result<R, Failure> {
        let tables = self.0.read().unwrap_or_else(PoisonError::into_inner);
        call(tables.as_ref().ok_or(Failure::Closed)?).map_err(Failure::Probe)
    }

    fn probe<R: Send>(
        &self,
        py: Python<'_>,
        board: &CoreBoard,
        call: impl FnOnce(&CoreTablebase, &CoreBoard) -> Result<R, ProbeError> + Send,
    ) -> PyResult<R> {
        py.detach(|| self.with(|tables| call(tables, board))).map_err(|failure| failure.into_exception(""))
    }

    fn change<R: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut CoreTablebase) -> Result<R, OpenError> + Send,
    ) -> PyResult<R> {
        let changed = py.detach(|| self.0.write().unwrap_or_else(PoisonError::into_inner).as_mut().map(call));
        let closed = || Failure::Closed.into_exception("");
        changed.ok_or_else(closed)?.map_err(open_error)
    }
}

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(signature = (*, cache = 64, **_options))]
    fn new(cache: usize, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self(RwLock::new(Some(CoreTablebase::new().with_cache(cache))))
    }

    /// Adds the tables in a directory, and returns the number of those that were not there before.
    fn _add(&self, py: Python<'_>, directory: PathArg) -> PyResult<usize> {
        let PathArg(directory) = directory;
        self.change(py, |tables| tables.add_directory(&directory, Access::default()))
    }

    /// Returns the number of pieces, with the kings, of the largest table; 0 if there is none.
    #[getter]
    fn max_pieces(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| self.with(|tables| Ok(tables.max_pieces()))).map_err(|failure| failure.into_exception(""))
    }

    /// Returns the names of the files of tables, such as 'KRvK.rtbw', as a new list.
    #[getter]
    fn tables(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let names = |tables: &CoreTablebase| Ok(tables.tables().map(|name| name.to_string()).collect());
        py.detach(|| self.with(names)).map_err(|failure| failure.into_exception(""))
    }

    fn _wdl(&self, py: Python<'_>, board: PositionArg) -> PyResult<i8> {
        self.probe(py, board.0.board(), |tables, board| tables.probe_wdl(board).map(Wdl::raw))
    }

    fn _dtz(&self, py: Python<'_>, board: PositionArg) -> PyResult<i32> {
        self.probe(py, board.0.board(), |tables, board| tables.probe_dtz(board).map(Dtz::plies))
    }

    fn _stored_wdl(&self, py: Python<'_>, board: PositionArg) -> PyResult<i8> {
        self.probe(py, board.0.board(), |tables, board| tables.stored_wdl(board).map(Wdl::raw))
    }

    /// Returns the plies that a table contains, or None if it has only positions with the other side to move.
    fn _stored_dtz(&self, py: Python<'_>, board: PositionArg, wdl: i8) -> PyResult<Option<i32>> {
        let wdl = Wdl::from_raw(wdl).ok_or_else(|| PyValueError::new_err(format!("expected -2 to 2, found {wdl}")))?;
        let stored = self.probe(py, board.0.board(), |tables, board| tables.stored_dtz(board, wdl))?;
        // The plies of a move that zeroes the counter, which the value has, too.
        let zeroing = [0, 101, 1][usize::from(wdl.raw().unsigned_abs())];
        Ok(stored.map(|dtz| dtz.plies().abs() - zeroing))
    }

    /// Returns for each legal move, best first: the move, its rank, its result and its distance.
    #[allow(clippy::type_complexity)]
    fn _root(&self, py: Python<'_>, board: PositionArg) -> PyResult<Vec<(Py<MoveObject>, i32, i8, Option<i32>)>> {
        let PositionArg(position) = board;
        let moves = py.detach(|| self.with(|tables| tables.probe_root(&position)));
        let moves = moves.map_err(|failure| failure.into_exception(""))?;
        let mode = position.castling_mode();
        let object = |entry: RootMove| {
            let RootMove { mv, rank, wdl, dtz, .. } = entry;
            Ok((Move::of(mv, mode).object(py)?, rank, wdl.raw(), dtz.map(Dtz::plies)))
        };
        moves.into_iter().map(object).collect()
    }

    /// Closes the files and frees the memory. Later probes raise ValueError.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.0.write().unwrap_or_else(PoisonError::into_inner).take());
    }
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Tablebase>()
}
