//! `gardez.syzygy`: endgame tables.

use std::sync::{PoisonError, RwLock};

use gardez_position::Board as CoreBoard;
use gardez_syzygy::{Access, Dtz, OpenError, ProbeError, RootMove as CoreRootMove, Tablebase as CoreTablebase, Wdl};
use gardez_types::CastlingMode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::args::PathArg;
use crate::error::MissingTableError;
use crate::files::{damaged, os_error};
use crate::moves::{Move, MoveObject};
use crate::position::PositionArg;

/// Syzygy endgame tables: who wins a position with few pieces, and how far the next capture or pawn move is.
///
/// paths is a directory (str, bytes or PathLike), or an iterable of directories. The tables of each are found at once,
/// and opened when a probe first needs them. Of a table in several directories, the first one counts. cache is the
/// memory for parts of the files that were read last, in MiB.
///
/// A position is a Board, a FEN or a packed board. A probe needs the tables of the position and of those after captures and promotions. If one is missing, or if the
/// position has castling rights or too many pieces, probes raise MissingTableError. A damaged table, or one that cannot be
/// read, raises OSError with its filename. Probes release the GIL, and threads may share a tablebase.
///
/// >>> from gardez import Board, syzygy
/// >>> with syzygy.Tablebase() as tablebase:
/// ...     tablebase.probe_wdl(Board("8/8/4k3/8/8/3K4/8/8 w - - 0 1"))
/// 0
#[pyclass(module = "gardez.syzygy", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Tablebase(RwLock<Option<CoreTablebase>>);

/// A legal move of a position, with its value for the side that makes it.
#[pyclass(module = "gardez.syzygy", frozen, eq)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RootMove {
    mv: Move,
    rank: i32,
    wdl: i8,
    dtz: Option<i32>,
}

impl RootMove {
    fn new(entry: CoreRootMove, mode: CastlingMode) -> Self {
        let CoreRootMove { mv, rank, wdl, dtz, .. } = entry;
        Self { mv: Move::of(mv, mode), rank, wdl: wdl.raw(), dtz: dtz.map(Dtz::plies) }
    }
}

#[pymethods]
impl RootMove {
    /// Returns the move.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Py<MoveObject>> {
        self.mv.object(py)
    }

    /// Returns the rank from -1000 to 1000: above 0 for a win, below 0 for a loss. Moves of one rank are worth the
    /// same.
    #[getter]
    fn rank(&self) -> i32 {
        self.rank
    }

    /// Returns the result, -2 to 2, if the fifty-move counter is 0 after the move.
    #[getter]
    fn wdl(&self) -> i8 {
        self.wdl
    }

    /// Returns the distance to the next capture, pawn move or mate in plies, including this move.
    #[getter]
    fn dtz(&self) -> Option<i32> {
        self.dtz
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mv = self.mv.object(py)?.bind(py).repr()?.to_string();
        let dtz = self.dtz.map_or_else(|| "None".into(), |dtz| dtz.to_string());
        Ok(format!("<RootMove {mv} rank={} wdl={} dtz={dtz}>", self.rank, self.wdl))
    }
}

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
            os_error(error, Some(&path))
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

/// Returns the directories of a path, or of an iterable of paths.
fn directories(paths: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PathArg>> {
    let Some(paths) = paths else { return Ok(Vec::new()) };
    if let Ok(path) = paths.extract() {
        return Ok(vec![path]);
    }
    paths.try_iter()?.map(|path| path?.extract()).collect()
}

/// Returns the value, or the default if no table contains the position.
fn or_default(py: Python<'_>, probed: PyResult<i32>, default: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
    match probed {
        Ok(value) => Ok(value.into_pyobject(py)?.into_any().unbind()),
        Err(error) if error.is_instance_of::<MissingTableError>(py) => Ok(default.unwrap_or_else(|| py.None())),
        Err(error) => Err(error),
    }
}

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(signature = (paths = None, *, cache = 64))]
    fn new(py: Python<'_>, paths: Option<&Bound<'_, PyAny>>, cache: usize) -> PyResult<Self> {
        let tablebase = Self(RwLock::new(Some(CoreTablebase::new().with_cache(cache))));
        for directory in directories(paths)? {
            tablebase.add_directory(py, directory)?;
        }
        Ok(tablebase)
    }

    /// Adds the tables in a directory, and returns the number of those that were not there before.
    fn add_directory(&self, py: Python<'_>, directory: PathArg) -> PyResult<usize> {
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

    /// Returns the result for the side to move with best play, if the fifty-move counter is 0:
    ///
    /// 2 win, 1 win that the fifty-move rule makes a draw, 0 draw, -1 loss that the rule makes a draw, -2 loss.
    fn probe_wdl(&self, py: Python<'_>, board: PositionArg) -> PyResult<i8> {
        self.probe(py, board.0.board(), |tables, board| tables.probe_wdl(board).map(Wdl::raw))
    }

    /// Returns the distance to the next capture, pawn move or mate in plies, if the fifty-move counter is 0.
    ///
    /// It is positive if the side to move wins, negative if it loses, and 0 in a draw; beyond 100 the fifty-move rule
    /// makes the game a draw. A table may count full moves: then the distance may be one ply longer.
    fn probe_dtz(&self, py: Python<'_>, board: PositionArg) -> PyResult<i32> {
        self.probe(py, board.0.board(), |tables, board| tables.probe_dtz(board).map(Dtz::plies))
    }

    /// Works like probe_wdl, but returns the default where that raises MissingTableError.
    #[pyo3(signature = (board, default = None))]
    fn get_wdl(&self, py: Python<'_>, board: PositionArg, default: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        or_default(py, self.probe_wdl(py, board).map(i32::from), default)
    }

    /// Works like probe_dtz, but returns the default where that raises MissingTableError.
    #[pyo3(signature = (board, default = None))]
    fn get_dtz(&self, py: Python<'_>, board: PositionArg, default: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        or_default(py, self.probe_dtz(py, board), default)
    }

    /// Returns all legal moves as a list of RootMove, best first. It takes the fifty-move counter and repetitions into
    /// account.
    ///
    /// The first move always makes progress. The list is empty in mate and stalemate.
    fn probe_root(&self, py: Python<'_>, board: PositionArg) -> PyResult<Vec<RootMove>> {
        let PositionArg(position) = board;
        let moves = py.detach(|| self.with(|tables| tables.probe_root(&position)));
        let moves = moves.map_err(|failure| failure.into_exception(""))?;
        Ok(moves.into_iter().map(|entry| RootMove::new(entry, position.castling_mode())).collect())
    }

    /// Closes the files and frees the memory. Later probes raise ValueError.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.0.write().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.close(py);
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.max_pieces(py) {
            Ok(pieces) => format!("<Tablebase of up to {pieces} pieces>"),
            Err(_) => "<Tablebase, closed>".into(),
        }
    }
}

/// Adds the classes to the module, under names that the package does not show.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add("_SyzygyTablebase", py.get_type::<Tablebase>())?;
    m.add("_SyzygyRootMove", py.get_type::<RootMove>())
}
