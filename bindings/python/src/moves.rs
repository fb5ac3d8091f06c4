//! `Move`: two squares and a promotion.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

use gardez_notation::san::SanError;
use gardez_types::{CastlingMode, Move as CoreMove, MoveKind, PieceType, Square};
use gardez_variants::FreeMove;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::args::{PieceTypeArg, SquareArg};
use crate::error;
use crate::pool::{Pool, Reusable};

/// The value of a [`MoveObject`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Move {
    /// A number from -128 to 127, as bits.
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// 0 for none, 1 to 6 for pawn to king.
    pub(crate) promotion: u8,
    /// The piece that is put down, as in Crazyhouse; 0 for none. Only boards of `gardez.chess.variant` have such moves.
    pub(crate) drop: u8,
}

impl FromPyObject<'_, '_> for Move {
    type Error = PyErr;

    #[inline]
    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(argument.cast::<MoveObject>()?.get().value())
    }
}

/// A move: two squares, and the piece that a pawn becomes.
///
/// Squares are numbers from 0 (a1) to 63 (h8). `promotion` is a piece type from 2 (knight) to 5 (queen), or None; `drop` is
/// the piece that is put down in Crazyhouse. A move knows nothing of a position: any two squares make a move, and a board
/// says whether it is legal. Castling is a step of two squares of the king, or king takes own rook on boards of Chess960. A
/// move that leaves the board, such as `Move(0, -1)`, is legal nowhere.
///
/// A move is a dataclass: its fields can be assigned and matched, and `dataclasses.replace` makes another one. Moves hash
/// and compare by their fields, by which they are ordered, too. The null move is False as a truth value.
///
/// >>> import dataclasses, gardez
/// >>> move = gardez.Move(gardez.E7, gardez.E8)
/// >>> move.promotion = gardez.QUEEN
/// >>> move == gardez.Move.from_uci("e7e8q"), dataclasses.replace(move, promotion=gardez.KNIGHT).uci()
/// (True, 'e7e8n')
/// >>> match move:
/// ...     case gardez.Move(origin, target, promotion):
/// ...         print(origin, target, promotion)
/// 52 60 5
#[pyclass(name = "Move", module = "gardez", subclass, frozen)]
#[derive(Debug)]
pub(crate) struct MoveObject(AtomicU32);

static POOL: PyOnceLock<Pool<MoveObject>> = PyOnceLock::new();

fn pool(py: Python<'_>) -> PyResult<&'static Pool<MoveObject>> {
    POOL.get_or_try_init(py, || Pool::new(py))
}

impl Reusable for MoveObject {
    type Value = Move;

    fn fresh(py: Python<'_>, m: Move) -> PyResult<Py<Self>> {
        Py::new(py, Self(AtomicU32::new(m.packed())))
    }

    fn write(object: &Py<Self>, m: Move) {
        object.get().set(m);
    }
}

impl MoveObject {
    #[inline]
    pub(crate) fn value(&self) -> Move {
        let [from, to, promotion, drop] = self.0.load(Ordering::Relaxed).to_le_bytes();
        Move { from, to, promotion, drop }
    }

    #[inline]
    fn set(&self, m: Move) {
        self.0.store(m.packed(), Ordering::Relaxed);
    }

    fn change(&self, change: impl FnOnce(&mut Move)) {
        let mut m = self.value();
        change(&mut m);
        self.set(m);
    }
}

/// The number of a square, which need not be on the board.
struct MoveSquareArg(u8);

impl FromPyObject<'_, '_> for MoveSquareArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match argument.extract::<i8>() {
            Ok(number) => Ok(Self(number as u8)),
            Err(_) => Ok(Self(argument.extract::<SquareArg>()?.0 as u8)),
        }
    }
}

/// Returns the number of a piece type, 0 for none.
fn number(piece_type: Option<PieceTypeArg>) -> u8 {
    piece_type.map_or(0, |piece_type| piece_type.0.raw())
}

impl Move {
    pub(crate) const NULL: Self = Self { from: 0, to: 0, promotion: 0, drop: 0 };

    #[inline]
    fn packed(self) -> u32 {
        u32::from_le_bytes([self.from, self.to, self.promotion, self.drop])
    }

    /// Returns the move on an unchecked board.
    #[inline]
    pub(crate) fn sketch(self) -> FreeMove {
        let piece = PieceType::from_raw;
        match Square::from_index(self.from).zip(Square::from_index(self.to)) {
            Some((from, to)) => FreeMove { from, to, promotion: piece(self.promotion), drop: piece(self.drop) },
            // No board has this move.
            None => FreeMove { promotion: Some(PieceType::King), ..FreeMove::new(Square::H8, Square::H8) },
        }
    }

    /// Returns `true` if one of the squares is not on the board.
    pub(crate) fn leaves_board(self) -> bool {
        63 < self.from.max(self.to)
    }

