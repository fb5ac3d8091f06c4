//! `read`: the entries of files as arrays, a chunk at a time.

use std::path::PathBuf;
use std::sync::Arc;

use gardez_data::loader::{EntryFile, EntryReader, SeenEntry};
use gardez_formats::{Color, Strictness, Wdl};
use gardez_position::{Board, BoardParts, PackedBoard};
use numpy::{PyArray, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyList};

use super::error::{Problem, format_of, not_opened, opened};
use crate::args::Items;
use crate::moves::Move;
use crate::turns::{Patience, Problems, Turns};

/// The number of entries between two looks for a signal.
const STRIDE: usize = 4096;

/// Defines the columns of one number for each entry.
macro_rules! columns {
    ($entry:ident, $board:ident: $($text:literal $name:ident: $number:ty = $value:expr;)+) => {
        /// The entries of a chunk, by the columns that are wanted.
        #[derive(Clone, Default)]
        struct Columns {
            len: usize,
            board: Option<Vec<u8>>,
            squares: Option<Vec<u8>>,
            $($name: Option<Vec<$number>>,)+
        }

        impl Columns {
            /// Adds a column without entries.
            fn want(&mut self, name: &str) -> PyResult<()> {
                match name {
                    "board" => self.board = Some(Vec::new()),
                    "squares" => self.squares = Some(Vec::new()),
                    $($text => self.$name = Some(Vec::new()),)+
                    other => return Err(PyValueError::new_err(format!("{other} is not a column"))),
                }
                Ok(())
            }

            /// Adds an entry. Returns the number of pieces if there are too many.
            fn push(&mut self, $entry: &SeenEntry<'_>) -> Result<(), u32> {
                let $board = $entry.board;
                if let Some(boards) = &mut self.board {
                    let packed = $board.packed().map_err(|_| $board.occupied().len())?;
                    boards.extend_from_slice(&packed.to_bytes());
                }
                if let Some(squares) = &mut self.squares {
                    squares.extend($board.piece_array().iter().map(|piece| piece.map_or(0, |piece| piece as u8)));
                }
                $(
                    if let Some(column) = &mut self.$name {
                        column.push($value);
                    }
                )+
                self.len += 1;
                Ok(())
            }

            fn into_dict<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let dict = PyDict::new(py);
                for (name, bytes, width) in [("board", self.board, PackedBoard::SIZE), ("squares", self.squares, 64)] {
                    if let Some(bytes) = bytes {
                        dict.set_item(name, PyArray::from_vec(py, bytes).reshape([self.len, width])?)?;
                    }
                }
                $(
                    if let Some(column) = self.$name {
                        dict.set_item($text, PyArray::from_vec(py, column))?;
                    }
                )+
                Ok(dict)
            }
        }
    };
}

columns! {
    entry, board:
    "turn" turn: bool = board.side_to_move() == Color::White;
    "rule50" rule50: u16 = board.halfmove_clock();
    "fullmove" fullmove: u32 = board.fullmove_number();
    "move" mv: u16 = entry.mv.map_or(0, |m| m.raw());
    "score" score: i16 = entry.score;
    "result" result: i8 = entry.result;
    "ply" ply: u32 = entry.ply;
}

/// An iterator over the entries of files as dicts of arrays; made by `gardez.formats.read`.
#[pyclass(module = "gardez.formats", frozen, name = "Chunks")]
pub(crate) struct FormatChunks {
    state: Turns<State>,
    /// The columns that are wanted, without entries.
    empty: Columns,
    chunk: usize,
    is_white: bool,
    skips: bool,
}

struct State {
    inputs: std::vec::IntoIter<EntryFile>,
    current: Option<(Arc<PathBuf>, EntryReader, u64)>,
    strictness: Strictness,
    /// A problem after the entries that were returned before it.
    pending: Option<Problem>,
    /// The entries that were read when a signal came.
    held: Option<Columns>,
    problems: Problems,
}

impl State {
    /// Reads up to `chunk` entries. A problem ends the chunk.
    fn read(
        &mut self,
        chunk: usize,
        is_white: bool,
        empty: &Columns,
        patience: &mut Patience,
    ) -> (Columns, Option<Problem>) {
        let mut columns = self.held.take().unwrap_or_else(|| empty.clone());
        while columns.len < chunk {
            if columns.len % STRIDE == 0 && patience.is_over() {
                return (columns, Some(Problem::Interrupted));
            }
            let Some((path, reader, number)) = &mut self.current else {
                let Some(input) = self.inputs.next() else { break };
                let path = Arc::new(input.path().to_owned());
                match input.entries(self.strictness) {
                    Ok(reader) => self.current = Some((path, reader, 0)),
                    Err(error) => return (columns, Some(Problem::File(path, error))),
                }
                continue;
            };
            match reader.next_seen(is_white).map(|entry| entry.map(|entry| columns.push(&entry))) {
                Ok(None) => self.current = None,
                Ok(Some(Ok(()))) => *number += 1,
                Ok(Some(Err(pieces))) => {
                    *number += 1;
                    return (columns, Some(Problem::Pieces(Arc::clone(path), *number - 1, pieces)));
                }
                Err(error) => {
                    let problem = Problem::of_reader(path, error, 0);
                    self.current = None;
                    return (columns, Some(problem));
                }
            }
        }
        (columns, None)
    }
}

