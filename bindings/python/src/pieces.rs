//! `Piece`: a piece type and a color.

use std::sync::atomic::{AtomicU8, Ordering};

use gardez_types::{Color, Piece as CorePiece};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::args::{ColorArg, PieceTypeArg};
use crate::error;
use crate::moves::{pickled, with_attributes};
use crate::pool::{Pool, Reusable};

/// A piece: a type from 1 (pawn) to 6 (king), and a color, True for white.
///
/// A piece is a dataclass: its fields can be assigned and matched, and `dataclasses.replace` makes another one. Pieces hash
/// and compare by their fields.
///
/// >>> import gardez
/// >>> piece = gardez.Board().piece_at(gardez.E1)
/// >>> piece, piece.piece_type == gardez.KING, piece.color == gardez.WHITE
/// (Piece.from_symbol('K'), True, True)
#[pyclass(module = "gardez", subclass, frozen)]
#[derive(Debug)]
pub(crate) struct Piece(AtomicU8);

static POOL: PyOnceLock<Pool<Piece>> = PyOnceLock::new();

impl Reusable for Piece {
    type Value = CorePiece;

    fn fresh(py: Python<'_>, piece: CorePiece) -> PyResult<Py<Self>> {
        Py::new(py, Self::new_of(piece))
    }

    fn write(object: &Py<Self>, piece: CorePiece) {
        object.get().set(piece);
    }
}

impl Piece {
    pub(crate) fn object(py: Python<'_>, piece: CorePiece) -> PyResult<Py<Self>> {
        POOL.get_or_try_init(py, || Pool::new(py))?.get(py, piece)
    }

    pub(crate) fn objects(py: Python<'_>, pieces: impl Iterator<Item = CorePiece>) -> PyResult<Vec<Py<Self>>> {
        POOL.get_or_try_init(py, || Pool::new(py))?.all(py, pieces)
    }

    fn new_of(piece: CorePiece) -> Self {
        Self(AtomicU8::new(piece.index() as u8))
    }

    pub(crate) fn core(&self) -> CorePiece {
        CorePiece::ALL[usize::from(self.0.load(Ordering::Relaxed)) % CorePiece::ALL.len()]
    }

    fn set(&self, piece: CorePiece) {
        self.0.store(piece.index() as u8, Ordering::Relaxed);
    }
}

#[pymethods]
impl Piece {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("piece_type", "color")
    }

    // `__init__` sets the fields, so that a subclass may have a constructor with other arguments.
    #[new]
    #[pyo3(signature = (*_arguments, **_options), text_signature = "(piece_type, color)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self::new_of(CorePiece::WhitePawn)
    }

    fn __init__(&self, piece_type: PieceTypeArg, color: ColorArg) {
        self.set(CorePiece::new(color.0, piece_type.0));
    }

    /// Returns the piece with a letter: `P` is a white pawn, `p` a black one.
    ///
    /// Raises ValueError for any other text.
    ///
    /// >>> import gardez
    /// >>> gardez.Piece.from_symbol("n").color == gardez.BLACK
    /// True
    #[classmethod]
    fn from_symbol<'py>(cls: &Bound<'py, PyType>, symbol: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let piece: CorePiece = symbol.parse().map_err(error::value)?;
        if cls.is(py.get_type::<Self>()) {
            return Ok(Self::object(py, piece)?.into_bound(py).into_any());
        }
        cls.call1((piece.piece_type().raw(), piece.color() == Color::White))
    }

    /// The piece type, from 1 (pawn) to 6 (king).
    #[getter]
    fn piece_type(&self) -> u8 {
        self.core().piece_type().raw()
    }

    #[setter]
    fn set_piece_type(&self, piece_type: PieceTypeArg) {
        self.set(CorePiece::new(self.core().color(), piece_type.0));
    }

    /// The color: True for white.
    #[getter]
    fn color(&self) -> bool {
        self.core().color() == Color::White
    }

    #[setter]
    fn set_color(&self, color: ColorArg) {
        self.set(CorePiece::new(color.0, self.core().piece_type()));
    }

    /// Returns the letter of the piece: upper case for white, lower case for black.
    ///
    /// >>> import gardez
    /// >>> gardez.Piece(gardez.QUEEN, gardez.BLACK).symbol()
    /// 'q'
    fn symbol(&self) -> char {
        self.core().letter()
    }

    /// Returns the chess symbol of the piece, or of the same piece of the other color.
    ///
    /// >>> import gardez
    /// >>> gardez.Piece.from_symbol("N").unicode_symbol()
    /// '♘'
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        if invert_color { self.core().swap_colors() } else { self.core() }.figurine()
    }

    fn __hash__(&self) -> usize {
        self.core().index()
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        match other.cast::<Self>() {
            Ok(other) if slf.get_type().is(other.get_type()) => {
                let is_same = slf.get().core() == other.get().core();
                Ok(is_same.into_pyobject(py)?.to_owned().into_any().unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickled(slf, slf.get().core().index())
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: (usize, Bound<'_, PyAny>)) -> PyResult<()> {
        let (index, attributes) = state;
        slf.get().set(CorePiece::ALL.get(index).copied().unwrap_or(CorePiece::WhitePawn));
        with_attributes(slf, &attributes)
    }

    /// Returns the piece as a drawing, which notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(slf.py());
        options.set_item("size", 45)?;
        slf.py().import("gardez.chess.svg")?.getattr("piece")?.call((slf,), Some(&options))
    }
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Piece>()
}
