//! `Board`: set-up, making moves and taking them back.

use gardez_position::Board as CoreBoard;
use gardez_types::{Color, PieceType};
use pyo3::exceptions::{PyAssertionError, PyIndexError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use super::base::{BaseBoard, STARTING_FEN, chess960, number, start, wrong, wrong_fen};
use crate::args::{ColorArg, PieceTypeArg, SquareArg};
use crate::error;
use crate::moves::{Move, MoveObject};
use gardez_variants::{FreeBoard as Sketch, FreeMove, Variant};

/// A position with the moves that led to it. Nothing is checked: any pieces can be set up, and any move can be made.
///
/// `is_legal` and `legal_moves` say which moves are legal, and `status` what is wrong with the position. `chess960` is how
/// castling is written: False for `e1g1`, True for `e1h1`, None to detect it from the castling rights.
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

impl Board {
    /// Returns a board with a position, and no moves before it.
    pub(crate) fn from_core<'py>(py: Python<'py>, position: &CoreBoard) -> PyResult<Bound<'py, Self>> {
        Bound::new(py, PyClassInitializer::from(BaseBoard::with(Sketch::from(position))).add_subclass(Self))
    }
}

/// Makes a move. As in python-chess, the drop of a pawn does not set the clock to 0.
fn play(sketch: &mut Sketch, m: Move) {
    let clock = sketch.halfmove_clock.saturating_add(1);
    sketch.play(m.sketch());
    if m.drop != 0 {
        sketch.halfmove_clock = clock;
    }
}

/// Makes a move as the class of the board does it.
pub(super) fn push(board: &Bound<'_, Board>, m: Move) -> PyResult<Py<MoveObject>> {
    let py = board.py();
    let object = m.object(py)?;
    if is_plain(board) {
        base(board).push(py, |sketch| {
            play(sketch, m);
            Ok(object.clone_ref(py).into_bound(py))
        })?;
    } else {
        board.call_method1(intern!(py, "push"), (&object,))?;
    }
    Ok(object)
}

