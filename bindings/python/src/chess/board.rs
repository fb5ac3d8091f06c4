//! `Board`: set-up, making moves and taking them back.

use gardez_types::{Color, PieceType, Square};
use pyo3::exceptions::{PyAssertionError, PyIndexError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use super::base::{BaseBoard, chess960, fen, start, wrong};
use crate::args::{PieceTypeArg, SquareArg};
use crate::board::STARTING_FEN;
use crate::error;
use crate::moves::Move;
use crate::sketch::Sketch;

/// A position with the moves that led to it. Nothing is checked: any pieces can be set up, and any move can be made.
///
/// `is_legal` and `legal_moves` say which moves are legal, and `status` what is wrong with the position.
///
/// >>> import gardez.chess as chess
/// >>> board = chess.Board()
/// >>> board.push_san("e4")
/// Move.from_uci('e2e4')
/// >>> board.push(chess.Move.from_uci("a7a1"))
/// >>> board.fen()
/// 'rnbqkbnr/1ppppppp/8/8/4P3/8/PPPP1PPP/pNBQKBNR w Kkq - 0 2'
/// >>> chess.Board(None).status()
/// <Status.NO_WHITE_KING|NO_BLACK_KING|EMPTY: 2051>
#[pyclass(module = "gardez.chess", subclass, frozen, extends = BaseBoard)]
#[derive(Debug)]
pub(crate) struct Board;

/// The common part of a board.
pub(super) fn base<'a>(board: &'a Bound<'_, Board>) -> &'a BaseBoard {
    board.as_super().get()
}

pub(super) fn sketch(board: &Bound<'_, Board>) -> Sketch {
    base(board).sketch()
}

/// Returns `true` if the class is not a subclass, whose methods may be others.
#[inline]
pub(super) fn is_plain(board: &Bound<'_, Board>) -> bool {
    board.is_exact_instance_of::<Board>()
}

/// Makes a move as the class of the board does it.
pub(super) fn push(board: &Bound<'_, Board>, m: Move) -> PyResult<Py<Move>> {
    let py = board.py();
    let object = m.object(py)?;
    if is_plain(board) {
        let base = base(board);
        let game = &mut *base.lock();
        game.stack.push(game.sketch);
        game.sketch.play(m);
        base.moves.bind(py).append(&object)?;
    } else {
        board.call_method1(intern!(py, "push"), (&object,))?;
    }
    Ok(object)
}

#[pymethods]
impl Board {
    #[classattr]
    #[pyo3(name = "uci_variant")]
    const UCI_VARIANT: &'static str = "chess";
    #[classattr]
    #[pyo3(name = "xboard_variant")]
    const XBOARD_VARIANT: &'static str = "normal";
    #[classattr]
    #[pyo3(name = "starting_fen")]
    const STARTING_FEN: &'static str = STARTING_FEN;
    #[classattr]
    #[pyo3(name = "tbw_suffix")]
    const TBW_SUFFIX: &'static str = ".rtbw";
    #[classattr]
    #[pyo3(name = "tbz_suffix")]
    const TBZ_SUFFIX: &'static str = ".rtbz";
    #[classattr]
    #[pyo3(name = "connected_kings")]
    const CONNECTED_KINGS: bool = false;
    #[classattr]
    #[pyo3(name = "one_king")]
    const ONE_KING: bool = true;
    #[classattr]
    #[pyo3(name = "captures_compulsory")]
    const CAPTURES_COMPULSORY: bool = false;

    #[classattr]
    fn aliases() -> [&'static str; 13] {
        [
            "Standard",
            "Chess",
            "Classical",
            "Normal",
            "Illegal",
            "From Position",
            "Unorthodox",
            "Variant",
            "Freestyle",
            "Fischerandom",
            "Fischer Random",
            "Chess960",
            "Chess 960",
        ]
    }

    #[new]
    #[pyo3(signature = (*_arguments, **_options))]
    fn new(
        py: Python<'_>,
        _arguments: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<Self> {
        PyClassInitializer::from(BaseBoard::blank(py)).add_subclass(Self)
    }

    #[pyo3(signature = (fen = Some(STARTING_FEN), *, chess960 = false))]
    fn __init__(slf: &Bound<'_, Self>, fen: Option<&str>, chess960: bool) -> PyResult<()> {
        base(slf).lock().sketch.chess960 = chess960;
        match fen {
            None => Self::clear(slf),
            Some(STARTING_FEN) => Self::reset(slf),
            Some(fen) => Self::set_fen(slf, fen),
        }
    }

    /// A board without pieces.
    #[classmethod]
    #[pyo3(signature = (*, chess960 = false))]
    fn empty<'py>(cls: &Bound<'py, pyo3::types::PyType>, chess960: bool) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(cls.py());
        options.set_item(intern!(cls.py(), "chess960"), chess960)?;
        cls.call((cls.py().None(),), Some(&options))
    }

    /// A start position of Chess960, from 0 to 959.
    #[classmethod]
    fn from_chess960_pos<'py>(cls: &Bound<'py, pyo3::types::PyType>, scharnagl: i64) -> PyResult<Bound<'py, PyAny>> {
        let board = Self::empty(cls, true)?;
        board.call_method1("set_chess960_pos", (scharnagl,))?;
        Ok(board)
    }

    /// A board and the operations of an EPD.
    #[classmethod]
    #[pyo3(signature = (epd, *, chess960 = false))]
    fn from_epd<'py>(
        cls: &Bound<'py, pyo3::types::PyType>,
        epd: &str,
        chess960: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let board = Self::empty(cls, chess960)?;
        let operations = board.call_method1("set_epd", (epd,))?;
        Ok((board, operations))
    }

    /// Sets up the start position and forgets the moves.
    fn reset(slf: &Bound<'_, Self>) -> PyResult<()> {
        base(slf).set_up(slf.py(), |sketch| *sketch = Sketch { chess960: sketch.chess960, ..start() })
    }

    /// Takes all pieces from the board, and sets all other fields to their first values.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        base(slf).set_up(slf.py(), |sketch| *sketch = Sketch { chess960: sketch.chess960, ..Sketch::EMPTY })
    }

    /// Forgets the moves.
    fn clear_stack(slf: &Bound<'_, Self>) -> PyResult<()> {
        base(slf).forget(slf.py())
    }

    /// Reads a FEN and forgets the moves. Raises ValueError if it is not one; the board is unchanged then.
    pub(super) fn set_fen(slf: &Bound<'_, Self>, fen: &str) -> PyResult<()> {
        let mut read = sketch(slf);
        read.set_fen(fen).map_err(wrong)?;
        base(slf).set_up(slf.py(), |sketch| *sketch = read)
    }

    /// Reads the castling rights of a FEN and forgets the moves. Raises ValueError if they are none.
    fn set_castling_fen(slf: &Bound<'_, Self>, castling_fen: &str) -> PyResult<()> {
        base(slf).set_up(slf.py(), |sketch| sketch.set_castling(castling_fen).map_err(wrong))?
    }

    /// Sets up a start position of Chess960, from 0 to 959, with all castling rights.
    fn set_chess960_pos(slf: &Bound<'_, Self>, scharnagl: i64) -> PyResult<()> {
        let start = chess960(scharnagl)?;
        base(slf).set_up(slf.py(), |sketch| *sketch = start)
    }

    /// The number of the start position of Chess960, or None. Counters are ignored unless told otherwise.
    #[pyo3(signature = (*, ignore_turn = false, ignore_castling = false, ignore_counters = true))]
    fn chess960_pos(
        slf: &Bound<'_, Self>,
        ignore_turn: bool,
        ignore_castling: bool,
        ignore_counters: bool,
    ) -> Option<u16> {
        let sketch = sketch(slf);
        let fits = sketch.ep.is_none()
            && (ignore_turn || sketch.turn == Color::White)
            && (ignore_castling || sketch.clean_castling() == sketch.by_type(PieceType::Rook))
            && (ignore_counters || (sketch.halfmove, sketch.fullmove) == (0, 1));
        if fits { sketch.chess960_number() } else { None }
    }

    /// Makes a move, legal or not. Raises AssertionError if there is no piece on its square.
    #[pyo3(signature = (r#move))]
    fn push(slf: &Bound<'_, Self>, r#move: &Bound<'_, Move>) -> PyResult<()> {
        let m = *r#move.get();
        let base = base(slf);
        let game = &mut *base.lock();
        let is_empty = || Square::from_index(m.from).is_none_or(|from| !game.sketch.occupied().contains(from));
        if m.drop == 0 && !m.is_null() && is_empty() {
            let fen = game.sketch.pieces_text(false);
            let text = format!("push() expects move to be pseudo-legal, but got {} in {fen}", m.text());
            return Err(PyAssertionError::new_err(text));
        }
        game.stack.push(game.sketch);
        let written = game.sketch.written(m);
        game.sketch.play(m);
        let moves = base.moves.bind(slf.py());
        if written == m { moves.append(r#move) } else { moves.append(written.object(slf.py())?) }
    }

    /// Takes the last move back and returns it. Raises IndexError if there is none.
    fn pop<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let base = base(slf);
        let moves = base.moves.bind(slf.py());
        let last = moves.len().checked_sub(1).ok_or_else(|| PyIndexError::new_err("pop from empty list"))?;
        let popped = moves.get_item(last)?;
        moves.del_item(last)?;
        let mut game = base.lock();
        if let Some(before) = game.stack.pop() {
            game.sketch = before;
        }
        Ok(popped)
    }

    /// The last move. Raises IndexError if there is none.
    fn peek<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let moves = base(slf).moves.bind(slf.py());
        let last = moves.len().checked_sub(1).ok_or_else(|| PyIndexError::new_err("list index out of range"))?;
        moves.get_item(last)
    }

    /// The moves that were made.
    #[getter]
    fn move_stack<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyList> {
        base(slf).moves.bind(slf.py()).clone()
    }

    /// The legal move between two squares; a pawn on the last rank becomes a queen unless told otherwise.
    ///
    /// Raises IllegalMoveError if there is none.
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn find_move(
        slf: &Bound<'_, Self>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<PieceTypeArg>,
    ) -> PyResult<Py<Move>> {
        let sketch = sketch(slf);
        let mut promotion = promotion.map_or(0, |piece| piece.0.raw());
        let is_last = matches!(to_square.0 as u8 / 8, 0 | 7);
        if promotion == 0 && is_last && sketch.by_type(PieceType::Pawn).contains(from_square.0) {
            promotion = PieceType::Queen.raw();
        }
        let m = Move { from: from_square.0 as u8, to: to_square.0 as u8, promotion, drop: 0 };
        let m = if sketch.chess960 { sketch.inner(m) } else { sketch.standard(m) };
        if !sketch.is_legal(m) {
            let text = format!("no matching legal move for {} in {}", m.text(), fen(&sketch));
            return Err(error::illegal(text));
        }
        m.object(slf.py())
    }
}

/// Adds the attributes of the class that are bytes or None.
pub(super) fn register(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<Board>();
    class.setattr("tbw_magic", PyBytes::new(py, b"\x71\xe8\x23\x5d"))?;
    class.setattr("tbz_magic", PyBytes::new(py, b"\xd7\x66\x0c\xa5"))?;
    for name in ["pawnless_tbw_suffix", "pawnless_tbz_suffix", "pawnless_tbw_magic", "pawnless_tbz_magic"] {
        class.setattr(name, py.None())?;
    }
    Ok(())
}