    /// Returns the move of a board in the words of Python: castling is a step of two squares except in Chess960.
    #[inline]
    pub(crate) fn of(m: CoreMove, mode: CastlingMode) -> Self {
        let (from, mut to) = (m.from() as u8, m.to() as u8);
        if m.kind() == MoveKind::Castling && mode == CastlingMode::Standard {
            to = if to > from { from + 2 } else { from - 2 };
        }
        let promotion = m.promotion().map_or(0, PieceType::raw);
        Self { from, to, promotion, drop: 0 }
    }

    /// Returns the same for a move of a game, where `None` is the null move.
    pub(crate) fn of_played(m: Option<CoreMove>, mode: CastlingMode) -> Self {
        m.map_or(Self::NULL, |m| Self::of(m, mode))
    }

    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<MoveObject>> {
        pool(py)?.get(py, self)
    }

    pub(crate) fn objects(py: Python<'_>, moves: impl IntoIterator<Item = Self>) -> PyResult<Bound<'_, PyList>> {
        PyList::new(py, pool(py)?.all(py, moves)?)
    }

    /// Returns the two squares, if they differ: None for the null move and for drops.
    pub(crate) fn squares(self) -> Option<(Square, Square)> {
        if self.from == self.to {
            return None;
        }
        Square::from_index(self.from).zip(Square::from_index(self.to))
    }

    /// Returns `true` if there is no square and no promotion.
    pub(crate) fn is_null(self) -> bool {
        self == Self::NULL
    }

    /// Returns the text in UCI notation.
    pub(crate) fn text(self) -> String {
        if self.is_null() {
            return String::from("0000");
        }
        let mut text = String::with_capacity(5);
        if let Some(piece) = PieceType::from_raw(self.drop) {
            text.push(piece.letter().to_ascii_uppercase());
            text.push('@');
        }
        let squares = if self.drop == 0 { &[self.from, self.to][..] } else { &[self.to] };
        // As in python-chess, -1 is named as h8.
        for square in squares.iter().filter_map(|square| Square::from_index(square % 64)) {
            _ = write!(text, "{square}");
        }
        if let Some(piece) = PieceType::from_raw(self.promotion) {
            text.push(piece.letter());
        }
        text
    }

    pub(crate) fn xboard(self) -> String {
        if self.is_null() { String::from("@@@@") } else { self.text() }
    }
}

impl From<FreeMove> for Move {
    #[inline]
    fn from(m: FreeMove) -> Self {
        let piece = |piece: Option<PieceType>| piece.map_or(0, PieceType::raw);
        Self { from: m.from as u8, to: m.to as u8, promotion: piece(m.promotion), drop: piece(m.drop) }
    }
}

/// Reads a move in UCI notation; any piece may be the promotion, as in the triple itself.
pub(crate) fn parse(text: &str) -> PyResult<Move> {
    if text == "0000" {
        return Ok(Move::NULL);
    }
    if let [piece, b'@', file, rank] = *text.as_bytes() {
        let drop =
            PieceType::from_letter(char::from(piece.to_ascii_lowercase())).filter(|_| piece.is_ascii_uppercase());
        if let (Some(drop), Some(square)) = (drop, Square::from_ascii([file, rank])) {
            return Ok(Move { from: square as u8, to: square as u8, promotion: 0, drop: drop.raw() });
        }
    }
    let (squares, promotion) = match text.char_indices().nth(4) {
        Some((at, letter)) if at + letter.len_utf8() == text.len() => (&text[..at], Some(letter)),
        _ => (text, None),
    };
    let read: gardez_types::UciText = squares.parse().map_err(error::invalid_move)?;
    if read.from() == read.to() {
        return Err(error::invalid_move("a move needs two squares; the null move is 0000"));
    }
    let promotion = match promotion {
        None => 0,
        Some(letter) => PieceType::from_letter(letter).map(PieceType::raw).ok_or_else(|| {
            error::invalid_move(format_args!("expected one of n, b, r, q, found {letter:?} at byte 4"))
        })?,
    };
    Ok(Move { from: read.from() as u8, to: read.to() as u8, promotion, drop: 0 })
}

/// Returns the exception for a text that is not a legal move in algebraic notation on a board of this castling mode.
pub(crate) fn san_error(py: Python<'_>, mode: CastlingMode, error: &SanError) -> PyErr {
    match error {
        SanError::Malformed { .. } | SanError::NotCanonical { .. } => error::invalid_move(error),
        SanError::Ambiguous { candidates } => {
            let exception = error::ambiguous(error);
            let list = Move::objects(py, candidates.iter().map(|&m| Move::of(m, mode)));
            let set = list.and_then(|list| exception.value(py).setattr("candidates", list));
            set.err().unwrap_or(exception)
        }
        _ => error::illegal(error),
    }
}

#[pymethods]
impl MoveObject {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("from_square", "to_square", "promotion", "drop")
    }