/// Returns the exception for what is pushed and is not a move.
fn not_a_move(found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| String::from("?"), |name| name.to_string());
    let call = if found.is_instance_of::<PyString>() { "; push_uci and push_san take texts" } else { "" };
    PyTypeError::new_err(format!("push() expects a Move, not {kind}{call}"))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (*_arguments, **_options), text_signature = "(*_arguments, **_options)")]
    #[classmethod]
    fn new(
        class: &Bound<'_, PyType>,
        _arguments: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let py = class.py();
        let variant = if class.is(py.get_type::<Self>()) {
            Variant::Chess
        } else {
            Variant::from_name(class.getattr(intern!(py, "_rules"))?.extract()?).unwrap_or(Variant::Chess)
        };
        Ok(PyClassInitializer::from(BaseBoard::blank(variant)).add_subclass(Self))
    }

    #[pyo3(signature = (fen = Some(STARTING_FEN), *, chess960 = Some(false)))]
    fn __init__(slf: &Bound<'_, Self>, fen: Option<&str>, chess960: Option<bool>) -> PyResult<()> {
        base(slf).change(|sketch| sketch.chess960 = chess960.unwrap_or(true));
        match fen {
            None => Self::clear(slf),
            Some(STARTING_FEN) if is_plain(slf) => Self::reset(slf),
            Some(fen) => Self::set_fen(slf, fen),
        }?;
        if chess960.is_none() {
            base(slf).change(|sketch| sketch.chess960 = sketch.has_chess960_castling());
        }
        Ok(())
    }

    /// Returns a board without pieces.
    #[classmethod]
    #[pyo3(signature = (*, chess960 = false))]
    fn empty<'py>(cls: &Bound<'py, PyType>, chess960: bool) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(cls.py());
        options.set_item(intern!(cls.py(), "chess960"), chess960)?;
        cls.call((cls.py().None(),), Some(&options))
    }

    /// Returns a board and the operations of an EPD.
    #[classmethod]
    #[pyo3(signature = (epd, *, chess960 = false))]
    fn from_epd<'py>(
        cls: &Bound<'py, PyType>,
        epd: &str,
        chess960: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let board = Self::empty(cls, chess960)?;
        let operations = board.call_method1("set_epd", (epd,))?;
        Ok((board, operations))
    }

    /// Sets up the start position and forgets the moves.
    fn reset(slf: &Bound<'_, Self>) -> PyResult<()> {
        if is_plain(slf) {
            return base(slf).set_up(slf.py(), |sketch| *sketch = Sketch { chess960: sketch.chess960, ..start() });
        }
        Self::set_fen(slf, slf.getattr(intern!(slf.py(), "starting_fen"))?.extract()?)
    }

    /// Takes all pieces from the board, and sets all other fields to their first values.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        base(slf).set_up(slf.py(), |sketch| *sketch = sketch.cleared())
    }

    /// Forgets the moves.
    fn clear_stack(slf: &Bound<'_, Self>) -> PyResult<()> {
        base(slf).forget(slf.py())
    }

    /// Reads a FEN and forgets the moves. Raises ValueError if it is not one; the board is unchanged then.
    pub(super) fn set_fen(slf: &Bound<'_, Self>, fen: &str) -> PyResult<()> {
        let mut read = sketch(slf);
        read.set_fen(fen).map_err(|error| wrong_fen(slf.py(), fen, error))?;
        base(slf).set_up(slf.py(), |sketch| *sketch = read)
    }

    /// Reads the castling rights of a FEN and forgets the moves. Raises ValueError if they are none.
    fn set_castling_fen(slf: &Bound<'_, Self>, castling_fen: &str) -> PyResult<()> {
        let mut read = sketch(slf);
        read.set_castling(castling_fen).map_err(wrong)?;
        base(slf).set_up(slf.py(), |sketch| *sketch = read)
    }

    /// Sets up a start position of Chess960, from 0 to 959, with all castling rights.
    fn set_chess960_pos(slf: &Bound<'_, Self>, scharnagl: i64) -> PyResult<()> {
        let start = chess960(scharnagl)?;
        base(slf).set_up(slf.py(), |sketch| {
            let Sketch { variant, pockets, checks_left, .. } = *sketch;
            *sketch = Sketch { variant, pockets, checks_left, ..start };
        })
    }

    /// Returns the number of the start position of Chess960, or None. Counters are ignored unless told otherwise.
    #[pyo3(signature = (*, ignore_turn = false, ignore_castling = false, ignore_counters = true))]
    fn chess960_pos(
        slf: &Bound<'_, Self>,
        ignore_turn: bool,
        ignore_castling: bool,
        ignore_counters: bool,
    ) -> Option<u16> {
        let sketch = sketch(slf);
        let fits = sketch.ep_square.is_none()
            && (ignore_turn || sketch.side_to_move == Color::White)
            && (ignore_castling || sketch.clean_castling() == sketch.by_type(PieceType::Rook))
            && (ignore_counters || (sketch.halfmove_clock, sketch.fullmove_number) == (0, 1));
        if fits { number(&sketch) } else { None }
    }

    /// Makes a move, legal or not. Raises AssertionError if there is no piece on its square.
    #[pyo3(signature = (r#move))]
    fn push(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let r#move = r#move.cast::<MoveObject>().map_err(|_| not_a_move(r#move))?;
        let m = r#move.get().value();
        base(slf).push(slf.py(), |sketch| {
            let cannot_be = if m.drop == 0 {
                !m.is_null() && (m.leaves_board() || !sketch.occupied().contains(m.sketch().from))
            } else {
                m.leaves_board() || sketch.variant == Variant::Crazyhouse && !sketch.is_pseudo_legal(m.sketch())
            };
            if cannot_be {
                let fen = sketch.placement(false);
                let text = format!("push() expects move to be pseudo-legal, but got {} in {fen}", m.text());
                return Err(PyAssertionError::new_err(text));
            }
            let written = Move::from(sketch.written(m.sketch()));
            play(sketch, m);
            if written == m { Ok(r#move.clone()) } else { Ok(written.object(slf.py())?.into_bound(slf.py())) }
        })
    }

    /// Takes the last move back and returns it. Raises IndexError if there is none.
    fn pop<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        base(slf).pop(slf.py())?.ok_or_else(|| PyIndexError::new_err("pop from empty list"))
    }

    /// Returns the last move. Raises IndexError if there is none.
    fn peek<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let moves = base(slf).moves(slf.py())?;
        let last = moves.len().checked_sub(1).ok_or_else(|| PyIndexError::new_err("list index out of range"))?;
        moves.get_item(last)
    }

    /// Returns the moves that were made.
    #[getter]
    fn move_stack<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        base(slf).moves(slf.py())
    }

    /// Returns the legal move between two squares; a pawn on the last rank becomes a queen unless told otherwise.
    ///
    /// Raises IllegalMoveError if there is none.
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn find_move(
        slf: &Bound<'_, Self>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<PieceTypeArg>,
    ) -> PyResult<Py<MoveObject>> {
        let sketch = sketch(slf);
        let mut promotion = promotion.map(|piece| piece.0);
        let is_last = matches!(to_square.0 as u8 / 8, 0 | 7);
        if promotion.is_none() && is_last && sketch.by_type(PieceType::Pawn).contains(from_square.0) {
            promotion = Some(PieceType::Queen);
        }
        let m = sketch.written(FreeMove { promotion, ..FreeMove::new(from_square.0, to_square.0) });
        if !sketch.is_legal(m) {
            return Err(error::illegal(format_args!("no matching legal move for {m} in {sketch}")));
        }
        Move::from(m).object(slf.py())
    }
}

