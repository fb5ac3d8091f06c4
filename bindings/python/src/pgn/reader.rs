//! `Reader`: the games of a PGN, one after the other.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;

use gardez_io::Unpacked;
use gardez_notation::pgn::{ReadError, Reader as CoreReader, StreamSource};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::files::{Exclusive, Opened, Source, os_error};
use crate::pgn::game::Game;
use crate::pgn::record::{Collector, Record};

/// Reads the games of a PGN one after the other: an iterator of Game.
///
/// The source is a path (str, bytes or PathLike), or an object with a method read(n) that returns bytes or text: a
/// file, a StringIO, a socket's file. Input that is compressed with gzip or Zstandard is recognized by its first bytes
/// and unpacked. It is read in pieces, so its length does not matter: in memory are the game, and of a file with a path
/// up to 64 games that follow.
///
/// What is wrong in the PGN does not raise: see Game.errors. A path that cannot be opened or read raises OSError with its
/// filename, and what a file object raises is passed on, after the games before it. Reading a path releases the GIL.
///
/// Threads may share a reader; each game is given to one of them.
///
/// >>> import io
/// >>> from gardez import pgn
/// >>> reader = pgn.Reader(io.StringIO('[White "Anna"]\n\n1. e4 e5 1-0\n\n1. d4 *'))
/// >>> [(game.headers.get("White"), game.result, len(game.moves)) for game in reader]
/// [('Anna', '1-0', 2), (None, '*', 1)]
#[pyclass(module = "gardez.pgn", frozen)]
#[derive(Debug)]
pub(crate) struct Reader {
    state: Exclusive<Option<Box<State>>>,
    path: Option<PathBuf>,
}

/// It is kept in a box, because boards are aligned to 64 bytes, and Python aligns its objects to 16.
#[derive(Debug)]
struct State {
    reader: CoreReader<StreamSource<Unpacked<Source>>>,
    collector: Collector,
    /// Games that are read already.
    ready: VecDeque<Record>,
    /// The error after them.
    error: Option<io::Error>,
    is_file: bool,
}

/// The most games of a file that are read at once, so that the GIL is not released for each.
const MAX_READY: usize = 64;

/// The number of bytes after which no further game is read at once.
const ENOUGH: u64 = 64 << 10;

impl State {
    /// Reads one game, or some games of a file.
    fn fill(&mut self) {
        let start = self.reader.offset();
        while self.ready.len() < MAX_READY && self.reader.offset() - start < ENOUGH {
            match self.reader.read(&mut self.collector) {
                Ok(true) => self.ready.push_back(self.collector.take(self.reader.game_start())),
                Ok(false) => break,
                Err(ReadError::Source(error)) => {
                    self.error = Some(error);
                    break;
                }
                Err(ReadError::Stopped(never)) => match never {},
            }
            if !self.is_file {
                break;
            }
        }
    }
}

#[pymethods]
impl Reader {
    #[new]
    fn new(path_or_file: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Opened { stream, path } = Opened::open(path_or_file)?;
        let is_file = path.is_some();
        let state = State {
            reader: CoreReader::new(stream),
            collector: Collector::default(),
            ready: VecDeque::new(),
            error: None,
            is_file,
        };
        Ok(Self { state: Exclusive::new(Some(Box::new(state))), path })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let record = self.state.with(py, |state| {
            let state = state.as_mut().ok_or_else(|| PyValueError::new_err("the reader is closed"))?;
            if state.ready.is_empty() && state.error.is_none() {
                if state.is_file { py.detach(|| state.fill()) } else { state.fill() }
            }
            match state.ready.pop_front() {
                Some(record) => Ok(Some(record)),
                None => state.error.take().map_or(Ok(None), |error| Err(os_error(error, self.path.as_deref()))),
            }
        })?;
        Ok(record.map(Game::from_record))
    }

    /// Closes a file that the reader opened. A file object stays open. Reading on raises ValueError.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        // A file object may run code when it is released: not inside its own use.
        self.state.with(py, |state| Ok(state.take())).map(drop)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }
}