    // `__init__` sets the fields, so that a subclass may have a constructor with other arguments.
    #[new]
    #[pyo3(signature = (*_arguments, **_options), text_signature = "(from_square, to_square, promotion=None, drop=None)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self(AtomicU32::new(Move::NULL.packed()))
    }

    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn __init__(
        &self,
        from_square: MoveSquareArg,
        to_square: MoveSquareArg,
        promotion: Option<PieceTypeArg>,
        drop: Option<PieceTypeArg>,
    ) {
        let (promotion, drop) = (number(promotion), number(drop));
        self.set(Move { from: from_square.0, to: to_square.0, promotion, drop });
    }

    /// Reads a move in UCI notation, such as `e2e4`, `e7e8q` or `0000` for the null move.
    ///
    /// Raises InvalidMoveError if the text is not a move. `Board.parse_uci` also checks that the move is legal.
    ///
    /// >>> import gardez
    /// >>> gardez.Move.from_uci("e7e8q").promotion == gardez.QUEEN
    /// True
    #[classmethod]
    fn from_uci<'py>(cls: &Bound<'py, PyType>, uci: &str) -> PyResult<Bound<'py, PyAny>> {
        of_class(cls, parse(uci)?)
    }

    /// Returns the null move, which passes the turn.
    ///
    /// >>> import gardez
    /// >>> gardez.Move.null().uci(), bool(gardez.Move.null())
    /// ('0000', False)
    #[classmethod]
    fn null<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        of_class(cls, Move::NULL)
    }

    /// The square from which the piece moves, from 0 (a1) to 63 (h8).
    #[getter]
    #[allow(clippy::wrong_self_convention)] // the name is Python's
    fn from_square(&self) -> i8 {
        self.value().from as i8
    }

    #[setter]
    fn set_from_square(&self, square: MoveSquareArg) {
        self.change(|m| m.from = square.0);
    }

    /// The square to which the piece moves, from 0 (a1) to 63 (h8).
    #[getter]
    #[allow(clippy::wrong_self_convention)] // the name is Python's
    fn to_square(&self) -> i8 {
        self.value().to as i8
    }

    #[setter]
    fn set_to_square(&self, square: MoveSquareArg) {
        self.change(|m| m.to = square.0);
    }

    /// The piece type that a pawn becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        Some(self.value().promotion).filter(|&number| number != 0)
    }

    #[setter]
    fn set_promotion(&self, piece_type: Option<PieceTypeArg>) {
        self.change(|m| m.promotion = number(piece_type));
    }

    /// The piece type that is put down, or None. Only boards of `gardez.chess.variant` have such moves.
    #[getter]
    fn drop(&self) -> Option<u8> {
        Some(self.value().drop).filter(|&number| number != 0)
    }

    #[setter]
    fn set_drop(&self, piece_type: Option<PieceTypeArg>) {
        self.change(|m| m.drop = number(piece_type));
    }

    /// Returns the move in UCI notation; `0000` for the null move.
    ///
    /// >>> import gardez
    /// >>> gardez.Move(gardez.G1, gardez.F3).uci()
    /// 'g1f3'
    fn uci(&self) -> String {
        self.value().text()
    }

    /// Returns the move for the protocol of XBoard: the UCI text, but `@@@@` for the null move.
    fn xboard(&self) -> String {
        self.value().xboard()
    }

    fn __bool__(&self) -> bool {
        !self.value().is_null()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let m = slf.get().value();
        pickled(slf, (m.from, m.to, m.promotion, m.drop))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: ((u8, u8, u8, u8), Bound<'_, PyAny>)) -> PyResult<()> {
        let ((from, to, promotion, drop), attributes) = state;
        let is_move = promotion < 7 && drop < 7;
        slf.get().set(if is_move { Move { from, to, promotion, drop } } else { Move::NULL });
        with_attributes(slf, &attributes)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.value().hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        match other.cast::<Self>() {
            Ok(other) if slf.get_type().is(other.get_type()) => {
                let is_so = op.matches(slf.get().value().cmp(&other.get().value()));
                Ok(is_so.into_pyobject(py)?.to_owned().into_any().unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }
}

/// Returns what a pickle has of an object: its fields, and the attributes of a subclass.
pub(crate) fn pickled<'py, T>(object: &Bound<'py, T>, fields: impl IntoPyObject<'py>) -> PyResult<Bound<'py, PyTuple>> {
    let py = object.py();
    let new = py.import("copyreg")?.getattr("__newobj__")?;
    let attributes = object.as_any().getattr_opt("__dict__")?;
    (new, (object.as_any().get_type(),), (fields, attributes)).into_pyobject(py)
}

pub(crate) fn with_attributes<T>(object: &Bound<'_, T>, attributes: &Bound<'_, PyAny>) -> PyResult<()> {
    if attributes.is_none() {
        return Ok(());
    }
    object.as_any().getattr("__dict__")?.call_method1("update", (attributes,)).map(drop)
}

/// Returns a move of a class, which is `Move` or a subclass.
fn of_class<'py>(class: &Bound<'py, PyType>, m: Move) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    if class.is(py.get_type::<MoveObject>()) {
        return Ok(m.object(py)?.into_bound(py).into_any());
    }
    let object = |number: u8| Some(number).filter(|&number| number != 0);
    class.call1((m.from, m.to, object(m.promotion), object(m.drop)))
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<MoveObject>()
}
