//! `gardez.polyglot`: opening books.

use std::io::Read;

use gardez_io::open_regular;
use gardez_notation::polyglot::{Book as CoreBook, Entry as CoreEntry};
use gardez_position::Board as CoreBoard;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::args::PathArg;
use crate::files::os_error;
use crate::moves::{Move, MoveObject};
use crate::position::PositionArg;

/// An opening book in the format of Polyglot: moves with weights for positions.
///
/// The source is a path (str or PathLike), or the bytes of a book. A book is kept in memory, so it can be used by several
/// threads, and the file may change afterwards. A path that cannot be read raises OSError with its filename; bytes whose
/// number is not a multiple of 16 raise ValueError.
///
/// Positions are found by their key. An entry whose move is not legal there is skipped: it belongs to another position
/// with the same key, or is damaged. A position is a Board, a FEN or a
/// packed board; in its place, a key (int) gives all of its entries.
///
/// >>> from gardez import Board, polyglot
/// >>> board = Board()
/// >>> record = bytes.fromhex("463b96181691fc9c 031c 0003 00000000")
/// >>> book = polyglot.Book(record)
/// >>> entry = book.find(board)
/// >>> entry.move.uci(), entry.weight, entry.learn
/// ('e2e4', 3, 0)
#[pyclass(module = "gardez.polyglot", frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Book(CoreBook<Vec<u8>>);

/// A move of a book.
///
/// >>> from gardez import polyglot
/// >>> polyglot.Book(bytes.fromhex("463b96181691fc9c 031c 0003 00000000"))[0].weight
/// 3
#[pyclass(module = "gardez.polyglot", frozen, eq)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    entry: CoreEntry,
    mv: Move,
}

impl Entry {
    /// Returns an entry on no board: its move has the squares of the record.
    fn new(entry: CoreEntry) -> Self {
        let raw = entry.mv.raw();
        // 1 to 4 for knight to queen, which Python numbers from 2.
        let promotion = match (raw >> 12 & 7) as u8 {
            0 => 0,
            number => (number + 1).min(6),
        };
        Self { entry, mv: Move { from: (raw >> 6 & 63) as u8, to: (raw & 63) as u8, promotion, drop: 0 } }
    }
}

#[pymethods]
impl Entry {
    /// Returns the Polyglot key of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.entry.key
    }

    /// Returns the move. Of an entry that was found by a board, castling is written as the board writes it.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Py<MoveObject>> {
        self.mv.object(py)
    }

    /// Returns the 16 bits of the move in the file.
    #[getter]
    fn raw_move(&self) -> u16 {
        self.entry.mv.raw()
    }

    /// Returns how good the move is compared with the others of the position; 0 for a move that must not be played.
    #[getter]
    fn weight(&self) -> u16 {
        self.entry.weight
    }

    /// Returns data of programs that learn.
    #[getter]
    fn learn(&self) -> u32 {
        self.entry.learn
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let CoreEntry { key, weight, learn, .. } = self.entry;
        let mv = self.mv.object(py)?.bind(py).repr()?.to_string();
        Ok(format!("<Entry key={key:#018x} move={mv} weight={weight} learn={learn}>"))
    }
}

/// A position of a book.
enum Asked {
    Board(Box<CoreBoard>),
    Key(u64),
}

impl Asked {
    fn new(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        match board.extract::<u64>() {
            Ok(key) => Ok(Self::Key(key)),
            Err(error) if error.is_instance_of::<PyOverflowError>(board.py()) => {
                Err(PyValueError::new_err("a key has 64 bits"))
            }
            Err(_) => board.extract().map(|PositionArg(position)| Self::Board(Box::new(*position.board()))),
        }
    }
}

impl Book {
    /// Returns the entries of a position with at least this weight, without these moves.
    fn search(&self, asked: &Asked, minimum_weight: i64, excluded: &[Move]) -> Vec<Entry> {
        let entries: Vec<_> = match asked {
            Asked::Key(key) => self.0.find(*key).map(Entry::new).collect(),
            Asked::Board(board) => {
                let mode = board.castling_mode();
                let found = self.0.find(board.polyglot_key());
                let legal = |entry: CoreEntry| Some(Entry { entry, mv: Move::of(entry.mv.to_move(board)?, mode) });
                found.filter_map(legal).collect()
            }
        };
        let is_wanted =
            |entry: &Entry| minimum_weight <= i64::from(entry.entry.weight) && !excluded.contains(&entry.mv);
        entries.into_iter().filter(is_wanted).collect()
    }
}

