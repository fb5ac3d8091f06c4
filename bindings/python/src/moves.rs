//! `Move`: two squares and a promotion.

use std::fmt::Write;

use gardez_notation::san::SanError;
use gardez_types::{CastlingMode, Move as CoreMove, MoveKind, PieceType, Square};
use gardez_variants::SketchMove;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::args::{PieceTypeArg, SquareArg};
use crate::error;

/// A move: two squares, and the piece that a pawn becomes.
///
/// Squares are numbers from 0 (a1) to 63 (h8). `promotion` is a piece type from 2 (knight) to 5 (queen), or None. A move
/// knows nothing of a position: any two squares make a move, and a board says whether it is legal. Castling is a step of
/// two squares of the king, or king takes own rook on boards of Chess960. A square that is not from 0 to 63 raises
/// ValueError.
///
/// Moves are immutable, hash, compare and pickle. They are ordered by their squares and promotion. The null move is False
/// as a truth value.
///
/// >>> import gardez
/// >>> move = gardez.Move(gardez.E2, gardez.E4)
/// >>> move.uci(), move.from_square, move.to_square, move.promotion
/// ('e2e4', 12, 28, None)
/// >>> move == gardez.Move.from_uci("e2e4")
/// True
#[pyclass(module = "gardez", frozen, eq, ord, hash, weakref)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// 0 for none, 1 to 6 for pawn to king.
    pub(crate) promotion: u8,
    /// The piece that is put down, as in Crazyhouse; 0 for none. Only boards of `gardez.chess.variant` have such moves.
    pub(crate) drop: u8,
}

/// Every move once, by promotion, square of origin and square of destination.
static ALL: PyOnceLock<Vec<Py<Move>>> = PyOnceLock::new();

impl Move {
    /// The null move.
    pub(crate) const NULL: Self = Self { from: 0, to: 0, promotion: 0, drop: 0 };

    /// Returns the move on an unchecked board.
    #[inline]
    pub(crate) fn sketch(self) -> SketchMove {
        let square = |index| Square::from_index(index).unwrap_or(Square::A1);
        let piece = PieceType::from_raw;
        SketchMove {
            from: square(self.from),
            to: square(self.to),
            promotion: piece(self.promotion),
            drop: piece(self.drop),
        }
    }

    /// Returns the move of a board in the words of Python: castling is a step of two squares except in Chess960.
    #[inline]
    pub(crate) fn of(m: CoreMove, mode: CastlingMode) -> Self {
        let (from, mut to) = (m.from() as u8, m.to() as u8);
        if m.kind() == MoveKind::Castling && mode == CastlingMode::Standard {
            to = if to > from { from + 2 } else { from - 2 };
        }
        let promotion = m.promotion_piece().map_or(0, PieceType::raw);
        Self { from, to, promotion, drop: 0 }
    }

    /// Returns the same for a move of a game, where `None` is the null move.
    pub(crate) fn of_played(m: Option<CoreMove>, mode: CastlingMode) -> Self {
        m.map_or(Self::NULL, |m| Self::of(m, mode))
    }

    /// Returns the one Python object of this move.
    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<Self>> {
        if self.drop != 0 {
            return Py::new(py, self);
        }
        Ok(self.in_table(py, table(py)?))
    }

    /// Returns the objects of several moves of a board.
    pub(crate) fn list<'py>(py: Python<'py>, moves: &[CoreMove], mode: CastlingMode) -> PyResult<Bound<'py, PyList>> {
        let all = table(py)?;
        PyList::new(py, moves.iter().map(|&m| Self::of(m, mode).in_table(py, all)))
    }

    /// Returns the objects of several moves.
    pub(crate) fn objects<'py>(py: Python<'py>, moves: &[Self]) -> PyResult<Bound<'py, PyList>> {
        let all = table(py)?;
        let objects: PyResult<Vec<_>> =
            moves.iter().map(|&m| if m.drop == 0 { Ok(m.in_table(py, all)) } else { Py::new(py, m) }).collect();
        PyList::new(py, objects?)
    }

    /// Returns the objects of the moves of a game, where `None` is the null move.
    pub(crate) fn played_list<'py>(
        py: Python<'py>,
        moves: &[Option<CoreMove>],
        mode: CastlingMode,
    ) -> PyResult<Bound<'py, PyList>> {
        let all = table(py)?;
        PyList::new(py, moves.iter().map(|&m| Self::of_played(m, mode).in_table(py, all)))
    }

    /// Returns the object of a move that drops nothing.
    #[inline]
    fn in_table(self, py: Python<'_>, all: &[Py<Self>]) -> Py<Self> {
        let index = usize::from(self.promotion) << 12 | usize::from(self.from) << 6 | usize::from(self.to);
        all[index].clone_ref(py)
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
        for square in squares.iter().copied().filter_map(Square::from_index) {
            _ = write!(text, "{square}");
        }
        if let Some(piece) = PieceType::from_raw(self.promotion) {
            text.push(piece.letter());
        }
        text
    }
}

