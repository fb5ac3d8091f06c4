//! Copies, pickles, comparison and mirror images.
//!
//! A board of a subclass makes boards of the subclass: it calls the class with the position and the castling mode.

use std::sync::Arc;

use gardez_position::{EnPassantPolicy, FenStyle};
use gardez_types::{CastlingMode, Move as CoreMove};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyTuple, PyType};

use crate::board::{Board, Game, read_fen};
use crate::error;

impl Game {
    /// Returns a copy that begins `kept` moves ago.
    fn copy_last(&self, kept: usize) -> Self {
        if self.moves.len() <= kept {
            return self.clone();
        }
        let mut position = self.position.clone();
        let (_, last) = self.moves.split_at(self.moves.len() - kept);
        for m in last.iter().rev() {
            if m.is_some() {
                position.undo_move();
            } else {
                position.undo_null_move();
            }
        }
        let mut copy = Self::from_core(*position.board());
        for &m in last {
            match m {
                Some(m) => copy.make(m),
                // It was legal when it was made.
                None => _ = copy.pass(),
            }
        }
        copy
    }
}

/// Returns a board of a class, which is `Board` or a subclass.
pub(super) fn made<'py>(class: &Bound<'py, PyType>, game: impl Into<Arc<Game>>) -> PyResult<Bound<'py, Board>> {
    let (py, game) = (class.py(), game.into());
    if class.is(py.get_type::<Board>()) {
        return Bound::new(py, Board::from(game));
    }
    let options = PyDict::new(py);
    options.set_item(intern!(py, "chess960"), game.mode() == CastlingMode::Chess960)?;
    let fen = game.position.fen(FenStyle::XFen).to_string();
    let board = class.call((fen,), Some(&options))?.cast_into::<Board>()?;
    board.get().set(game);
    Ok(board)
}

/// Returns what the method `copy` of a subclass returns; a copy of a plain board.
fn copied<'py>(slf: &Bound<'py, Board>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    if slf.is_exact_instance_of::<Board>() {
        return Ok(made(&slf.get_type(), slf.get().game())?.into_any());
    }
    slf.call_method(intern!(slf.py(), "copy"), (), options)
}

/// Returns how many of the last moves a copy keeps, by the argument `stack`: all without one and for True, none for
/// False.
///
/// # Errors
///
/// `ValueError` for a negative number.
pub(crate) fn kept_moves(stack: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(stack) = stack else { return Ok(usize::MAX) };
    match stack.cast::<PyBool>() {
        Ok(stack) => Ok(if stack.is_true() { usize::MAX } else { 0 }),
        Err(_) => usize::try_from(stack.extract::<i64>()?)
            .map_err(|_| error::value("stack is a number of moves, True or False")),
    }
}

#[pymethods]
impl Board {
    /// Returns a copy. `stack` is how many of the last moves it keeps and can take back: True for all, False for none.
    ///
    /// A copy of a subclass has the attributes that its constructor sets. Raises ValueError for a negative number.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> copy = board.copy()
    /// >>> copy.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board == copy
    /// False
    #[pyo3(signature = (*, stack = None))]
    fn copy<'py>(slf: &Bound<'py, Self>, stack: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, Self>> {
        let kept = kept_moves(stack)?;
        let game = slf.get().game();
        let copy = if game.moves.len() <= kept { game } else { game.copy_last(kept).into() };
        made(&slf.get_type(), copy)
    }

    /// Returns the board before the first move, without moves.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.root() == gardez.Board()
    /// True
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        made(&slf.get_type(), Game::from_core(slf.get().game().start))
    }

    /// Returns the board with the colors exchanged and flipped vertically, without moves.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.mirror().fen()
    /// '4k2r/8/8/8/8/8/8/4K3 b k - 0 1'
    fn mirror<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let mirrored = Game::from_core(slf.get().game().position.board().swap_colors());
        let options = PyDict::new(slf.py());
        options.set_item(intern!(slf.py(), "stack"), false)?;
        let copy = copied(slf, Some(&options))?.cast_into::<Self>()?;
        copy.get().set(mirrored);
        Ok(copy)
    }

    fn __eq__(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.game(), other.game());
        let (ours, theirs) = (ours.position.board(), theirs.position.board());
        ours.same_position(theirs) && ours.same_clocks(theirs)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        copied(slf, None)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        copied(slf, None)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let game = slf.get().game();
        let restore = py.import("gardez._gardez")?.getattr("_restore_board")?;
        let fen = game.start.fen(FenStyle::Shredder).with_en_passant(EnPassantPolicy::Always).to_string();
        let numbers: Vec<u8> = game.moves.iter().flat_map(|m| m.map_or(0, CoreMove::raw).to_le_bytes()).collect();
        let chess960 = game.start.castling_mode() == CastlingMode::Chess960;
        let numbers = PyBytes::new(py, &numbers);
        if slf.is_exact_instance_of::<Self>() {
            return (restore, (fen, chess960, numbers)).into_pyobject(py);
        }
        // The attributes of the object, and values in slots.
        let state = slf.call_method0(intern!(py, "__getstate__"))?;
        (restore, (fen, chess960, numbers, slf.get_type()), state).into_pyobject(py)
    }
}

/// Makes the board of a pickle.
#[pyfunction]
#[pyo3(name = "_restore_board", signature = (fen, chess960, moves, cls = None))]
fn restore_board<'py>(
    py: Python<'py>,
    fen: &str,
    chess960: bool,
    moves: &[u8],
    cls: Option<&Bound<'py, PyType>>,
) -> PyResult<Bound<'py, Board>> {
    let mut game = Game::from_core(read_fen(py, fen, Some(chess960))?);
    if moves.len() % 2 != 0 {
        return Err(error::value("the moves of a pickled board have two bytes each"));
    }
    for bytes in moves.chunks_exact(2) {
        match u16::from_le_bytes([bytes[0], bytes[1]]) {
            0 => game.pass()?,
            raw => {
                let m = CoreMove::from_raw(raw).filter(|&m| game.position.is_legal(m));
                game.make(m.ok_or_else(|| error::illegal(format_args!("the move {raw} of a pickle is not legal")))?);
            }
        }
    }
    let Some(class) = cls else { return Bound::new(py, Board::from(game)) };
    // As pickle does it, without `__init__`.
    let board = class.call_method1(intern!(py, "__new__"), (class,))?.cast_into::<Board>()?;
    board.get().set(game);
    Ok(board)
}

/// Adds the function that unpickles.
pub(super) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(restore_board, m)?)
}