/// Returns the moves of an iterable; none for None.
fn moves(excluded: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Move>> {
    let Some(excluded) = excluded else { return Ok(Vec::new()) };
    excluded.try_iter()?.map(|m| m?.extract()).collect()
}

/// Returns a random number below a limit, of an object with `randrange`.
fn below(py: Python<'_>, random: Option<&Bound<'_, PyAny>>, limit: u64) -> PyResult<u64> {
    let random = random.map_or_else(|| py.import("random").map(Bound::into_any), |random| Ok(random.clone()))?;
    let number: u64 = random.call_method1("randrange", (limit,))?.extract()?;
    if number < limit {
        Ok(number)
    } else {
        Err(PyValueError::new_err("randrange() returned a number beyond its limit"))
    }
}

fn no_move() -> PyErr {
    PyIndexError::new_err("the book has no such move")
}

#[pymethods]
impl Book {
    #[new]
    fn new(path_or_bytes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = path_or_bytes.py();
        let bytes = if let Ok(bytes) = path_or_bytes.extract::<PyBackedBytes>() {
            bytes.to_vec()
        } else {
            let PathArg(path) = path_or_bytes.extract()?;
            let read = py.detach(|| {
                let file = open_regular(&path)?;
                let mut bytes = Vec::new();
                let length = file.metadata()?.len();
                file.take(length).read_to_end(&mut bytes)?;
                Ok(bytes)
            });
            read.map_err(|error| os_error(error, Some(&path)))?
        };
        CoreBook::new(bytes).map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the entries of a position, in the order of the book, as an iterator.
    ///
    /// Entries with a lower weight are left out: by default those with the weight 0.
    #[pyo3(signature = (board, *, minimum_weight = 1, exclude_moves = None))]
    fn find_all(
        &self,
        board: &Bound<'_, PyAny>,
        minimum_weight: i64,
        exclude_moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Entries> {
        let excluded = moves(exclude_moves)?;
        Ok(Entries::new(self.search(&Asked::new(board)?, minimum_weight, &excluded)))
    }

    /// Returns the entry with the highest weight, the first of them if several have it. Raises IndexError if there is
    /// none.
    #[pyo3(signature = (board, *, minimum_weight = 1, exclude_moves = None))]
    fn find(
        &self,
        board: &Bound<'_, PyAny>,
        minimum_weight: i64,
        exclude_moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Entry> {
        let excluded = moves(exclude_moves)?;
        let found = self.search(&Asked::new(board)?, minimum_weight, &excluded);
        let best = |best: Entry, entry: Entry| if best.entry.weight < entry.entry.weight { entry } else { best };
        found.into_iter().reduce(best).ok_or_else(no_move)
    }

    /// Works like find, but returns the default if there is no entry.
    #[pyo3(signature = (board, default = None, *, minimum_weight = 1, exclude_moves = None))]
    fn get(
        &self,
        board: &Bound<'_, PyAny>,
        default: Option<Py<PyAny>>,
        minimum_weight: i64,
        exclude_moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let py = board.py();
        match self.find(board, minimum_weight, exclude_moves) {
            Ok(entry) => Ok(Py::new(py, entry)?.into_any()),
            Err(error) if error.is_instance_of::<PyIndexError>(py) => Ok(default.unwrap_or_else(|| py.None())),
            Err(error) => Err(error),
        }
    }

    /// Returns a random entry; all are equally likely. Raises IndexError if there is none.
    ///
    /// random is an object with randrange, such as random.Random(seed); by default the module random.
    #[pyo3(signature = (board, *, minimum_weight = 1, exclude_moves = None, random = None))]
    fn choice(
        &self,
        board: &Bound<'_, PyAny>,
        minimum_weight: i64,
        exclude_moves: Option<&Bound<'_, PyAny>>,
        random: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Entry> {
        let excluded = moves(exclude_moves)?;
        let mut found = self.search(&Asked::new(board)?, minimum_weight, &excluded);
        if found.is_empty() {
            return Err(no_move());
        }
        let number = below(board.py(), random, found.len() as u64)?;
        Ok(found.swap_remove(number as usize))
    }

    /// Returns a random entry; the likelihood of each is proportional to its weight. Raises IndexError if there is
    /// none.
    ///
    /// random is as for choice.
    #[pyo3(signature = (board, *, exclude_moves = None, random = None))]
    fn weighted_choice(
        &self,
        board: &Bound<'_, PyAny>,
        exclude_moves: Option<&Bound<'_, PyAny>>,
        random: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Entry> {
        let excluded = moves(exclude_moves)?;
        let found = self.search(&Asked::new(board)?, 1, &excluded);
        let total: u64 = found.iter().map(|entry| u64::from(entry.entry.weight)).sum();
        if total == 0 {
            return Err(no_move());
        }
        let mut number = below(board.py(), random, total)?;
        let chosen = found.into_iter().find(|entry| {
            let weight = u64::from(entry.entry.weight);
            let is_here = number < weight;
            number = number.saturating_sub(weight);
            is_here
        });
        chosen.ok_or_else(no_move)
    }

    fn __contains__(&self, board: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(!self.search(&Asked::new(board)?, 0, &[]).is_empty())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Entry> {
        let length = self.0.len();
        let place = if index < 0 { length.checked_sub(index.unsigned_abs()) } else { usize::try_from(index).ok() };
        let entry = place.filter(|&place| place < length).and_then(|place| self.0.entries().nth(place));
        entry.map(Entry::new).ok_or_else(|| PyIndexError::new_err("the book has no such entry"))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> BookEntries {
        BookEntries { book: slf.into(), next: std::sync::atomic::AtomicUsize::new(0) }
    }

    fn __repr__(&self) -> String {
        format!("<Book of {} entries>", self.0.len())
    }
}

/// Iterates over entries that were found.
#[pyclass(module = "gardez.polyglot", frozen)]
#[derive(Debug)]
pub(crate) struct Entries(std::sync::Mutex<std::vec::IntoIter<Entry>>);

impl Entries {
    fn new(entries: Vec<Entry>) -> Self {
        Self(std::sync::Mutex::new(entries.into_iter()))
    }
}

#[pymethods]
impl Entries {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Entry> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
    }
}

/// Iterates over all entries of a book.
#[pyclass(module = "gardez.polyglot", frozen)]
#[derive(Debug)]
pub(crate) struct BookEntries {
    book: Py<Book>,
    next: std::sync::atomic::AtomicUsize,
}

#[pymethods]
impl BookEntries {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Entry> {
        let place = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.book.get().0.entries().nth(place).map(Entry::new)
    }
}

/// Adds the classes to the module, under names that the package does not show.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add("_PolyglotBook", py.get_type::<Book>())?;
    m.add("_PolyglotEntry", py.get_type::<Entry>())
}