/// What boards of variants have, for `gardez.chess.variant`.
#[pymethods]
impl Board {
    /// Returns the pieces in hand of a color, from pawns to queens.
    fn _pocket(slf: &Bound<'_, Self>, color: ColorArg) -> [u8; 5] {
        sketch(slf).pockets[color.0.index()]
    }

    fn _set_pocket(slf: &Bound<'_, Self>, color: ColorArg, counts: [u8; 5]) {
        base(slf).change(|sketch| sketch.pockets[color.0.index()] = counts);
    }

    /// Returns the checks that each color has left, Black's first.
    #[getter(_checks_left)]
    fn checks_left(slf: &Bound<'_, Self>) -> (u8, u8) {
        let [white, black] = sketch(slf).checks_left;
        (black, white)
    }

    #[setter(_checks_left)]
    fn set_checks_left(slf: &Bound<'_, Self>, checks: (u8, u8)) {
        base(slf).change(|sketch| sketch.checks_left = [checks.1, checks.0]);
    }
}

/// Adds the attributes of the class. `_rules` is a name of its variant.
pub(super) fn register(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<Board>();
    let texts = [("uci_variant", "chess"), ("xboard_variant", "normal"), ("starting_fen", STARTING_FEN)];
    for (name, text) in
        texts.into_iter().chain([("tbw_suffix", ".rtbw"), ("tbz_suffix", ".rtbz"), ("_rules", "standard")])
    {
        class.setattr(name, text)?;
    }
    for (name, is_so) in [("connected_kings", false), ("one_king", true), ("captures_compulsory", false)] {
        class.setattr(name, is_so)?;
    }
    class.setattr("aliases", ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"])?;
    class.setattr("tbw_magic", PyBytes::new(py, b"\x71\xe8\x23\x5d"))?;
    class.setattr("tbz_magic", PyBytes::new(py, b"\xd7\x66\x0c\xa5"))?;
    for name in ["pawnless_tbw_suffix", "pawnless_tbz_suffix", "pawnless_tbw_magic", "pawnless_tbz_magic"] {
        class.setattr(name, py.None())?;
    }
    Ok(())
}