impl From<SketchMove> for Move {
    #[inline]
    fn from(m: SketchMove) -> Self {
        let piece = |piece: Option<PieceType>| piece.map_or(0, PieceType::raw);
        Self { from: m.from as u8, to: m.to as u8, promotion: piece(m.promotion), drop: piece(m.drop) }
    }
}

/// Returns all moves, made at the first call.
fn table(py: Python<'_>) -> PyResult<&'static Vec<Py<Move>>> {
    ALL.get_or_try_init(py, || {
        let moves = (0..7_u8).flat_map(|promotion| {
            (0..64_u8).flat_map(move |from| (0..64_u8).map(move |to| Move { from, to, promotion, drop: 0 }))
        });
        moves.map(|m| Py::new(py, m)).collect()
    })
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
            Move::list(py, candidates, mode).map_or_else(|failure| failure, |list| error::ambiguous(error, &list))
        }
        _ => error::illegal(error),
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn new(
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<PieceTypeArg>,
        drop: Option<PieceTypeArg>,
    ) -> Self {
        Self {
            from: from_square.0 as u8,
            to: to_square.0 as u8,
            promotion: promotion.map_or(0, |piece_type| piece_type.0.raw()),
            drop: drop.map_or(0, |piece_type| piece_type.0.raw()),
        }
    }

    /// Reads a move in UCI notation, such as `e2e4`, `e7e8q` or `0000` for the null move.
    ///
    /// Raises InvalidMoveError if the text is not a move. `Board.parse_uci` also checks that the move is legal.
    ///
    /// >>> import gardez
    /// >>> gardez.Move.from_uci("e7e8q").promotion == gardez.QUEEN
    /// True
    #[staticmethod]
    fn from_uci(py: Python<'_>, uci: &str) -> PyResult<Py<Self>> {
        parse(uci)?.object(py)
    }

    /// Returns the null move, which passes the turn.
    ///
    /// >>> import gardez
    /// >>> gardez.Move.null().uci(), bool(gardez.Move.null())
    /// ('0000', False)
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Self>> {
        Self::NULL.object(py)
    }

    /// Returns the square from which the piece moves, from 0 (a1) to 63 (h8).
    #[getter]
    #[allow(clippy::wrong_self_convention)] // the name is Python's
    fn from_square(&self) -> u8 {
        self.from
    }

    /// Returns the square to which the piece moves, from 0 (a1) to 63 (h8).
    #[getter]
    #[allow(clippy::wrong_self_convention)] // the name is Python's
    fn to_square(&self) -> u8 {
        self.to
    }

    /// Returns the piece type that a pawn becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        (self.promotion != 0).then_some(self.promotion)
    }

    /// Returns the piece type that is put down, or None. Only boards of `gardez.chess.variant` have such moves.
    #[getter]
    fn drop(&self) -> Option<u8> {
        (self.drop != 0).then_some(self.drop)
    }

    /// Returns the move in UCI notation; `0000` for the null move.
    ///
    /// >>> import gardez
    /// >>> gardez.Move(gardez.G1, gardez.F3).uci()
    /// 'g1f3'
    fn uci(&self) -> String {
        self.text()
    }

    /// Returns the move for the protocol of XBoard: the UCI text, but `@@@@` for the null move.
    ///
    /// >>> import gardez
    /// >>> gardez.Move.null().xboard()
    /// '@@@@'
    pub(crate) fn xboard(&self) -> String {
        if self.is_null() { String::from("@@@@") } else { self.text() }
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.text())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let arguments = (self.from, self.to, self.promotion(), self.drop()).into_pyobject(py)?;
        Ok((py.get_type::<Self>(), arguments))
    }
}

/// Adds `Move` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Move>()
}