#[pymethods]
impl FormatChunks {
    #[new]
    #[allow(clippy::too_many_arguments)] // the arguments of a function of the package, which has names for them
    #[pyo3(signature = (paths, data, format, chunk, is_white, columns, strict, skips, missing))]
    fn new(
        py: Python<'_>,
        paths: Items<PathBuf>,
        data: Option<PyBackedBytes>,
        format: Option<&str>,
        chunk: usize,
        is_white: bool,
        columns: Items<String>,
        strict: bool,
        skips: bool,
        missing: (Option<i16>, Option<i8>),
    ) -> PyResult<Self> {
        let format = format.map(format_of).transpose()?;
        let mut empty = Columns::default();
        columns.0.iter().try_for_each(|name| empty.want(name))?;
        let (mut inputs, mut problems) = (Vec::new(), Problems::default());
        for path in paths.0 {
            match opened(py, path, format) {
                Ok(input) => inputs.push(input),
                Err(error) if skips => problems.push(error.value(py).to_string()),
                Err(error) => return Err(error),
            }
        }
        if let Some(data) = data {
            let opened = EntryFile::from_bytes("bytes", data, format);
            inputs.push(opened.map_err(|error| not_opened(&error, None))?);
        }
        let result = missing.1.and_then(|result| Wdl::from_raw((result + 1) as u8));
        let inputs: Vec<_> =
            inputs.into_iter().map(|input| input.with_missing_score(missing.0).with_missing_result(result)).collect();
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        let state =
            State { inputs: inputs.into_iter(), current: None, strictness, pending: None, held: None, problems };
        Ok(Self { state: Turns::new(state), empty, chunk, is_white, skips })
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let patience = Patience::new();
        let mut signals = patience.clone();
        let read = self.state.with(py, |state| {
            if let Some(problem) = state.pending.take() {
                return Err(problem);
            }
            loop {
                let (columns, problem) = state.read(self.chunk, self.is_white, &self.empty, &mut signals);
                match problem {
                    Some(problem @ Problem::Interrupted) => {
                        state.held = Some(columns);
                        return Err(problem);
                    }
                    Some(problem) if self.skips => {
                        state.problems.push(problem.text());
                        if columns.len == 0 {
                            continue;
                        }
                    }
                    Some(problem) if columns.len == 0 => return Err(problem),
                    Some(problem) => state.pending = Some(problem),
                    None => {}
                }
                return Ok(columns);
            }
        })?;
        match read {
            Ok(columns) if columns.len == 0 => Ok(None),
            Ok(columns) => crate::files::table(columns.into_dict(py)?).map(Some),
            Err(problem) => Err(problem.raise(py, || patience.error())),
        }
    }

    /// Returns the texts of the first 100 problems that were skipped.
    #[getter]
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.state.with(py, |state| state.problems.texts.clone())
    }

    /// Returns the number of problems that were skipped.
    #[getter]
    fn problem_count(&self, py: Python<'_>) -> PyResult<u64> {
        self.state.with(py, |state| state.problems.count)
    }

    /// Closes the files.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.state.close(py)
    }
}

pub(super) fn unpack(row: &[u8], number: usize) -> PyResult<Board> {
    let wrong = |text: String| PyValueError::new_err(format!("board[{number}]: {text}"));
    let bytes = row.first_chunk().ok_or_else(|| wrong("expected 24 bytes".into()))?;
    Board::try_from(&PackedBoard::from_bytes(*bytes)).map_err(|error| wrong(error.to_string()))
}

/// Returns the FENs of packed boards with their counters.
#[pyfunction]
#[pyo3(name = "_format_fens")]
pub(crate) fn format_fens(
    py: Python<'_>,
    boards: PyBackedBytes,
    rule50: Vec<u16>,
    fullmove: Vec<u32>,
) -> PyResult<Vec<String>> {
    py.detach(|| {
        let rows = boards.chunks_exact(PackedBoard::SIZE).zip(rule50).zip(fullmove).enumerate();
        rows.map(|(number, ((row, rule50), fullmove))| {
            let board = unpack(row, number)?;
            let parts = BoardParts { halfmove_clock: rule50, fullmove_number: fullmove, ..BoardParts::from(&board) };
            // Counters that a board cannot have are left out.
            Ok(Board::from_parts(&parts).unwrap_or(board).to_string())
        })
        .collect()
    })
}

/// Returns the moves with these numbers on packed boards; `None` for 0.
#[pyfunction]
#[pyo3(name = "_format_moves")]
pub(crate) fn format_moves<'py>(
    py: Python<'py>,
    boards: PyBackedBytes,
    moves: Vec<u16>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (number, (row, raw)) in boards.chunks_exact(PackedBoard::SIZE).zip(moves).enumerate() {
        let board = unpack(row, number)?;
        match gardez_formats::Move::from_raw(raw) {
            Some(m) => list.append(Move::of(m, board.castling_mode()).object(py)?)?,
            None if raw == 0 => list.append(py.None())?,
            None => return Err(PyValueError::new_err(format!("move[{number}]: {raw} is not a move"))),
        }
    }
    Ok(list)
}
